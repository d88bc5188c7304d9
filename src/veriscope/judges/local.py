"""The judge that needs no key and no network: claims by rule, evidence by words, a model."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from veriscope.judges.calibration import Whole
from veriscope.judges.embedded.scorer import OnnxScorer, shipped
from veriscope.judges.judge import (
    Extraction,
    Judge,
    Judgement,
    as_claims,
    as_contexts,
    ungrounded,
)
from veriscope.judges.lexical import LexicalScorer, Scorer
from veriscope.model import Author, AuthorKind, Claim, Context


class LocalJudge(Judge):
    """Decides on this machine. The same input gives the same verdicts.

    Without a `scorer` it is the model that comes with the package. A claim's `support` is the
    probability that the context bears it out, and it is SUPPORTED from one half on. An
    `OnnxScorer` reads one selection of sentences for each claim; any other scorer gives a
    probability for each of its likeliest passages, of which the best counts. A figure that the
    context contradicts refutes a claim, whatever the scorer says.
    """

    def __init__(self, scorer: Scorer | None = None, name: str = "local") -> None:
        self.name = name
        self.scorer = scorer or shipped() or LexicalScorer()
        version = f"{self.scorer.name}/{self.scorer.version}"
        self._author = Author(AuthorKind.MODEL, name, version)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.scorer.name!r})"

    @property
    def identity(self) -> str:
        """Name and version of what scores, for a manifest."""
        version: str = self._author.version or ""
        return version

    @property
    def whole(self) -> Whole:
        """How the supports of claims make that of a response."""
        return self.scorer.spec.whole if isinstance(self.scorer, OnnxScorer) else Whole()

    async def extract_claims(self, response: str) -> Extraction:
        """Find sentences and clauses that claim something."""
        from veriscope.judges.claims import rule_claims  # noqa: PLC0415 - see `_verify`

        return Extraction(rule_claims(response))

    async def verify(
        self, claims: Sequence[Claim | str], context: Sequence[Context | str]
    ) -> list[Judgement]:
        """Score every claim against what is likeliest to bear it out, in a thread of its own."""
        wanted, sources = as_claims(claims), as_contexts(context)
        if not sources or not wanted:
            return ungrounded(wanted, self._author)
        return await asyncio.to_thread(self._verify, wanted, sources)

    def _verify(self, claims: Sequence[Claim], sources: Sequence[Context]) -> list[Judgement]:
        if isinstance(self.scorer, OnnxScorer):
            self.scorer.begin()
        # What reads texts is loaded beside the model: the first verdict comes so much earlier.
        from veriscope.judges.arithmetic import find_conflict, overruled  # noqa: PLC0415
        from veriscope.judges.by_model import judge_by_model  # noqa: PLC0415
        from veriscope.judges.by_words import judge_by_words  # noqa: PLC0415
        from veriscope.judges.evidence import PassageIndex  # noqa: PLC0415

        index = PassageIndex(sources)
        conflicts = [find_conflict(claim.text, index) for claim in claims]
        if isinstance(self.scorer, OnnxScorer):
            found = judge_by_model(claims, sources, self.scorer, self._author)
        else:
            found = judge_by_words(claims, index, self.scorer, self._author)
        # Of a claim that the model refutes too, arithmetic can say why.
        return list(map(overruled, found, conflicts))
