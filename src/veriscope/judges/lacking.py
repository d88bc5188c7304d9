"""Which words of a claim without ground are the ones that have none."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from veriscope.judges.features import names_in
from veriscope.model import Context, Span, Verdict, VerdictLabel
from veriscope.text.search_words import is_figure, is_function_word, stems
from veriscope.text.sentences import sentences

CHANGED_COPY = "changed-copy"
"""The rule that refutes what repeats the context with another figure or name."""
_WORD = re.compile(r"[^\W_]+(?:[.,:'’-][^\W_]+)*")


def held_stems(contexts: Iterable[Context]) -> set[str]:
    """Return the stems of all words of a context."""
    return {
        stem
        for context in contexts
        for start, end in sentences(context.text)
        for stem in stems(context.text[start:end])
    }


def lacking_words(
    response: str, span: Span, verdict: Verdict, held: Collection[str]
) -> tuple[Span, ...]:
    """Return where a refused claim has figures, names and content words without support.

    These are the words that the context has nowhere; of a refuted claim also the figures that its
    evidence has not, and where it repeats a sentence with another name, that name. Neighbours
    are one stretch. Offsets are the response's.
    """
    if verdict.label is VerdictLabel.SUPPORTED:
        return ()
    start, end = span
    nearest: set[str] | None = None
    if verdict.label is VerdictLabel.REFUTED and verdict.evidence:
        nearest = {stem for quote in verdict.evidence for stem in stems(quote.text)}
    copied = verdict.author is not None and verdict.author.name == CHANGED_COPY
    names = set(names_in(response[start:end])) if copied else set()
    found: list[Span] = []
    for word in _WORD.finditer(response, start, end):
        exact = nearest if word[0] in names or word[0][0].isdigit() else None
        if _lacks(word[0], held if exact is None else exact):
            found.append(word.span())
    return _joined(response, found)


def _lacks(word: str, held: Collection[str]) -> bool:
    if is_function_word(word):
        return False
    own = stems(word)
    figures = [stem for stem in own if is_figure(stem)]
    if figures:
        return any(stem not in held for stem in figures)
    return all(stem not in held for stem in own)


def _joined(text: str, spans: Iterable[Span]) -> tuple[Span, ...]:
    out: list[Span] = []
    for start, end in spans:
        if out and not text[out[-1][1] : start].strip():
            out[-1] = (out[-1][0], end)
        else:
            out.append((start, end))
    return tuple(out)
