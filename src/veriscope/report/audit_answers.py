"""Answers as the report of an audit shows them: the worst whole, all of them in short."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from veriscope.metrics.standing import standing_verdicts
from veriscope.model import (
    Answer,
    Assessment,
    Claim,
    Evidence,
    Record,
    Verdict,
    VerdictLabel,
    WordsDetail,
)
from veriscope.report.marks import Mark

KINDS = {
    VerdictLabel.SUPPORTED: "good",
    VerdictLabel.REFUTED: "bad",
    VerdictLabel.NOT_ENOUGH_INFO: "doubt",
}
WORDS = {
    VerdictLabel.SUPPORTED: "supported",
    VerdictLabel.REFUTED: "contradicted",
    VerdictLabel.NOT_ENOUGH_INFO: "without ground",
}
FINDINGS = 20
QUOTES = 3


@dataclass(frozen=True)
class ShownFinding:
    """One claim as the page shows it beside the answer."""

    text: str
    kind: str
    label: str
    reasoning: str
    author: str
    evidence: Sequence[Evidence]


@dataclass(frozen=True)
class ShownAnswer:
    """One answer as the page shows it whole."""

    id: str
    query: str
    text: str
    cut: bool
    marks: Sequence[Mark]
    checks: str
    findings: Sequence[ShownFinding]
    more: int
    failures: Sequence[str]


def flagged(answer: Answer) -> bool:
    """Whether there is something to see: a check flagged the answer, or broke on it."""
    return any(one.flagged or one.failures for one in answer.assessments)


def shown_answer(answer: Answer, longest: int) -> ShownAnswer:
    """Return an answer with its marks and findings; of its text at most `longest` characters."""
    marks, findings = [], []
    for claim, verdict in judged(answer.assessments):
        if claim.source_span:
            note = verdict.reasoning or WORDS[verdict.label]
            marks.append(Mark(claim.source_span, KINDS[verdict.label], note[:300]))
        if isinstance(claim.detail, WordsDetail):
            marks += [Mark(span, "lacking", "without ground") for span in claim.detail.lacking]
        if verdict.label is not VerdictLabel.SUPPORTED:
            findings.append(_finding(answer.record, claim, verdict))
    return ShownAnswer(
        id=answer.record.id[:100],
        query=answer.record.query or "",
        text=answer.record.response[:longest],
        cut=len(answer.record.response) > longest,
        marks=[mark for mark in marks if mark.span[0] < longest],
        checks=", ".join(one.check.value for one in answer.assessments if one.flagged),
        findings=findings[:FINDINGS],
        more=max(0, len(findings) - FINDINGS),
        failures=[
            f"{one.check.value}: {failure.message[:300]}"
            for one in answer.assessments
            for failure in one.failures
        ],
    )


def _finding(record: Record, claim: Claim, verdict: Verdict) -> ShownFinding:
    return ShownFinding(
        text=claim.text[:500],
        kind=KINDS[verdict.label],
        label=WORDS[verdict.label],
        reasoning=verdict.reasoning[:500],
        author=verdict.author.name if verdict.author else "",
        evidence=[_named(record, one) for one in verdict.evidence if one.text][:QUOTES],
    )


def _named(record: Record, evidence: Evidence) -> Evidence:
    return replace(evidence, source_id=record.source_name(evidence.source_id or ""))


def judged(assessments: Sequence[Assessment]) -> Iterator[tuple[Claim, Verdict]]:
    """Yield each claim with the verdict that stands for it."""
    for assessment in assessments:
        standing = {verdict.claim_id: verdict for verdict in standing_verdicts(assessment)}
        for claim in assessment.claims:
            if claim.id in standing:
                yield claim, standing[claim.id]
