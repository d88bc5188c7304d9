"""Detection on TAT-QA: gold answers as true statements, and the same with one thing changed.

`python -m bench.tatqa FOLDER` reads `numeric/tatqa_dev.jsonl.xz` in FOLDER (default: the
environment variable VERISCOPE_DATA). A statement is a question with its gold answer, and where the
answer is computed, with the operands of its gold derivation. The false twin of each has one digit,
the scale or the year changed. Answers that hold no figure of the four kinds (names, reasons,
counts, years) are left out and counted.
"""

from __future__ import annotations

import json
import lzma
import os
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

from veriscope.numeric import HallucinationConfig, HallucinationDetector

FILE = "numeric/tatqa_dev.jsonl.xz"
SCALES = ("thousand", "million", "billion")
NO_NAMES = {"tables": [{"name": "none", "columns": [{"name": "none", "kind": "currency"}]}]}
"""A mapping that knows no metric: rows are told apart by their words."""
NUMBER = r"\(?-?\(?\$?\s?[0-9][0-9,]*\.?[0-9]*\)?%?"
_COUNTED = re.compile(
    r"(?i)\bnumber of|\bhow many|\bhow long|\bshares (?:purchased|outstanding)|\bemissions"
    r"|\buseful lives|\bdilutive securities|\bleases expiring|\bin which (?:year|period)"
)
"""Questions for counts of things, which are no figures of the four kinds."""
_SAID = re.compile(
    r"(?i:\bin\s?|[$€£]\s?)(?P<word>(?i:thousand|million|billion))|[$€£](?P<m>m)\b|['’‘](?P<k>000)"
)
_WHOLE_FIGURE = re.compile(
    r"\$\(?[0-9][0-9.,]*\)?(?: (?:thousand|million|billion))?|\(?[0-9][0-9.,]*\)?%"
)
_YEAR = re.compile(r"(?<![0-9])(?:19|20)[0-9]{2}(?![0-9])")
_FORMS = (
    ("growth", re.compile(rf"[\[(]+\s?({NUMBER})\s?-\s?({NUMBER})\s?[\])]+\s?/\s?({NUMBER})")),
    ("growth", re.compile(rf"({NUMBER})\s?/\s?({NUMBER})\s?-\s?1")),
    ("average", re.compile(rf"[\[(]\s?({NUMBER}(?:\s?\+\s?{NUMBER})+)\s?[\])]\s?/\s?[0-9]")),
    ("sum", re.compile(rf"({NUMBER}(?:\s?\+\s?{NUMBER})+)")),
    ("change", re.compile(rf"({NUMBER})\s?-\s?({NUMBER})")),
    ("share", re.compile(rf"({NUMBER})\s?/\s?({NUMBER})")),
)


@dataclass(frozen=True)
class Statement:
    """A text with one figure that can be changed, and what it is to be checked against."""

    head: str
    figure: str
    tail: str
    scale: str
    source: str
    kind: str

    @property
    def text(self) -> str:
        """The statement as a sentence."""
        return f"{self.head}{self.figure}{self.tail}"


