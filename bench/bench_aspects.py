"""Aspect samples a second on one core, against the plain functions called sample by sample."""

from __future__ import annotations

import json
import random
import tempfile
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.rows import Row, least_cpu
from veriscope.aspects import (
    aggregate_single_run,
    assess,
    ate_score,
    build_filtered_aspects,
    has_hallucinated_aspect,
    survey,
)
from veriscope.model import Record

NAME = "aspects"
SAMPLES = 100_000
TEXTS = (
    ("The staff was friendly but the {} was far too small for two.", "portion"),
    ("직원은 친절했지만 {} 양이 너무 적었어요 😊", "파스타"),
    ("Wir fanden das Frühstück gut, nur der {} war kalt.", "Kaffee"),
    ("{} 배송이 빨라서 좋았고 포장도 깔끔합니다.", "이어폰"),
)


def rows_of(count: int) -> Iterator[dict[str, Any]]:
    """Yield made-up model output: most of it right, some shifted, some invented."""
    draw = random.Random(count)
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
        yield {"text_id": str(number), "text": text, "aspects": aspects}


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


def _files() -> list[Row]:
    """Measure the survey of a file and of a quarter of it, in time and in memory."""
    with tempfile.TemporaryDirectory() as folder:
        whole = _write(Path(folder) / "whole.jsonl", SAMPLES)
        quarter = _write(Path(folder) / "quarter.jsonl", SAMPLES // 4)
        small = least_cpu(lambda: survey(quarter).result())
        large = least_cpu(lambda: survey(whole).result(), 2)
        memory = _peak(whole) / _peak(quarter)
    linear = large / small / 4
    against = "a quarter of the file"
    return [
        Row(NAME, "file surveyed: JSON, units, causes, rates", SAMPLES / large, "samples/s"),
        Row(NAME, "time a sample, four times the samples", linear, "x", against,
            "at most 1.25", linear <= 1.25),
        Row(NAME, "peak memory, four times the samples", memory, "x", against,
            "at most 1.1", memory <= 1.1),
    ]  # fmt: skip


def _summing(rows: list[dict[str, Any]]) -> float:
    cards = [
        {"inputs": {"ate_debug": build_filtered_aspects(r["text"], r["aspects"])}} for r in rows
    ]
    return least_cpu(lambda: aggregate_single_run(cards))


def run() -> list[Row]:
    """Measure the survey of files, the plain functions, and the check on records, on one core."""
    files = _files()
    rows = list(rows_of(SAMPLES))
    base = SAMPLES / least_cpu(lambda: plain(rows))
    summed = SAMPLES / _summing(rows)
    records = [
        Record.from_dict({"id": r["text_id"], "response": r["text"], "aspects": r["aspects"]})
        for r in rows[:20_000]
    ]
    check = len(records) / least_cpu(lambda: assess(records))
    against = f"plain functions: {base:,.0f} samples/s"
    return [
        Row(NAME, f"{SAMPLES:,} samples judged by the plain functions", base, "samples/s"),
        Row(NAME, "scorecards summed up", summed / base, "x", against),
        Row(NAME, "records assessed", check / base, "x", against),
        Row(NAME, "file surveyed: JSON, units, causes, rates", files[0].value / base, "x", against),
        *files,
    ]
