"""What a check found, in words for the person who decides."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from veriscope.model import (
    AspectDetail,
    BlockDetail,
    Claim,
    Evidence,
    FigureDetail,
    HallucinationReview,
    Verdict,
    VerdictLabel,
)
from veriscope.review.feedback import assessment_of
from veriscope.review.tuning import difference_percent, read_number
from veriscope.review.verdicts import standing_by_claim

LABELS = {
    VerdictLabel.SUPPORTED: "supported",
    VerdictLabel.REFUTED: "contradicted",
    VerdictLabel.NOT_ENOUGH_INFO: "no ground found",
}
_GENERAL = {
    VerdictLabel.SUPPORTED: "The sources bear this out.",
    VerdictLabel.REFUTED: "The sources say otherwise.",
    VerdictLabel.NOT_ENOUGH_INFO: "Nothing in the sources bears this out.",
}


@dataclass(frozen=True)
class ExplainedClaim:
    """A claim beside what was said of it; `words` tell the finding in a sentence or two."""

    claim: Claim
    verdict: Verdict | None
    words: str

    @property
    def label(self) -> VerdictLabel:
        """The verdict's label; a claim that nobody judged has no ground."""
        return VerdictLabel.NOT_ENOUGH_INFO if self.verdict is None else self.verdict.label

    @property
    def label_words(self) -> str:
        """The label as a person says it."""
        return LABELS[self.label]

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """What the verdict rests on."""
        return () if self.verdict is None else tuple(self.verdict.evidence)


def explained(review: HallucinationReview) -> list[ExplainedClaim]:
    """Return the claims of an item with their findings in words."""
    assessment = assessment_of(review)
    pairs = zip(assessment.claims, standing_by_claim(assessment), strict=True)
    return [ExplainedClaim(claim, verdict, _words(claim, verdict)) for claim, verdict in pairs]


def _words(claim: Claim, verdict: Verdict | None) -> str:
    label = VerdictLabel.NOT_ENOUGH_INFO if verdict is None else verdict.label
    found = _detail_words(claim) or _GENERAL[label]
    reasoning = "" if verdict is None else verdict.reasoning.strip()
    return f"{found} {reasoning}".strip()


def _detail_words(claim: Claim) -> str:
    detail = claim.detail
    if isinstance(detail, FigureDetail):
        return _figure_words(claim, detail)
    if isinstance(detail, BlockDetail):
        count = detail.end_token - detail.start_token + 1
        reason = f" ({detail.reason})" if detail.reason else ""
        return f"{count} tokens in a row have no counterpart in the reference{reason}."
    if isinstance(detail, AspectDetail):
        cause = f" ({detail.cause})" if detail.cause else ""
        if detail.found_span is not None:
            start, end = detail.found_span
            return f"The term stands elsewhere, at characters {start} to {end}{cause}."
        return f"The term does not stand where it was claimed{cause}."
    return ""


def _figure_words(claim: Claim, detail: FigureDetail) -> str:
    if detail.actual is None:
        return f"The answer says {claim.text}; no figure to compare it with was found."
    said = f"The answer says {claim.text}; the source has {_readable(detail.actual)}."
    share = difference_percent(claim)
    if share is None or detail.value is None:
        return said
    actual = read_number(detail.actual)
    direction = "off" if actual is None else "higher" if detail.value > actual else "lower"
    if share == 0:
        return f"{said} The two are equal."
    return f"{said} That is {_short(share)} % {direction}{_allowed(detail)}."


def _allowed(detail: FigureDetail) -> str:
    if not detail.tolerance:
        return ""
    tolerance = detail.tolerance if "%" in detail.tolerance else f"{detail.tolerance} %"
    return f"; up to {tolerance} would pass"


def _readable(text: str) -> str:
    number = read_number(text)
    return text if number is None else f"{number:,f}"


def _short(share: Decimal) -> str:
    return f"{share:.1f}".removesuffix(".0") if share >= 1 else f"{share:.2g}"
