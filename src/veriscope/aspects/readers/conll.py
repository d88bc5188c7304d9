"""BIO-tagged columns: a token a line, an empty line behind each sentence.

The tag is the last column that looks like one (`O`, `B`, `I-ASP`, `B-positive`; also the `S`, `E`,
`L`, `U` of the longer schemes), so a column of polarities behind it does no harm. A comment
`# text = …` gives the sentence as it was written, `# sent_id = …` its name; without a text the
tokens are joined by one space. An inside tag that nothing opened opens an aspect itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import IO

from veriscope.aspects.readers.shapes import Entry
from veriscope.aspects.readers.tokens import joined, token_places, token_span
from veriscope.errors import InputError

TAG = re.compile(r"(?P<mark>[BIESLU])(?:[-_](?P<kind>\S+))?|O")
_COMMENT = re.compile(r"#\s*(?P<key>text|sent_id|id)\s*=\s*(?P<value>.*)")
_OPENS = frozenset("BSU")
_CLOSES = frozenset("ESLU")
_POLARITIES = frozenset({"positive", "negative", "neutral", "conflict", "pos", "neg", "neu"})


@dataclass
class _Sentence:
    tokens: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    moods: list[str] = field(default_factory=list)
    said: dict[str, str] = field(default_factory=dict)


def read_conll(stream: IO[bytes], source: str) -> Iterator[Entry]:
    """Yield one entry a sentence; a line without a tag is an `InputError` that names it."""
    sentence = _Sentence()
    for number, raw in enumerate(stream, start=1):
        try:
            line = raw.decode("utf-8-sig" if number == 1 else "utf-8").strip()
        except UnicodeDecodeError as error:
            problem = f"not UTF-8: byte {error.start}"
            raise InputError(problem, source=source, line=number) from None
        comment = _COMMENT.fullmatch(line)
        if not line or line.startswith("-DOCSTART-"):
            if sentence.tokens:
                yield _entry(sentence)
                sentence = _Sentence()
        elif comment is not None:
            sentence.said[comment["key"]] = comment["value"]
        elif not line.startswith("# ") or tag_of(line.split()) is not None:
            _add(sentence, line, source, number)
    if sentence.tokens:
        yield _entry(sentence)


def tag_of(columns: list[str]) -> int | None:
    """Return the number of the column that holds the tag; the first one is the token."""
    numbers = range(len(columns) - 1, 0, -1)
    return next((i for i in numbers if TAG.fullmatch(columns[i])), None)


def _add(sentence: _Sentence, line: str, source: str, number: int) -> None:
    columns = line.split()
    at = tag_of(columns)
    if at is None:
        problem = "no BIO tag in this line"
        raise InputError(problem, source=source, line=number)
    behind = columns[at + 1].lower() if at + 1 < len(columns) else ""
    sentence.tokens.append(columns[0])
    sentence.tags.append(columns[at])
    sentence.moods.append(behind if behind in _POLARITIES else "")


def _entry(sentence: _Sentence) -> Entry:
    text = sentence.said.get("text", joined(sentence.tokens))
    places = token_places(text, sentence.tokens)
    aspects = []
    for first, behind in runs(sentence.tags):
        span = token_span(places, first, behind)
        whole = joined(sentence.tokens[first:behind])
        term = whole if span is None else text[span["start"] : span["end"]]
        kind = (TAG.fullmatch(sentence.tags[first]) or {"kind": None})["kind"] or ""
        mood = sentence.moods[first] or (kind.lower() if kind.lower() in _POLARITIES else "")
        aspects.append({"term": term, "span": span, **({"polarity": mood} if mood else {})})
    name = sentence.said.get("sent_id", sentence.said.get("id"))
    return {"text_id": name, "text": text, "aspects": aspects}


def runs(tags: list[str]) -> Iterator[tuple[int, int]]:
    """Yield the half-open ranges of tokens that tags mark as one aspect each."""
    start: int | None = None
    kind: str | None = None
    for i, tag in enumerate([*tags, "O"]):
        found = TAG.fullmatch(tag)
        mark = found["mark"] if found else None
        own = found["kind"] if found else None
        if start is not None and (mark is None or mark in _OPENS or own != kind):
            yield (start, i)
            start = None
        if mark is not None and start is None:
            start, kind = i, own
        if mark in _CLOSES and start is not None:
            yield (start, i + 1)
            start = None
