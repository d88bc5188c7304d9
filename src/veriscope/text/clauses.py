"""Clauses of a sentence that stand on their own, found where that is safe without a parser."""

from __future__ import annotations

import re

from veriscope.model import Span

_FINITE = (
    r"is|are|was|were|has|have|had|will|would|can|could|may|might|must|does|did|became|began|won|"
    r"est|sont|était|étaient|a|ont|avait|fut|peut|sera|"
    r"ist|sind|war|waren|hat|haben|hatte|hatten|wird|wurde|wurden|kann|liegt"
)
_VERB = re.compile(rf"\b(?:{_FINITE})\b")
# A second clause is cut off only when it brings its own subject.
_JOINT = re.compile(
    r";\s+"
    r"|,\s+(?:and|but|while|whereas|yet|so|mais|tandis que|et|aber|und|während|doch)\s+"
    r"(?=(?:the|an?|it|he|she|they|its|his|her|their|this|these|those|"
    r"les?|la|l['’]|il|elle|ils|elles|ce|cette|ces|"
    r"der|die|das|er|sie|es|ein|eine|diese[rs]?)\b|[A-ZÀ-ÖØ-Þ])"
)
_MIN_WORDS = 4
# A verb that far away is no longer the clause's, and a sentence without end stays linear.
_LOOK = 300


def clauses(text: str, start: int, end: int) -> list[Span]:
    """Return the clauses of the sentence `text[start:end]`; mostly that is the sentence itself.

    It is cut at a semicolon or a conjunction after a comma when either side has a verb and at
    least four words, and only there: a wrong cut costs more than none.
    """
    out: list[Span] = []
    begin = start
    for joint in _JOINT.finditer(text, start, end):
        left = text[max(begin, joint.start() - _LOOK) : joint.start()]
        right = text[joint.end() : min(end, joint.end() + _LOOK)]
        if _stands(left) and _stands(right):
            out.append((begin, joint.start()))
            begin = joint.end()
    out.append((begin, end))
    return out


def _stands(piece: str) -> bool:
    return piece.count(" ") + 1 >= _MIN_WORDS and _VERB.search(piece) is not None
