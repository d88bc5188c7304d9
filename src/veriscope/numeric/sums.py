"""Calculations that a text claims: growth, change, share, sum, difference and average."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from veriscope.figures import Figure, FigureKind
from veriscope.numeric.tokens import CURRENCY, METRIC, NO_VALUE, PERCENTAGE, VALUE, Tokens


class Operation(StrEnum):
    """What is to be recomputed from the operands."""

    GROWTH = "growth"
    CHANGE = "change"
    SHARE = "share"
    SUM = "sum"
    DIFFERENCE = "difference"
    AVERAGE = "average"


Operand = Figure | str
"""A figure of the text, or the name of a metric that is to be looked up."""


@dataclass(frozen=True, slots=True)
class Calculation:
    """One result that the text states, and what it says that it comes from.

    `falls` is set where the text speaks of a decrease, so that its number counts as negative.
    """

    operation: Operation
    result: Figure
    operands: tuple[Operand, ...]
    falls: bool = False


_UP = (
    "up|increas(?:e[ds]?|ing)|rose|ris(?:e[ns]?|ing)|gr[eo]w(?:s|n|th|ing)?|gain(?:ed|s)?|"
    "climb(?:ed|s)?|jump(?:ed|s)?|higher|improve[ds]?|improvement|"
    "hausse|augment\\w{0,6}|gestiegen|stieg|Anstieg|Zunahme"
)
_DOWN = (
    "down|decreas(?:e[ds]?|ing)|fell|fall(?:en|s|ing)?|declin(?:e[ds]?|ing)|drop(?:ped|s)?|lower|"
    "reduc(?:ed|tion)|shrank|baisse|diminu\\w{0,6}|gesunken|sank|Rückgang"
)
_MOVE = re.compile(
    rf"(?i:\b(?:(?P<up>{_UP})|(?P<down>{_DOWN}))\b)|(?P<up_ko>증가|상승)|(?P<down_ko>감소|하락)"
)
_BY = re.compile(r"(?i:\bby|\bof|\bum|\bde)\s[^\ue000-\uf8ff]{0,10}$")
_IS_VALUE = re.compile(VALUE).fullmatch
_W = f"{NO_VALUE}{{0,60}}?"
_SHORT = "[^\ue000-\uebff.;]{0,30}?"
_SAME = "[^\ue000-\uebff\uf000-\uf3ff.;]{0,60}?"
_FROM = r"\b(?i:from|de|von)\b"
_TO = r"\b(?i:to|à|auf)\b"
_PAIRS = (
    re.compile(rf"{_FROM}{_W}(?P<old>{VALUE}){_W}{_TO}{_W}(?P<new>{VALUE})"),
    re.compile(rf"{_TO}{_W}(?P<new>{VALUE}){_W}{_FROM}{_W}(?P<old>{VALUE})"),
    re.compile(rf"(?P<new>{VALUE}){_SAME}(?P<mid>{VALUE}){_SAME}{_FROM}{_W}(?P<old>{VALUE})"),
)
_PART = f"{CURRENCY}|{METRIC}"
_SHARE = re.compile(
    rf"(?P<part>{_PART})(?P<link>[^\ue000-\uf8ff.;]{{0,40}})(?P<result>{PERCENTAGE})"
    rf"\s(?i:of|de|der|des|von)\s(?:(?i:the|its|all|total|la|le|les)\s)?(?P<whole>{_PART})"
)
_SHARE_VERB = re.compile(
    r"(?i:\b(?:was|were|is|are|represent\w{0,4}|account\w{0,3}|equal\w{0,4}|ma[dk]e\w? up|at|"
    r"consum\w{1,3}|took|stood|amount\w{0,3}|came to|"
    r"est|sont|représent\w{0,6}|war|waren|sind|ist)\b)|^\s?[,(]"
)
_AND = r"(?:,|\+|\b(?i:and|plus|et|und)\b)"
_LIST = rf"{CURRENCY}(?>{_SHORT}{_AND}{_SHORT}{CURRENCY}){{1,9}}"
"""Atomic, so that a list of many commas is gone through once."""
_EQUALS = (
    r"(?:=|\b(?i:equals?|totals?|totall?ed|totall?ing|sums? to|adds? up to|added up to|"
    r"a total of|makes?|gives?|combined|together(?! with)|comes? to|soit|ergibt|ergeben)\b)"
)
_PARTS = r"(?:(?:\(|:|=)(?!\s?of which)|\b(?i:comprising|consisting of|made up of|being)\b)"
_MINUS = rf"(?:\s[-\u2212\u2013]\s|{_SHORT}\b(?i:minus|less(?!\sthan))\b{_SHORT})"
_LEAVES = r"(?:=|\b(?i:equals?|is|was|leaves?|leaving|gives?|giving|makes?)\b)"
_SUMS = (
    re.compile(rf"(?P<list>{_LIST}){_SHORT}{_EQUALS}{_W}(?P<result>{CURRENCY})"),
    re.compile(
        rf"\b(?i:total|sum|combined)\b{_W}(?P<result>{CURRENCY}){_SHORT}{_PARTS}"
        rf"{_SHORT}(?P<list>{_LIST})"
    ),
    re.compile(
        rf"\b(?i:sum of)\b{_W}(?P<list>{_LIST}){_SHORT}\b(?i:is|was|of)\b{_W}(?P<result>{CURRENCY})"
    ),
)
_AVERAGE = re.compile(
    rf"\b(?i:average|mean) of\b{_W}(?P<list>{_LIST}){_SHORT}\b(?i:is|was)\b{_W}"
    rf"(?P<result>{CURRENCY})"
)
_DIFFERENCES = (
    re.compile(
        rf"(?P<first>{CURRENCY}){_MINUS}(?P<second>{CURRENCY}){_SHORT}{_LEAVES}"
        rf"{_W}(?P<result>{CURRENCY})"
    ),
    re.compile(
        rf"\b(?i:difference between)\b{_W}(?P<first>{CURRENCY}){_W}\b(?i:and)\b"
        rf"{_W}(?P<second>{CURRENCY}){_W}\b(?i:is|was|of)\b{_W}(?P<result>{CURRENCY})"
    ),
)


def calculations(tokens: Tokens) -> Iterator[Calculation]:
    """Yield the calculations that a sentence claims."""
    yield from _moves(tokens)
    for match in _SHARE.finditer(tokens.text):
        if _SHARE_VERB.search(match["link"]):
            parts = (_operand(tokens, match["part"]), _operand(tokens, match["whole"]))
            yield Calculation(Operation.SHARE, _figure(tokens, match["result"]), parts)
    forms = (*((form, Operation.SUM) for form in _SUMS), (_AVERAGE, Operation.AVERAGE))
    for form, operation in forms:
        for match in form.finditer(tokens.text):
            listed = tuple(_figure(tokens, c) for c in re.findall(CURRENCY, match["list"]))
            yield Calculation(operation, _figure(tokens, match["result"]), listed)
    for form in _DIFFERENCES:
        for match in form.finditer(tokens.text):
            both = (_figure(tokens, match["first"]), _figure(tokens, match["second"]))
            yield Calculation(Operation.DIFFERENCE, _figure(tokens, match["result"]), both)


def _moves(tokens: Tokens) -> Iterator[Calculation]:
    """Yield growth and change: two values, a word for up or down, and what it comes to."""
    moves = [(m.start(), bool(m["down"] or m["down_ko"])) for m in _MOVE.finditer(tokens.text)]
    if not moves:
        return
    for form in _PAIRS:
        for match in form.finditer(tokens.text):
            old, new = _figure(tokens, match["old"]), _figure(tokens, match["new"])
            if (old.kind, old.unit) != (new.kind, new.unit):
                continue
            found = _result(tokens, match, old)
            if found is not None:
                result, at = found
                _, falls = min(moves, key=lambda move: abs(move[0] - at))
                growth = result.kind is FigureKind.PERCENTAGE and (
                    result.unit == "%" or old.kind is not FigureKind.PERCENTAGE
                )
                operation = Operation.GROWTH if growth else Operation.CHANGE
                yield Calculation(operation, result, (old, new), falls)
                return


def _result(tokens: Tokens, pair: re.Match[str], old: Figure) -> tuple[Figure, int] | None:
    """Return the one other figure near the pair that can state the move, and where it stands."""
    start, end = pair.span()
    if "mid" in pair.re.groupindex:
        figure = _fits(_figure(tokens, pair["mid"]), old)
        return None if figure is None else (figure, pair.start("mid"))
    taken = {pair["old"], pair["new"]}
    near = [(i, tokens.text[i]) for i in range(max(0, start - 60), min(end + 60, len(tokens.text)))]
    values = [(i, char) for i, char in near if _IS_VALUE(char) and char not in taken]
    fitting = [(f, i) for i, char in values if (f := _fits(_figure(tokens, char), old))]
    # "Up 9 % from A to B" needs no more; an amount is the change only where it says "by".
    said = [(f, i) for f, i in fitting if f.kind is not old.kind or f.unit != old.unit]
    said = said or [(f, i) for f, i in fitting if _BY.search(tokens.text, max(0, i - 12), i)]
    return min(said, key=lambda one: min(abs(one[1] - start), abs(one[1] - end)), default=None)


def _fits(figure: Figure, old: Figure) -> Figure | None:
    """A move is stated in percent, in points for percentages, or in the unit itself."""
    if figure.kind is FigureKind.PERCENTAGE:
        points = figure.unit in {"pp", "bp"}
        return figure if not points or old.kind is FigureKind.PERCENTAGE else None
    return figure if (figure.kind, figure.unit) == (old.kind, old.unit) else None


def _figure(tokens: Tokens, char: str) -> Figure:
    figure = tokens.figure(char)
    assert figure is not None  # noqa: S101 - the pattern asked for a figure
    return figure


def _operand(tokens: Tokens, char: str) -> Operand:
    return tokens.figure(char) or tokens.metric(char)
