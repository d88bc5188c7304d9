"""The report of an audit: a page, the same in Markdown, and files for build servers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from veriscope.errors import InputError
from veriscope.model import Answer, Breakdown, Manifest, Place, Score, Summary, dump_json
from veriscope.report.audit_answers import flagged, shown_answer
from veriscope.report.audit_list import pack
from veriscope.report.audit_plots import calibration_plot, group_plot, score_plot
from veriscope.report.builds import junit_xml, sarif_json
from veriscope.report.glance import FINDS, LENGTH, Glance, glances
from veriscope.report.page import Markup, cell, environment, render_page
from veriscope.report.words import (
    HEADLINES,
    TITLES,
    clause,
    counted,
    opening,
    sentence,
    shown,
    shown_range,
)

LARGEST = 2_000_000
"""So many bytes has a page at most."""
ROOM = 1_100_000
"""So many of them are for the list of all answers."""
WORST = 40
"""How many answers are shown whole."""
LONGEST = 6000
"""So many characters of an answer are shown; a page of megabytes helps nobody."""
GROUPS = 40
"""So many groups are shown; a run by customer has thousands."""
DIMENSIONS = 24
NAMED = 3
"""So many inputs are named above the numbers; all are in the manifest."""
_FIRST = re.compile(r"^\D*([\d,]+).*$")


@dataclass(frozen=True)
class Report:
    """Everything that a report is made of; a read of what a run left behind."""

    summary: Summary
    manifest: Manifest
    breakdown: Breakdown
    answers: Sequence[Answer]

    @property
    def sentence(self) -> str:
        """The verdict in a sentence."""
        return sentence(self.summary)

    def scores(self, group: str | None = None) -> list[Score]:
        """Return the scores of a group that have something to say."""
        return [
            score
            for score in self.summary.scores
            if score.group == group and (score.value is not None or score.n_failed)
        ]

    @property
    def opening(self) -> str:
        """What stands above the numbers: how much was read, and what went wrong with it."""
        return opening(self.summary)

    @property
    def glances(self) -> list[Glance]:
        """The headline rate of each check, and the place furthest above it."""
        return glances(self.summary, self.breakdown.places)

    @property
    def inputs(self) -> str:
        """The names of what was read."""
        names = [one.path for one in self.manifest.inputs]
        more = f" and {len(names) - NAMED:,} more" if len(names) > NAMED else ""
        return ", ".join(Path(name).name[:100] for name in names[:NAMED]) + more

    def groups(self) -> list[tuple[str, list[Score]]]:
        """Return for each check the headline scores of its groups, the worst first."""
        found: dict[str, list[Score]] = {}
        for score in self.summary.scores:
            headline = HEADLINES.get(score.check or "") == score.metric
            measured = score.value is not None or score.n_failed
            if score.group is not None and headline and measured:
                found.setdefault(score.check or "", []).append(score)
        return [(check, sorted(scores, key=_goodness)[:GROUPS]) for check, scores in found.items()]

    @property
    def n_groups(self) -> int:
        """How many groups there are."""
        return len({score.group for score in self.summary.scores if score.group is not None})

    @property
    def n_checked(self) -> int:
        """How many answers some check applied to."""
        found = self.summary
        return found.n_records - found.n_unreadable - found.n_not_applicable

    def flagged(self) -> list[tuple[str, int, int]]:
        """Return for each check how many answers it flagged, of how many."""
        assessed = self.summary.n_assessed
        return [(check, self.summary.n_flagged.get(check, 0), n) for check, n in assessed.items()]

    def failures(self) -> list[tuple[str, str, int]]:
        """Return check, cause and count of what failed."""
        found = {
            (score.check or "", cause): n
            for score in self.summary.scores
            if score.group is None
            for cause, n in score.n_failed.items()
        }
        return [(check, cause, n) for (check, cause), n in sorted(found.items())]

    def concentrations(self, most: int = 8) -> list[tuple[str, list[Place], bool]]:
        """Return the places with most without ground, of each dimension that has more than one.

        The flag says whether they have a share: a check whose claims are its findings has none.
        """
        out = []
        for (check, dimension), places in groupby(
            self.breakdown.places, lambda p: (p.check, p.dimension)
        ):
            found = list(places)
            if dimension == LENGTH:
                found.sort(key=lambda place: int(_FIRST.sub(r"\1", place.value).replace(",", "")))
            if len(found) > 1 and any(place.unsupported for place in found):
                kept = f" ({most} of {len(found):,})" if len(found) > most else ""
                title = f"{check}, by {dimension[:80]}{kept}"
                out.append((title, found[:most], check not in FINDS))
        return out[:DIMENSIONS]

    def group_plots(self) -> list[str]:
        """Return for each check a picture of the groups with their intervals."""
        measured = ([s for s in scores if s.value is not None] for _, scores in self.groups())
        return [group_plot(scores) for scores in measured if len(scores) > 1]

    def plots(self) -> list[str]:
        """Return the pictures of the spread of the scores and of calibration."""
        out = [score_plot(check, bins) for check, bins in self.breakdown.scores.items()]
        return out + ([calibration_plot(self.breakdown)] if self.breakdown.calibration else [])


def _goodness(score: Score) -> tuple[float, int]:
    """Order scores, the worst first; of equal rates the one of more."""
    return (1.0 if score.value is None else -score.value, -score.n_scored)


def write_reports(
    report: Report, folder: Path, *, junit: Path | None = None, sarif: Path | None = None
) -> None:
    """Write `report.html` and `report.md` into a folder, and what build servers want."""
    files = {
        folder / "report.html": html_page(report),
        folder / "report.md": markdown(report),
    }
    if junit is not None:
        files[junit] = junit_xml(report.answers, report.summary)
    if sarif is not None:
        files[sarif] = sarif_json(report.answers)
    for path, text in files.items():
        try:
            path.write_bytes(text.encode("utf-8", "replace"))
        except OSError as error:
            raise InputError(error.strerror or "cannot be written", source=str(path)) from None


def html_page(report: Report) -> str:
    """Return the self-contained page; where it would be too large, with less of each answer."""
    pictures = {"plots": report.plots(), "group_plots": report.group_plots()}
    for share in (1.0, 0.6, 0.3, 0.1):
        page = _page(report, pictures, share)
        if len(page.encode("utf-8", "replace")) < LARGEST:
            break
    return page


def _page(report: Report, pictures: Mapping[str, Sequence[str]], share: float) -> str:
    script = (Path(__file__).parent / "static" / "answers.js").read_text(encoding="utf-8")
    worst = [one for one in report.answers[: int(WORST * share)] if flagged(one)]
    packed = pack(report.answers, int(ROOM * share))
    manifest = dump_json(report.manifest.to_dict(), indent=2)
    longest = int(100_000 * share)
    return render_page(
        "audit.html.j2",
        report=report,
        titles=TITLES,
        shown=shown,
        shown_range=shown_range,
        clause=clause,
        counted=counted,
        most_groups=GROUPS,
        worst=[shown_answer(answer, int(LONGEST * share)) for answer in worst],
        packed=packed,
        script=Markup(script),
        manifest=manifest[:longest] + "\n…" * (len(manifest) > longest),
        **pictures,
    )


def markdown(report: Report) -> str:
    """Return the report for a pull request or a wiki."""
    return (
        environment()
        .get_template("audit.md.j2")
        .render(
            report=report,
            titles=TITLES,
            shown=shown,
            shown_range=shown_range,
            cell=cell,
            counted=counted,
            most_groups=GROUPS,
        )
    )
