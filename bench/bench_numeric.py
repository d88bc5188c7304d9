"""The numeric check: how well and how fast figures are read and compared."""

from __future__ import annotations

import os
import random
import sqlite3
import statistics
import tempfile
import time
import warnings
from pathlib import Path

from bench.labelled_figures import measure, sentences
from bench.rows import Row, best_of
from bench.tatqa import FILE
from bench.tatqa import measure as measure_tatqa
from veriscope.figures import read_figures
from veriscope.numeric import HallucinationDetector

MEGABYTE = 1_000_000
SAMPLE = 20_000
HOSTILE = {
    "digits": "9",
    "dollar signs": "$",
    "spaces": " ",
    "Q1 Q1 Q1": "Q1 ",
    "nested parentheses": "(",
}
_PROSE = """
{name} reported net operating income of ${a:.2f} million for Q{q} {y}, up {p:.1f}% from ${b:,} a
year earlier. |Management said that leasing activity stayed strong across the portfolio and that
most of the tenants whose leases were about to expire had renewed on similar terms. |Occupancy at
{name} stood at {o:.1f} percent, and the DSCR was {r:.2f}, comfortably above the covenant that the
lenders had set when the loan was made. |Total expenses are expected to reach about ${c}K in
December {y}, mainly because insurance and utilities have become dearer; a further increase of
{p:.0f} basis points in the rate on the floating part of the debt would cost roughly ${d:,} a year.
|The board reviewed the plan for the coming year and asked for a second opinion on the sale. """
_PARTS = _PROSE.replace("\n", " ").split("|")
_TEMPLATES = [f"{part.strip()} " for part in _PARTS]
_NAMES = ("Riverside Plaza", "Harbor Point", "Oak Street", "The Foundry", "Lakeview Center")


def prose(size: int = MEGABYTE) -> str:
    """Return financial prose of a given size, the same in every run."""
    chance = random.Random(11)
    parts: list[str] = []
    length = 0
    while length < size:
        text = chance.choice(_TEMPLATES).format(
            name=chance.choice(_NAMES),
            a=chance.uniform(0.5, 90),
            b=chance.randrange(100_000, 90_000_000),
            c=chance.randrange(100, 999),
            d=chance.randrange(1_000, 99_000),
            q=chance.randrange(1, 5),
            y=chance.randrange(2015, 2026),
            p=chance.uniform(1, 30),
            o=chance.uniform(60, 99),
            r=chance.uniform(0.8, 3),
        )
        parts.append(text + ("\n" if len(parts) % 4 == 3 else ""))
        length += len(parts[-1])
    return "".join(parts)[:size]


def quantulum_seconds(text: str, *, whole: bool) -> float:
    """Return what quantulum3 takes for a text: as it is, or a paragraph at a time.

    Its cost grows faster than the text, so that paragraphs suit it best. Its classifier is off:
    the model that it ships does not load beside a current scikit-learn.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from quantulum3 import classifier, parser

        classifier.USE_CLF = False
        paragraphs = [paragraph for paragraph in text.split("\n") if paragraph.strip()]
        parser.parse(paragraphs[0])
        start = time.perf_counter()
        for paragraph in [text] if whole else paragraphs:
            parser.parse(paragraph)
        return time.perf_counter() - start


def reading() -> list[Row]:
    """Speed of the reader, against quantulum3 and on hostile text against prose."""
    text = prose()
    read_figures(text[:1000])
    ours = best_of(lambda: read_figures(text))
    sample = text[:SAMPLE]
    theirs = {whole: quantulum_seconds(sample, whole=whole) for whole in (True, False)}
    times = {whole: taken / SAMPLE * MEGABYTE / ours for whole, taken in theirs.items()}
    base = f"quantulum3, the first {SAMPLE // 1000} kB, per byte"
    rows = [
        Row("numeric", "reader, 1 MB of financial prose", 1 / ours, "MB/s"),
        Row(
            "numeric",
            "reader, times as fast (one text)",
            times[True],
            "x",
            f"{base}; on 1 MB it is slower still",
            ">= 200",
            times[True] >= 200,
        ),
        Row(
            "numeric",
            "reader, times as fast (paragraphs)",
            times[False],
            "x",
            f"{base}, a paragraph a call",
        ),
    ]
    for name, piece in HOSTILE.items():
        hostile = (piece * (MEGABYTE // len(piece) + 1))[:MEGABYTE]
        ratio = best_of(lambda text=hostile: read_figures(text)) / ours  # type: ignore[misc]
        rows.append(
            Row("numeric", f"1 MB of {name}", ratio, "x", "1 MB of prose", "<= 3", ratio <= 3)
        )
    return rows


def quality() -> list[Row]:
    """Precision and recall of the reader on the labelled sentences."""
    tallies, _ = measure()
    base = f"{len(sentences())} labelled sentences"
    rows = []
    for kind, tally in tallies.items():
        for name, value in (("precision", tally.precision), ("recall", tally.recall)):
            rows.append(Row("numeric", f"{kind} {name}", value, "", base, ">= 0.97", value >= 0.97))
    return rows


ANSWER = (
    "Net operating income at Riverside Plaza was $1.25M in Q3 2024, up 4.3% from $1.15M to $1.2M. "
    "Occupancy reached 85%, while total revenue came to $2,000,000 and expenses of $800K were 40% "
    "of revenue. The DSCR of 1.25 stays above the covenant of 1.20x. Total assets stand at $15M "
    "against liabilities of $9M, and the cap rate is 6.5%. The return on investment was 8.1 "
    "percent for September 2024; management expects more of the same next year, subject to rates "
    "and to how quickly the vacant suites are let."
)
_SCHEMA = """
CREATE TABLE financial_metrics (id INTEGER PRIMARY KEY, property_id INT, period_id INT,
  net_operating_income, total_revenue, total_expenses, net_income, total_assets,
  total_liabilities, occupancy_rate, expense_ratio, debt_to_equity_ratio, cap_rate,
  return_on_investment, dscr);
