"""Plant the three causes at known rates in gold aspects and see whether the check finds them.

`python -m bench.measure_aspects` reads `aspects/*.jsonl.xz` below the folder that the environment
variable VERISCOPE_DATA names. Each line holds `text` and gold `aspects` of `term` and `span`.
"""

from __future__ import annotations

import json
import lzma
import os
import random
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from veriscope.aspects import aggregate_single_run, make_scorecard, repair_entry
from veriscope.aspects.terms import DEFAULT_LISTS

RATES = {"H1": 0.02, "H2": 0.10, "filter": 0.05}
"""Shares of all aspects that are planted; the rest stays gold."""
SEEDS = 20

Entry = dict[str, Any]


@dataclass(frozen=True)
class Planted:
    """Samples with planted causes; `causes` and `gold` are parallel to each sample's aspects."""

    entries: Sequence[Entry]
    causes: Sequence[Sequence[str | None]]
    gold: Sequence[Sequence[Mapping[str, int]]]


def plant(entries: Iterable[Entry], rates: Mapping[str, float], seed: int) -> Planted:
    """Draw a cause for each aspect at the given rates and change the aspect accordingly.

    Where a text gives no room for a cause (no other word for H1, no other place for H2, no single
    character for `filter`) the aspect stays gold, and counts as such.
    """
    draw = random.Random(seed)
    given = list(entries)
    words = sorted({aspect["term"] for entry in given for aspect in entry["aspects"]})
    out: list[Entry] = []
    causes: list[list[str | None]] = []
    gold: list[list[Mapping[str, int]]] = []
    for entry in given:
        aspects, met = [], []
        for aspect in entry["aspects"]:
            wanted = draw.choices([*rates, None], [*rates.values(), 1 - sum(rates.values())])[0]
            changed = _changed(entry["text"], aspect, wanted, words, draw)
            aspects.append(aspect if changed is None else changed)
            met.append(None if changed is None else wanted)
        out.append({**entry, "aspects": aspects})
        causes.append(met)
        gold.append([aspect["span"] for aspect in entry["aspects"]])
    return Planted(out, causes, gold)


def _changed(
    text: str, aspect: Entry, cause: str | None, words: Sequence[str], draw: random.Random
) -> Entry | None:
    if cause == "H1":
        strangers = [word for word in draw.sample(words, min(20, len(words))) if word not in text]
        return {**aspect, "term": strangers[0]} if strangers else None
    if cause == "H2":
        size = len(aspect["term"])
        starts = [i for i in range(len(text) - size + 1) if text[i : i + size] != aspect["term"]]
        near = [i for i in starts if abs(i - aspect["span"]["start"]) <= 5] or starts
        at = draw.choice(near) if near else -1
        return {**aspect, "span": {"start": at, "end": at + size}} if near else None
    if cause == "filter":
        letters = [i for i, c in enumerate(text) if c.isalpha() and c not in DEFAULT_LISTS.allow]
        at = draw.choice(letters) if letters else -1
        here = {"start": at, "end": at + 1}
        return {**aspect, "term": text[at], "span": here} if letters else None
    return None


def found_rates(planted: Planted) -> dict[str, tuple[float, float, float]]:
    """Return for each cause the share of aspects found, and its interval."""
    result = aggregate_single_run(map(make_scorecard, planted.entries))
    names = {cause: f"aspect_drop_rate_{cause}" for cause in RATES}
    return {
        cause: (result[name], *result["intervals"][name])
        for cause, name in names.items()
    }  # fmt: skip


def misjudged(planted: Planted) -> int:
    """Count aspects whose cause is not the planted one."""
    cards = map(make_scorecard, planted.entries)
    found = ([f["cause"] for f in c["inputs"]["ate_debug"]["filtered"]] for c in cards)
    pairs = zip(planted.causes, found, strict=True)
    return sum(a != b for mine, theirs in pairs for a, b in zip(mine, theirs, strict=True))


