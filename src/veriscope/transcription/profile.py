"""Which reading of the two texts the measures are taken on, and with which limits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from veriscope.model import Span
from veriscope.text.words import word_spans
from veriscope.transcription.measure import compute_hallucination_metrics
from veriscope.transcription.metrics import HallucinationMetrics
from veriscope.transcription.page_words import page_words


class Reading(StrEnum):
    """What counts as the same word.

    `EXACT`: the same letters and punctuation, whatever their case. `NORMALISED`: the same word,
    without punctuation, in any normal form and in its old or modern spelling; lengths are then
    those of the words so read, so that commas alone make no page long.
    """

    EXACT = "exact"
    NORMALISED = "normalised"


@dataclass(frozen=True)
class Profile:
    """A reading with the limits of the base measures."""

    reading: Reading = Reading.EXACT
    n: int = 3
    length_ratio_threshold: float = 1.2
    anchor_threshold: float = 0.5
    block_tolerance: int = 3
    min_block_length: int = 4
    trim_trailing: bool = False

    def measure(self, reference: str, hypothesis: str) -> HallucinationMetrics:
        """Return the base measures of the two texts in this reading."""
        if self.reading is Reading.NORMALISED:
            reference = " ".join(page_words(reference).keys)
            hypothesis = " ".join(page_words(hypothesis).keys)
        return compute_hallucination_metrics(
            reference,
            hypothesis,
            self.n,
            self.length_ratio_threshold,
            self.anchor_threshold,
            self.block_tolerance,
            self.min_block_length,
            trim_trailing=self.trim_trailing,
        )

    def spans(self, text: str) -> Sequence[Span]:
        """Return where the words that `measure` counts stand in `text`."""
        if self.reading is Reading.NORMALISED:
            return page_words(text).spans
        return word_spans(text)
