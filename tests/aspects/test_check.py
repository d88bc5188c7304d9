"""Records in, assessments out."""

from hypothesis import given
from hypothesis import strategies as st

from tests.aspects.samples import FILTERED, INVENTED, KEPT, MISALIGNED, TEXT, aspect
from tests.strategies import records
from veriscope.aspects import (
    OffsetUnit,
    aggregate_single_run,
    applies,
    assess,
    make_scorecard,
    score_assessments,
)
from veriscope.aspects.aggregate import RATE_NAMES
from veriscope.model import Assessment, Cause, CheckName, Record, VerdictLabel


def record(*aspects, **more) -> Record:
    return Record.from_dict({"response": TEXT, "aspects": list(aspects), **more})


def test_each_aspect_is_a_claim_with_its_verdict() -> None:
    given_record = record(
        KEPT, INVENTED, {**MISALIGNED, "polarity": "positive"}, FILTERED,
        id="r1", model="m", groups={"language": "ko"},
    )  # fmt: skip
    [found] = assess([given_record])
    assert (found.record_id, found.check, found.model) == ("r1", CheckName.ASPECTS, "m")
    assert found.groups == {"language": "ko"}
    assert found.flagged is True
    assert found.score == 0.25
    assert found.measures == {
        "n_aspects": 4, "n_dropped": 3, "n_H1": 1, "n_H2": 1, "n_filter": 1,
    }  # fmt: skip
    assert [c.id for c in found.claims] == ["a0", "a1", "a2", "a3"]
    assert [v.claim_id for v in found.verdicts] == ["a0", "a1", "a2", "a3"]
    assert [c.detail.cause for c in found.claims] == [None, "H1", "H2", "filter"]
    assert [v.label for v in found.verdicts] == [
        VerdictLabel.SUPPORTED,
        VerdictLabel.REFUTED,
        VerdictLabel.REFUTED,
        VerdictLabel.NOT_ENOUGH_INFO,
    ]
    at = TEXT.index("screen")
    misaligned = found.claims[2]
    assert misaligned.source_span == misaligned.detail.found_span == (at, at + 6)
    assert misaligned.detail.claimed_span == {"start": 0, "end": 6}
    assert misaligned.detail.polarity == "positive"
    assert found.verdicts[2].evidence[0].text == "screen"
    assert found.claims[1].source_span is None
    assert found.verdicts[1].evidence == ()


def test_of_several_places_the_nearest_to_the_claim_is_shown() -> None:
    text = "pasta here, pasta there, pasta everywhere"
    claim = {"term": "pasta", "span": {"start": 13, "end": 18}}
    [found] = assess([Record.from_dict({"response": text, "aspects": [claim]})])
    assert found.claims[0].detail.found_span == (12, 17)


def test_a_span_far_beyond_the_text_finds_the_first_place() -> None:
    [found] = assess([record(aspect("screen", 10**30, 10**31))])
    assert found.claims[0].detail.cause == "H2"
    assert found.claims[0].detail.found_span == (TEXT.index("screen"), TEXT.index("screen") + 6)


def test_no_aspects_are_clean_without_a_score_and_no_field_is_a_failure() -> None:
    empty, missing = assess([record(), Record("text")])
    assert (empty.flagged, empty.score, empty.failures) == (False, None, ())
    assert (missing.flagged, missing.score) == (False, None)
    assert missing.failures[0].cause is Cause.BAD_INPUT
    assert not applies(Record("text"))
    assert applies(record())


def test_the_unit_is_that_of_most_spans_unless_one_is_given() -> None:
    text = "🍕 피자"
    made = Record.from_dict({"response": text, "aspects": [aspect("피자", 3, 5)]})
    assert assess([made])[0].claims[0].source_span == (2, 4)
    assert assess([made])[0].flagged is False
    assert assess([made], unit=OffsetUnit.CHARACTERS)[0].flagged is True


def test_no_records() -> None:
    assert assess([]) == []


@given(st.lists(records, max_size=4))
def test_any_records_come_back_one_for_one_and_survive_a_file(many) -> None:
    found = assess(many)
    assert [a.record_id for a in found] == [r.id for r in many]
    for assessment in found:
        assert Assessment.from_json(assessment.to_json()) == assessment


CARDS = [[KEPT], [KEPT, INVENTED], [MISALIGNED, FILTERED, MISALIGNED], []]


def test_assessments_and_scorecards_give_the_same_rates() -> None:
    found = assess([record(*aspects) for aspects in CARDS])
    cards = [make_scorecard({"text": TEXT, "aspects": aspects}) for aspects in CARDS]
    run = aggregate_single_run(cards)
    scores = {score.metric: score for score in score_assessments(found, level=0.95)}
    assert {name: score.value for name, score in scores.items()} == {
        name: run[name] for name in RATE_NAMES
    }
    assert [list(score.interval) for score in scores.values()] == list(run["intervals"].values())
    assert {score.check for score in scores.values()} == {"aspects"}


def test_a_failed_assessment_is_in_no_denominator_but_in_the_bounds() -> None:
    found = assess([record(KEPT), Record("text")])
    score = score_assessments(found)[0]
    assert (score.metric, score.value, score.n_scored) == ("aspect_hallucination_rate", 0.0, 1)
    assert (score.n_failed, score.bounds) == ({"bad_input": 1}, (0.0, 0.5))
    nothing = score_assessments([])
    assert {score.value for score in nothing} == {None}
    assert all(score.undefined for score in nothing)
