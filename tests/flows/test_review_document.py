"""`docs/review.md` is what comes out: its commands and snippets run in order, in one folder."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests import documents
from tests.support.browser import Served

DOCUMENT = "docs/review.md"
PORT = "8765"


@pytest.fixture
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    db = str(tmp_path / "reviews.db")
    monkeypatch.setenv("VERISCOPE_REVIEW_DB", db)
    monkeypatch.setenv("COLUMNS", "140")
    server = Served(db)
    yield server
    assert server.stop()[0] == 0


def test_the_document_runs(served: Served, tmp_path: Path) -> None:
    ran = 0
    late = []
    for one in documents.shown(DOCUMENT):
        source = one.source.replace(PORT, str(served.port))
        source = source.replace("decided.jsonl", str(tmp_path / "decided.jsonl"))
        expected = one.expected and one.expected.replace(PORT, str(served.port))
        if source.startswith("veriscope serve"):
            assert documents.plain(expected or "") in documents.plain(served.said)
        elif source.startswith("veriscope token"):
            late.append(replace(one, source=source))  # the first token ends the open door
        else:
            run(replace(one, source=source, expected=expected))
        ran += 1
    for one in late:
        run(one)
    assert ran >= 12
    assert len((tmp_path / "decided.jsonl").read_text(encoding="utf-8").splitlines()) == 3


def run(one: documents.Shown) -> None:
    printed = documents.run(one, {})
    for line in (one.expected or "").splitlines():
        assert documents.plain(line) in documents.plain(printed), printed
