"""The database: what is asked, what is kept, and what happens when it fails."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.orm import Session

from veriscope.figures import FigureKind
from veriscope.numeric import HallucinationDetector, default_mapping
from veriscope.numeric.database import KEEP_SECONDS, FactStore, open_engine

ANSWER = "NOI was $1.2M in Q3 2024, 85% occupied, DSCR 1.25."
WEIRD = 'odd "name; drop table t'


@contextmanager
def statements(engine: sa.Engine) -> Iterator[list[str]]:
    seen: list[str] = []

    def note(connection: Any, cursor: Any, statement: str, *rest: Any) -> None:
        seen.append(statement)

    sa.event.listen(engine, "before_cursor_execute", note)
    yield seen
    sa.event.remove(engine, "before_cursor_execute", note)


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest) -> str:
    name = "sqlite_url" if request.param == "sqlite" else "postgres_url"
    return str(request.getfixturevalue(name))


def test_the_whole_check_on_a_real_database(url: str) -> None:
    engine = sa.create_engine(url)
    detector = HallucinationDetector(engine)
    scope = {"property_id": 1, "period_id": 3}
    result = detector.detect_hallucinations(ANSWER, **scope)
    assert (result["error"], result["verified_claims"], result["total_claims"]) == (None, 4, 4)
    wrong = detector.detect_hallucinations("NOI was $1.5M, 95%, DSCR 1.5, Q4 2024", **scope)
    assert wrong["unverified_claims"] == 4
    derived = detector.detect_hallucinations("NOI up 9% from $1.15M to $1.2M", property_id=1)
    assert [c["verified"] for c in derived["claims"]] == [False, True, True]
    engine.dispose()


def test_one_query_a_table_and_none_for_a_repeated_scope(url: str) -> None:
    engine = sa.create_engine(url)
    detector = HallucinationDetector(engine)
    scope = {"property_id": 1, "period_id": 3}
    detector.detect_hallucinations("$1", property_id=2)
    with statements(engine) as seen:
        detector.detect_hallucinations(ANSWER + " $1.2M $3M 5% 6%", **scope)
    selects = [s for s in seen if "SELECT" in s.upper()]
    assert len(selects) == 3
    for table in ("financial_metrics", "income_statement_data", "financial_periods"):
        assert sum(table in s for s in selects) == 1
    with statements(engine) as again:
        detector.detect_hallucinations(ANSWER, **scope)
    assert again == []
    with statements(engine) as other:
        detector.detect_hallucinations("in Q3 2024", property_id=2)
    assert len(other) == 1
    engine.dispose()


def test_nothing_is_written(url: str) -> None:
    engine = sa.create_engine(url)
    with statements(engine) as seen:
        HallucinationDetector(engine).detect_hallucinations(ANSWER, property_id=1)
    words = {"INSERT", "UPDATE", "DELETE", "CREATE", "DROP", "ALTER"}
    assert not [s for s in seen if words & set(s.upper().split())]
    engine.dispose()


def test_a_session_keeps_what_it_holds(url: str) -> None:
    engine = sa.create_engine(url)
    with Session(engine) as session:
        session.execute(sa.text("CREATE TEMP TABLE mine (a INT)"))
        broken = {"tables": [{"name": "nowhere", "columns": [{"name": "a", "kind": "ratio"}]}]}
        bad = HallucinationDetector(session, mapping=broken).detect_hallucinations("DSCR 1")
        assert "nowhere" in bad["error"]
        good = HallucinationDetector(session).detect_hallucinations(ANSWER, property_id=1)
        assert good["error"] is None
        assert session.execute(sa.text("SELECT count(*) FROM mine")).scalar() == 0
        session.rollback()
    engine.dispose()


def test_values_are_bound_and_types_are_kept(url: str) -> None:
    detector = HallucinationDetector(url)
    hostile = detector.detect_hallucinations(ANSWER, property_id="1 OR 1=1")
    assert hostile["has_hallucinations"] is True
    assert hostile["verified_claims"] == 0
    after = detector.detect_hallucinations(ANSWER, property_id=1, period_id=3)
    assert after["verified_claims"] == 4
    wrong = detector.detect_hallucinations(ANSWER, property_id=[1, 2])
    assert "property_id" in wrong["error"]
    assert wrong["has_hallucinations"] is True


def mapping(table: str, *columns: tuple[str, str], **more: Any) -> dict[str, Any]:
    listed = [{"name": name, "kind": kind} for name, kind in columns]
    return {"tables": [{"name": table, "columns": listed, **more}]}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (mapping("financial_metrics", ("noi", "currency")), "no column 'noi'"),
        (mapping("no_table", ("noi", "currency")), "no table 'no_table'"),
        (mapping("financial_metrics", ("dscr; DROP TABLE x", "ratio")), "no column"),
        (mapping('financial_metrics" --', ("dscr", "ratio")), "no table"),
        (mapping("financial_metrics", ("DSCR", "ratio")), "no column 'DSCR'"),
        (mapping("financial_metrics", ("dscr", "ratio"), key="nokey"), "no column 'nokey'"),
        (mapping("financial_metrics", ("dscr", "ratio"), scope={"a": "b c"}), "no column 'b c'"),
    ],
)
def test_what_the_live_schema_does_not_hold_fails_closed(
    url: str, given: dict[str, Any], said: str
) -> None:
    result = HallucinationDetector(url, mapping=given).detect_hallucinations("DSCR 1.25")
    assert said in result["error"]
    assert result["has_hallucinations"] is True
    assert result["verified_claims"] == 0
    assert result["claims"][0]["error"] == result["error"]
    assert result["confidence_adjustment"] == -0.2


def test_a_failed_database_is_not_made_up_for_by_documents(tmp_path: Path) -> None:
    detector = HallucinationDetector(f"sqlite:///{tmp_path / 'none.db'}")
    source = [{"chunk_text": "NOI was $1.2M", "chunk_id": "a"}]
    result = detector.detect_hallucinations("NOI was $1.2M", source)
    assert (result["verified_claims"], result["has_hallucinations"]) == (0, True)
    assert "database" in result["error"]
    assert not (tmp_path / "none.db").exists()


def test_a_scope_that_no_table_knows_fails_closed(sqlite_url: str) -> None:
    result = HallucinationDetector(sqlite_url).detect_hallucinations("$1.2M", tenant=5)
    assert "tenant" in result["error"]
    assert result["verified_claims"] == 0


def test_a_database_that_goes_away(sqlite_url: str) -> None:
    detector = HallucinationDetector(sqlite_url)
    assert detector.detect_hallucinations(ANSWER, property_id=1)["error"] is None
    path = Path(sqlite_url.removeprefix("sqlite:///"))
    path.write_bytes(b"this is no database at all" * 100)
    result = detector.detect_hallucinations(ANSWER, property_id=2)
    assert result["error"]
    assert (result["verified_claims"], result["has_hallucinations"]) == (0, True)


def test_an_unreachable_server_says_so_without_its_password() -> None:
    url = "postgresql://someone:verysecret@127.0.0.1:1/none?connect_timeout=2"
    result = HallucinationDetector(url).detect_hallucinations("$1.2M")
    assert result["has_hallucinations"] is True
    assert result["error"].startswith("database:")
    assert "verysecret" not in result["error"]


def test_an_own_sqlite_connection_cannot_write(sqlite_url: str) -> None:
    engine = open_engine(sqlite_url)
    with engine.connect() as connection, pytest.raises(sa.exc.OperationalError, match="readonly"):
        connection.execute(sa.text("DELETE FROM financial_metrics"))
    engine.dispose()


def test_facts_are_kept_for_a_while_only(sqlite_url: str) -> None:
    now = [0.0]
    engine = sa.create_engine(sqlite_url)
    store = FactStore(engine, default_mapping(), clock=lambda: now[0])
    kinds = frozenset({FigureKind.DATE})
    store.facts({"property_id": 1}, kinds)
    for later, queries in [(KEEP_SECONDS - 1, 0), (KEEP_SECONDS + 1, 1)]:
        now[0] = later
        with statements(engine) as seen:
            store.facts({"property_id": 1}, kinds)
        assert len(seen) == queries
    store.forget()
    with statements(engine) as seen:
        store.facts({"property_id": 1}, kinds)
    assert len(seen) == 1
    engine.dispose()


def database(tmp_path: Path, *statements: str) -> str:
    url = f"sqlite:///{tmp_path / 'own.db'}"
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)
    engine.dispose()
    return url


VALUE = mapping("t", ("v", "currency"), key="k")


@pytest.mark.parametrize("stored", ["NULL", "''", "'n/a'", "x'00'", "'nan'", "'1e999999999'"])
def test_what_is_no_number_verifies_nothing(tmp_path: Path, stored: str) -> None:
    url = database(tmp_path, "CREATE TABLE t (k, v)", f"INSERT INTO t VALUES (1, {stored})")
    result = HallucinationDetector(url, mapping=VALUE).detect_hallucinations("$0 and $5")
    assert result["has_hallucinations"] is True
    assert result["verified_claims"] == 0


def test_an_unreadable_value_is_named_by_its_place(tmp_path: Path) -> None:
    url = database(tmp_path, "CREATE TABLE t (k, v)", "INSERT INTO t VALUES (7, 'n/a')")
    result = HallucinationDetector(url, mapping=VALUE).detect_hallucinations("$5")
    assert "t.v of row 7" in result["error"]


def test_a_nan_of_postgresql_is_no_fact(postgres_url: str) -> None:
    engine = sa.create_engine(postgres_url)
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE IF NOT EXISTS odd (k INT, v NUMERIC, f FLOAT8)")
        connection.exec_driver_sql("INSERT INTO odd VALUES (1, 'NaN', 'Infinity')")
        connection.exec_driver_sql(f"INSERT INTO odd VALUES (2, {'1' * 40}.5, 0.1)")
    engine.dispose()
    odd = mapping("odd", ("v", "currency"), ("f", "ratio"), key="k")
    detector = HallucinationDetector(postgres_url, mapping=odd)
    result = detector.detect_hallucinations(f"${'1' * 40}.5, DSCR 0.1, and $5")
    assert [c["verified"] for c in result["claims"]] == [True, True, False]
    assert result["claims"][0]["closeness"] == 1.0
    assert math.isfinite(result["claims"][2]["closeness"])


def test_forty_digits_are_compared_exactly(tmp_path: Path) -> None:
    digits = "1234567890" * 4
    url = database(tmp_path, "CREATE TABLE t (k, v TEXT)", f"INSERT INTO t VALUES (1, '{digits}')")
    from veriscope.numeric import HallucinationConfig

    exact = HallucinationConfig(CURRENCY_TOLERANCE_PERCENT=0)
    detector = HallucinationDetector(url, exact, VALUE)
    assert not detector.detect_hallucinations(f"${digits}")["has_hallucinations"]
    assert detector.detect_hallucinations(f"${digits[:-1]}1")["has_hallucinations"]


@pytest.mark.parametrize("answer", ["$0", "-$0", "$0.00"])
def test_actual_zero_matches_only_zero(tmp_path: Path, answer: str) -> None:
    url = database(tmp_path, "CREATE TABLE t (k, v)", "INSERT INTO t VALUES (1, 0)")
    detector = HallucinationDetector(url, mapping=VALUE)
    assert not detector.detect_hallucinations(answer)["has_hallucinations"]
    assert detector.detect_hallucinations("$0.01")["has_hallucinations"]


def test_the_tolerance_is_inclusive(tmp_path: Path) -> None:
    url = database(tmp_path, "CREATE TABLE t (k, v)", "INSERT INTO t VALUES (1, 100)")
    detector = HallucinationDetector(url, mapping=VALUE)
    for answer, clean in [("$105", True), ("$95", True), ("$105.01", False), ("$94.99", False)]:
        assert detector.detect_hallucinations(answer)["has_hallucinations"] is not clean


def test_fractions_thousands_and_odd_names(tmp_path: Path) -> None:
    quoted = WEIRD.replace('"', '""')
    url = database(
        tmp_path,
        f'CREATE TABLE "{quoted}" (k, "a b" REAL, "select" INT)',
        f'INSERT INTO "{quoted}" VALUES (1, 0.85, 1200)',
    )
    given = {
        "tables": [
            {
                "name": WEIRD,
                "columns": [
                    {"name": "a b", "kind": "percentage", "scale": "fraction"},
                    {"name": "select", "kind": "currency", "scale": "thousand", "unit": "EUR"},
                ],
            }
        ]
    }
    detector = HallucinationDetector(url, mapping=given)
    result = detector.detect_hallucinations("85% and €1.2M and 0.85% and $1.2M")
    assert [c["verified"] for c in result["claims"]] == [True, True, False, False]


def test_too_many_rows_fail_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("veriscope.numeric.database.ROW_LIMIT", 3)
    url = database(
        tmp_path, "CREATE TABLE t (k, v)", "INSERT INTO t VALUES (1, 5), (2, 5), (3, 5), (4, 5)"
    )
    result = HallucinationDetector(url, mapping=VALUE).detect_hallucinations("$5")
    assert "more than 3 rows" in result["error"]
    assert result["has_hallucinations"] is True
