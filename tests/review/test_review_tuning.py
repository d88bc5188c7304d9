"""Proposals out of decisions, and rates over time."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.reviews import review
from veriscope.model import (
    Assessment,
    CheckName,
    Claim,
    Evidence,
    FigureDetail,
    HallucinationReview,
    Verdict,
    VerdictLabel,
)
from veriscope.review import ReviewFilter, ReviewQueue, propose_tolerances, review_stats
from veriscope.review.stats import Bucket
from veriscope.review.tuning import Figure, _propose, difference_percent


def flagged(
    value: str, actual: str | None, kind: str = "currency", metric: str | None = "noi"
) -> HallucinationReview:
    detail = FigureDetail(figure=kind, value=Decimal(value), actual=actual, tolerance="5 %")
    locator = {"table": "financial_metrics", "column": metric} if metric else None
    evidence = [Evidence(locator=locator, text="x")]
    verdict = Verdict(VerdictLabel.REFUTED, evidence=evidence, claim_id="c1")
    claim = Claim("x", id="c1", detail=detail)
    found = Assessment("r", CheckName.NUMERIC, [claim], [verdict], flagged=True)
    return review(assessment=found)


def decide(queue: ReviewQueue, wrong: list[HallucinationReview], right: list[HallucinationReview]) -> None:  # fmt: skip  # noqa: E501
    for item in wrong:
        queue.reject(queue.add(item), "ann")
    for item in right:
        queue.approve(queue.add(item), "ann")


def test_the_false_alarms_below_the_nearest_hallucination_are_spared(queue: ReviewQueue) -> None:
    decide(
        queue,
        wrong=[flagged("125", "100"), flagged("112", "100")],
        right=[flagged("106.21", "100"), flagged("93", "100"), flagged("150", "100")],
    )
    queue.add(flagged("110", "100"))  # pending: says nothing
    whole, by_metric = propose_tolerances(queue)
    assert (whole.kind, whole.metric, by_metric.metric) == ("currency", None, "noi")
    assert whole.current == 5
    assert whole.proposed == 7
    assert (whole.false_positives, whole.spared) == (3, 2)
    assert (whole.confirmed, whole.confirmed_lost) == (2, 0)
    assert whole.nearest_confirmed == 12
    assert queue.counts()["pending"] == 1


def test_metrics_are_told_apart(queue: ReviewQueue) -> None:
    decide(
        queue,
        wrong=[flagged("106", "100", metric="noi")],
        right=[flagged("108", "100", metric="revenue")],
    )
    by_metric = {p.metric: p for p in propose_tolerances(queue)}
    assert by_metric["revenue"].proposed == 8
    assert by_metric["noi"].proposed is None
    assert by_metric[None].proposed is None
    assert (by_metric[None].false_positives, by_metric[None].spared) == (1, 0)


def test_what_was_compared_with_nothing_is_counted_and_dates_are_left_out(
    queue: ReviewQueue,
) -> None:
    decide(
        queue,
        wrong=[flagged("1", "0"), flagged("1", None), flagged("3", "2", kind="date")],
        right=[flagged("1", "unknown", metric=None)],
    )
    proposals = propose_tolerances(queue)
    assert {p.kind for p in proposals} == {"currency"}
    whole = proposals[0]
    assert (whole.not_comparable, whole.false_positives, whole.confirmed) == (3, 0, 0)
    assert (whole.proposed, whole.nearest_confirmed) == (None, None)


def test_a_proposal_is_rounded_up_only_where_that_loses_nothing(queue: ReviewQueue) -> None:
    decide(queue, wrong=[flagged("105.24", "100")], right=[flagged("105.21", "100")])
    proposal = propose_tolerances(queue)[0]
    assert proposal.proposed == Decimal("5.21")
    assert proposal.confirmed_lost == 0


@pytest.mark.parametrize(
    ("value", "actual", "stated", "expected"),
    [
        ("1500000", "1,200,000", "25 %", "25"),
        ("106.24", "100", "6.2 %", "6.24"),
        ("150", "1.2", "25 %", "25"),  # basis points against percent: the check knows
        ("5", None, "more than any percentage", None),
        ("5", "0", None, None),
    ],
)
def test_the_difference_is_exact_where_it_can_be(
    value: str, actual: str | None, stated: str | None, expected: str | None
) -> None:
    detail = FigureDetail(figure="currency", value=Decimal(value), actual=actual, difference=stated)
    found = difference_percent(Claim("x", detail=detail))
    assert found == (None if expected is None else Decimal(expected))


def test_an_empty_queue_proposes_nothing(queue: ReviewQueue) -> None:
    assert propose_tolerances(queue) == []
    assert review_stats(queue) == []


@given(st.lists(st.tuples(st.decimals(0, 500, places=4), st.booleans()), min_size=1, max_size=30))
def test_no_proposal_ever_loses_a_confirmed_hallucination(
    decided: list[tuple[Decimal, bool]],
) -> None:
    figures = [Figure("ratio", None, share, None, confirmed) for share, confirmed in decided]
    found = _propose("ratio", None, figures)
    assert found.confirmed_lost == 0
    if found.proposed is not None:
        assert found.spared > 0
        assert found.nearest_confirmed is None or found.proposed < found.nearest_confirmed
    nearest = min((d for d, confirmed in decided if confirmed), default=None)
    could = sum(not c and (nearest is None or d < nearest) for d, c in decided)
    assert found.spared == could


@pytest.mark.parametrize(
    ("bucket", "starts"),
    [
        (Bucket.DAY, ["2026-03-01", "2026-03-02", "2026-03-09"]),
        (Bucket.WEEK, ["2026-02-23", "2026-03-02", "2026-03-09"]),
        (Bucket.MONTH, ["2026-03-01"]),
    ],
)
def test_rates_over_time(store_url: str, bucket: Bucket, starts: list[str]) -> None:
    now = [datetime(2026, 3, 1, 23, 59, tzinfo=UTC)]
    with ReviewQueue(store_url, clock=lambda: now[0]) as queue:
        items = [queue.add(review(model=f"m{n % 2}")) for n in range(4)]
        now[0] += timedelta(minutes=2)  # the next day, in UTC
        queue.approve(items[0], "ann")
        queue.reject(items[1], "ann")
        now[0] += timedelta(days=7)
        queue.reject(items[2], "ann")
        queue.approve(items[3], "ann")
        queue.reopen(items[3], "ann")
        periods = review_stats(queue, bucket)
        only = review_stats(queue, bucket, ReviewFilter(model="m1"))
    assert [period.start for period in periods] == starts
    assert sum(period.added for period in periods) == 4
    assert sum(period.decided for period in periods) == 3
    assert periods[-1].precision == (1.0 if len(starts) == 3 else 2 / 3)
    if len(starts) == 3:
        assert (periods[0].precision, periods[1].precision) == (None, 0.5)
    assert sum(period.added for period in only) == 2
    assert all(date.fromisoformat(period.start) for period in periods)
