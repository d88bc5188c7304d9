"""One answer on a terminal: its claims without ground in colour, each with its evidence."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from veriscope.model import Assessment, Claim, Span, Verdict, VerdictLabel, WordsDetail
from veriscope.report.marks import Mark, segments

_STYLES = {VerdictLabel.REFUTED: "bold red", VerdictLabel.NOT_ENOUGH_INFO: "bold yellow"}
_WORDS = {
    VerdictLabel.REFUTED: "contradicted",
    VerdictLabel.NOT_ENOUGH_INFO: "not in the context",
    VerdictLabel.SUPPORTED: "supported, but not surely enough",
}
# A terminal obeys these; an answer must not command it.
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def show_answer(
    answer: str, assessment: Assessment, hallucinated: set[str], console: Console
) -> None:
    """Print the answer with its marks, then every claim in `hallucinated` (ids) with its reasons.

    Every mark is also told in words, for eyes and terminals without colour.
    """
    by_claim = {verdict.claim_id: verdict for verdict in assessment.verdicts}
    bad = [(claim, by_claim[claim.id]) for claim in assessment.claims if claim.id in hallucinated]
    console.print(_marked(answer, bad), soft_wrap=True)
    for claim, verdict in bad:
        console.print()
        console.print(_described(answer, claim, verdict), soft_wrap=True)


def safe(text: str) -> str:
    """Return `text` with its control characters made visible, so that offsets stay."""
    return _CONTROL.sub("\N{REPLACEMENT CHARACTER}", text)


def _marked(answer: str, bad: list[tuple[Claim, Verdict]]) -> Text:
    marks = [
        Mark(claim.source_span, _style(verdict))
        for claim, verdict in bad
        if claim.source_span is not None
    ]
    out = Text()
    for segment in segments(answer, marks):
        out.append(safe(segment.text), style=segment.marks[-1].kind if segment.marks else "")
    return out


def _lacking(claim: Claim) -> Sequence[Span]:
    return claim.detail.lacking if isinstance(claim.detail, WordsDetail) else ()


def _described(answer: str, claim: Claim, verdict: Verdict) -> Text:
    out = Text("✗ ", style=_style(verdict))
    out.append(safe(claim.text))
    out.append(f"\n  {_WORDS[verdict.label]} (confidence {verdict.confidence:.2f}")
    out.append(f", by {safe(verdict.author.name)})" if verdict.author else ")")
    if verdict.reasoning:
        out.append(f"\n  {safe(verdict.reasoning)}")
    if lacking := _lacking(claim):
        words = ", ".join(f"“{safe(answer[start:end])}”" for start, end in lacking)
        out.append(f"\n  without ground: {words}")
    for quote in verdict.evidence:
        place = ""
        if quote.span is not None:
            place = f" [{safe(quote.source_id or '')}:{quote.span[0]}–{quote.span[1]}]"
        out.append(f"\n  nearest: “{safe(quote.text)}”{place}", style="dim")
    return out


def _style(verdict: Verdict) -> str:
    return _STYLES.get(verdict.label, "bold yellow")
