"""Formats: the same rows from every kind of file, and faults with their place."""

import csv
import gzip
import json
import lzma

import pyarrow as pa
import pytest
from pyarrow import parquet

from veriscope import InputError, Record
from veriscope.io import BadLine, expand, read_records

ROWS = [
    {"id": "1", "response": 'a, "b"\nc', "query": "q", "contexts": ["x", "y"]},
    {"id": "2", "response": "d", "query": "p", "contexts": ["z"]},
]
RECORDS = [Record.from_dict(row) for row in ROWS]


def lines() -> bytes:
    return "".join(json.dumps(row) + "\n" for row in ROWS).encode()


def write_csv(path, contexts=json.dumps, delimiter=",") -> None:
    import csv

    with path.open("w", newline="", encoding="utf-8-sig") as stream:
        writer = csv.writer(stream, delimiter=delimiter)
        writer.writerow(["id", "response", "query", "contexts", "confidence"])
        for row in ROWS:
            cells = (row["id"], row["response"], row["query"], contexts(row["contexts"]), "")
            writer.writerow(cells)


def test_every_format_gives_the_same_records(tmp_path) -> None:
    (tmp_path / "a.jsonl").write_bytes(lines())
    (tmp_path / "a.jsonl.gz").write_bytes(gzip.compress(lines()))
    (tmp_path / "a.jsonl.xz").write_bytes(lzma.compress(lines()))
    (tmp_path / "a.json").write_text(json.dumps(ROWS))
    write_csv(tmp_path / "a.csv")
    write_csv(tmp_path / "printed.csv", contexts=str)
    write_csv(tmp_path / "a.tsv", delimiter="\t")
    parquet.write_table(pa.Table.from_pylist(ROWS), tmp_path / "a.parquet")
    files = expand([str(tmp_path)])
    assert len(files) == 8
    for file in files:
        assert list(read_records(file)) == RECORDS, file


def test_cells_of_a_table_are_typed(tmp_path) -> None:
    path = tmp_path / "a.csv"
    path.write_text(
        "response,is_nonexistent,probabilities,groups,confidence,contexts\n"
        'r,True,"[0.5, 0.5]","{""lang"": ""fr""}",0.25,one text\n',
        encoding="utf-8",
    )
    (record,) = read_records(path)
    assert (record.is_nonexistent, record.probabilities) == (True, (0.5, 0.5))
    assert (record.groups, record.confidence) == ({"lang": "fr"}, 0.25)
    assert record.contexts[0].text == "one text"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("response,groups\nr,{oops\n", "a.csv:2: groups: cannot be read"),
        ("response,is_nonexistent\nr,maybe\n", "a.csv:2: is_nonexistent: must be"),
        ("response,id\nr\n", "a.csv:2: has fewer cells"),
        ("response\nr,s,t\n", "a.csv:2: has 2 cells more"),
        ('response\n"r', "a.csv:2: not CSV"),
        ("response,response\nr,s\n", "a.csv:1: has two columns named 'response'"),
    ],
)
def test_a_bad_line_of_a_table_is_named(tmp_path, text, message) -> None:
    path = tmp_path / "a.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        list(read_records(path))


def test_a_row_of_a_table_that_is_no_text_is_one_bad_row(tmp_path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b"response\na\ncaf\xe9\nb\n")
    first, bad, last = read_records(path, skip_bad=True)
    assert (first.response, last.response) == ("a", "b")
    assert str(bad.error).endswith("a.csv:3: not UTF-8")


def test_nested_values_of_other_tools_are_read_from_cells(tmp_path) -> None:
    path = tmp_path / "a.csv"
    cells = ['{"question": "q"}', str({"answer": "a", "contexts": ["c"]})]
    with path.open("w", newline="", encoding="utf-8") as stream:
        csv.writer(stream).writerows([["inputs", "outputs"], cells])
    (record,) = read_records(path)
    assert (record.query, record.response) == ("q", "a")
    assert record.contexts[0].text == "c"


@pytest.mark.parametrize("name", ["a.jsonl.gz", "a.jsonl.xz", "a.parquet", "a.json", "a.txt"])
def test_a_file_that_is_not_what_its_name_says(tmp_path, name) -> None:
    path = tmp_path / name
    path.write_bytes(b"no such thing")
    with pytest.raises(InputError, match=name):
        list(read_records(path))


def test_a_cut_archive_is_named_after_its_whole_rows(tmp_path) -> None:
    path = tmp_path / "a.jsonl.gz"
    path.write_bytes(gzip.compress(lines() * 50)[:-20])
    with pytest.raises(InputError, match=r"a.jsonl.gz"):
        list(read_records(path))


def test_bad_rows_keep_their_place_in_every_format(tmp_path) -> None:
    path = tmp_path / "a.json"
    path.write_text('[{"response": "a"}, {"respons": "b"}, {"response": "c"}]')
    first, bad, last = read_records(path, skip_bad=True)
    assert (first.response, last.response) == ("a", "c")
    assert isinstance(bad, BadLine)
    assert str(bad.error).endswith("a.json:2: respons: unknown field")


def test_paths_patterns_and_folders_are_expanded_once_each(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "deep").mkdir()
    for name in ("b.jsonl", "a.jsonl", "deep/c.csv", "deep/notes.txt"):
        (tmp_path / name).touch()
    assert expand(["*.jsonl"]) == ["a.jsonl", "b.jsonl"]
    assert expand([str(tmp_path / "*.jsonl"), "-"]) == [
        str(tmp_path / "a.jsonl"),
        str(tmp_path / "b.jsonl"),
        "-",
    ]
    assert expand(["b.jsonl", "*.jsonl"]) == ["b.jsonl", "a.jsonl"]
    assert expand(["deep"]) == ["deep/c.csv"]
    for missing in ("none.jsonl", "*.parquet"):
        with pytest.raises(InputError, match="no such file"):
            expand([missing])


@pytest.mark.parametrize("given", ["", "an **answer** and no path", "x" * 9000, "a\0b", "[" * 300])
def test_what_no_file_can_be_called_is_an_error_in_words(tmp_path, monkeypatch, given) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.jsonl").touch()
    with pytest.raises(InputError) as caught:
        expand([given])
    assert len(str(caught.value)) < 300
