"""The result of an audit as the caller of the library holds it."""

from __future__ import annotations

from dataclasses import dataclass

from veriscope.errors import MissingExtraError
from veriscope.integrations.shelter import Shelter
from veriscope.report.words import lines
from veriscope.run.audit import AuditResult


@dataclass(frozen=True, repr=False)
class Audit(AuditResult):
    """An audit's result: a few lines in a terminal, the report page in a notebook.

    Without a folder of the caller's own, `folder` is a temporary one that goes with this object.
    The page needs the report's extra; without it a notebook shows the lines too.
    """

    shelter: Shelter | None = None

    def __repr__(self) -> str:
        told = lines(self.summary)
        if self.summary.n_unreadable:
            told.append(f"  {self.summary.n_unreadable:,} could not be read; see failures")
        if not self.finished:
            told.append("  stopped before its end")
        return "\n".join(told)

    def _repr_html_(self) -> str | None:
        """Return the report page for a notebook; None, for the plain lines, without the extra."""
        try:
            # Only a notebook asks for a page.
            from veriscope.report.audit import Report  # noqa: PLC0415
            from veriscope.report.inline import inline_page  # noqa: PLC0415
        except MissingExtraError:
            return None
        return inline_page(Report(self.summary, self.manifest, self.breakdown, self.answers))