def records(folder: Path) -> Iterator[dict[str, Any]]:
    """Yield the rows of the file."""
    with lzma.open(folder / FILE, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    scales: dict[str, str] = {}
    for row in rows:
        if row["scale"] in SCALES:
            scales.setdefault(row["meta"]["table_id"], row["scale"])
    for row in rows:
        text = " ".join([*(c for cells in row["table"] for c in cells), *row["paragraphs"]])
        said = _SAID.search(text)
        if said:
            word = (said["word"] or "").lower()
            scales.setdefault(
                row["meta"]["table_id"], word or ("million" if said["m"] else "thousand")
            )
        yield {**row, "table_scale": scales.get(row["meta"]["table_id"], "")}


def source_of(record: dict[str, Any]) -> str:
    """Return paragraphs and table as one chunk, with the scale that the annotators gave the table.

    They saw the page; the table alone often does not say that it counts in thousands.
    """
    scale = record["table_scale"] if record["scale"] else ""
    stated = f"(in {scale}s)" if scale else ""
    rows = (" | ".join(cell.replace("\n", " ") for cell in row) for row in record["table"])
    return "\n".join([*record["paragraphs"], "", stated, *(f"| {row} |" for row in rows)])


def plain(written: str) -> Decimal | None:
    """Return the number that a gold answer or an operand writes."""
    digits = re.sub(r"[,$%\s]", "", written)
    negative = digits.startswith("-") or (digits.startswith("(") and digits.endswith(")"))
    try:
        value = Decimal(digits.strip("-()"))
    except InvalidOperation:
        return None
    return -value if negative else value


def money(value: Decimal, scale: str) -> str:
    """Write an amount under the scale of its table."""
    sign = "-" if value < 0 else ""
    return f"{sign}${abs(value):,f}" + (f" {scale}" if scale in SCALES else "")


def operand(record: dict[str, Any], value: Decimal, raw: str, scale: str) -> str:
    """Write an operand as its table does: a percentage, or an amount."""
    cells = [cell.strip() for row in record["table"] for cell in row]
    percent = any(
        cell.rstrip("% )").lstrip("( -") == raw.strip("()-% ") and "%" in cell for cell in cells
    )
    return f"{value}%" if percent or raw.endswith("%") else money(value, scale)


def statement(record: dict[str, Any]) -> Statement | None:
    """Return a record's true statement; None where its answer is no figure or no known sum."""
    if _COUNTED.search(record["question"]):
        return None
    if record["answer_type"] == "arithmetic":
        return derived(record)
    answer = record["answer"]
    if record["answer_type"] != "span" or len(answer) != 1:
        return None
    written, scale = answer[0].strip(), record["scale"]
    if not scale and not _WHOLE_FIGURE.fullmatch(written):
        return None
    inline = next((word for word in SCALES if written.endswith(word)), "")
    value = plain(written.removesuffix(inline))
    if value is None or (scale and _YEAR.fullmatch(written)):
        return None  # "in which year" is answered by a year
    percent = scale == "percent" or written.endswith("%")
    figure = f"{value}%" if percent else money(value, scale or inline)
    head = f"{record['question'].strip().rstrip('?')}: "
    return Statement(head, figure, ".", scale or inline, source_of(record), "lookup")


def derived(record: dict[str, Any]) -> Statement | None:
    """Return a computed answer with the operands of its derivation."""
    derivation, scale = record["derivation"].strip(), record["scale"]
    fitting = ((kind, form.fullmatch(derivation)) for kind, form in _FORMS)
    kind, match = next(((k, m) for k, m in fitting if m), ("", None))
    if match is None:
        return None
    operands = [plain(m) for m in re.findall(NUMBER, match[1])]
    operands += [plain(group) for group in match.groups()[1:]]
    result = plain(str(record["answer"]))
    known = [o for o in operands if o is not None]
    if result is None or len(known) < len(operands) or scale not in {*SCALES, "percent", ""}:
        return None
    if (kind in {"growth", "share"}) != (scale == "percent") or not follows(kind, known, result):
        return None
    of_table = record["table_scale"] if scale == "percent" else scale
    raw = [m for group in match.groups() for m in re.findall(NUMBER, group)]
    written = [operand(record, o, r, of_table) for o, r in zip(known, raw, strict=False)]
    moved = "decreased" if known[0] < known[1] else "increased"
    head, figure, tail = phrase(kind, written, moved, result, scale)
    question = record["question"].strip().rstrip("?")
    return Statement(f"{question}: {head}", figure, tail, of_table, source_of(record), kind)


def phrase(
    kind: str, operands: list[str], moved: str, result: Decimal, scale: str
) -> tuple[str, str, str]:
    """Return what stands before, in and behind the figure that a derivation gives."""
    change = f" from {operands[1]} to {operands[0]}."
    if kind == "growth":
        return f"it {moved} ", f"{abs(result)}%", change
    if kind == "change":
        return f"it {moved} by ", money(abs(result), scale), change
    if kind == "share":
        return f"{operands[0]} is ", f"{result}%", f" of {operands[1]}."
    listed = f"{', '.join(operands[:-1])} and {operands[-1]}"
    return f"The {kind} of {listed} is ", money(result, scale), "."


def follows(kind: str, operands: list[Decimal], result: Decimal) -> bool:
    """Whether a gold answer is what its gold derivation gives; some are not."""
    first, last = operands[0], operands[1]
    if kind in {"growth", "share"} and not last:
        return False
    total = sum(operands, Decimal(0))
    expected = {
        "growth": lambda: 100 * (first - last) / abs(last),
        "share": lambda: 100 * first / last,
        "change": lambda: first - last,
        "sum": lambda: total,
        "average": lambda: total / len(operands),
    }[kind]()
    return abs(abs(expected) - abs(result)) <= Decimal("0.011")


def false_twin(
    true: Statement, source: dict[str, Any], chance: random.Random
) -> tuple[str, str] | None:
    """Return the statement with one digit, the scale or the year changed, and which it was."""
    kinds = ["digit", "scale", "year"]
    chance.shuffle(kinds)
    for kind in kinds:
        changed = _change(kind, true, source, chance)
        if changed is not None and changed != true.text:
            return changed, kind
    return None


def _change(
    kind: str, true: Statement, source: dict[str, Any], chance: random.Random
) -> str | None:
    if kind == "year":
        return _year(true, source, chance)
    return _digit(true, chance) if kind == "digit" else _scale(true, chance)


def _digit(true: Statement, chance: random.Random) -> str:
    places = [i for i, char in enumerate(true.figure) if char.isdigit()]
    at = chance.choice(places)
    old = true.figure[at]
    new = chance.choice([d for d in "123456789" if d != old])
    return f"{true.head}{true.figure[:at]}{new}{true.figure[at + 1 :]}{true.tail}"


def _scale(true: Statement, chance: random.Random) -> str | None:
    for scale in SCALES:
        if true.figure.endswith(scale):
            other = chance.choice([s for s in SCALES if s != scale])
            return f"{true.head}{true.figure.removesuffix(scale)}{other}{true.tail}"
    return None


def _year(true: Statement, source: dict[str, Any], chance: random.Random) -> str | None:
    """Change the one year of a question to another of the table's columns."""
    asked = set(_YEAR.findall(true.head))
    if true.kind != "lookup" or len(asked) != 1:
        return None
    heads = {y for row in source["table"][:3] for cell in row for y in _YEAR.findall(cell)}
    others = sorted(heads - asked)
    if not others or not asked <= heads:
        return None
    return true.text.replace(asked.pop(), chance.choice(others))


def measure(folder: Path, seed: int = 7) -> dict[str, Any]:
    """Check every statement and its twin; return counts, rates and what went wrong."""
    # The dates of a question are no part of its answer; the year counts through its column.
    exact = HallucinationConfig(
        CURRENCY_TOLERANCE_PERCENT=0,
        PERCENTAGE_TOLERANCE_PERCENT=0,
        RATIO_TOLERANCE_PERCENT=0,
        VERIFY_DATES=False,
    )
    detector = HallucinationDetector(None, exact, NO_NAMES, match="metric")
    chance = random.Random(seed)
    found: Counter[str] = Counter()
    faults: list[str] = []
    for record in records(folder):
        true = statement(record)
        found["rows"] += 1
        twin = true and false_twin(true, record, chance)
        if not true or not twin:
            continue
        found["pairs"] += 1
        sources = [{"chunk_text": true.source, "chunk_id": record["id"]}]
        for text, label in ((true.text, "true"), (twin[0], twin[1])):
            flagged = detector.detect_hallucinations(text, sources)["has_hallucinations"]
            right = flagged is (label != "true")
            group = f"{true.kind} {label}" if label == "true" else label
            found[f"{group}: right"] += right
            found[f"{group}: n"] += 1
            found["true right" if label == "true" else "false right"] += right
            if not right:
                faults.append(f"[{group}] {record['id']}: {text}")
    rates = (found["true right"] / found["pairs"], found["false right"] / found["pairs"])
    return {
        "counts": dict(found),
        "balanced_accuracy": sum(rates) / 2,
        "rates": rates,
        "faults": faults,
    }


def main(arguments: list[str]) -> int:
    """Print the counts; with --faults also every statement that is told wrongly."""
    folders = [a for a in arguments if not a.startswith("--")] or [
        os.environ.get("VERISCOPE_DATA", "")
    ]
    if not folders[0]:
        print("give the folder that holds numeric/tatqa_dev.jsonl.xz, or set VERISCOPE_DATA")
        return 2
    found = measure(Path(folders[0]))
    for name, count in sorted(found["counts"].items()):
        print(f"{name:<28}{count:>6}")
    kept, caught = found["rates"]
    print(f"true kept {kept:.3f}, false caught {caught:.3f}")
    print(f"balanced accuracy {found['balanced_accuracy']:.3f}")
    if "--faults" in arguments:
        print("\n".join(found["faults"]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
