"""Numbers in tables and JSON, with the words that name their row and column."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from veriscope.figures.figure import FigureKind
from veriscope.figures.numerals import check_locale, parse_number, scaled
from veriscope.figures.words import SYMBOLS
from veriscope.model import Span

_PAIR = re.compile(
    r'"(?P<key>[^"\\\n]{1,120})"\s{0,4}:\s{0,4}'
    r"(?:(?P<number>-?[0-9]++(?:\.[0-9]++)?+(?:[eE][+-]?[0-9]{1,2})?+)(?=\s{0,4}(?:[,}\]\n]|\Z))"
    r'|"(?P<quoted>-?[0-9][0-9.,]*+)")'
)
_SPLIT = re.compile(r"[|\t]| {2,}")
_VALUE = re.compile(
    r"(?P<open>\()?\s{0,3}(?P<sign>[-\u2212])?(?P<symbol>[$€£¥₩])?\s{0,3}(?P<inner>\()?"
    r"(?P<minus>[-\u2212])?(?P<number>[0-9][0-9.,'’\u00a0\u202f]*+)\s?(?P<percent>%)?\s{0,3}\)?"
    r"\s?(?P<late>%)?"
)
_SCALES = {"thousand": 3, "million": 6, "billion": 9, "000": 3, "mio": 6, "mrd": 9, "tsd": 3}
_SCALES |= {"k": 3, "m": 6, "mn": 6, "bn": 9}
_IN_SCALE = re.compile(
    r"(?ai:\b(?:in|en)\s{0,2}(?:(?:US|U\.S\.)?\s?[$€£¥₩]\s?|[a-z]{3,8}\s)?"
    r"(?P<said>thousand|million|billion|mio|mrd|tsd))"
    r"|(?:[$€£¥₩]|USD|EUR|GBP|CHF|RMB|\()\s?['’]?"
    r"(?P<short>000|(?ai:thousand|million|billion|mio|mrd|tsd)|bn|mn|m|k)(?:s\b|\b)"
)
_YEAR = re.compile(r"(?:19|20)[0-9]{2}")
_UNSCALED = re.compile(
    r"(?ai:(?<!except )(?<!excluding )\bper (?:share|unit|ordinary|common|adr?s)|\bnumber of|"
    r"\bje aktie|\bpar action|\bratios?\b)|%"
)


@dataclass(frozen=True, slots=True)
class Cell:
    """One number of a table or of a JSON object, already multiplied as the table says.

    `label` names the row, `heading` the column, `section` the rows that it stands among. `kind` and
    `unit` are None where the cell holds a bare number.
    """

    value: Decimal
    span: Span
    label: str
    heading: str = ""
    section: str = ""
    kind: FigureKind | None = None
    unit: str | None = None


@dataclass(frozen=True, slots=True)
class _Field:
    text: str
    start: int


def read_cells(text: str, *, locale: str = "en") -> list[Cell]:
    """Return the numbers of the tables and JSON objects in `text`, in their order.

    Rows of a table are lines cut by bars, tabs or two blanks and more. "in millions", in or above
    the table, multiplies what is no percentage and not counted per something.
    """
    language = check_locale(locale)
    cells = [*_json_cells(text, language), *_table_cells(text, language)]
    return sorted(cells, key=lambda cell: cell.span)


def _json_cells(text: str, locale: str) -> Iterator[Cell]:
    for match in _PAIR.finditer(text):
        label, quoted = match["key"].replace("_", " "), match["quoted"]
        if quoted is None:
            yield Cell(Decimal(f"{Decimal(match['number']):f}"), match.span("number"), label)
            continue
        number = parse_number(quoted.lstrip("-"), locale)
        if number is not None:
            number = number.copy_negate() if quoted[0] == "-" else number
            yield Cell(number, match.span("quoted"), label)


def _table_cells(text: str, locale: str) -> Iterator[Cell]:
    table, at = _Table(), 0
    for line in text.splitlines(keepends=True):
        found = _IN_SCALE.search(line)
        said = _SCALES[(found["said"] or found["short"]).lower()] if found else table.power
        row = _fields(line, at)
        at += len(line)
        if len(row) >= 2 and not _is_heading(row):
            # A scale in the label of a row is that row's own.
            table.inside = True
            yield from _row_cells(row, table, said, locale)
            continue
        table.power = said
        if len(row) >= 2:
            table.take_heading(row)
        elif not line.strip():
            table.headings, table.section, table.inside = [], "", False


@dataclass(slots=True)
class _Table:
    """What has been seen of a table above the line that is read."""

    headings: list[list[_Field]] = field(default_factory=list)
    section: str = ""
    power: int = 0
    inside: bool = False

    def take_heading(self, row: list[_Field]) -> None:
        """Note a row without numbers: a rule, a section over the rows below it, or headings."""
        filled = [entry.text for entry in row if any(map(str.isalnum, entry.text))]
        if not filled:
            return
        if len(filled) == 1 and (self.inside or filled[0] == row[0].text):
            self.section = filled[0]
            return
        self.headings = [row] if self.inside else [*self.headings, row]
        self.section = "" if self.inside else self.section
        self.inside = False

    def over(self, column: int, width: int) -> str:
        """Return the headings over a column; a wide one stands over the blanks at its right."""
        return " ".join(_over(heads, column, width) for heads in self.headings).strip()


def _fields(line: str, at: int) -> list[_Field]:
    """Cut a line; blanks around a field are dropped, empty fields between bars are kept."""
    fields: list[_Field] = []
    start = 0
    for cut in [*_SPLIT.finditer(line), None]:
        end = cut.start() if cut else len(line)
        piece = line[start:end]
        lead = len(piece) - len(piece.lstrip())
        fields.append(_Field(piece.strip(), at + start + lead))
        start = cut.end() if cut else end
    if "|" in line or "\t" in line:
        edges = line.strip()
        fields = fields[1:] if edges.startswith("|") else fields
        fields = fields[:-1] if edges.endswith("|") else fields
        return fields if len(fields) > 1 else []
    return [entry for entry in fields if entry.text]


def _is_heading(row: Sequence[_Field]) -> bool:
    """Whether no field but the first holds a plain number; years count as words."""
    numbers = [f.text for f in row if _VALUE.fullmatch(f.text) and not _YEAR.fullmatch(f.text)]
    return not numbers


def _row_cells(row: Sequence[_Field], table: _Table, power: int, locale: str) -> Iterator[Cell]:
    label = next((f.text for f in row if f.text and not _VALUE.fullmatch(f.text)), "")
    if _YEAR.fullmatch(row[0].text):
        label = f"{row[0].text} {label}".strip()
    for i, entry in enumerate(row):
        match = _VALUE.fullmatch(entry.text)
        if match is None or (i == 0 and _YEAR.fullmatch(entry.text)):
            continue
        number = parse_number(match["number"].rstrip(".,'’"), locale)
        if number is None:
            continue
        heading = table.over(i, len(row))
        names = (label, heading, table.section)
        yield _cell(match, number, entry, names, power)


def _over(heads: Sequence[_Field], column: int, width: int) -> str:
    """Return one heading over a column; a shorter row of headings is aligned at the right."""
    at = min(column - (width - len(heads)), len(heads) - 1)
    # The corner stands over the labels, not over the columns at its right.
    while at > 1 and not heads[at].text:
        at -= 1
    return heads[at].text if at >= 0 else ""


def _cell(
    match: re.Match[str], number: Decimal, entry: _Field, names: tuple[str, str, str], power: int
) -> Cell:
    label, heading, section = names
    percent = match["percent"] or match["late"]
    counted = _UNSCALED.search(f"{label} {heading}")
    value = number if percent or counted else scaled(number, power)
    if match["open"] or match["sign"] or match["inner"] or match["minus"]:
        value = value.copy_negate()
    kind = FigureKind.PERCENTAGE if percent else FigureKind.CURRENCY if match["symbol"] else None
    unit = "%" if percent else SYMBOLS.get(match["symbol"] or "")
    span = (entry.start, entry.start + len(entry.text))
    return Cell(value, span, label, heading, section, kind, unit)
