"""Tokens of a sentence and their places in its text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from veriscope.model import Span


def joined(tokens: Sequence[str]) -> str:
    """Return the text of tokens whose own text is not known."""
    return " ".join(tokens)


def token_places(text: str, tokens: Sequence[str]) -> list[Span | None]:
    """Find each token in `text`, one behind the other; None for one that does not stand there.

    A token that was rewritten by its tokenizer is passed over and the next is looked for in what
    is left, so one loss does not shift the rest.
    """
    out: list[Span | None] = []
    at = 0
    for token in tokens:
        start = text.find(token, at, at + _window(token)) if token else -1
        if start < 0:
            out.append(None)
        else:
            at = start + len(token)
            out.append((start, at))
    return out


def _window(token: str) -> int:
    """How far ahead a token may stand: rewritten ones before it take room."""
    return len(token) + 200


def token_span(places: Sequence[Span | None], first: Any, behind: Any) -> dict[str, int] | None:
    """Turn a half-open range of token numbers into a span of characters, None where it is none."""
    if type(first) is not int or type(behind) is not int:
        return None
    if not 0 <= first < behind <= len(places):
        return None
    start, end = places[first], places[behind - 1]
    return None if start is None or end is None else {"start": start[0], "end": end[1]}
