"""What a check found, told to a person; and text from outside made safe to look at."""

from decimal import Decimal

import pytest

from tests.support.reviews import FLAGGED, review
from veriscope.model import (
    AspectDetail,
    Assessment,
    BlockDetail,
    CheckName,
    Claim,
    ClaimDetail,
    FigureDetail,
    Verdict,
    VerdictLabel,
)
from veriscope.review.texts import shown
from veriscope.review.words import explained

YES, NO, UNKNOWN = VerdictLabel.SUPPORTED, VerdictLabel.REFUTED, VerdictLabel.NOT_ENOUGH_INFO


def told(label: VerdictLabel, detail: ClaimDetail | None = None, reasoning: str = "") -> str:
    claim = Claim("$1.5M", id="c", detail=detail)
    verdict = Verdict(label, reasoning=reasoning, claim_id="c")
    found = Assessment("r", CheckName.NUMERIC, [claim], [verdict], flagged=True)
    return explained(review(assessment=found))[0].words


def figure(actual: str | None, tolerance: str | None = None) -> FigureDetail:
    value = Decimal(1_500_000)
    return FigureDetail(figure="currency", value=value, actual=actual, tolerance=tolerance)


SAID = "The answer says $1.5M; "
BLOCK = BlockDetail(start_token=3, end_token=7, reason="repeated")
ASPECT = AspectDetail(cause="H2", found_span=(4, 8))
FIGURES = {
    figure("1200000", "5"): "the source has 1,200,000. That is 25 % higher; up to 5 % would pass.",
    figure("2000000"): "the source has 2,000,000. That is 25 % lower.",
    figure("1500000"): "the source has 1,500,000. The two are equal.",
    figure("1499000"): "the source has 1,499,000. That is 0.067 % higher.",
    figure("0"): "the source has 0.",
    figure("September 2024"): "the source has September 2024.",
    figure(None): "no figure to compare it with was found.",
}


@pytest.mark.parametrize(
    ("label", "detail", "words"),
    [
        (YES, None, "The sources bear this out."),
        (NO, None, "The sources say otherwise."),
        (UNKNOWN, None, "Nothing in the sources bears this out."),
        (NO, BLOCK, "5 tokens in a row have no counterpart in the reference (repeated)."),
        (NO, ASPECT, "The term stands elsewhere, at characters 4 to 8 (H2)."),
        (NO, AspectDetail(), "The term does not stand where it was claimed."),
        *((NO, detail, SAID + words) for detail, words in FIGURES.items()),
    ],
)
def test_the_finding_in_words(label: VerdictLabel, detail: ClaimDetail, words: str) -> None:
    assert told(label, detail) == words
    assert told(label, detail, "So it is.") == f"{words} So it is."


def test_a_claim_that_nobody_judged_has_no_ground() -> None:
    found = Assessment("r", CheckName.GROUNDING, [Claim("x")], flagged=True)
    (claim,) = explained(review(assessment=found))
    assert (claim.label, claim.label_words, claim.evidence) == (UNKNOWN, "no ground found", ())


def test_an_item_without_an_assessment_is_explained_from_its_claims() -> None:
    flagged = {**FLAGGED, "actual": "1200000"}
    (claim,) = explained(review(flagged_claims=[flagged]))
    assert claim.words.endswith("That is 25 % higher.")


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("plain\n\ttext ümlaut 漢字 😀", "plain\n\ttext ümlaut 漢字 😀"),
        ("\u202etxt.exe\u202c", "⟦RLO⟧txt.exe⟦PDF⟧"),
        ("\u2066a\u2069\u200f", "⟦LRI⟧a⟦PDI⟧⟦RLM⟧"),
        ("\x1b[2J\x00\r\x7f\x9b", "␛[2J␀␍␡⟦9B⟧"),
        ("a\ud800b", "a\ufffdb"),
    ],
)
def test_what_steers_is_made_visible(text: str, seen: str) -> None:
    assert shown(text) == seen
    seen.encode("utf-8")
