"""Pages and engines from files: matched by name, nothing lost."""

import json

import pytest

from veriscope import InputError
from veriscope.transcription import read_page_set


def folder(base, pages: dict[str, str]):
    base.mkdir()
    for name, text in pages.items():
        (base / name).write_text(text, encoding="utf-8")
    return base


def test_folders_are_matched_page_by_page(tmp_path) -> None:
    truth = folder(tmp_path / "gt", {"1.txt": "one", "2.gt.txt": "two"})
    first = folder(tmp_path / "a", {"1.txt": "on", "2.txt": "tw"})
    second = folder(tmp_path / "b", {"1.hocr": "<p class=ocr_line>oone</p>", "7.txt": "?"})
    found = read_page_set(truth, {"a": first, "b": second})
    assert [(r.id, r.model, r.reference, r.response) for r in found.records] == [
        ("1", "a", "one", "on"),
        ("2", "a", "two", "tw"),
        ("1", "b", "one", "oone"),
    ]
    assert [(m.record_id, m.model, m.failures[0].cause.value) for m in found.missing] == [
        ("2", "b", "unavailable")
    ]
    assert found.unmatched == ["b/7"]


def test_one_page_against_one(tmp_path) -> None:
    (tmp_path / "truth.txt").write_text("one", encoding="utf-8")
    (tmp_path / "other.txt").write_text("two", encoding="utf-8")
    found = read_page_set(tmp_path / "truth.txt", {"x": tmp_path / "other.txt"})
    assert [(r.id, r.reference, r.response) for r in found.records] == [("truth", "one", "two")]


ROWS = [
    {"id": "1", "engine": "e", "reference": "one", "hypothesis": "on"},
    {"id": "2", "response": "tw", "reference": "two", "model": "f", "groups": {"book": "b"}},
    {"id": "3", "response": "alone"},
]


def test_rows_of_a_file(tmp_path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text("\n".join(map(json.dumps, ROWS)), encoding="utf-8")
    found = read_page_set(path, {})
    assert [(r.id, r.model, r.response) for r in found.records] == [
        ("1", "e", "on"),
        ("2", "f", "tw"),
    ]
    assert found.unmatched == ["3"]


def test_rows_of_a_table(tmp_path) -> None:
    path = tmp_path / "rows.csv"
    path.write_text("id,engine,reference,hypothesis\n1,e,one,on\n", encoding="utf-8")
    (record,) = read_page_set(path, {}).records
    assert (record.id, record.model, record.reference, record.response) == ("1", "e", "one", "on")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            '{"id":"1","hypothesis":"x","reference":5}',
            r"rows\.jsonl:1: reference: must be null or text",
        ),
        ('{"hypotesis":"x"}', r"rows\.jsonl:1: hypotesis: unknown field"),
        ("[1]", r"rows\.jsonl:1: must be an object"),
        ("{", r"rows\.jsonl:1: not JSON"),
    ],
)
def test_a_bad_row_is_named(tmp_path, line: str, said: str) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text(line, encoding="utf-8")
    with pytest.raises(InputError, match=said):
        read_page_set(path, {})


def test_wrong_places_are_named(tmp_path) -> None:
    empty = folder(tmp_path / "gt", {})
    with pytest.raises(InputError, match="gt: holds no page"):
        read_page_set(empty, {"a": empty})
    with pytest.raises(InputError, match="gt: is a folder: name the output"):
        read_page_set(empty, {})
    with pytest.raises(InputError, match="none: is no folder"):
        read_page_set(folder(tmp_path / "t", {"1.txt": ""}), {"a": tmp_path / "none"})
