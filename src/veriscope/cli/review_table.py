"""The review queue as a person reads it in a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from veriscope.model import HallucinationReview, ReviewStatus, VerdictLabel
from veriscope.review import Period, Proposal, ReviewEvent, ReviewSummary
from veriscope.review.filter import Cursor
from veriscope.review.stats import Bucket
from veriscope.review.texts import shown
from veriscope.review.words import ExplainedClaim, explained

STYLES = {
    VerdictLabel.SUPPORTED: "green",
    VerdictLabel.REFUTED: "bold red",
    VerdictLabel.NOT_ENOUGH_INFO: "yellow",
}
OTHER_COLUMNS = 60
"""So many cells of a line the columns beside the answer take."""
MAX_SOURCE = 2000
"""So many characters of a source are printed."""


def print_list(
    page: Sequence[ReviewSummary],
    counts: Mapping[ReviewStatus, int],
    *,
    full: bool,
    console: Console,
) -> None:
    """Print one page of the queue, and how to get the next."""
    table = Table(box=SIMPLE_HEAD)
    for heading in ("id", "state", "check", "priority", "no ground"):
        right = heading in ("id", "priority")
        table.add_column(heading, justify="right" if right else "left", no_wrap=True)
    table.add_column("answer", no_wrap=True)
    room = max(20, console.width - OTHER_COLUMNS)
    for item in page:
        claims = f"{item.unverified_claims} of {item.total_claims}"
        cells = (str(item.id), item.status.value, item.check.value, f"{item.priority:.2f}", claims)
        excerpt = Text(shown(item.excerpt))
        excerpt.truncate(room, overflow="ellipsis")
        table.add_row(*cells, excerpt)
    if page:
        console.print(table)
    console.print("; ".join(f"{n:,} {status}" for status, n in counts.items()), highlight=False)
    if full and page:
        console.print(f"next page: --after {Cursor.of(page[-1])}", highlight=False)


def print_item(item: HallucinationReview, events: Sequence[ReviewEvent], console: Console) -> None:
    """Print an item from top to bottom."""
    claims = explained(item)
    head = f"item {item.id}: {item.check} check, {item.status}, priority {item.priority:.2f}"
    console.print(Text(head, style="bold"))
    for name, value in (("record", item.record_id), ("model", item.model), ("asked", item.query)):
        if value:
            console.print(Text(f"{name}: {shown(value)}"))
    console.print(Text("\nanswer", style="bold"), _marked(item.original_answer, claims), sep="\n")
    console.print(Text("\nclaims", style="bold"))
    for number, claim in enumerate(claims, start=1):
        _print_claim(number, claim, console)
    for source in item.sources:
        console.print(Text(f"\nsource {shown(source.id or '')}".rstrip(), style="bold"))
        console.print(Text(shown(source.text[:MAX_SOURCE])))
    console.print(Text("\nhistory", style="bold"))
    for event in events:
        why = f": {shown(event.why)}" if event.why else ""
        console.print(Text(f"{event.when:%Y-%m-%d %H:%M} {event.action} by {event.who}{why}"))


def _marked(answer: str, claims: Sequence[ExplainedClaim]) -> Text:
    """Return the answer with its claims coloured; where two overlap, the first keeps its part."""
    spans = [(c.claim.source_span, STYLES[c.label]) for c in claims]
    text, at = Text(), 0
    for (start, end), style in sorted((span, style) for span, style in spans if span):
        text.append(shown(answer[at : max(at, start)]))
        text.append(shown(answer[max(at, start) : end]), style=style)
        at = max(at, min(end, len(answer)))
    text.append(shown(answer[at:]))
    return text


def _print_claim(number: int, claim: ExplainedClaim, console: Console) -> None:
    line = Text(f"{number}. {shown(claim.claim.text)} ")
    line.append(f"[{claim.label_words}]", style=STYLES[claim.label])
    if claim.verdict is not None and claim.verdict.confidence < 1:
        line.append(f" confidence {claim.verdict.confidence:.2f}")
    console.print(line)
    console.print(Text(f"   {shown(claim.words)}"))
    for evidence in claim.evidence:
        place = ", ".join(f"{k} {v}" for k, v in (evidence.locator or {}).items())
        words = " ".join(part for part in (evidence.source_id, place, evidence.text) if part)
        console.print(Text(f"   evidence: {shown(words)}"))


def print_stats(
    periods: Sequence[Period],
    counts: Mapping[ReviewStatus, int],
    bucket: Bucket,
    console: Console,
) -> None:
    """Print the counts and a row for each period."""
    console.print("; ".join(f"{n:,} {status}" for status, n in counts.items()), highlight=False)
    table = Table(box=SIMPLE_HEAD)
    table.add_column(f"{bucket} from")
    for heading in ("added", "approved", "rejected", "rightly flagged"):
        table.add_column(heading, justify="right")
    for period in periods:
        share = "–" if period.precision is None else f"{100 * period.precision:.1f} %"
        numbers = (period.added, period.approved, period.rejected)
        table.add_row(period.start, *(f"{n:,}" for n in numbers), share)
    if periods:
        console.print(table)


def print_proposals(proposals: Sequence[Proposal], console: Console) -> None:
    """Print a row for each kind and metric, and what the numbers mean."""
    if not proposals:
        console.print("no decided figures yet: nothing to propose")
        return
    table = Table(box=SIMPLE_HEAD)
    for heading in ("kind", "metric"):
        table.add_column(heading)
    for heading in ("now", "proposed", "false alarms spared", "hallucinations lost", "nearest one"):
        table.add_column(heading, justify="right")
    for p in proposals:
        spared = f"{p.spared} of {p.false_positives}"
        lost = f"{p.confirmed_lost} of {p.confirmed}"
        shares = (p.current, p.proposed, p.nearest_confirmed)
        now, proposed, nearest = map(_percent, shares)
        table.add_row(p.kind, Text(shown(p.metric or "all")), now, proposed, spared, lost, nearest)
    console.print(table)
    left_out = sum(p.not_comparable for p in proposals if p.metric is None)
    if left_out:
        console.print(f"{left_out} figures were compared with nothing and are left out")
    console.print("nothing was changed: set a tolerance yourself if you agree", highlight=False)


def _percent(share: Decimal | None) -> str:
    return "–" if share is None else f"{share:.2f} %"
