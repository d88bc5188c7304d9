"""RAGTruth: answers with marked spans, joined with the file that holds their sources.

C. Niu et al., "RAGTruth: a hallucination corpus for developing trustworthy retrieval-augmented
language models", ACL 2024. `response.jsonl` holds the answers, `source_info.jsonl` beside it what
they were written from.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from veriscope.errors import InputError
from veriscope.io.rows import jsonl_rows
from veriscope.model import dump_json

SOURCES = "source_info.jsonl"
_OWN = ("id", "response", "model", "labels", "source_id")


def fits(row: Any) -> bool:
    """Whether a row is an answer of RAGTruth."""
    return isinstance(row, Mapping) and {"source_id", "response", "labels"} <= row.keys()


def _labels(given: Any) -> list[Mapping[str, Any]]:
    if not isinstance(given, list):
        raise InputError("must be a list", field="labels")
    for i, label in enumerate(given):
        if not (isinstance(label, Mapping) and {"start", "end"} <= label.keys()):
            raise InputError("must be an object with start and end", field=f"labels[{i}]")
    return given


class Sources:
    """The source file beside an answer file; read when first needed."""

    def __init__(self, answers: str | Path) -> None:
        self.path = Path(answers).with_name(SOURCES)
        self._rows: dict[str, Mapping[str, Any]] | None = None

    def join(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """Return the answer as the fields of a record, with its source as the context."""
        source = self._found(str(row["source_id"]))
        info = source["source_info"]
        asked = info.get("question") if isinstance(info, Mapping) else None
        passages = info.get("passages", info) if isinstance(info, Mapping) else info
        text = passages if isinstance(passages, str) else dump_json(passages, indent=1)
        labels = _labels(row["labels"])
        spans = [[label["start"], label["end"]] for label in labels]
        kinds = [str(label.get("label_type", "")) for label in labels]
        rest = {name: value for name, value in row.items() if name not in _OWN}
        out: dict[str, Any] = {
            "response": row["response"],
            "contexts": [{"id": str(row["source_id"]), "text": text}],
            "gold": {"hallucinated": bool(spans), "spans": spans, "labels": kinds},
            "metadata": rest | {"source_id": row["source_id"]},
        }
        if asked is not None:
            out["query"] = asked
        if "task_type" in source:
            out["groups"] = {"task_type": str(source["task_type"])}
        optional = {"id": row.get("id"), "model": row.get("model")}
        return out | {name: str(value) for name, value in optional.items() if value is not None}

    def _found(self, source_id: str) -> Mapping[str, Any]:
        if self._rows is None:
            if not self.path.is_file():
                raise InputError(f"RAGTruth answers need {SOURCES} beside them", field="source_id")
            rows = (row for _, row in jsonl_rows(self.path) if isinstance(row, Mapping))
            self._rows = {str(row.get("source_id")): row for row in rows}
        if source_id not in self._rows or "source_info" not in self._rows[source_id]:
            raise InputError(f"{source_id!r} is not in {self.path.name}", field="source_id")
        return self._rows[source_id]
