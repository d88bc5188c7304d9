"""The report of an audit: a page, the same in Markdown, and files for build servers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from markupsafe import Markup

from veriscope.errors import InputError
from veriscope.model import (
    Answer,
    Breakdown,
    Claim,
    Evidence,
    Manifest,
    Place,
    Score,
    Summary,
    Verdict,
    VerdictLabel,
    WordsDetail,
    dump_json,
)
from veriscope.report.audit_plots import calibration_plot, score_plot
from veriscope.report.builds import junit_xml, sarif_json
from veriscope.report.marks import Mark
from veriscope.report.page import cell, environment, render_page
from veriscope.report.words import HEADLINES, TITLES, sentence, shown, shown_range

WORST = 40
"""How many answers are shown whole."""
ROOM = 1_500_000
"""So many bytes of the page are for the table of all answers: 10,000 of them, at ordinary names."""
LONGEST = 6000
"""So many characters of an answer are shown; a page of megabytes helps nobody."""
KINDS = {
    VerdictLabel.SUPPORTED: "good",
    VerdictLabel.REFUTED: "bad",
    VerdictLabel.NOT_ENOUGH_INFO: "doubt",
}


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

    def groups(self) -> list[tuple[str, list[Score]]]:
        """Return each group with its headline scores."""
        names = dict.fromkeys(s.group for s in self.summary.scores if s.group is not None)
        headlines = set(HEADLINES.values())
        return [(name, [s for s in self.scores(name) if s.metric in headlines]) for name in names]

    def failures(self) -> list[tuple[str, str, int]]:
        """Return check, cause and count of what failed."""
        found = {
            (score.check or "", cause): n
            for score in self.summary.scores
            if score.group is None
            for cause, n in score.n_failed.items()
        }
        return [(check, cause, n) for (check, cause), n in sorted(found.items())]

    def concentrations(self, most: int = 8) -> list[tuple[str, list[Place]]]:
        """Return the worst places of each dimension that has more than one."""
        out = []
        for key, places in groupby(self.breakdown.places, lambda p: (p.check, p.dimension)):
            found = list(places)
            if len(found) > 1 and any(place.unsupported for place in found):
                out.append((f"{key[0]}, by {key[1]}", found[:most]))
        return out


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
    """Return the self-contained page."""
    script = (Path(__file__).parent / "static" / "filter.js").read_text(encoding="utf-8")
    return render_page(
        "audit.html.j2",
        report=report,
        titles=TITLES,
        shown=shown,
        shown_range=shown_range,
        plots=[score_plot(check, bins) for check, bins in report.breakdown.scores.items()]
        + ([calibration_plot(report.breakdown)] if report.breakdown.calibration else []),
        worst=[_shown(answer) for answer in report.answers[:WORST] if _flagged(answer)],
        rows=_for_script(list(_rows(report.answers))),
        script=Markup(script),  # noqa: S704 - our own file
        manifest=dump_json(report.manifest.to_dict(), indent=2),
    )


def _for_script(value: Any) -> Markup:
    """Return JSON that can stand inside a script element: nothing in it can end that."""
    text = dump_json(value)
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return Markup(text)  # noqa: S704 - the signs that matter are escaped above


def _flagged(answer: Answer) -> bool:
    return any(one.flagged or one.failures for one in answer.assessments)


def _rows(answers: Sequence[Answer]) -> Iterator[list[Any]]:
    """Yield the lines of the table that filters, the worst first, as far as there is room."""
    room = ROOM
    for answer in answers:
        row = _row(answer)
        room -= len(dump_json(row).encode("utf-8", "replace"))
        if room < 0:
            return
        yield row


def _row(answer: Answer) -> list[Any]:
    """Return the line of an answer in the table that filters."""
    scores = [one.score for one in answer.assessments if one.score is not None]
    flagged = [one.check.value for one in answer.assessments if one.flagged]
    text = " ".join(answer.record.response[:70].split())
    return [
        answer.record.id[:60],
        (answer.record.model or "")[:40],
        " ".join(one.check.value for one in answer.assessments),
        " ".join(flagged),
        round(min(scores), 3) if scores else None,
        text,
    ]


@dataclass(frozen=True)
class ShownFinding:
    """One claim as the page shows it beside the answer."""

    text: str
    kind: str
    label: str
    reasoning: str
    author: str
    evidence: Sequence[Evidence]


@dataclass(frozen=True)
class ShownAnswer:
    """One answer as the page shows it whole."""

    id: str
    query: str
    text: str
    cut: bool
    marks: Sequence[Mark]
    checks: str
    findings: Sequence[ShownFinding]
    failures: Sequence[str]


def _shown(answer: Answer) -> ShownAnswer:
    marks, findings = [], []
    for claim, verdict in _judged(answer):
        kind = KINDS[verdict.label]
        if claim.source_span:
            marks.append(Mark(claim.source_span, kind, verdict.reasoning or verdict.label.value))
        if isinstance(claim.detail, WordsDetail):
            marks += [Mark(span, "lacking", "without ground") for span in claim.detail.lacking]
        if verdict.label is not VerdictLabel.SUPPORTED:
            author = verdict.author.name if verdict.author else ""
            findings.append(
                ShownFinding(
                    claim.text[:500], kind, verdict.label.value, verdict.reasoning, author,
                    verdict.evidence[:3],
                )
            )  # fmt: skip
    return ShownAnswer(
        id=answer.record.id,
        query=answer.record.query or "",
        text=answer.record.response[:LONGEST],
        cut=len(answer.record.response) > LONGEST,
        marks=marks,
        checks=", ".join(one.check.value for one in answer.assessments if one.flagged),
        findings=findings[:20],
        failures=[
            f"{one.check.value}: {failure.message}"
            for one in answer.assessments
            for failure in one.failures
        ],
    )


def _judged(answer: Answer) -> Iterator[tuple[Claim, Verdict]]:
    """Yield each claim with its last verdict."""
    for assessment in answer.assessments:
        last = {verdict.claim_id: verdict for verdict in assessment.verdicts}
        for claim in assessment.claims:
            if claim.id in last:
                yield claim, last[claim.id]


def markdown(report: Report) -> str:
    """Return the report for a pull request or a wiki."""
    return (
        environment()
        .get_template("audit.md.j2")
        .render(report=report, titles=TITLES, shown=shown, shown_range=shown_range, cell=cell)
    )
