"""What holds for every metric; one that is not declared here fails the first test."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriscope import Verdict, VerdictLabel
from veriscope.aspects.rates import RATES
from veriscope.aspects.tally import SampleTally, tally_scorecard
from veriscope.metrics import (
    AbstentionResult,
    ClaimVerificationMatrix,
    Metric,
    Share,
    UncertaintyResult,
)
from veriscope.metrics.abstention import FalseAcceptanceRate
from veriscope.metrics.assessed import Coverage, NumericHallucinationRate
from veriscope.metrics.consensus import ConsensusF1
from veriscope.metrics.fleiss import FleissKappa
from veriscope.metrics.group_profile import HighUncertaintyRate
from veriscope.metrics.metric import total
from veriscope.metrics.rates import FactScore, MaHR, MiHR
from veriscope.model import (
    Assessment,
    Cause,
    CheckName,
    Claim,
    Failure,
    Score,
    Stage,
)
from veriscope.transcription.scores import (
    AnchorScoreMean,
    HallucinatingDocRate,
    LengthRatioMean,
    NetInsertionRateMean,
    PageMean,
)


@dataclass(frozen=True)
class Law:
    """How to make units of a metric, and one that is as bad as can be (None: there is no worst)."""

    metric: Metric[Any]
    units: st.SearchStrategy
    worst: Any = None


responses = st.lists(st.sampled_from(VerdictLabel).map(Verdict), max_size=4)
refuted = [Verdict(VerdictLabel.REFUTED)]
cells = st.lists(st.integers(0, 1), min_size=3, max_size=3)


def matrix(rows) -> ClaimVerificationMatrix:
    return ClaimVerificationMatrix([Claim(str(i)) for i in range(len(rows))], ["a", "b", "c"], rows)


def ratings(votes) -> list[int]:
    counts = Counter(votes)
    return [counts[i] for i in range(3)]


def assessed(**more) -> Assessment:
    return Assessment("r", CheckName.GROUNDING, **more)


def page(value: float, *names: str) -> Assessment:
    every = names or ("hallucinating", "anchor_score", "length_ratio", "net_insertion_rate")
    return Assessment("p", CheckName.TRANSCRIPTION, measures=dict.fromkeys(every, value))


def pages(name: str, values) -> st.SearchStrategy:
    return values.map(lambda value: page(value, name))


def aspect_sample(causes) -> SampleTally:
    items = [{"action": "drop" if cause else "keep", "cause": cause} for cause in causes]
    return tally_scorecard({"inputs": {"ate_debug": {"filtered": items}}})


aspect_samples = st.lists(st.sampled_from([None, "H1", "H2", "filter", "unknown"]), max_size=4).map(
    aspect_sample
)
broken = assessed(failures=[Failure(Stage.VERIFY, Cause.TIMEOUT, "")])

LAWS = [
    Law(MiHR(), responses, refuted),
    Law(MaHR(), responses, refuted),
    Law(FactScore(), responses, refuted),
    Law(
        FalseAcceptanceRate(),
        st.builds(
            lambda asked, abstained: AbstentionResult("", "", asked, abstained, asked > abstained),
            st.booleans(),
            st.booleans(),
        ),
        AbstentionResult("", "", True, False, True),
    ),
    Law(
        HighUncertaintyRate(),
        st.booleans().map(lambda high: UncertaintyResult(0, 0, 0, 0, high)),
        UncertaintyResult(0, 0, 0, 0, True),
    ),
    Law(NumericHallucinationRate(), responses, refuted),
    Law(Coverage(), st.sampled_from([assessed(), broken]), broken),
    Law(FleissKappa(), st.lists(st.integers(0, 2), min_size=4, max_size=4).map(ratings)),
    Law(ConsensusF1(["a", "b", "c"]), st.lists(cells, max_size=3).map(matrix)),
    Law(HallucinatingDocRate(), pages("hallucinating", st.sampled_from([0.0, 1.0])), page(1.0)),
    Law(AnchorScoreMean(), pages("anchor_score", st.floats(0, 1)), page(0.0)),
    Law(LengthRatioMean(), pages("length_ratio", st.floats(0, 9.99)), page(9.99)),
    Law(NetInsertionRateMean(), pages("net_insertion_rate", st.floats(0, 1)), page(1.0)),
    *[Law(rate, aspect_samples, SampleTally(1, 1, 1, 1, 3, 3, 3, 3, 3)) for rate in RATES],
]
every_metric = pytest.mark.parametrize("law", LAWS, ids=lambda law: law.metric.name)


def subclasses(kind: type) -> set[type]:
    found = set(kind.__subclasses__())
    return found | {deep for one in found for deep in subclasses(one)}


def test_every_metric_declares_its_laws() -> None:
    ours = {kind for kind in subclasses(Metric) if kind.__module__.startswith("veriscope.")}
    assert ours - {Share, PageMean} == {type(law.metric) for law in LAWS}
    assert len({law.metric.name for law in LAWS}) == len(LAWS)


def value_of(metric, units) -> float | None:
    tallies = metric.tallies(units)
    return metric.value(total(tallies)) if tallies else None


@every_metric
@given(data=st.data())
def test_order_does_not_matter(law, data) -> None:
    units = data.draw(st.lists(law.units, max_size=12))
    mixed = data.draw(st.permutations(units))
    one, other = law.metric.tallies(units), law.metric.tallies(mixed)
    assert law.metric.score(one, level=0.9) == law.metric.score(other, level=0.9)


@every_metric
@given(data=st.data())
def test_tallies_of_parts_add_up_to_the_tally_of_the_whole(law, data) -> None:
    left = data.draw(st.lists(law.units, max_size=6))
    right = data.draw(st.lists(law.units, max_size=6))
    parts = law.metric.tallies(left) + law.metric.tallies(right)
    whole = law.metric.tallies(left + right)
    assert parts == whole
    assert all(isinstance(count, int) for tally in whole for count in tally)


@every_metric
@given(data=st.data())
def test_value_interval_and_bounds_stay_in_range(law, data) -> None:
    units = data.draw(st.lists(law.units, max_size=12))
    failed = data.draw(st.integers(0, 3))
    score = law.metric.score(law.metric.tallies(units), level=0.9, failed={"x": failed})
    assert (score.value is None) == (score.undefined is not None)
    for low, high in filter(None, [score.interval, score.bounds]):
        assert law.metric.low - 1e-12 <= low <= high <= law.metric.high + 1e-12
    if score.value is not None:
        assert law.metric.low <= score.value <= law.metric.high
        assert score.bounds[0] <= score.value <= score.bounds[1]
        assert failed or score.bounds == (score.value, score.value)


@every_metric
@given(data=st.data())
def test_one_bad_unit_more_never_makes_it_better(law, data) -> None:
    if law.worst is None:
        return
    units = data.draw(st.lists(law.units, max_size=8))
    before, after = value_of(law.metric, units), value_of(law.metric, [*units, law.worst])
    if before is not None:
        assert after >= before if law.metric.lower_is_better else after <= before


@every_metric
@given(data=st.data())
def test_a_score_round_trips_through_json(law, data) -> None:
    units = data.draw(st.lists(law.units, max_size=8))
    score = law.metric.score(law.metric.tallies(units), level=0.9, failed={"x": 1}, group="g")
    assert Score.from_json(score.to_json()) == score


@every_metric
def test_nothing_is_undefined_with_a_reason(law) -> None:
    score = law.metric.score({})
    assert (score.value, score.n_scored, score.interval) == (None, 0, None)
    assert score.undefined
