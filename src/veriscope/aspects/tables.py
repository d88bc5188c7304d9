"""The figures of runs as CSV and as a Markdown table."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any

from veriscope.aspects.aggregate import RATE_NAMES

NONE = "N/A"
GOLD_NAMES = (
    "span_precision",
    "span_recall",
    "span_f1",
    "span_precision_partial",
    "span_recall_partial",
    "span_f1_partial",
    "wrong_hallucination_rate",
)
COUNTS = ("n", "n_hallucinated", "n_with_aspects", "n_aspects", "n_dropped", "n_unreadable")
GOLD_COUNTS = ("gold_samples", "gold_unanswered", "n_wrong")


def metrics_csv(names: Sequence[str], runs: Sequence[Mapping[str, Any]]) -> str:
    """Return one line a run, numbers in full; no value is `N/A`."""
    has_gold = any("span_f1" in run for run in runs)
    columns = ["run", *COUNTS]
    for name in RATE_NAMES:
        columns += [name, f"{name}_low", f"{name}_high"]
    columns += [*GOLD_COUNTS, *GOLD_NAMES] if has_gold else []
    columns += ["span_unit", "profile_filter"]
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, restval=NONE, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    for name, run in zip(names, runs, strict=True):
        row = {key: NONE if value is None else value for key, value in run.items()}
        for rate, (low, high) in run.get("intervals", {}).items():
            row |= {f"{rate}_low": low, f"{rate}_high": high}
        writer.writerow({**row, "run": _inert(name)})
    return out.getvalue()


def _inert(name: str) -> str:
    """Keep a file's name from being read as a formula by a spreadsheet."""
    return f"'{name}" if name[:1] in {"=", "+", "-", "@", "\t", "\r"} else name


def metrics_markdown(
    names: Sequence[str],
    runs: Sequence[Mapping[str, Any]],
    merged: Mapping[str, Any] | None = None,
) -> str:
    """Return a table of the runs side by side, 4 decimals, `N/A` where there is no value.

    A single run has its 95 % intervals beside it; several have their mean and deviation.
    """
    single = len(runs) == 1
    heads = ["metric", *map(_cell, names), *(["95 % interval"] if single else ["mean", "std"])]
    lines = [_row(heads), _row(["---", *["---:"] * (len(heads) - 1)])]
    shown = [*COUNTS, *RATE_NAMES]
    if any("span_f1" in run for run in runs):
        shown += [*GOLD_COUNTS, *GOLD_NAMES]
    for name in shown:
        cells = [name, *(_number(run.get(name)) for run in runs)]
        if single:
            interval = runs[0].get("intervals", {}).get(name)
            cells.append("" if interval is None else f"{interval[0]:.4f} – {interval[1]:.4f}")
        else:
            cells += [_moved(name, key, merged or {}) for key in ("mean", "std")]
        lines.append(_row(cells))
    for name in ("consistency", "consistency_terms") if merged else ():
        cells = [name, *[""] * len(runs), _number((merged or {}).get(name)), ""]
        lines.append(_row(cells))
    return "\n".join(lines) + "\n"


def _moved(name: str, key: str, merged: Mapping[str, Any]) -> str:
    return _number(merged.get(f"{name}_{key}")) if name in RATE_NAMES else ""


def _number(value: Any) -> str:
    if value is None:
        return NONE
    return str(value) if isinstance(value, int) else f"{value:.4f}"


def _cell(text: str) -> str:
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("\n", " ")


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
