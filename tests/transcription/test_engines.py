"""Many pages in one line, engines side by side, and when an engine is flagged."""

import pytest

from tests.transcription.pages import INVENTED, TRUTH
from veriscope import Record
from veriscope.model import Assessment, Cause, CheckName, Failure, Stage
from veriscope.transcription import (
    HallucinationMetrics,
    PageReason,
    aggregate_hallucination_metrics,
    assess,
    compare_engines,
    compute_hallucination_metrics,
    engine_flag_reasons,
    measure_pages,
)


def page(anchor: float, ratio: float, insertion: float, badge: bool) -> HallucinationMetrics:
    return HallucinationMetrics(
        net_insertion_rate=insertion,
        length_ratio=ratio,
        anchor_score=anchor,
        is_hallucinating=badge,
    )


def test_the_aggregate_by_hand() -> None:
    found = aggregate_hallucination_metrics(
        iter([page(1.0, 1.0, 0.0, False), page(0.2, 9.99, 0.5, True), page(0.7, 1.1, 0.1, False)])
    )
    assert found == {
        "anchor_score_mean": 0.633333,
        "anchor_score_min": 0.2,
        "length_ratio_mean": 4.03,
        "net_insertion_rate_mean": 0.2,
        "hallucinating_doc_count": 1,
        "hallucinating_doc_rate": 0.333333,
        "document_count": 3,
    }


def test_no_pages_are_an_empty_aggregate() -> None:
    assert aggregate_hallucination_metrics([]) == {}
    assert engine_flag_reasons({}) == []


def test_ratios_enter_capped() -> None:
    found = aggregate_hallucination_metrics([compute_hallucination_metrics("a", "b" * 500)])
    assert found["length_ratio_mean"] == 9.99


@pytest.mark.parametrize(
    ("changed", "reasons"),
    [
        ({}, []),
        ({"hallucinating_doc_rate": 0.300001}, ["hallucinating_doc_rate"]),
        ({"anchor_score_mean": 0.599999}, ["anchor_score_mean"]),
        ({"length_ratio_mean": 1.300001}, ["length_ratio_mean"]),
        (
            {"hallucinating_doc_rate": 1.0, "anchor_score_mean": 0.0, "length_ratio_mean": 2.0},
            ["hallucinating_doc_rate", "length_ratio_mean", "anchor_score_mean"],
        ),
    ],
)
def test_every_limit_of_an_engine_is_strict(changed: dict[str, float], reasons: list[str]) -> None:
    limits = {
        "hallucinating_doc_rate": 0.30,
        "anchor_score_mean": 0.60,
        "length_ratio_mean": 1.30,
    }
    assert engine_flag_reasons(limits | changed) == reasons


def outputs() -> list[Assessment]:
    honest = [Record(TRUTH, reference=TRUTH, id=str(i), model="honest") for i in range(10)]
    inventing = [
        Record(INVENTED if i < 4 else TRUTH, reference=TRUTH, id=str(i), model="vlm")
        for i in range(9)
    ]
    return assess([*honest, *inventing])


def missing() -> Assessment:
    failure = Failure(Stage.READ, Cause.UNAVAILABLE, "no output")
    return Assessment("9", CheckName.TRANSCRIPTION, failures=(failure,), model="vlm")


def test_engines_are_compared_with_intervals_and_reasons() -> None:
    honest, vlm = compare_engines([*outputs(), missing()])
    assert (honest.name, honest.is_flagged, honest.flagged_pages) == ("honest", False, 0)
    assert (vlm.name, vlm.is_flagged, vlm.flagged_pages) == ("vlm", True, 4)
    assert vlm.flag_reasons == ["hallucinating_doc_rate", "anchor_score_mean"]
    assert vlm.aggregate["hallucinating_doc_rate"] == round(4 / 9, 6)
    assert vlm.reasons[PageReason.INVENTED_TEXT] == 4
    assert vlm.anchor_quantiles[0] == 0.0
    rate = vlm.score("hallucinating_doc_rate")
    # Wilson's interval of 4 of 9 at 95 %.
    assert rate.interval == pytest.approx((0.188780, 0.733440), abs=1e-4)
    anchor = vlm.score("anchor_score_mean")
    assert anchor.interval[0] < anchor.value < anchor.interval[1]
    assert honest.error_rates == {"cer": 0.0, "wer": 0.0}


def test_pages_without_output_are_in_no_mean_and_in_every_bound() -> None:
    _, vlm = compare_engines([*outputs(), missing()])
    assert vlm.missing_pages == 1
    rate = vlm.score("hallucinating_doc_rate")
    assert (rate.n_scored, rate.n_failed) == (9, {"unavailable": 1})
    assert rate.bounds == (4 / 10, 5 / 10)
    ratio = vlm.score("length_ratio_mean")
    assert ratio.bounds[0] < ratio.value < ratio.bounds[1]


def test_an_engine_without_any_output_has_reasons_instead_of_values() -> None:
    (found,) = compare_engines([missing()])
    assert found.aggregate == {}
    assert found.error_rates == {"cer": None, "wer": None}
    assert {score.undefined for score in found.scores} == {"no documents"}


def test_few_pages_have_no_interval_of_a_mean() -> None:
    (found,) = compare_engines(outputs()[:3])
    assert found.score("anchor_score_mean").interval is None
    assert found.score("hallucinating_doc_rate").interval is not None


def test_pages_are_measured_in_order_on_one_core_or_two() -> None:
    pages = [("a b c d", "a b c " + "x" * i) for i in range(450)]
    alone = measure_pages(pages)
    assert alone == [compute_hallucination_metrics(*one) for one in pages]
    assert measure_pages(pages, workers=2) == alone