CREATE TABLE income_statement_data
  (id INTEGER PRIMARY KEY, property_id INT, period_id INT, amount);
CREATE TABLE financial_periods (id INTEGER PRIMARY KEY, property_id INT, year, quarter, month);
INSERT INTO financial_metrics VALUES
  (1, 1, 3, 1200000, 2000000, 800000, 500000, 15000000, 9000000, 85, 40, 150, 6.5, 8.1, 1.25),
  (2, 1, 2, 1150000, 1950000, 780000, 450000, 14900000, 9100000, 84, 41, 152, 6.4, 8.0, 1.22);
INSERT INTO income_statement_data VALUES (1, 1, 3, 43210), (2, 1, 3, 54321);
INSERT INTO financial_periods VALUES (2, 1, 2024, 2, 6), (3, 1, 2024, 3, 9);
"""


def checking(times: int = 2000) -> list[Row]:
    """A whole check of a 500-character answer against SQLite, with a warm cache."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "facts.db"
        connection = sqlite3.connect(path)
        connection.executescript(_SCHEMA)
        connection.close()
        detector = HallucinationDetector(f"sqlite:///{path}")
        detector.detect_hallucinations(ANSWER, property_id=1)
        taken, busy = [], []
        for _ in range(times):
            start, cpu = time.perf_counter(), time.process_time()
            result = detector.detect_hallucinations(ANSWER, property_id=1)
            taken.append(1000 * (time.perf_counter() - start))
            busy.append(1000 * (time.process_time() - cpu))
        assert result["error"] is None
        assert result["total_claims"] > 10
        del detector
    p99, busy_p99 = (statistics.quantiles(series, n=100)[98] for series in (taken, busy))
    what, base = f"check of {len(ANSWER)} characters", f"SQLite, warm cache, {times} runs"
    return [
        Row("numeric", f"{what}, median", statistics.median(taken), "ms", base),
        Row("numeric", f"{what}, p99", p99, "ms", base, "< 5 (old: 100)", p99 < 5),
        Row("numeric", f"{what}, p99 of processor time", busy_p99, "ms", base),
    ]


def detection() -> list[Row]:
    """Balanced accuracy on TAT-QA, where VERISCOPE_DATA names the folder that holds it."""
    folder = Path(os.environ.get("VERISCOPE_DATA", ""))
    if not (folder / FILE).is_file():
        print(f"bench numeric: set VERISCOPE_DATA to a folder with {FILE} to measure detection")
        return []
    found = measure_tatqa(folder)
    value, base = found["balanced_accuracy"], f"{2 * found['counts']['pairs']} statements"
    return [Row("numeric", "TAT-QA balanced accuracy", value, "", base, ">= 0.95", value >= 0.95)]


def run() -> list[Row]:
    """Measure all of it."""
    return [*quality(), *reading(), *checking(), *detection()]
