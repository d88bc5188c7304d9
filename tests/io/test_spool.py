"""What a program holds, in any shape, gives the records that a file of the same would give."""

import hashlib
import json

import datasets
import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from pyarrow import dataset as arrow_dataset
from pyarrow import parquet

from veriscope import InputError, Record
from veriscope.io import BadLine, read_records
from veriscope.io.spool import spool

ROWS = [
    {
        "id": f"r{i}",
        "response": f"It is {i} — é.",
        "contexts": [{"id": "c", "text": "It is 1."}],
        "verdicts": [{"label": "REFUTED", "confidence": 0.5}, {"label": "SUPPORTED"}],
        "probabilities": [0.25, 0.75],
        "groups": {"team": "ab"[i % 2]},
    }
    | ({"is_nonexistent": True} if i % 3 else {})
    for i in range(2500)
]


def as_polars() -> pl.DataFrame:
    return pl.DataFrame(ROWS, infer_schema_length=None)


class OnlyArrow:
    """A table of a tool that nobody has heard of."""

    def __arrow_c_stream__(self, requested_schema=None):
        return as_polars().to_arrow().__arrow_c_stream__(requested_schema)


HELD = {
    "list": lambda tmp: ROWS,
    "generator": lambda tmp: (row for row in ROWS),
    "records": lambda tmp: [Record.from_dict(row) for row in ROWS],
    "pandas": lambda tmp: pd.DataFrame(ROWS),
    "pandas with an index": lambda tmp: pd.DataFrame(ROWS).set_index("id"),
    "pandas with its ids twice": lambda tmp: pd.DataFrame(ROWS).set_index("id", drop=False),
    "polars": lambda tmp: as_polars(),
    "arrow table": lambda tmp: as_polars().to_arrow(),
    "arrow batch": lambda tmp: as_polars().to_arrow().combine_chunks().to_batches()[0],
    "arrow reader": lambda tmp: as_polars().to_arrow().to_reader(max_chunksize=700),
    "arrow dataset": lambda tmp: arrow_dataset.dataset(as_polars().to_arrow()),
    "arrow stream": lambda tmp: OnlyArrow(),
    "parquet file": lambda tmp: parquet.ParquetFile(_written(tmp)),
    "hugging face": lambda tmp: datasets.Dataset(as_polars().to_arrow()),
    "hugging face stream": lambda tmp: datasets.Dataset(
        as_polars().to_arrow()
    ).to_iterable_dataset(),
    "hugging face as pandas": lambda tmp: _formatted("pandas"),
    "hugging face as polars": lambda tmp: _formatted("polars"),
    "hugging face as arrow, stream": lambda tmp: _formatted("arrow").to_iterable_dataset(),
}


def _formatted(name):
    return datasets.Dataset(as_polars().to_arrow()).with_format(name)


def _written(tmp_path):
    as_polars().write_parquet(tmp_path / "rows.parquet")
    return tmp_path / "rows.parquet"


def records(given, tmp_path, names=None, **more) -> list:
    return list(spool(given, tmp_path / "spool", **more).records(names or {}))


@pytest.mark.parametrize("held", HELD)
def test_every_holder_gives_the_records_of_the_file(held, tmp_path) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    assert records(HELD[held](tmp_path), tmp_path) == list(read_records(file))


def test_a_parquet_file_on_disk_gives_them_too(tmp_path) -> None:
    expected = [Record.from_dict(row) for row in ROWS]
    assert list(read_records(_written(tmp_path))) == expected


def test_duckdb_gives_its_rows(tmp_path) -> None:
    with duckdb.connect() as connection:
        relation = connection.sql(
            "SELECT 'r' || i AS id, 'yes' AS response, [{'label': 'SUPPORTED'}] AS verdicts, "
            "MAP {'team': 'a'} AS groups FROM range(3) t(i)"
        )
        found = records(relation, tmp_path)
    assert [(one.id, one.groups) for one in found] == [(f"r{i}", {"team": "a"}) for i in range(3)]


