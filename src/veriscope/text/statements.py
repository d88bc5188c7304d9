"""The statements of an answer: what claims something, and what only keeps it company.

No model is asked. Greetings, questions, headings, code, refusals and remarks about the answer
itself are told apart, so that a score counts claims alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from veriscope.model import Span
from veriscope.text.antecedents import Antecedents
from veriscope.text.blocks import Block, BlockKind, blocks
from veriscope.text.clauses import clauses
from veriscope.text.company import Company, company_of
from veriscope.text.sentences import sentences


class StatementKind(StrEnum):
    """What a stretch of an answer does."""

    CLAIM = "claim"
    QUESTION = "question"
    HEADING = "heading"
    CODE = "code"
    COURTESY = "courtesy"
    REMARK = "remark"
    REFUSAL = "refusal"


@dataclass(frozen=True, slots=True)
class Statement:
    """A stretch of an answer and a text of it that can be read alone.

    `text` is the stretch without Markdown; a table row carries its column heads, a fragment under
    "The products are:" that line, a pronoun its antecedent where that is certain. `span` is
    always the stretch itself.
    """

    kind: StatementKind
    text: str
    span: Span


_MARKS = re.compile(
    r"\*\*|__|`|(?<=\[)\^|!?\[(?P<link>[^\]\[]{1,200})\]\([^()\s]{1,500}\)"
    r"|\s?\[\^?[1-9]\d{0,2}(?:[,–-]\s?\d{1,3}){0,8}\]|(?<!\w)[*_](?=\w)|(?<=[\w.,])[*_](?!\w)"
)
_MARKED = re.compile(r"[*_`\[]")
_SPACE = re.compile(r"\s+")
_KINDS = {
    Company.COURTESY: StatementKind.COURTESY,
    Company.REMARK: StatementKind.REMARK,
    Company.REFUSAL: StatementKind.REFUSAL,
}


def statements(answer: str) -> list[Statement]:
    """Return all statements of an answer in order; together they cover what is not blank."""
    return list(_read(answer))


def claim_statements(answer: str) -> list[Statement]:
    """Return the statements that claim something."""
    return [found for found in _read(answer) if found.kind is StatementKind.CLAIM]


def _read(answer: str) -> Iterator[Statement]:
    lead = ""
    heads: tuple[str, ...] = ()
    known = Antecedents()
    for block in blocks(answer):
        kind = block.kind
        if kind is BlockKind.CODE:
            yield _whole(StatementKind.CODE, answer, block.span)
        elif kind is BlockKind.HEADING:
            known = Antecedents()
            yield _whole(StatementKind.HEADING, answer, block.span)
        elif kind is BlockKind.TABLE_HEAD:
            heads = tuple(_cells(answer[block.span[0] : block.span[1]]))
            yield _whole(StatementKind.HEADING, answer, block.span)
        elif kind is BlockKind.TABLE_ROW:
            yield from _row(answer, block.span, heads)
        else:
            found = list(_sentences(answer, block, lead, known))
            yield from found
            if kind is BlockKind.PARAGRAPH:
                last = found[-1] if found else None
                lead = last.text if last and _is_lead(last) else ""


def _is_lead(last: Statement) -> bool:
    return last.kind is StatementKind.HEADING and last.text.endswith((":", "："))


def _whole(kind: StatementKind, answer: str, span: Span) -> Statement:
    return Statement(kind, plain(answer[span[0] : span[1]]), span)


def _row(answer: str, span: Span, heads: tuple[str, ...]) -> Iterator[Statement]:
    cells = _cells(answer[span[0] : span[1]])
    named = [
        f"{head}: {cell}" if head else cell
        for head, cell in zip((*heads, *[""] * len(cells)), cells, strict=False)
        if cell
    ]
    if named:
        yield Statement(StatementKind.CLAIM, "; ".join(named), span)


def _cells(line: str) -> list[str]:
    inner = line.strip().removeprefix("|").removesuffix("|")
    return [plain(cell) for cell in inner.split("|")]


def _sentences(answer: str, block: Block, lead: str, known: Antecedents) -> Iterator[Statement]:
    for start, end in sentences(answer, *block.span):
        text = plain(answer[start:end])
        kind = _kind(text)
        if kind is not StatementKind.CLAIM:
            yield Statement(kind, text, (start, end))
            continue
        parts = clauses(answer, start, end)
        for part in parts:
            stretch = text if len(parts) == 1 else plain(answer[part[0] : part[1]])
            full = known.resolve(stretch)
            if lead and block.kind is BlockKind.BULLET and _is_fragment(stretch):
                full = f"{lead} {stretch}"
            known.saw(stretch)
            yield Statement(StatementKind.CLAIM, full, part)


def _is_fragment(text: str) -> bool:
    return not text.endswith((".", "!", "。", "다", "요"))


def _kind(text: str) -> StatementKind:
    last = text[-1:]
    if last in "?？" or text.rstrip("\"'”’»)")[-1:] in ("?", "？"):
        return StatementKind.QUESTION
    if not any(map(str.isalnum, text)):
        return StatementKind.REMARK
    company = company_of(text)
    if company is not None:
        return _KINDS[company]
    return StatementKind.HEADING if last in ":：" else StatementKind.CLAIM


def plain(text: str) -> str:
    """Return `text` without Markdown marks, links' targets and citation numbers, on one line."""
    if _MARKED.search(text):
        text = _MARKS.sub(lambda found: found.group("link") or "", text)
    if "\n" in text or "  " in text or "\t" in text:
        text = _SPACE.sub(" ", text)
    return text.strip()
