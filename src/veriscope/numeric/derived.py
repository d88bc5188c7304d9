"""Derived figures: recomputed from operands that are themselves verified."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Context, Decimal
from itertools import islice, product

from veriscope.figures import Figure, FigureKind
from veriscope.figures.numerals import EXACT, shown
from veriscope.numeric.compare import as_percent, closeness, relative_difference, within
from veriscope.numeric.config import HallucinationConfig
from veriscope.numeric.facts import Fact
from veriscope.numeric.outcome import Outcome, show_figure
from veriscope.numeric.sums import Calculation, Operand, Operation
from veriscope.numeric.verify import show_percent

_ROUGH = Context(prec=40)
_MOST = 200
"""How many pairs of facts are tried where a metric has many values in scope."""


@dataclass(frozen=True, slots=True)
class Value:
    """An operand as it is known to be, and the fact that says so."""

    number: Decimal
    fact: Fact


@dataclass(frozen=True, slots=True)
class Recomputed:
    """The result of one calculation with its arithmetic."""

    number: Decimal
    arithmetic: str
    facts: tuple[Fact, ...]


def recheck(
    calculation: Calculation,
    outcomes: Mapping[Figure, Outcome],
    facts: Sequence[Fact],
    config: HallucinationConfig,
) -> Outcome | None:
    """Return what a claimed result becomes once it is recomputed; None where nothing is known.

    A result with an unverified operand is unverified. It agrees within the tolerance of its kind,
    or where the recomputed number, rounded as the text rounds, is the one in the text.
    """
    before = outcomes[calculation.result]
    if before.error is not None:
        return None
    for operand in calculation.operands:
        if isinstance(operand, Figure) and not outcomes[operand].verified:
            basis = f"derived from {operand.text}, which is not verified"
            return replace(before, evidence=(), verified=False, basis=basis)
    choices = [_values(operand, outcomes, facts) for operand in calculation.operands]
    if not all(choices):
        return None
    tried = (
        _compute(calculation, values)
        for values in islice(product(*choices), _MOST)
        if _of_one_row(values, calculation.operands)
    )
    results = [result for result in tried if result is not None]
    if not results:
        return None
    claimed = _claimed(calculation)
    best = max(results, key=lambda result: closeness(claimed, result.number))
    return _outcome(before, claimed, best, config)


def _values(
    operand: Operand, outcomes: Mapping[Figure, Outcome], facts: Sequence[Fact]
) -> list[Value]:
    found = outcomes[operand].evidence[:1] if isinstance(operand, Figure) else ()
    if isinstance(operand, str):
        found = [fact for fact in facts if fact.metric == operand]
    return [Value(as_percent(f.value, f.unit), f) for f in found if f.value is not None]


def _of_one_row(values: Sequence[Value], operands: Sequence[Operand]) -> bool:
    """Whether metrics that are looked up come from one row, where they come from one table."""
    rows = {
        value.fact.row
        for value, operand in zip(values, operands, strict=True)
        if isinstance(operand, str) and value.fact.row is not None
    }
    return len(rows) == len({table for table, _ in rows})


def _compute(calculation: Calculation, values: Sequence[Value]) -> Recomputed | None:
    numbers = [value.number for value in values]
    first, last = numbers[0], numbers[-1]
    written = [shown(number) for number in numbers]
    match calculation.operation:
        case Operation.GROWTH:
            number = _percent_of(EXACT.subtract(last, first), first)
            arithmetic = f"({written[1]} - {written[0]}) / {written[0]}"
        case Operation.SHARE:
            number = _percent_of(first, last)
            arithmetic = f"{written[0]} / {written[1]}"
        case Operation.CHANGE:
            number, arithmetic = EXACT.subtract(last, first), f"{written[1]} - {written[0]}"
        case Operation.DIFFERENCE:
            number, arithmetic = EXACT.subtract(first, last), f"{written[0]} - {written[1]}"
        case Operation.SUM:
            number, arithmetic = _total(numbers), " + ".join(written)
        case Operation.AVERAGE:
            number = _ROUGH.divide(_total(numbers), Decimal(len(numbers)))
            arithmetic = f"({' + '.join(written)}) / {len(written)}"
    if number is None:
        return None
    facts = tuple(dict.fromkeys(value.fact for value in values))
    return Recomputed(number, arithmetic, facts)


def _total(numbers: Sequence[Decimal]) -> Decimal:
    total = Decimal(0)
    for number in numbers:
        total = EXACT.add(total, number)
    return total


def _percent_of(part: Decimal, whole: Decimal) -> Decimal | None:
    if whole == 0:
        return None
    return _ROUGH.divide(EXACT.multiply(part, Decimal(100)), EXACT.abs(whole))


def _claimed(calculation: Calculation) -> Decimal:
    """Return the number as the text means it: "down 4 %" is -4 %."""
    figure = calculation.result
    value = as_percent(figure.value or Decimal(0), figure.unit)
    return EXACT.abs(value).copy_negate() if calculation.falls else value


def _outcome(
    before: Outcome, claimed: Decimal, best: Recomputed, config: HallucinationConfig
) -> Outcome:
    figure = before.figure
    tolerance = config.tolerance(figure.kind)
    verified = within(claimed, best.number, tolerance) or _rounds_to(figure, claimed, best.number)
    percent = figure.unit in {"%", "bp", "pp"}
    result = f"{best.number:.6g} %" if percent else shown(best.number)
    difference = show_percent(relative_difference(claimed, best.number))
    basis = (
        f"{best.arithmetic} = {result}, claimed {show_figure(figure)}{' %' if percent else ''}: "
        f"{difference} off, {'within' if verified else 'outside'} {tolerance:g} %"
    )
    return replace(
        before,
        evidence=best.facts,
        nearest=None,
        closeness=closeness(claimed, best.number),
        actual=result,
        difference=difference,
        tolerance=f"{tolerance:g} %",
        basis=basis,
        derivation=f"{best.arithmetic} = {result}",
        verified=verified,
    )


def _rounds_to(figure: Figure, claimed: Decimal, number: Decimal) -> bool:
    """Whether the recomputed number, rounded to the digits of the text, is the claimed one.

    A percentage may be rounded as it likes; of an amount the last digit may make up one percent at
    most, since "$2M" for 1.7 million is no rounding that a reader expects.
    """
    places = figure.decimals - figure.scale + (2 if figure.unit == "bp" else 0)
    if abs(number.adjusted()) > 200 or abs(places) > 200:
        return False
    unit = Decimal(1).scaleb(-places)
    if figure.kind is not FigureKind.PERCENTAGE and unit * 100 > abs(number):
        return False
    return number.quantize(unit, ROUND_HALF_UP, context=Context(prec=500)) == claimed
