"""Pages of several engines, from files to what was found on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from veriscope import __version__
from veriscope.model import Assessment, CheckName, dump_json
from veriscope.transcription import (
    EngineReport,
    PageSet,
    Profile,
    assess,
    compare_engines,
    read_page_set,
)


@dataclass(frozen=True)
class Comparison:
    """Every page with its assessment, in the same order, and every engine over its pages."""

    pages: PageSet
    assessments: Sequence[Assessment]
    engines: Sequence[EngineReport]

    def to_dict(self) -> dict[str, Any]:
        """Return the summary as plain JSON values, with a row for each engine."""
        check = CheckName.TRANSCRIPTION.value
        return {
            "veriscope": __version__,
            "n_records": len(self.assessments) + len(self.pages.missing) + self.unmatched,
            "n_assessed": {check: len(self.assessments)},
            "n_not_applicable": {check: self.unmatched},
            "scores": [score.to_dict() for engine in self.engines for score in engine.scores],
            "gates": [],
            "engines": [engine.to_dict() for engine in self.engines],
        }

    @property
    def unmatched(self) -> int:
        """Return how many outputs have no ground truth."""
        return len(self.pages.unmatched)

    def write(self, folder: Path) -> None:
        """Write `assessments.jsonl`, pages without output included, and `summary.json`.

        Half a character, which JSON may hold and UTF-8 may not, is written as its escape.
        """
        folder.mkdir(parents=True, exist_ok=True)
        every = [*self.assessments, *self.pages.missing]
        lines = "".join(page.to_json() + "\n" for page in every)
        (folder / "assessments.jsonl").write_text(lines, "utf-8", "backslashreplace")
        summary = dump_json(self.to_dict(), indent=2) + "\n"
        (folder / "summary.json").write_text(summary, "utf-8", "backslashreplace")


def compare_pages(
    truth: Path,
    engines: Mapping[str, Path],
    *,
    profile: Profile | None = None,
    workers: int = 1,
) -> Comparison:
    """Read a ground truth and the outputs of engines, assess every page, compare the engines."""
    pages = read_page_set(truth, engines)
    assessments = assess(pages.records, profile=profile, workers=workers)
    return Comparison(pages, assessments, compare_engines([*assessments, *pages.missing]))
