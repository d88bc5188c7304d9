"""The check: records with a reference in, assessments out."""

from __future__ import annotations

from collections.abc import Iterable

from veriscope.model import (
    Assessment,
    Author,
    AuthorKind,
    BlockDetail,
    BlockReason,
    Cause,
    CheckName,
    Claim,
    ClaimType,
    Evidence,
    Failure,
    Record,
    Stage,
    Verdict,
    VerdictLabel,
)
from veriscope.transcription.examine import Examination, examine
from veriscope.transcription.findings import Finding
from veriscope.transcription.pool import pooled
from veriscope.transcription.profile import Profile

_AUTHOR = Author(AuthorKind.RULE, "transcription", "1")
_WHY = {
    BlockReason.INVENTED: "no such text in the reference",
    BlockReason.MISREAD: "letters of the reference, misread",
    BlockReason.RESPELLED: "the same words in another spelling or punctuation",
    BlockReason.REPEATED: "said more often than in the reference",
    BlockReason.FIGURE: "a figure that the reference has nowhere",
    BlockReason.NAME: "a name that the reference has nowhere",
}


def assess(
    records: Iterable[Record], *, profile: Profile | None = None, workers: int = 1
) -> list[Assessment]:
    """Assess every record's response against its reference; one assessment a record, in order.

    A claim is a stretch of the response that has no ground as it stands, with its characters, its
    words and its reason; a respelling is listed and supported. `flagged` says that a person
    should look, `measures["hallucinating"]` is the badge of the base measures alone, and the
    score is the anchor. A record without a reference, and a page too long to align, are failures
    in their assessment; the latter still has its base measures.
    """
    return pooled(_Assess(profile or Profile()), records, workers)


class _Assess:
    """One record to its assessment; a class so that it travels to another process."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile

    def __call__(self, record: Record) -> Assessment:
        if record.reference is None:
            failure = Failure(Stage.READ, Cause.BAD_INPUT, "the record has no reference")
            return _assessment(record, failures=(failure,))
        found = examine(record.reference, record.response, self._profile)
        claims = [_claim(record, n, finding) for n, finding in enumerate(found.findings, start=1)]
        verdicts = [
            _verdict(record.reference, claim, finding)
            for claim, finding in zip(claims, found.findings, strict=True)
        ]
        return _assessment(
            record,
            claims=claims,
            verdicts=verdicts,
            measures=found.measures,
            flagged=found.flagged,
            score=found.metrics.anchor_score,
            failures=_failures(found),
        )


def _assessment(record: Record, **found: object) -> Assessment:
    return Assessment(
        record.id,
        CheckName.TRANSCRIPTION,
        groups=record.groups,
        model=record.model,
        **found,  # type: ignore[arg-type]
    )


def _failures(found: Examination) -> tuple[Failure, ...]:
    if found.aligned:
        return ()
    message = "too long to align: error rates and places in the reference are not measured"
    return (Failure(Stage.VERIFY, Cause.BUDGET, message),)


def _claim(record: Record, number: int, finding: Finding) -> Claim:
    start, end = finding.span
    expected = None
    if finding.expected is not None and record.reference is not None:
        expected = record.reference[finding.expected[0] : finding.expected[1]]
    kind = ClaimType.NUMERICAL if finding.reason is BlockReason.FIGURE else ClaimType.FACTUAL
    detail = BlockDetail(
        start_token=finding.start_token,
        end_token=finding.end_token,
        reason=finding.reason,
        expected=expected,
    )
    return Claim(record.response[start:end], finding.span, kind, str(number), detail)


def _verdict(reference: str, claim: Claim, finding: Finding) -> Verdict:
    evidence: tuple[Evidence, ...] = ()
    if finding.expected is not None:
        start, end = finding.expected
        evidence = (Evidence("reference", finding.expected, reference[start:end]),)
    if finding.reason is BlockReason.RESPELLED:
        label = VerdictLabel.SUPPORTED
    elif evidence and finding.reason is not BlockReason.INVENTED:
        label = VerdictLabel.REFUTED
    else:
        label = VerdictLabel.NOT_ENOUGH_INFO
    return Verdict(
        label,
        evidence=evidence,
        reasoning=_WHY[finding.reason],
        claim_id=claim.id,
        author=_AUTHOR,
    )
