"""What the transcription check says of a corpus that people corrected.

`python tools/measure_transcription.py DIR` reads every `.jsonl` or `.jsonl.xz` file of DIR, a line
with `id`, `engine`, `reference` and `hypothesis`, and prints for each file and engine the base
measures, the page reasons, and how the measures rank pages against the character error rate. The
folder may also be given as VERISCOPE_DATA. `--show N` prints N flagged pages drawn at random.
"""

from __future__ import annotations

import json
import lzma
import os
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from scipy.stats import spearmanr

from veriscope import Assessment, Record
from veriscope.transcription import assess, compare_engines, page_reasons

RANKED = ("net_insertion_rate", "anchor_score", "length_ratio", "stray_words")


def read(path: Path) -> Iterator[Record]:
    """Yield the rows of one file as records."""
    with lzma.open(path, "rt") if path.suffix == ".xz" else path.open() as stream:
        for line in stream:
            row = json.loads(line)
            yield Record(
                response=row["hypothesis"],
                reference=row["reference"],
                id=row["id"],
                model=row["engine"],
            )


def ranking(pages: Sequence[Assessment], measure: str) -> float:
    """Return Spearman's correlation of a measure with the character error rate over pages."""
    pairs = [
        (page.measures[measure] or 0.0, page.measures["cer"])
        for page in pages
        if page.measures["cer"] is not None
    ]
    values, rates = np.array(pairs).T
    return float(spearmanr(values, rates).statistic)


def show(name: str, records: Sequence[Record], count: int) -> None:
    """Print one file's figures."""
    pages = assess(records, workers=os.cpu_count() or 1)
    for engine in compare_engines(pages):
        own = [page for page in pages if page.model == engine.name]
        print(f"\n{name} / {engine.name}: {len(own)} pages")
        for score in engine.scores:
            within = " to ".join(f"{limit:.4f}" for limit in score.interval or ())
            print(f"  {score.metric:26s} {score.value:.4f}  ({within})")
        rates = {key: f"{value:.4f}" for key, value in engine.error_rates.items() if value}
        print(f"  mean {rates}, flagged for {list(engine.flag_reasons) or 'nothing'}")
        reasons = {reason.value: count for reason, count in engine.reasons.items()}
        print(f"  flagged pages {engine.flagged_pages}; reasons {reasons}")
        blocks = Counter(claim.detail.reason.value for page in own for claim in page.claims)  # type: ignore[union-attr]
        print(f"  marked stretches {dict(blocks)}")
        print("  Spearman with CER", {key: round(ranking(own, key), 3) for key in RANKED})
    by_id = {(record.id, record.model): record for record in records}
    flagged = [page for page in pages if page.flagged]
    for page in random.Random(0).sample(flagged, min(count, len(flagged))):
        record = by_id[page.record_id, page.model]
        print(f"\n{page.record_id} {page.model} {[r.value for r in page_reasons(page.measures)]}")
        print(f"  REF {record.reference!r}\n  OUT {record.response!r}")


def main(arguments: list[str]) -> int:
    """Measure every file of the folder."""
    count = int(arguments.pop()) if "--show" in arguments else 0
    folders = [argument for argument in arguments if argument != "--show"]
    folder = folders[0] if folders else os.environ.get("VERISCOPE_DATA")
    if not folder:
        print("name a folder, or set VERISCOPE_DATA")
        return 2
    for path in sorted(Path(folder).glob("*.jsonl*")):
        show(path.name, list(read(path)), count)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
