"""One output against its reference: the base measures and what lies beyond them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from veriscope.model import BlockReason, Span
from veriscope.transcription.alignment import (
    character_error_rate,
    line_errors,
    word_error_rate,
)
from veriscope.transcription.findings import Finding, Sides, find_all
from veriscope.transcription.metrics import BadgeReason, HallucinationMetrics
from veriscope.transcription.page_reason import NO_FAULT, PageReason, page_reasons
from veriscope.transcription.page_words import PageWords, page_words
from veriscope.transcription.profile import Profile
from veriscope.transcription.word_classes import WordClass, WordClasses, classify_words


@dataclass(frozen=True)
class Examination:
    """What was found on one page.

    `measures` are numbers only, as an assessment stores them; `reasons` is read from them.
    """

    metrics: HallucinationMetrics
    findings: Sequence[Finding]
    measures: Mapping[str, float | None]
    reasons: Sequence[PageReason]
    aligned: bool

    @property
    def flagged(self) -> bool:
        """Return whether a person should look: any reason that is a fault."""
        return any(reason not in NO_FAULT for reason in self.reasons)


def examine(reference: str, hypothesis: str, profile: Profile | None = None) -> Examination:
    """Measure a page, tell its failures apart, and find what the base measures miss."""
    chosen = profile or Profile()
    metrics = chosen.measure(reference, hypothesis)
    sides = _sides(page_words(reference), page_words(hypothesis))
    blocks: list[Span] = []
    if metrics.hallucinated_blocks:
        spans = chosen.spans(hypothesis)
        blocks = [
            (spans[block.start_token][0], spans[block.end_token][1])
            for block in metrics.hallucinated_blocks
        ]
    findings = find_all(sides, blocks)
    measures = _base(metrics) | _beyond(sides, findings) | _errors(reference, hypothesis)
    return Examination(metrics, findings, measures, page_reasons(measures), sides.classes.aligned)


def left_out(reference: str, hypothesis: str) -> list[Span]:
    """Return the stretches of the reference that the output lacks."""
    sides = _sides(page_words(reference), page_words(hypothesis))
    return [sides.reference.stretch(start, end + 1) for start, end in sides.classes.left_out]


def _sides(reference: PageWords, output: PageWords) -> Sides:
    return Sides(reference, output, classify_words(reference, output))


def _base(metrics: HallucinationMetrics) -> dict[str, float | None]:
    rates: dict[str, float | None] = {
        "net_insertion_rate": metrics.net_insertion_rate,
        "length_ratio": metrics.length_ratio,
        "anchor_score": metrics.anchor_score,
        "hallucinating": float(metrics.is_hallucinating),
        "output_words": float(metrics.hyp_word_count),
        "reference_words": float(metrics.gt_word_count),
        "unknown_words": float(metrics.net_inserted_words),
        "blocks": float(len(metrics.hallucinated_blocks)),
    }
    flags = (BadgeReason.LOW_ANCHOR, BadgeReason.LONG_OUTPUT, BadgeReason.SHORT_TEXT)
    return rates | {reason.value: float(reason in metrics.reasons) for reason in flags}


def _beyond(sides: Sides, findings: Sequence[Finding]) -> dict[str, float | None]:
    classes = sides.classes
    lost = _width(classes.left_out)
    respelled = _respelled(sides)
    counts = dict.fromkeys(BlockReason, 0)
    for finding in findings:
        counts[finding.reason] += 1
    return {
        "invented_words": float(_width(classes.invented)),
        "repeated_words": float(_width(classes.repeated)),
        "misread_words": float(_count(classes, WordClass.MISREAD)),
        "stray_words": float(_count(classes, WordClass.STRAY)),
        "respelled_words": float(respelled),
        "respelled_rate": _share(respelled, len(sides.output.keys)),
        "left_out_words": float(lost),
        "left_out_rate": _share(lost, len(sides.reference.keys)),
        "invented_figures": float(counts[BlockReason.FIGURE]),
        "invented_names": float(counts[BlockReason.NAME]),
    }


def _width(edges: Sequence[tuple[int, int]]) -> int:
    return sum(end - start + 1 for start, end in edges)


def _count(classes: WordClasses, kind: WordClass) -> int:
    return sum(found == kind for found in classes.output)


def _share(count: int, total: int) -> float | None:
    return count / total if total else None


def _respelled(sides: Sides) -> int:
    """Count the kept words whose letters the reference has under another spelling only."""
    exact = {_letters(word) for word in sides.reference.raw()}
    return sum(
        kind == WordClass.KEPT and _letters(word) not in exact
        for kind, word in zip(sides.classes.output, sides.output.raw(), strict=True)
    )


def _letters(word: str) -> str:
    folded = word.casefold()
    return folded if folded.isalnum() else "".join(filter(str.isalnum, folded))


def _errors(reference: str, hypothesis: str) -> dict[str, float | None]:
    lines = line_errors(reference, hypothesis)
    wrong = None if lines is None else float(sum(line.edits > 0 for line in lines))
    return {
        "cer": character_error_rate(reference, hypothesis),
        "wer": word_error_rate(reference, hypothesis),
        "lines": None if lines is None else float(len(lines)),
        "wrong_lines": wrong,
    }
