"""The check: records in, assessments out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from veriscope import __version__
from veriscope.aspects.judge import DropCause, Finding, judge
from veriscope.aspects.offsets import OffsetUnit
from veriscope.aspects.source import SourceText, bounds
from veriscope.aspects.terms import DEFAULT_LISTS, TermLists
from veriscope.aspects.units import detect_unit
from veriscope.model import (
    Aspect,
    AspectDetail,
    Assessment,
    Author,
    AuthorKind,
    Cause,
    CheckName,
    Claim,
    Evidence,
    Failure,
    Record,
    Span,
    Stage,
    Verdict,
    VerdictLabel,
)

AUTHOR = Author(AuthorKind.RULE, "aspects", __version__)
LABELS = {
    None: VerdictLabel.SUPPORTED,
    DropCause.INVENTED: VerdictLabel.REFUTED,
    DropCause.MISALIGNED: VerdictLabel.REFUTED,
    DropCause.FILTER: VerdictLabel.NOT_ENOUGH_INFO,
}
REASONS = {
    None: "the term stands at its span",
    DropCause.INVENTED: "the term is nowhere in the text",
    DropCause.MISALIGNED: "the term is in the text, but not at its span",
    DropCause.FILTER: "the term can be no target",
}


def applies(record: Record) -> bool:
    """Whether a record has aspects to look at; an empty list is an answer too."""
    return record.aspects is not None


def assess(
    records: Iterable[Record],
    *,
    lists: TermLists = DEFAULT_LISTS,
    unit: OffsetUnit | None = None,
) -> list[Assessment]:
    """Assess records, one assessment each, in their order.

    Without a `unit` the one is taken under which most spans of these records agree. A record that
    the check does not apply to is a failure, not a clean sample. `score` is the share of aspects
    that are kept, None where there are none.
    """
    given = list(records)
    if unit is None:
        unit = detect_unit((r.response, _plain(r.aspects or ())) for r in given).unit
    return [_assess_one(record, lists, unit) for record in given]


def _plain(aspects: Sequence[Aspect]) -> list[dict[str, object]]:
    return [{"term": aspect.term, "span": aspect.span} for aspect in aspects]


def _assess_one(record: Record, lists: TermLists, unit: OffsetUnit) -> Assessment:
    if record.aspects is None:
        failure = Failure(Stage.READ, Cause.BAD_INPUT, "the record has no aspects")
        return Assessment(
            record.id, CheckName.ASPECTS, failures=[failure],
            groups=record.groups, model=record.model,
        )  # fmt: skip
    source = SourceText(record.response, unit)
    findings = [judge(source, aspect, lists) for aspect in _plain(record.aspects)]
    claims, verdicts = [], []
    for number, (aspect, finding) in enumerate(zip(record.aspects, findings, strict=True)):
        found = found_place(source, finding)
        claims.append(_claim(f"a{number}", aspect, finding, found))
        verdicts.append(_verdict(f"a{number}", record.response, finding, found))
    return Assessment(
        record_id=record.id,
        check=CheckName.ASPECTS,
        claims=claims,
        verdicts=verdicts,
        measures=_measures(findings),
        flagged=any(finding.cause is not None for finding in findings),
        score=_kept_share(findings),
        groups=record.groups,
        model=record.model,
    )


def found_place(source: SourceText, finding: Finding) -> Span | None:
    """Return where a term really stands: where it is claimed, else the nearest place."""
    if finding.aligned:
        return finding.place
    if finding.cause is not DropCause.MISALIGNED:
        return None
    claimed = finding.place or bounds(finding.span)
    return source.nearest(finding.term, claimed[0] if claimed else None)


def _claim(name: str, aspect: Aspect, finding: Finding, found: Span | None) -> Claim:
    detail = AspectDetail(
        claimed_span=aspect.span,
        cause=None if finding.cause is None else finding.cause.value,
        found_span=found,
        polarity=aspect.polarity,
    )
    return Claim(aspect.term, found, id=name, detail=detail)


def _verdict(name: str, text: str, finding: Finding, found: Span | None) -> Verdict:
    evidence = [] if found is None else [Evidence("response", found, text[found[0] : found[1]])]
    return Verdict(
        LABELS[finding.cause],
        evidence=evidence,
        reasoning=REASONS[finding.cause],
        claim_id=name,
        author=AUTHOR,
    )


def _measures(findings: Sequence[Finding]) -> dict[str, float | None]:
    causes = [finding.cause for finding in findings if finding.cause is not None]
    counts = {f"n_{cause.value}": float(causes.count(cause)) for cause in DropCause}
    return {"n_aspects": float(len(findings)), "n_dropped": float(len(causes)), **counts}


def _kept_share(findings: Sequence[Finding]) -> float | None:
    if not findings:
        return None
    return sum(finding.cause is None for finding in findings) / len(findings)
