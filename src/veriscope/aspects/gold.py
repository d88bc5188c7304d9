"""A model's spans against the spans that people gave."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from veriscope.aspects.judge import judge
from veriscope.aspects.offsets import OffsetUnit
from veriscope.aspects.source import SourceText
from veriscope.aspects.terms import DEFAULT_LISTS, TermLists
from veriscope.model import Span


@dataclass(frozen=True)
class SpanCounts:
    """Counts over samples with gold; they add up in any order.

    `exact` answers have the same two borders as a gold span; `partial_answers` share at least one
    character with one, `partial_gold` is the same seen from the gold. Equal spans given twice
    count once. `wrong` answers are those that are not exact; `wrong_hallucinated` are the ones
    among them that the check drops. An answer without a usable span is wrong.
    """

    samples: int = 0
    answers: int = 0
    gold: int = 0
    exact: int = 0
    partial_answers: int = 0
    partial_gold: int = 0
    wrong: int = 0
    wrong_hallucinated: int = 0

    def __add__(self, other: SpanCounts) -> SpanCounts:
        mine, theirs = vars(self), vars(other)
        return SpanCounts(**{name: mine[name] + theirs[name] for name in mine})

    def scores(self) -> dict[str, Any]:
        """Return precision, recall and F1, exact and partial; None where nothing is counted."""
        return {
            "gold_samples": self.samples,
            "span_precision": _share(self.exact, self.answers),
            "span_recall": _share(self.exact, self.gold),
            "span_f1": _f1(self.exact, self.exact, self.answers, self.gold),
            "span_precision_partial": _share(self.partial_answers, self.answers),
            "span_recall_partial": _share(self.partial_gold, self.gold),
            "span_f1_partial": _f1(
                self.partial_answers, self.partial_gold, self.answers, self.gold
            ),
            "n_wrong": self.wrong,
            "wrong_hallucination_rate": _share(self.wrong_hallucinated, self.wrong),
        }


def span_f1(
    text: str,
    aspects: Sequence[Any] | None,
    gold: Iterable[Any],
    *,
    lists: TermLists = DEFAULT_LISTS,
    unit: OffsetUnit = OffsetUnit.CHARACTERS,
) -> SpanCounts:
    """Count one sample's answer against its gold spans.

    Gold items are pairs `[start, end]` or objects with a `span`, in characters of the text.
    """
    source = SourceText(text, unit)
    findings = [judge(source, aspect, lists) for aspect in aspects or ()]
    wanted = gold_spans(text, gold)
    answers: dict[object, bool] = {}
    for number, finding in enumerate(findings):
        usable = finding.place is not None and finding.place[0] < finding.place[1]
        name = finding.place if usable else number
        answers[name] = answers.get(name, False) or finding.cause is not None
    spans = sorted(name for name in answers if isinstance(name, tuple))
    wrong = [dropped for name, dropped in answers.items() if name not in wanted]
    return SpanCounts(
        samples=1,
        answers=len(answers),
        gold=len(wanted),
        exact=len(wanted.intersection(spans)),
        partial_answers=_overlapping(spans, sorted(wanted)),
        partial_gold=_overlapping(sorted(wanted), spans),
        wrong=len(wrong),
        wrong_hallucinated=sum(wrong),
    )


def gold_spans(text: str, gold: Iterable[Any]) -> set[Span]:
    """Return the usable gold spans; a broken one cannot be matched by anything."""
    source = SourceText(text)
    out = set()
    for item in gold:
        span = item.get("span", item) if isinstance(item, Mapping) else item
        if isinstance(span, (list, tuple)) and len(span) == 2:
            span = {"start": span[0], "end": span[1]}
        place = source.place(span)
        if place is not None and place[0] < place[1]:
            out.add(place)
    return out


def _overlapping(spans: Sequence[Span], others: Sequence[Span]) -> int:
    """Count the spans that share a character with one of the others, which are in order."""
    starts = [start for start, _ in others]
    reach = list(accumulate((end for _, end in others), max))
    count = 0
    for start, end in spans:
        before = bisect_left(starts, end)
        count += before > 0 and reach[before - 1] > start
    return count


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _f1(found: int, met: int, answers: int, gold: int) -> float | None:
    """Return the harmonic mean of found / answers and met / gold; with neither there is none."""
    if not answers + gold:
        return None
    precision, recall = (_share(found, answers) or 0.0), (_share(met, gold) or 0.0)
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0
