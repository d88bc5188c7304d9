"""Engines and their pages to read: who invents, how much, and every page side by side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from veriscope.model import Assessment, BlockDetail, BlockReason, Claim, Record
from veriscope.report.marks import Mark
from veriscope.report.page import render_page
from veriscope.report.plots import INK, MANY, SERIES, Axes, svg
from veriscope.transcription import EngineReport, PageReason, left_out, page_reasons

PAGES_A_FILE = 100
_KINDS = {
    BlockReason.INVENTED: "bad",
    BlockReason.FIGURE: "bad",
    BlockReason.REPEATED: "other",
    BlockReason.MISREAD: "doubt",
    BlockReason.NAME: "doubt",
    BlockReason.RESPELLED: "good",
}
_TAGS = {PageReason.RESPELLED: "good", PageReason.REPEATED_TEXT: "other"}
_TAGS |= dict.fromkeys((PageReason.INVENTED_NAME, PageReason.SHORT_TEXT), "doubt")


@dataclass(frozen=True)
class PageView:
    """One page of one engine, ready for the template."""

    anchor: str
    record: Record
    assessment: Assessment

    @property
    def tags(self) -> list[tuple[str, str]]:
        """Return each reason in words, with its colour."""
        reasons = page_reasons(self.assessment.measures)
        return [(_TAGS.get(reason, "bad"), words(reason)) for reason in reasons]

    @property
    def output_marks(self) -> list[Mark]:
        """Return what is marked in the output."""
        return [mark for claim in self.assessment.claims if (mark := _mark(claim))]

    @property
    def reference_marks(self) -> list[Mark]:
        """Return what is marked in the ground truth: text that the output leaves out."""
        spans = left_out(self.record.reference or "", self.record.response)
        return [Mark(span, "doubt", "left out") for span in spans]


def words(name: str) -> str:
    """Return a name of code as words."""
    return name.replace("_", " ")


def write_transcription_report(
    folder: Path,
    records: Sequence[Record],
    assessments: Sequence[Assessment],
    engines: Sequence[EngineReport],
    missing: Sequence[Assessment] = (),
) -> Path:
    """Write `report.html` and, for many pages, `report-2.html` and so on; return the first.

    `assessments` belong to `records` one by one. The worst pages come first.
    """
    folder.mkdir(parents=True, exist_ok=True)
    pairs = sorted(zip(records, assessments, strict=True), key=_badness)
    views = [
        PageView(f"p{number}", record, assessment)
        for number, (record, assessment) in enumerate(pairs, start=1)
    ]
    parts = [views[i : i + PAGES_A_FILE] for i in range(0, len(views), PAGES_A_FILE)] or [[]]
    files = [_file(number) for number in range(1, len(parts) + 1)]
    for number, part in enumerate(parts):
        text = render_page(
            "transcription.html.j2",
            engines=engines,
            pages=part,
            files=files,
            here=number,
            first=number * PAGES_A_FILE + 1,
            total=len(views),
            missing=missing,
            scatter=_scatter(views, engines) if views and not number else "",
            reasons=_reason_table(engines),
            words=words,
        )
        (folder / files[number]).write_text(text, "utf-8", "backslashreplace")
    return folder / files[0]


def _file(number: int) -> str:
    return "report.html" if number == 1 else f"report-{number}.html"


def _badness(pair: tuple[Record, Assessment]) -> tuple[object, ...]:
    assessment = pair[1]
    found = assessment.measures
    grave = (found.get("invented_words") or 0.0) + (found.get("repeated_words") or 0.0)
    share = grave / max(found.get("output_words") or 0.0, 1.0)
    # Python sorts stably, so that pages as bad as each other keep the order of the input.
    return (not assessment.flagged, -share, assessment.score or 0.0)


def _mark(claim: Claim) -> Mark | None:
    if claim.source_span is None or not isinstance(claim.detail, BlockDetail):
        return None
    note = claim.detail.reason.value
    if claim.detail.expected is not None:
        note += f"; the ground truth has “{claim.detail.expected}”"
    return Mark(claim.source_span, _KINDS[claim.detail.reason], note)


def _reason_table(engines: Iterable[EngineReport]) -> list[tuple[str, list[int]]]:
    every = list(engines)
    return [
        (words(reason), counts)
        for reason in PageReason
        if any(counts := [engine.reasons.get(reason, 0) for engine in every])
    ]


def _scatter(views: Sequence[PageView], engines: Iterable[EngineReport]) -> str:
    """Draw a dot a page: a good page is at the top, an invented one low or far to the right."""
    by_engine: dict[str, list[PageView]] = {engine.name: [] for engine in engines}
    for view in views:
        by_engine[view.assessment.model or ""].append(view)

    def draw(axes: Axes) -> None:
        for number, (name, pages) in enumerate(by_engine.items()):
            dots = axes.scatter(
                [page.assessment.measures["length_ratio"] or 0.0 for page in pages],
                [page.assessment.measures["anchor_score"] or 0.0 for page in pages],
                s=18,
                alpha=0.7,
                color=SERIES[number % len(SERIES)],
                label=name or "pages",
                rasterized=len(views) > MANY,
            )
            if len(views) <= MANY:
                dots.set_urls([_address(page) for page in pages])
        axes.axhline(0.5, color=INK, linewidth=0.8, linestyle="--")
        axes.axvline(1.2, color=INK, linewidth=0.8, linestyle="--")
        axes.set_xlabel("length ratio (output / ground truth)")
        axes.set_ylabel("anchor score")
        axes.set_ylim(-0.03, 1.03)
        axes.legend(loc="best")

    return svg(draw, title="Length ratio and anchor score of every page", size=(7.5, 4.2))


def _address(view: PageView) -> str:
    number = int(view.anchor[1:])
    return f"{_file((number - 1) // PAGES_A_FILE + 1)}#{view.anchor}"
