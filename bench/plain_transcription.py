"""The transcription measures as their rules read: one function a rule, from text to figure.

The tests hold the product to it to the last digit, and the bench measures the product against it.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Any


def compute(  # noqa: PLR0913 - the measured call's own options
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
    normalise: Any = None,
) -> dict[str, Any]:
    """Return every measure of one page under the name that the product gives it."""
    if normalise is not None:
        reference = unicodedata.normalize(normalise, reference)
        hypothesis = unicodedata.normalize(normalise, hypothesis)
    strip = strip_punctuation
    right = tokens(hypothesis, strip)
    ratio = length_ratio(reference, hypothesis)
    anchor = anchor_score(reference, hypothesis, n, strip)
    reasons = badge(ratio, anchor, length_ratio_threshold, anchor_threshold)
    if "low_anchor" in reasons and not right:
        reasons.append("empty_output")
    if "low_anchor" in reasons and 0 < len(right) < n:
        reasons.append("short_text")
    return {
        "net_insertion_rate": insertion(reference, hypothesis, strip) / max(len(right), 1),
        "length_ratio": min(ratio, 9.99),
        "anchor_score": anchor,
        "hallucinated_blocks": blocks(
            reference, hypothesis, block_tolerance, min_block_length, trim_trailing, strip
        ),
        "is_hallucinating": bool(reasons),
        "gt_word_count": len(tokens(reference, strip)),
        "hyp_word_count": len(right),
        "net_inserted_words": insertion(reference, hypothesis, strip),
        "anchor_threshold_used": anchor_threshold,
        "length_ratio_threshold_used": length_ratio_threshold,
        "ngram_size_used": n,
        "reasons": reasons,
    }


def tokens(text: str, strip_punctuation: bool) -> list[str]:
    """Lower-cased runs of non-space."""
    found = re.findall(r"\S+", text.lower())
    if not strip_punctuation:
        return found
    out = []
    for token in found:
        letters = list(token)
        while letters and unicodedata.category(letters[0]).startswith("P"):
            del letters[0]
        while letters and unicodedata.category(letters[-1]).startswith("P"):
            del letters[-1]
        if letters:
            out.append("".join(letters))
    return out


def length_ratio(reference: str, hypothesis: str) -> float:
    """Characters of the stripped texts."""
    size, base = len(hypothesis.strip()), len(reference.strip())
    if base == 0:
        return 1.0 if size == 0 else float("inf")
    return size / base


def insertion(reference: str, hypothesis: str, strip: bool) -> int:
    """Output tokens that are not in the set of reference tokens."""
    known = set(tokens(reference, strip))
    count = 0
    for token in tokens(hypothesis, strip):
        if token not in known:
            count += 1
    return count


def ngrams(words: list[str], n: int) -> list[tuple[str, ...]]:
    """Every n-gram; a short text has one short n-gram."""
    if not words:
        return []
    if len(words) < n:
        return [tuple(words)]
    return [tuple(words[i : i + n]) for i in range(len(words) - n + 1)]


def anchor_score(reference: str, hypothesis: str, n: int, strip: bool) -> float:
    """Share of the output's n-grams that are in the reference's set."""
    left, right = tokens(reference, strip), tokens(hypothesis, strip)
    if not right:
        return 1.0 if not left else 0.0
    if not left:
        return 0.0
    known = set(ngrams(left, n))
    grams = ngrams(right, n)
    count = 0
    for gram in grams:
        if gram in known:
            count += 1
    return count / len(grams)


def blocks(
    reference: str, hypothesis: str, tolerance: int, least: int, trim_trailing: bool, strip: bool
) -> list[dict[str, Any]]:
    """Walk the output and keep an open block."""
    known, right = set(tokens(reference, strip)), tokens(hypothesis, strip)
    edges = []
    start, last_unknown, row = -1, -1, 0
    for place, token in enumerate(right):
        if token not in known:
            if start < 0:
                start = place
            last_unknown, row = place, 0
        elif start >= 0:
            row += 1
            if row >= tolerance:
                edges.append((start, last_unknown))
                start, row = -1, 0
    if start >= 0:
        edges.append((start, last_unknown if trim_trailing else len(right) - 1))
    return [
        {
            "start_token": start,
            "end_token": end,
            "text": " ".join(right[start : end + 1]),
            "length": end - start + 1,
        }
        for start, end in edges
        if end - start + 1 >= least
    ]


def badge(ratio: float, anchor: float, most: float, least: float) -> list[str]:
    """Both limits are strict."""
    reasons = []
    if anchor < least:
        reasons.append("low_anchor")
    if ratio > most:
        reasons.append("long_output")
    return reasons
