"""Pairs of texts to padded batches of nearly equal length."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from veriscope.judges.embedded.session import Feed
from veriscope.judges.embedded.spec import ModelSpec, Part

if TYPE_CHECKING:
    from tokenizers import Encoding, Tokenizer

TOKENS = 512
"""Tokens of one batch. On a processor larger ones are no faster, only larger."""


@dataclass(frozen=True)
class Batch:
    """What goes through the model at once, and which pairs its rows are."""

    rows: Sequence[int]
    feed: Feed


def encode(pairs: Sequence[tuple[str, str]], spec: ModelSpec, words: Tokenizer) -> list[Encoding]:
    """Return the tokens of each pair of evidence and claim.

    What is too long loses the end of its evidence. Only where a claim alone is longer than the
    model reads does it lose its own end.
    """
    pairs = [(_sound(one), _sound(two)) for one, two in pairs]
    evidence_first = spec.order[0] is Part.EVIDENCE
    texts = [(one, two) if evidence_first else (two, one) for one, two in pairs]
    found: list[Encoding] = words.encode_batch(texts)
    long = [number for number, item in enumerate(found) if len(item) > spec.max_tokens]
    if not long:
        return found
    added = words.num_special_tokens_to_add(True)
    for number in long:
        evidence, claim = (words.encode(text, add_special_tokens=False) for text in pairs[number])
        room = spec.max_tokens - added
        claim.truncate(min(len(claim), room))
        evidence.truncate(room - len(claim))
        one, two = (evidence, claim) if evidence_first else (claim, evidence)
        found[number] = words.post_process(one, two, True)
    return found


def _sound(text: str) -> str:
    """Return a text with `?` for each half of a surrogate pair, which tokenizers refuse."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def batches(found: Sequence[Encoding], inputs: frozenset[str], ways: int = 1) -> Iterator[Batch]:
    """Yield batches of rows sorted by length, at most `TOKENS` each, at least `ways` in all."""
    order = sorted(range(len(found)), key=lambda number: -len(found[number]))
    most = max(1, -(-len(order) // ways))
    start = 0
    while start < len(order):
        width = max(1, len(found[order[start]]))
        rows = order[start : start + max(1, min(most, TOKENS // width))]
        start += len(rows)
        yield Batch(rows, _feed([found[number] for number in rows], width, inputs))


def _feed(rows: Sequence[Encoding], width: int, inputs: frozenset[str]) -> Feed:
    feed: Feed = {}
    for name, values in (
        ("input_ids", [row.ids for row in rows]),
        ("attention_mask", [row.attention_mask for row in rows]),
        ("token_type_ids", [row.type_ids for row in rows]),
    ):
        if name in inputs:
            table = np.zeros((len(rows), width), dtype=np.int64)
            for number, row in enumerate(values):
                table[number, : len(row)] = row
            feed[name] = table
    return feed
