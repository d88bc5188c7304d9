"""A judge that says what it was told: the public double for tests that must not pay a model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from veriscope.errors import InputError, JudgeResponseError
from veriscope.judges.judge import Extraction, Judge, Judgement, as_claims, as_contexts
from veriscope.judges.places import placed
from veriscope.judges.quotes import locate
from veriscope.model import Author, AuthorKind, Claim, Context

Script = str | Mapping[str, Any] | Exception
_FIELDS = frozenset({"label", "confidence", "evidence", "tokens"})


class ScriptedJudge(Judge):
    """Gives the scripted claims and verdicts; `calls` lists the verbs called, in order.

    `claims` are texts, or an exception to raise. `verdicts` run parallel to them: a label, a dict
    with `label` and any of `confidence`, `evidence`, `tokens`, or an exception. A verdict is
    found by its claim's text; of equal texts the first verdict goes to the first. A claim without
    a script is an error, so that a test cannot pass by a default.
    """

    name = "scripted"

    def __init__(
        self,
        claims: Sequence[str] | Exception = (),
        verdicts: Sequence[Script] = (),
        extract_tokens: int = 0,
    ) -> None:
        self._claims = claims if isinstance(claims, Exception) else tuple(claims)
        known = () if isinstance(self._claims, Exception) else self._claims
        if len(verdicts) > len(known):
            raise InputError(f"{len(verdicts)} verdicts for {len(known)} claims", field="verdicts")
        self._scripts: dict[str, list[Script]] = {}
        for claim, script in zip(known, verdicts, strict=False):
            self._scripts.setdefault(claim, []).append(script)
        self._extract_tokens = extract_tokens
        self._author = Author(AuthorKind.MODEL, self.name)
        self.calls: list[str] = []

    async def extract_claims(self, response: str) -> Extraction:
        """Return the scripted claims, placed in the response where they stand in it."""
        self.calls.append("extract_claims")
        if isinstance(self._claims, Exception):
            raise self._claims
        return Extraction(placed(self._claims, response), self._extract_tokens)

    async def verify(
        self, claims: Sequence[Claim | str], context: Sequence[Context | str]
    ) -> list[Judgement]:
        """Return the scripted verdicts; raise the first scripted exception among them."""
        self.calls.append("verify")
        sources = as_contexts(context)
        seen: dict[str, int] = {}
        out = []
        for claim in as_claims(claims):
            turn = seen[claim.text] = seen.get(claim.text, -1) + 1
            scripts = self._scripts.get(claim.text)
            if not scripts:
                raise JudgeResponseError(f"no verdict is scripted for {claim.text!r}")
            out.append(self._judgement(scripts[min(turn, len(scripts) - 1)], sources))
        return out

    def _judgement(self, script: Script, sources: Sequence[Context]) -> Judgement:
        if isinstance(script, Exception):
            raise script
        if isinstance(script, str):
            return Judgement(script, author=self._author)  # type: ignore[arg-type]
        unknown = set(script) - _FIELDS
        if unknown or "label" not in script:
            raise InputError(f"needs 'label', may have {sorted(_FIELDS)}", field="verdicts")
        quotes = script.get("evidence") or ()
        quotes = [quotes] if isinstance(quotes, str) else quotes
        found = [locate(quote, sources) if isinstance(quote, str) else quote for quote in quotes]
        return Judgement(
            label=script["label"],
            confidence=script.get("confidence", 1.0),
            evidence=[quote for quote in found if quote is not None],
            tokens=script.get("tokens", 0),
            author=self._author,
        )