def test_the_digest_is_that_of_the_rows_as_json_lines(tmp_path) -> None:
    lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in ROWS).encode()
    for held in ("list", "generator"):
        found = spool(HELD[held](tmp_path), tmp_path / "spool")
        assert (found.sha256, found.size) == (hashlib.sha256(lines).hexdigest(), len(lines))
        assert found.rows == len(ROWS)
    other = spool([*ROWS[1:], ROWS[0]], tmp_path / "spool")
    assert other.sha256 != found.sha256


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"response": 5}, "records:2: response: must be a string, not a number"),
        ({"query": "?"}, "records:2: response: is missing"),
        ({"response": "x", "zzz": 1}, "records:2: zzz: unknown field"),
        ({"response": "x", "metadata": {"a": [object()]}}, "records:2: metadata.a[0]: cannot hold"),
        ({"response": "x", "confidence": float("inf")}, "records:2: confidence: must be a finite"),
        ({"response": "x", "metadata": {"n": 10**5000}}, "records:2: Exceeds the limit"),
        (
            Record("x", id="r", metadata={"a": b""}),
            "records:2: metadata.a: cannot hold a value of type byt",
        ),
        ("text", "records:2: must be an object, not a string"),
        (None, "records:2: must be an object, not null"),
    ],
)
def test_a_bad_row_stands_in_its_place(tmp_path, row, message) -> None:
    before, bad, after = records([{"response": "a"}, row, {"response": "b"}], tmp_path)
    assert isinstance(bad, BadLine)
    assert str(bad.error).startswith(message)
    assert (before.response, after.response) == ("a", "b")


def test_a_table_as_a_spreadsheet_gives_it(tmp_path) -> None:
    frame = pd.DataFrame(
        {
            "id": [1, 2, 3],
            "response": ["a", None, "c"],
            "contexts": ["['one', 'two']", "plain", None],
            "is_nonexistent": [1.0, None, 0.0],
            "confidence": [0.5, None, float("nan")],
            "model": pd.array([1, None, 2], dtype="Int64"),
            "groups": [{"day": "mon", "none": None}, None, None],
        }
    )
    first, bad, last = records(frame, tmp_path)
    assert str(bad.error) == "table:2: response: is missing"
    assert (first.id, first.model, first.is_nonexistent, last.is_nonexistent) == (
        "1", "1", True, False,
    )  # fmt: skip
    assert [context.text for context in first.contexts] == ["one", "two"]
    assert (first.confidence, last.confidence, first.groups) == (0.5, None, {"day": "mon"})


def test_foreign_names_and_names_of_ones_own(tmp_path) -> None:
    ragas = {"user_input": "?", "response": "!", "retrieved_contexts": ["so"]}
    own = {"said": "!", "asked": "?"}
    (found,) = records(pd.DataFrame([ragas]), tmp_path)
    assert (found.query, found.response, found.contexts[0].text) == ("?", "!", "so")
    (found,) = records([own], tmp_path, {"response": "said", "query": "asked"})
    assert (found.query, found.response) == ("?", "!")
    (found,) = records([Record("kept")], tmp_path, {"response": "said"})
    assert found == Record("kept")


def test_ragtruth_without_its_files_is_said(tmp_path) -> None:
    (bad,) = records([{"source_id": "1", "response": "x", "labels": []}], tmp_path)
    assert "RAGTruth is read from its files" in str(bad.error)


def test_an_endless_generator_ends_at_the_limit(tmp_path) -> None:
    endless = ({"response": "again"} for _ in iter(int, 1))
    assert len(records(endless, tmp_path, limit=7)) == 7


def test_any_text_comes_back(tmp_path) -> None:
    texts = ["\ud800", "\u2028\r\n\x00", "", "\U0001f600"]
    assert [one.response for one in records([{"response": t} for t in texts], tmp_path)] == texts


def test_what_a_generator_raises_is_raised(tmp_path) -> None:
    def broken():
        yield {"response": "a"}
        raise OSError(5, "of their own")

    with pytest.raises(OSError, match="of their own"):
        spool(broken(), tmp_path / "spool")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (5, "must be a list or an iterator of records, a table, or paths, not int"),
        ({"response": "x"}, "not dict"),
        (Record("x"), "not Record"),
        (b"x", "not bytes"),
        (pl.LazyFrame({"response": ["x"]}), "not LazyFrame; collect"),
        (datasets.DatasetDict(train=datasets.Dataset.from_list([])), "take one of its splits"),
        (pd.DataFrame([[1, 2]], columns=["a", "a"]), "has two columns named 'a'"),
        (pa.table([[1], [2]], names=["a", "a"]), "has two columns named 'a'"),
        (pl.Series([1, 2]), "cannot be read as a table"),
    ],
)
def test_what_holds_no_records(tmp_path, given, message) -> None:
    with pytest.raises(InputError, match=message):
        spool(given, tmp_path / "spool")