def repairs(planted: Planted) -> Counter[str]:
    """Count what repair makes of the shifted terms, by whether they occur once in the text."""
    out: Counter[str] = Counter()
    for entry, causes, gold in zip(planted.entries, planted.causes, planted.gold, strict=True):
        mended = repair_entry(entry)["aspects"]
        for aspect, cause, span, old in zip(mended, causes, gold, entry["aspects"], strict=True):
            if cause != "H2":
                out["untouched" if aspect == old else "touched for nothing"] += 1
                continue
            text, term = entry["text"], aspect["term"]
            once = "once" if text.find(term, text.find(term) + 1) < 0 else "often"
            fate = "left" if aspect["span"] == old["span"] else "wrong"
            out[f"{once}: {'restored' if aspect['span'] == span else fate}"] += 1
    return out


def read(folder: Path) -> dict[str, list[Entry]]:
    """Read every split, compressed as it lies there."""
    splits: dict[str, list[Entry]] = {}
    for path in sorted((folder / "aspects").glob("*.jsonl.xz")):
        with lzma.open(path, "rt", encoding="utf-8") as stream:
            splits[path.name.partition(".")[0]] = [json.loads(line) for line in stream]
    return splits


def show_gold(splits: Mapping[str, Sequence[Entry]]) -> None:
    """Print the rate that gold gives, and each aspect that does not hold."""
    for name, entries in splits.items():
        cards = [make_scorecard({**entry, "text_id": entry["id"]}) for entry in entries]
        result = aggregate_single_run(cards)
        rate = result["aspect_hallucination_rate"]
        counts = Counter(
            f"{f['cause']} {f['term']!r}"
            for card in cards
            for f in card["inputs"]["ate_debug"]["filtered"]
            if f["action"] == "drop"
        )
        by_cause = {cause: result[f"aspect_hallucination_rate_{cause}"] for cause in RATES}
        print(f"gold {name}: {len(cards)} samples, {result['n_aspects']} aspects, rate {rate:.4f}")
        print(f"  by cause {by_cause}, dropped: {dict(counts.most_common(12))}")


def main() -> int:
    """Print gold, planted and repaired figures; exit 1 where the check is wrong about one."""
    folder = os.environ.get("VERISCOPE_DATA")
    if not folder:
        print("set VERISCOPE_DATA to the folder that holds aspects/*.jsonl.xz")
        return 2
    splits = read(Path(folder))
    if not splits:
        print(f"no aspects/*.jsonl.xz below {folder}")
        return 2
    show_gold(splits)
    clean = [
        {**entry, "aspects": [a for a in entry["aspects"] if DEFAULT_LISTS.is_target(a["term"])]}
        for entries in splits.values()
        for entry in entries
    ]
    inside: Counter[str] = Counter()
    fates: Counter[str] = Counter()
    wrong = 0
    for seed in range(SEEDS):
        planted = plant(clean, RATES, seed)
        wrong += misjudged(planted)
        fates += repairs(planted)
        for cause, (rate, low, high) in found_rates(planted).items():
            inside[cause] += low <= RATES[cause] <= high
            if seed == 0:
                print(f"seed 0: {cause} planted {RATES[cause]}, found {rate:.4f}", end="")
                print(f" [{low:.4f}, {high:.4f}]")
    print(f"planted rate inside the 95 % interval in {dict(inside)} of {SEEDS} seeds")
    print(f"aspects given another cause than planted: {wrong}")
    print(f"repair: {dict(fates)}")
    once = {fate: n for fate, n in fates.items() if fate.startswith("once: ")}
    print(f"restored of the uniquely occurring: {once['once: restored'] / sum(once.values()):.4%}")
    bad = ("once: wrong", "often: wrong", "touched for nothing")
    return int(bool(wrong or any(fates[fate] for fate in bad)))


if __name__ == "__main__":
    sys.exit(main())
