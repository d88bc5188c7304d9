"""The claims of a response, found without a model."""

from __future__ import annotations

from veriscope.model import Claim
from veriscope.text.statements import claim_statements


def rule_claims(response: str) -> list[Claim]:
    """Return sentences and clauses that claim something, each with its place."""
    return [Claim(found.text, found.span) for found in claim_statements(response)]
