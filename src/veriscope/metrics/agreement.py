"""Whether judges agree more than chance would have them.

Fleiss: J. L. Fleiss, "Measuring nominal scale agreement among many raters", Psychological Bulletin
76 (1971). Cohen: J. Cohen, "A coefficient of agreement for nominal scales", Educational and
Psychological Measurement 20 (1960). Krippendorff: K. Krippendorff, "Content Analysis", chapter on
reliability (alpha, nominal). Gwet: K. L. Gwet, "Computing inter-rater reliability and its variance
in the presence of high agreement", British Journal of Mathematical and Statistical Psychology 61
(2008). Words for kappa: five equal steps of the scale.

All sums are of integers and the formulas are exact fractions, so that an undefined case is found,
not approached.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction

from veriscope.errors import InputError
from veriscope.model import Verdict, VerdictLabel

Label = Hashable
Ratings = Mapping[str, Sequence[Label | None]] | Sequence[Sequence[Label | None]]


def _label(rating: Label | Verdict | None) -> Label | None:
    return rating.label if isinstance(rating, Verdict) else rating


def _by_judge(ratings: Ratings) -> list[list[Label | None]]:
    """Return one row a judge; unequal lengths are an error that names the judge."""
    named = ratings if isinstance(ratings, Mapping) else dict(enumerate(ratings))
    rows: list[list[Label | None]] = []
    for judge, given in named.items():
        row = [_label(rating) for rating in given]
        if rows and len(row) != len(rows[0]):
            problem = f"must hold {len(rows[0])} ratings, not {len(row)}"
            raise InputError(problem, field=f"judge {judge!r}")
        rows.append(row)
    return rows


def _items(ratings: Ratings) -> list[Counter[Label]]:
    """Return for each item how often each label was given; a missing rating counts nothing."""
    columns = zip(*_by_judge(ratings), strict=True)
    return [Counter(label for label in column if label is not None) for column in columns]


def cohen_kappa(first: Sequence[Label], second: Sequence[Label]) -> float | None:
    """Return Cohen's kappa of two judges; None where it is undefined.

    Ratings are `Verdict`s or any labels, in the same order of items. An item that one of the two
    left out (None) does not count. Undefined: no items, or both gave one and the same label
    throughout, which leaves nothing that chance could explain.
    """
    rows = _by_judge([first, second])
    pairs = [(a, b) for a, b in zip(*rows, strict=True) if a is not None and b is not None]
    n = len(pairs)
    left, right = Counter(a for a, _ in pairs), Counter(b for _, b in pairs)
    by_chance = sum(left[label] * right[label] for label in left)
    if by_chance == n * n:
        return None
    agreed = sum(a == b for a, b in pairs)
    return float(Fraction(agreed * n - by_chance, n * n - by_chance))


def krippendorff_alpha(ratings: Ratings) -> float | None:
    """Return Krippendorff's alpha for nominal labels; None where it is undefined.

    `ratings` holds one row of labels or `Verdict`s a judge, by name or in a list; None is a
    missing vote. Undefined: no item with two ratings, or only one label among them.
    """
    items = [item for item in _items(ratings) if item.total() >= 2]
    labels = sum(items, Counter[Label]())
    n = labels.total()
    expected = n * n - sum(count * count for count in labels.values())
    if not expected:
        return None
    observed = sum(
        Fraction(_disagreeing_pairs(item), item.total() - 1) for item in items if len(item) > 1
    )
    return float(1 - (n - 1) * observed / expected)


def _disagreeing_pairs(item: Counter[Label]) -> int:
    return item.total() ** 2 - sum(count * count for count in item.values())


def gwet_ac1(ratings: Ratings, categories: int | None = None) -> float | None:
    """Return Gwet's AC1, which survives one label prevailing; None where it is undefined.

    `ratings` as for `krippendorff_alpha`. `categories` is the size of the scale: three for
    verdicts, else as many labels as were given. Undefined: no item with two ratings, or a scale
    of fewer than two labels.
    """
    items = [item for item in _items(ratings) if item]
    rated = [item for item in items if item.total() >= 2]
    labels = {label for item in items for label in item}
    if categories is None:
        categories = len(VerdictLabel) if labels <= set(VerdictLabel) else len(labels)
    if categories < len(labels):
        problem = f"is {categories}, but {len(labels)} labels were given"
        raise InputError(problem, field="categories")
    if not rated or categories < 2:
        return None
    observed = sum(
        1 - Fraction(_disagreeing_pairs(item), item.total() * (item.total() - 1)) for item in rated
    ) / len(rated)
    shares = [
        sum(Fraction(item[label], item.total()) for item in items) / len(items) for label in labels
    ]
    chance = sum(share * (1 - share) for share in shares) / (categories - 1)
    return float((observed - chance) / (1 - chance))
