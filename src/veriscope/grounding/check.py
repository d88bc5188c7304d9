"""The grounding check: records in, assessments out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from veriscope.errors import BudgetError, JudgeAPIError, JudgeError, JudgeResponseError
from veriscope.grounding.audit import Audit, extract, verify
from veriscope.grounding.batch import each, opened
from veriscope.grounding.case import RAGTestCase
from veriscope.grounding.claim_evaluator import ClaimEvaluator
from veriscope.grounding.hallucination import HallucinationEvaluator
from veriscope.judges.judge import Judge
from veriscope.judges.lacking import held_stems, lacking_words
from veriscope.judges.local import LocalJudge
from veriscope.judges.running import run_sync
from veriscope.model import (
    Assessment,
    Cause,
    CheckName,
    Claim,
    Failure,
    Record,
    Stage,
    VerdictLabel,
    WordsDetail,
)


class GroundingCheck:
    """Holds every response against its contexts.

    `flagged` says that the evaluator would not let the response pass; a record whose judge failed
    has no score and the failure instead. `measures` are `claims`, `hallucinated` and `tokens`.
    """

    name = CheckName.GROUNDING

    def __init__(self, judge: Judge | None = None, evaluator: ClaimEvaluator | None = None) -> None:
        self.judge = judge or LocalJudge()
        self.evaluator = evaluator or HallucinationEvaluator()

    @staticmethod
    def applies(record: Record) -> bool:
        """Whether a record has contexts; without any it is not about grounding."""
        return bool(record.contexts)

    def assess(self, records: Sequence[Record]) -> list[Assessment]:
        """Return one assessment for each record, in their order."""

        async def work() -> list[Assessment | Exception]:
            async with opened(self.judge):
                return await each(list(records), self._assess)

        found = run_sync(work)
        return [_or_raise(assessment) for assessment in found]

    async def _assess(self, record: Record) -> Assessment:
        case, stage = RAGTestCase.of(record), Stage.EXTRACT
        try:
            extraction = await extract(case, self.judge)
            stage = Stage.VERIFY
            found = await verify(case, extraction, self.judge)
        except JudgeError as error:
            return self._failed(record, failure_of(error, stage))
        return self._assessment(record, found)

    def _assessment(self, record: Record, found: Audit) -> Assessment:
        claims = _with_words(record, found)
        result = self.evaluator.score_audit(found)
        bad = sum(map(self.evaluator.is_hallucinated, found.judgements))
        return Assessment(
            record_id=record.id,
            check=self.name,
            claims=claims,
            verdicts=[row.stored(f"c{i}") for i, row in enumerate(found.judgements)],
            measures={"claims": len(claims), "hallucinated": bad, "tokens": found.tokens},
            flagged=not result.passed,
            score=result.score,
            groups=record.groups,
            model=record.model,
        )

    def _failed(self, record: Record, failure: Failure) -> Assessment:
        return Assessment(
            record_id=record.id,
            check=self.name,
            failures=[failure],
            groups=record.groups,
            model=record.model,
        )


def _with_words(record: Record, found: Audit) -> list[Claim]:
    """Return the claims with their ids; a refused one says which of its words lack ground."""
    refused = any(one.label is not VerdictLabel.SUPPORTED for one in found.judgements)
    held = held_stems(record.contexts) if refused else set()
    out = []
    for i, (claim, verdict) in enumerate(zip(found.claims, found.judgements, strict=True)):
        span, detail = claim.source_span, claim.detail
        if span is not None and detail is None:
            lacking = lacking_words(record.response, span, verdict, held)
            detail = WordsDetail(lacking=lacking) if lacking else None
        out.append(replace(claim, id=f"c{i}", detail=detail))
    return out


def _or_raise(assessment: Assessment | Exception) -> Assessment:
    """Pass on what is no judge's failure but a fault of the program."""
    if isinstance(assessment, Exception):
        raise assessment
    return assessment


def failure_of(error: JudgeError, stage: Stage) -> Failure:
    """Return a judge's error as a value, with its cause and whether a retry can help."""
    message = f"{type(error).__name__}: {error}"
    if isinstance(error, BudgetError):
        return Failure(stage, Cause.BUDGET, message, retryable=True)
    if isinstance(error, JudgeResponseError):
        return Failure(stage, Cause.BAD_REPLY, message, retryable=True)
    if not isinstance(error, JudgeAPIError):
        return Failure(stage, Cause.INTERNAL, message)
    if isinstance(error.__cause__, TimeoutError):
        return Failure(stage, Cause.TIMEOUT, message, retryable=True)
    status = error.status_code
    if status == 429:
        return Failure(stage, Cause.RATE_LIMITED, message, retryable=True)
    if status is None or status >= 500:
        return Failure(stage, Cause.UNAVAILABLE, message, retryable=True)
    return Failure(stage, Cause.DENIED, message)


def hallucinated_ids(assessment: Assessment, evaluator: ClaimEvaluator) -> set[str]:
    """Return the ids of the claims that an evaluator counts as hallucinated."""
    return {
        verdict.claim_id
        for verdict in assessment.verdicts
        if verdict.claim_id is not None and evaluator.is_hallucinated(verdict)
    }
