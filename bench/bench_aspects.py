"""Aspect samples a second on one core, against the plain functions called sample by sample."""

from __future__ import annotations

import json
import random
import tempfile
import time
import tracemalloc
from pathlib import Path
from typing import Any

from bench.rows import Row, best_of
from veriscope.aspects import (
    aggregate_single_run,
    assess,
    ate_score,
    build_filtered_aspects,
    has_hallucinated_aspect,
    survey,
)
from veriscope.model import Record

SAMPLES = 100_000
TEXTS = (
    ("The staff was friendly but the {} was far too small for two.", "portion"),
    ("직원은 친절했지만 {} 양이 너무 적었어요 😊", "파스타"),
    ("Wir fanden das Frühstück gut, nur der {} war kalt.", "Kaffee"),
    ("{} 배송이 빨라서 좋았고 포장도 깔끔합니다.", "이어폰"),
)


def rows_of(count: int) -> list[dict[str, Any]]:
    """Return made-up model output: most of it right, some shifted, some invented."""
    draw = random.Random(count)
    out = []
    for number in range(count):
        pattern, term = TEXTS[number % len(TEXTS)]
        text = pattern.format(term)
        start = text.index(term) + (draw.random() < 0.1)
        other = "battery" if draw.random() < 0.02 else text.split()[-1]
        at = text.index(other) if other in text else 0
        aspects = [
            {"term": term, "span": {"start": start, "end": start + len(term)}},
            {"term": other, "span": {"start": at, "end": at + len(other)}},
        ]
        out.append({"text_id": str(number), "text": text, "aspects": aspects})
    return out


def plain(rows: list[dict[str, Any]]) -> int:
    """Call the plain functions for each sample, as a script would."""
    flagged = 0
    for row in rows:
        filtered = build_filtered_aspects(row["text"], row["aspects"])["filtered"]
        flagged += has_hallucinated_aspect({"ate": ate_score(filtered)})
    return flagged


def _write(path: Path, count: int) -> Path:
    with path.open("w", encoding="utf-8") as stream:
        for row in rows_of(count):
            stream.write(json.dumps(row, ensure_ascii=False) + "\n")
    return path


def _peak(path: Path) -> int:
    tracemalloc.start()
    survey(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


def _seconds(path: Path) -> float:
    start = time.perf_counter()
    survey(path).result()
    return time.perf_counter() - start


def run() -> list[Row]:
    """Measure the plain functions, the check on records, and the survey of a file."""
    rows = rows_of(SAMPLES)
    base = SAMPLES / best_of(lambda: plain(rows), 2)
    records = [
        Record.from_dict({"id": r["text_id"], "response": r["text"], "aspects": r["aspects"]})
        for r in rows[:20_000]
    ]
    check = len(records) / best_of(lambda: assess(records), 2)
    cards = [
        {"inputs": {"ate_debug": build_filtered_aspects(r["text"], r["aspects"])}}
        for r in rows
    ]  # fmt: skip
    summed = SAMPLES / best_of(lambda: aggregate_single_run(cards), 2)
    with tempfile.TemporaryDirectory() as folder:
        whole = _write(Path(folder) / "whole.jsonl", SAMPLES)
        quarter = _write(Path(folder) / "quarter.jsonl", SAMPLES // 4)
        small, large = _seconds(quarter), _seconds(whole)
        memory = _peak(whole) / _peak(quarter)
    name, against = "aspects", f"plain functions: {base:,.0f} samples/s"
    linear = large / small / 4
    return [
        Row(name, "samples judged by the plain functions", base, "samples/s"),
        Row(name, "scorecards summed up", summed / base, "x", against),
        Row(name, "records assessed", check / base, "x", against),
        Row(name, "file surveyed, two readings and the JSON included", SAMPLES / large / base,
            "x", against),
        Row(name, f"file of {SAMPLES:,} samples surveyed", large, "s", "one core"),
        Row(name, "seconds a sample, four times the samples", linear, "x", "a quarter of the file",
            "at most 1.25", linear <= 1.25),
        Row(name, "peak memory, four times the samples", memory, "x", "a quarter of the file",
            "at most 1.1", memory <= 1.1),
    ]  # fmt: skip
