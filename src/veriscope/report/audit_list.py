"""The list of answers that a page filters, packed so that ten thousand fit into one page."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from veriscope.model import Answer, Claim, Evidence, Record, Verdict, VerdictLabel, dump_json
from veriscope.report.audit_answers import KINDS, WORDS, judged
from veriscope.report.marks import Mark, segments

OPENED = 6_000_000
"""So many bytes of JSON a browser may have to read; more of them would be felt."""
SAMPLES = 400
NAMES = 6
"""So many names under `groups` can be filtered by."""


@dataclass(frozen=True)
class Depth:
    """How much of each answer the list holds, in characters and findings."""

    text: int
    findings: int
    each: int


DEPTHS = (Depth(1500, 8, 400), Depth(600, 5, 240), Depth(300, 3, 160), Depth(140, 1, 100),
          Depth(70, 0, 0))  # fmt: skip


@dataclass(frozen=True)
class Packed:
    """Rows as base64 of gzipped JSON, and how many answers are in it."""

    data: str
    count: int


def pack(answers: Sequence[Answer], room: int) -> Packed:
    """Pack the answers into at most `room` characters, each as fully as all have room.

    Where even the barest rows are too many, the last ones are left out.
    """
    names = _group_names(answers)
    depth = _deepest(answers, names, room)
    count = len(answers)
    while True:
        data, _ = _packed(answers[:count], names, depth)
        if len(data) <= room or count == 0:
            return Packed(data, count)
        if depth is DEPTHS[-1]:
            count = min(count - 1, int(count * room / len(data) * 0.98))
        else:
            depth = DEPTHS[DEPTHS.index(depth) + 1]


def _deepest(answers: Sequence[Answer], names: Sequence[str], room: int) -> Depth:
    """Return the greatest depth at which all will probably fit, judged from some of them."""
    some = list(answers[:: max(1, len(answers) // SAMPLES)])
    share = len(some) / max(1, len(answers))
    for depth in DEPTHS:
        data, opened = _packed(some, names, depth)
        if opened <= OPENED * share and len(data) <= room * share:
            return depth
    return DEPTHS[-1]


def _group_names(answers: Sequence[Answer]) -> list[str]:
    return [*dict.fromkeys(name for answer in answers for name in answer.record.groups)][:NAMES]


def _packed(answers: Sequence[Answer], names: Sequence[str], depth: Depth) -> tuple[str, int]:
    """Return the rows packed, and their bytes unpacked; made one at a time, to stay small."""
    # The format of gzip, without the hour in it: the same answers give the same bytes.
    packer = zlib.compressobj(6, zlib.DEFLATED, zlib.MAX_WBITS | 16)
    out, size = bytearray(), 0
    for piece in _pieces(answers, names, depth):
        plain = piece.encode("utf-8", "replace")
        size += len(plain)
        out += packer.compress(plain)
    out += packer.flush()
    return base64.b64encode(out).decode(), size


def _pieces(answers: Sequence[Answer], names: Sequence[str], depth: Depth) -> Iterator[str]:
    """Yield the JSON that the page's script reads, a row at a time."""
    yield f'{{"groups":{dump_json([name[:40] for name in names])},"rows":['
    for number, answer in enumerate(answers):
        yield f"{',' if number else ''}{dump_json(row(answer, names, depth))}"
    yield "]}"


def row(answer: Answer, names: Sequence[str], depth: Depth) -> list[Any]:
    """Return an answer as the page's script reads it; the order of the fields is known to both."""
    ones = answer.assessments
    scores = [one.score for one in ones if one.score is not None]
    bad = [(c, v) for c, v in judged(ones) if v.label is not VerdictLabel.SUPPORTED]
    return [
        answer.record.id[:60],
        (answer.record.model or "")[:40],
        [answer.record.groups.get(name, "")[:40] for name in names],
        [one.check.value for one in ones],
        [one.check.value for one in ones if one.flagged],
        [f"{one.check.value}: {f.message[:100]}" for one in ones for f in one.failures],
        round(min(scores), 3) if scores else None,
        _text(answer.record.response, bad, depth.text),
        [_finding(answer.record, c, v, depth.each) for c, v in bad[: depth.findings]],
    ]


def _text(
    response: str, bad: Sequence[tuple[Claim, Verdict]], longest: int
) -> list[str | list[str]]:
    """Return the text in pieces; a marked one is a list of kind and text."""
    marks = [Mark(c.source_span, KINDS[v.label]) for c, v in bad if c.source_span]
    return [
        [piece.kinds, piece.text] if piece.marks else piece.text
        for piece in segments(_cut(response, longest), marks)
    ]


def _finding(record: Record, claim: Claim, verdict: Verdict, longest: int) -> list[str]:
    """Return a claim without ground: kind, word, claim, reason, quote, source."""
    quote = next((one for one in verdict.evidence if one.text), Evidence())
    texts = (_cut(text, longest) for text in (claim.text, verdict.reasoning, quote.text))
    source = record.source_name(quote.source_id or "")
    return [KINDS[verdict.label], WORDS[verdict.label], *texts, source[:60]]


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[:longest]}…"
