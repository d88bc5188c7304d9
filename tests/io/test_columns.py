"""Assessments as Parquet: nothing is lost, and other tools can ask it."""

from decimal import Decimal

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyarrow import parquet

from tests.flows.command import ROOT
from tests.strategies import assessments
from veriscope import Assessment, Claim, InputError, Record, Verdict
from veriscope.io import read_assessments
from veriscope.io.columns import ROWS, SCHEMA, write_assessments
from veriscope.model import BlockDetail, CheckName, Context, Evidence, FigureDetail
from veriscope.numeric import HallucinationDetector, NumericCheck

TORN = "half a sign: \ud83d"


@given(found=st.lists(assessments, max_size=4))
@settings(max_examples=60, deadline=None)
def test_what_was_written_is_read(tmp_path_factory, found) -> None:
    path = tmp_path_factory.mktemp("columns") / "a.parquet"
    write_assessments(path, found)
    assert list(read_assessments(path)) == found


def numbered(count: int) -> list[Assessment]:
    claim = Claim(
        "It is 5.", (0, 8), id="c0", detail=FigureDetail(value=Decimal("5.10"), unit="USD")
    )
    evidence = Evidence("source", (1, 2), "quote", {"table": "t", "key": [1, None]})
    verdict = Verdict("REFUTED", 0.9, [evidence], "no", "c0", 0.1)
    check = CheckName.NUMERIC
    return [
        Assessment(f"r{i}", check, [claim], [verdict], {"n": i}, True, 0.5, groups={"a": "b"})
        for i in range(count)
    ]


def test_what_parquet_cannot_hold_is_kept_all_the_same(tmp_path) -> None:
    torn = Assessment(
        TORN,
        CheckName.GROUNDING,
        [Claim(TORN, id="c")],
        groups={TORN: "x", TORN[:-1] + "\ude00": "y", "team": "z"},
    )
    detail = FigureDetail(parts={"year": 2**80})
    huge = Assessment("huge", CheckName.NUMERIC, [Claim("x", detail=detail)])
    found = [*numbered(3), torn, huge, *numbered(2)]
    path = tmp_path / "a.parquet"
    write_assessments(path, found)
    assert list(read_assessments(path)) == found
    assert parquet.read_table(path)["groups"].to_pylist()[3] == [("team", "z")]
    exact = parquet.read_table(path)["exact"].to_pylist()
    assert [text is not None for text in exact] == [False] * 3 + [True] * 2 + [False] * 2


def test_row_groups_are_of_one_size_and_the_order_stays(tmp_path) -> None:
    path = tmp_path / "a.parquet"
    write_assessments(path, iter(numbered(2 * ROWS + 5)))
    file = parquet.ParquetFile(path)
    groups = [file.metadata.row_group(i).num_rows for i in range(file.num_row_groups)]
    assert groups == [ROWS, ROWS, 5]
    assert [one.record_id for one in read_assessments(path)] == [
        f"r{i}" for i in range(2 * ROWS + 5)
    ]


def test_no_assessment_is_a_file_too(tmp_path) -> None:
    write_assessments(tmp_path / "a.parquet", [])
    assert list(read_assessments(tmp_path / "a.parquet")) == []


def test_other_tools_can_ask_it(tmp_path) -> None:
    path = tmp_path / "a.parquet"
    block = Claim("made up", (0, 7), id="b0", detail=BlockDetail(start_token=1, end_token=2))
    other = Assessment("t", CheckName.TRANSCRIPTION, [block], [Verdict("SUPPORTED", claim_id="b0")])
    write_assessments(path, [*numbered(3), other])
    with duckdb.connect() as connection:
        asked = connection.execute(
            "SELECT c.detail.figure.value, c.span.start, groups['a'] "
            "FROM (SELECT unnest(claims) AS c, groups FROM read_parquet(?) WHERE flagged)",
            [str(path)],
        ).fetchall()
    assert asked == [("5.10", 0, "b")] * 3
    labels = pl.read_parquet(path).explode("verdicts").unnest("verdicts")["label"]
    assert labels.to_list() == ["REFUTED"] * 3 + ["SUPPORTED"]
    frame = pd.read_parquet(path)
    assert frame.claims[3][0]["detail"]["block"]["end_token"] == 2
    assert frame.claims[3][0]["detail"]["figure"] is None


def test_what_other_tools_write_again_is_read(tmp_path) -> None:
    path = tmp_path / "a.parquet"
    found = numbered(3)
    write_assessments(path, found)
    pl.read_parquet(path).filter(pl.col("record_id") != "r1").write_parquet(path)
    assert list(read_assessments(path)) == [found[0], found[2]]
    copy = tmp_path / "copy.parquet"
    with duckdb.connect() as connection:
        connection.execute(f"COPY (FROM '{path}') TO '{copy}'")
    assert list(read_assessments(copy)) == [found[0], found[2]]


def test_what_a_check_really_finds(tmp_path) -> None:
    record = Record("NOI was $1.5M in 2024, up 9%.", contexts=[Context("NOI was $1.2M.", "c")])
    found = NumericCheck(HallucinationDetector(None)).assess([record])
    assert found[0].claims
    write_assessments(tmp_path / "a.parquet", found)
    assert list(read_assessments(tmp_path / "a.parquet")) == found


def test_every_column_is_documented() -> None:
    described = (ROOT / "docs" / "audit.md").read_text(encoding="utf-8")

    def names(kind) -> set[str]:
        if isinstance(kind, pa.MapType):
            return set()
        if isinstance(kind, pa.ListType):
            return names(kind.value_type)
        fields = list(kind) if isinstance(kind, (pa.Schema, pa.StructType)) else []
        return {field.name for field in fields}.union(*(names(field.type) for field in fields))

    assert len(names(SCHEMA)) > 35
    assert {name for name in names(SCHEMA) if f"`{name}`" not in described} == set()


def test_a_file_that_is_none_is_named(tmp_path) -> None:
    path = tmp_path / "a.parquet"
    path.write_bytes(b"PAR1 no")
    with pytest.raises(InputError, match=r"a\.parquet: not Parquet"):
        list(read_assessments(path))
    pl.DataFrame({"record_id": ["x"], "check": ["facts"]}).write_parquet(path)
    with pytest.raises(InputError, match=r"a\.parquet: claims: is missing: not assessments"):
        list(read_assessments(path))
