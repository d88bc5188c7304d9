"""The base measures: insertion, length, anchor, blocks and the badge."""

from __future__ import annotations

import math
import unicodedata
from typing import Any

import numpy as np

from veriscope.errors import InputError
from veriscope.text.words import NormalForm
from veriscope.transcription.anchors import UNKNOWN, count_anchored, number_words
from veriscope.transcription.block import HallucinatedBlock, runs
from veriscope.transcription.metrics import RATIO_CAP, BadgeReason, HallucinationMetrics
from veriscope.transcription.tokens import token_texts

_FORMS = (None, "NFC", "NFKC")


def compute_hallucination_metrics(  # noqa: PLR0913 - the names and defaults are the contract
    reference: str,
    hypothesis: str,
    n: int = 3,
    length_ratio_threshold: float = 1.2,
    anchor_threshold: float = 0.5,
    block_tolerance: int = 3,
    min_block_length: int = 4,
    *,
    trim_trailing: bool = False,
    strip_punctuation: bool = False,
    normalise: NormalForm | None = None,
) -> HallucinationMetrics:
    """Measure what `hypothesis` adds to `reference`.

    Words are lower-cased runs of non-space. `normalise` brings both texts into a normal form
    before anything is measured; `strip_punctuation` concerns the words only, the length ratio
    still counts every character. Without any word, a text is empty for insertion and anchor.
    """
    _check_texts(reference, hypothesis)
    _check_numbers(n, block_tolerance, min_block_length)
    _check_limits(length_ratio_threshold, anchor_threshold, normalise)
    if normalise is not None:
        reference = unicodedata.normalize(normalise, reference)
        hypothesis = unicodedata.normalize(normalise, hypothesis)
    left_text, right_text = token_texts(reference, hypothesis, strip_punctuation)
    left, right = number_words(left_text.pieces(), right_text.pieces())
    size = len(right)
    unknown = np.flatnonzero(right == UNKNOWN)
    hits, grams = count_anchored(left, right, n)
    anchor = hits / grams if grams else float(not len(left))
    ratio = length_ratio(reference, hypothesis)
    reasons = _reasons(
        low=anchor < anchor_threshold, long=ratio > length_ratio_threshold, size=size, n=n
    )
    edges = runs(unknown, size, block_tolerance, min_block_length, trim_trailing=trim_trailing)
    return HallucinationMetrics(
        len(unknown) / size if size else 0.0,
        min(ratio, RATIO_CAP),
        anchor,
        [
            HallucinatedBlock(start, end, text, end - start + 1)
            for (start, end), text in zip(edges, right_text.joined(edges), strict=True)
        ],
        bool(reasons),
        len(left),
        size,
        len(unknown),
        anchor_threshold,
        length_ratio_threshold,
        n,
        reasons,
    )


def length_ratio(reference: str, hypothesis: str) -> float:
    """Return the characters of the stripped output per character of the stripped reference."""
    size, base = len(hypothesis.strip()), len(reference.strip())
    if base:
        return size / base
    return math.inf if size else 1.0


def _reasons(*, low: bool, long: bool, size: int, n: int) -> list[str]:
    """Return why the badge is on; a low anchor is qualified where the output is empty or short."""
    reasons = []
    if low:
        reasons.append(BadgeReason.LOW_ANCHOR.value)
    if long:
        reasons.append(BadgeReason.LONG_OUTPUT.value)
    if low and size == 0:
        reasons.append(BadgeReason.EMPTY_OUTPUT.value)
    elif low and size < n:
        reasons.append(BadgeReason.SHORT_TEXT.value)
    return reasons


def _check_texts(reference: Any, hypothesis: Any) -> None:
    for name, text in (("reference", reference), ("hypothesis", hypothesis)):
        if not isinstance(text, str):
            raise InputError("must be a string", field=name)


def _check_numbers(n: Any, tolerance: Any, least: Any) -> None:
    limits = (("n", n, 1), ("block_tolerance", tolerance, 0), ("min_block_length", least, 0))
    for name, value, low in limits:
        if isinstance(value, bool) or not isinstance(value, int):
            raise InputError("must be a whole number", field=name)
        if value < low:
            raise InputError(f"must be at least {low}, not {value}", field=name)


def _check_limits(ratio: Any, anchor: Any, form: Any) -> None:
    for name, value in (("length_ratio_threshold", ratio), ("anchor_threshold", anchor)):
        if isinstance(value, bool) or not isinstance(value, (int, float)) or math.isnan(value):
            raise InputError("must be a number", field=name)
    if form not in _FORMS:
        raise InputError(f"must be NFC, NFKC or None, not {form!r}", field="normalise")
