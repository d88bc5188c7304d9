"""The check: records in, assessments out, that say everything a page or a metric needs."""

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.transcription.pages import INVENTED, MODERN, OLD, TRUTH
from veriscope import Assessment, InputError, Record, VerdictLabel
from veriscope.model import AuthorKind, BlockDetail, BlockReason, Cause, ClaimType
from veriscope.transcription import PageReason, Profile, Reading, assess, page_reasons
from veriscope.transcription.pool import CHUNK, pooled

OUTPUT = TRUTH.replace("1789", "1798") + "\n" + INVENTED


def test_every_claim_has_its_place_its_words_and_its_reason() -> None:
    (found,) = assess([Record(OUTPUT, reference=TRUTH, id="p1", model="vlm")])
    assert (found.record_id, found.model, found.check) == ("p1", "vlm", "transcription")
    assert found.flagged
    by_reason = {claim.detail.reason: claim for claim in found.claims}
    assert set(by_reason) == {BlockReason.INVENTED, BlockReason.FIGURE}
    for claim in found.claims:
        assert claim.text == OUTPUT[slice(*claim.source_span)]
    invented, figure = by_reason[BlockReason.INVENTED], by_reason[BlockReason.FIGURE]
    assert invented.text == INVENTED
    size = len(INVENTED.split())
    total = len(OUTPUT.split())
    assert invented.detail == BlockDetail(
        start_token=total - size, end_token=total - 1, reason=BlockReason.INVENTED
    )
    assert (figure.text, figure.claim_type) == ("1798", ClaimType.NUMERICAL)
    assert figure.detail.expected == "1789"


def test_verdicts_belong_to_claims_and_quote_the_reference() -> None:
    (found,) = assess([Record(OUTPUT, reference=TRUTH)])
    labels = {}
    for claim, verdict in zip(found.claims, found.verdicts, strict=True):
        assert verdict.claim_id == claim.id
        assert verdict.author.kind is AuthorKind.RULE
        labels[claim.detail.reason] = verdict
    assert labels[BlockReason.INVENTED].label is VerdictLabel.NOT_ENOUGH_INFO
    figure = labels[BlockReason.FIGURE]
    assert figure.label is VerdictLabel.REFUTED
    (evidence,) = figure.evidence
    assert (evidence.source_id, evidence.text) == ("reference", "1789")
    assert TRUTH[slice(*evidence.span)] == "1789"


def test_a_respelling_is_listed_and_supported() -> None:
    (found,) = assess([Record(MODERN, reference=OLD)])
    assert found.claims
    assert {verdict.label for verdict in found.verdicts} == {VerdictLabel.SUPPORTED}


def test_measures_keep_the_badge_apart_from_the_flag() -> None:
    changed = Record(TRUTH.replace("1789", "1798"), reference=TRUTH)
    (found,) = assess([changed])
    assert found.flagged
    assert found.measures["hallucinating"] == 0.0
    assert found.score == found.measures["anchor_score"]
    assert page_reasons(found.measures) == [PageReason.INVENTED_FIGURE]


def test_a_record_without_a_reference_is_a_failure_not_a_clean_page() -> None:
    (found,) = assess([Record("text")])
    assert (found.score, found.measures, found.flagged) == (None, {}, False)
    assert found.failures[0].cause is Cause.BAD_INPUT


def test_a_page_too_long_to_align_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("veriscope.transcription.alignment.MOST_WORDS", 20)
    (found,) = assess([Record(OUTPUT, reference=TRUTH)])
    assert found.failures[0].cause is Cause.BUDGET
    assert found.score is not None


def test_the_profile_decides_what_is_the_same_word() -> None:
    record = Record(TRUTH.replace(" ", ", "), reference=TRUTH)
    normalised = Profile(reading=Reading.NORMALISED)
    assert [assess([record])[0].flagged, assess([record], profile=normalised)[0].flagged] == [
        True,
        False,
    ]


def test_an_assessment_round_trips_through_json() -> None:
    (found,) = assess([Record(OUTPUT, reference=TRUTH, groups={"book": "minster"})])
    assert Assessment.from_json(found.to_json()) == found


def test_no_records_are_no_assessments() -> None:
    assert assess([]) == []


def test_processes_give_what_one_gives_in_order() -> None:
    records = [Record(f"{i} {OUTPUT}", reference=TRUTH, id=str(i)) for i in range(CHUNK + 5)]
    assert assess(records, workers=2) == assess(records)


def test_beside_other_threads_processes_start_anew() -> None:
    done = threading.Event()
    other = threading.Thread(target=done.wait)
    other.start()
    try:
        assert pooled(str, range(CHUNK + 1), workers=2) == [str(i) for i in range(CHUNK + 1)]
    finally:
        done.set()
        other.join()


def test_an_error_in_a_process_comes_through() -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        pooled(int, ["1"] * CHUNK + ["x"], workers=2)


@pytest.mark.parametrize("workers", [0, -1, 1.5, True])
def test_unfit_workers_are_named(workers: object) -> None:
    with pytest.raises(InputError, match="workers: must be a whole number"):
        pooled(str, [1], workers)


WORDS = st.sampled_from(
    ["le", "roi", "1789", "14 mai", "Paris,", "ſ", "—", "e\u0301", "\u200b", "x"]
)
TEXTS = st.lists(WORDS, max_size=30).map(" ".join) | st.text(max_size=40)


@given(TEXTS, TEXTS, st.sampled_from(Reading))
def test_whatever_the_texts_the_assessment_is_sound(
    reference: str, response: str, reading: Reading
) -> None:
    record = Record(response, reference=reference, id="p")
    (found,) = assess([record], profile=Profile(reading=reading))
    for claim in found.claims:
        start, end = claim.source_span
        assert 0 <= start < end <= len(response)
        assert claim.text == response[start:end]
        assert claim.detail.start_token <= claim.detail.end_token
    assert all(value is None or value >= 0 for value in found.measures.values())
    assert Assessment.from_json(found.to_json()) == found


@given(TEXTS)
def test_a_text_against_itself_has_nothing(text: str) -> None:
    (found,) = assess([Record(text, reference=text, id="p")])
    assert not found.flagged
    assert list(found.claims) == []
