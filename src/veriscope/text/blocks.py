"""The blocks of an answer in Markdown: paragraphs, bullets, tables, headings, code."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from enum import StrEnum

from veriscope.model import Span


class BlockKind(StrEnum):
    """What a block is."""

    PARAGRAPH = "paragraph"
    BULLET = "bullet"
    HEADING = "heading"
    TABLE_HEAD = "table_head"
    TABLE_ROW = "table_row"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch of the answer without its bullet or heading marks."""

    kind: BlockKind
    span: Span


_SPECIAL = re.compile(
    r"[ \t]*+(?:>[ \t]?)*+[ \t]*+(?:"
    r"(?P<fence>```|~~~)"
    r"|(?P<heading>\#{1,6}[ \t]++)"
    r"|(?P<rule>(?:[-*_=][ \t]*+){3,}+$)"
    r"|(?P<bullet>(?:[-*+•‣◦▪●–·]|\(?\d{1,3}[.)])[ \t]++(?=\S))"
    r"|(?P<bold>(?:\*\*|__)[^*_\n]{1,80}(?:\*\*|__):?[ \t]*+$)"
    r"|(?P<table>\|)"
    r")"
)
_QUOTE = re.compile(r"[ \t]*+(?:>[ \t]?)++")
_TABLE_RULE = re.compile(r"[ \t]*+\|?[ \t]*+:?-+:?[ \t]*+(?:\|[ \t]*+:?-+:?[ \t]*+)*+\|?[ \t]*+$")
_UNDERLINE = re.compile(r"[ \t]*+(?:=+|-{3,})[ \t]*+$")
# Where none of these begins a line there is only running text.
_MARKUP = re.compile(r"^[ \t]*+(?:[-*+•‣◦▪●–·>#|`~_=]|\(?\d{1,3}[.)])|\|", re.MULTILINE)
_LINE_END = ".!?…。！？:;,，、\"'”’»)"
_SHORT_LINE = 60


def blocks(text: str) -> list[Block]:
    """Cut an answer into blocks, in order; blank lines belong to none.

    Lines of running text that follow each other are one paragraph. A short line that ends without
    a mark, before a line that begins like a sentence, ends its paragraph.
    """
    if "\n" not in text and not _MARKUP.search(text):
        return [Block(BlockKind.PARAGRAPH, (0, len(text)))] if text.strip() else []
    return list(_Reader(text).read())


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = _line_spans(text)
        self.begin: int | None = None
        self.end = 0

    def read(self) -> Iterator[Block]:
        number = 0
        while number < len(self.lines):
            start, end = self.lines[number]
            found = _SPECIAL.match(self.text, start, end)
            kind = found.lastgroup if found else None
            if self.text[start:end].isspace() or start == end:
                yield from self._close()
            elif kind == "fence":
                yield from self._close()
                number = yield from self._code(number)
                continue
            elif self._opens_table(number):
                yield from self._close()
                number = yield from self._table(number)
                continue
            else:
                yield from self._line(number, found, kind)
            number += 1
        yield from self._close()

    def _line(self, number: int, found: re.Match[str] | None, kind: str | None) -> Iterator[Block]:
        start, end = self.lines[number]
        if kind == "rule":
            if self.begin is not None and _UNDERLINE.match(self.text, start, end):
                begin, self.begin = self.begin, None
                yield Block(BlockKind.HEADING, (begin, self.end))
            yield from self._close()
        elif found is not None and kind == "bullet":
            yield from self._close()
            self._open(BlockKind.BULLET, found.end(), end)
        elif found is not None and kind in ("heading", "bold"):
            yield from self._close()
            first = found.end() if kind == "heading" else start
            if self.text[first:end].strip():
                yield Block(BlockKind.HEADING, (first, end))
        elif self.begin is None:
            quote = _QUOTE.match(self.text, start, end)
            self._open(BlockKind.PARAGRAPH, quote.end() if quote else start, end)
        elif self._begins_anew(number):
            yield from self._close()
            self._open(BlockKind.PARAGRAPH, start, end)
        else:
            self.end = end

    def _open(self, kind: BlockKind, begin: int, end: int) -> None:
        self.kind, self.begin, self.end = kind, begin, end

    def _close(self) -> Iterator[Block]:
        if self.begin is not None:
            yield Block(self.kind, (self.begin, self.end))
            self.begin = None

    def _begins_anew(self, number: int) -> bool:
        before, after = self.lines[number - 1], self.lines[number]
        last = self.text[before[0] : before[1]].rstrip()
        first = self.text[after[0] : after[1]].lstrip()[:1]
        if last.endswith(":"):
            return True
        short = len(last) < _SHORT_LINE and last[-1:] not in _LINE_END
        return short and bool(first) and not first.islower()

    def _code(self, number: int) -> Generator[Block, None, int]:
        """Read up to the closing fence, or to the end where there is none."""
        begin = self.lines[number][0]
        mark = self.text[begin : self.lines[number][1]].lstrip("> \t")[:3]
        last = number + 1
        while last < len(self.lines) - 1 and not self._line_text(last).lstrip("> \t").startswith(
            mark
        ):
            last += 1
        last = min(last, len(self.lines) - 1)
        yield Block(BlockKind.CODE, (begin, self.lines[last][1]))
        return last + 1

    def _line_text(self, number: int) -> str:
        start, end = self.lines[number]
        return self.text[start:end]

    def _opens_table(self, number: int) -> bool:
        if number + 1 >= len(self.lines) or "|" not in self._line_text(number):
            return False
        start, end = self.lines[number + 1]
        return bool(_TABLE_RULE.match(self.text, start, end)) and "-" in self.text[start:end]

    def _table(self, number: int) -> Generator[Block, None, int]:
        yield Block(BlockKind.TABLE_HEAD, self.lines[number])
        number += 2
        while number < len(self.lines) and "|" in self._line_text(number):
            yield Block(BlockKind.TABLE_ROW, self.lines[number])
            number += 1
        return number


def _line_spans(text: str) -> list[Span]:
    spans = []
    start = 0
    for line in text.split("\n"):
        end = start + len(line)
        spans.append((start, end - 1 if line.endswith("\r") else end))
        start = end + 1
    return spans
