"""The result of an audit as the caller of the library holds it."""

from __future__ import annotations

from dataclasses import dataclass

from veriscope.errors import MissingExtraError
from veriscope.integrations.shelter import Shelter
from veriscope.report.words import TITLES, headlines, sentence, shown, shown_range
from veriscope.run.audit import AuditResult


@dataclass(frozen=True, repr=False)
class Audit(AuditResult):
    """An audit's result: a few lines in a terminal, the report page in a notebook.

    Without a folder of the caller's own, `folder` is a temporary one that goes with this object.
    """

    shelter: Shelter | None = None

    def __repr__(self) -> str:
        summary = self.summary
        rows = [
            (
                score.check or "",
                TITLES.get(score.metric, score.metric),
                shown(score.value, score.metric),
                shown_range(score.interval, score.metric),
                f"of {score.n_scored:,}",
            )
            for score in headlines(summary)
        ]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = [
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
            for row in rows
        ]
        if summary.n_unreadable:
            lines.append(f"{summary.n_unreadable:,} could not be read; see failures")
        if not self.finished:
            lines.append("stopped before its end")
        return "\n".join([sentence(summary), *(f"  {line}" for line in lines)])

    def _repr_html_(self) -> str | None:
        """Return the report page for a notebook; None, for the plain lines, without the extra."""
        try:
            # Pages need an extra, and only a notebook asks for one.
            from veriscope.report.inline import inline_page  # noqa: PLC0415
        except MissingExtraError:
            return None
        from veriscope.report.audit import Report  # noqa: PLC0415

        return inline_page(Report(self.summary, self.manifest, self.breakdown, self.answers))
