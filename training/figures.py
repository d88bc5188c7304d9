"""Figures about scores, for choosing between models."""

from __future__ import annotations

import math
from collections.abc import Sequence


def area(scores: Sequence[float], right: Sequence[bool]) -> float:
    """Return the area under the ROC curve, ties counted half."""
    ranked = sorted(zip(scores, right, strict=True))
    total, place = 0.0, 0
    while place < len(ranked):
        same = place
        while same < len(ranked) and ranked[same][0] == ranked[place][0]:
            same += 1
        total += (place + same + 1) / 2 * sum(good for _, good in ranked[place:same])
        place = same
    good = sum(right)
    bad = len(right) - good
    return (total - good * (good + 1) / 2) / (good * bad) if good and bad else math.nan
