"""What judges have spent, in a line or two."""

from __future__ import annotations

from rich.console import Console

from veriscope.judges.cascade import CascadeReport
from veriscope.judges.usage import Usage


def show_costs(usage: Usage, cascade: CascadeReport | None, console: Console) -> None:
    """Print requests, tokens and money, for each tier of a cascade; nothing for nothing."""
    if usage.requests or usage.cached:
        console.print(f"spent: {told(usage)}")
    for number, tier in enumerate(cascade.tiers if cascade else (), start=1):
        console.print(
            f"tier {number}, {tier.judge}: {tier.decided} of {tier.asked} claims decided, "
            f"{told(tier.usage)}",
            markup=False,
        )
    if cascade:
        worth = "" if cascade.saved is None else f", about {_dollars(cascade.saved)}"
        console.print(f"spared the last tier: {cascade.spared} claims{worth}")


def told(usage: Usage) -> str:
    """Say what was spent; a cost that is not known is not given as nothing."""
    parts = [f"{usage.requests} requests", f"{usage.tokens} tokens"]
    if usage.cached:
        parts.append(f"{usage.cached} from the cache")
    if usage.unmetered:
        parts.append(f"{usage.unmetered} replies without a token count")
    if usage.requests:
        parts.append("cost unknown" if usage.cost is None else _dollars(usage.cost))
    return ", ".join(parts)


def _dollars(amount: float) -> str:
    return f"${amount:.4f}"
