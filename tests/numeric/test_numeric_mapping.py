"""The mapping file, and the one drafted from a live schema."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from veriscope.errors import InputError
from veriscope.numeric import FactsMapping, HallucinationDetector, default_mapping
from veriscope.numeric.draft import draft_mapping
from veriscope.numeric.mapping import load_mapping


def test_the_default_is_the_real_estate_schema() -> None:
    tables = {table.name: table for table in default_mapping().tables}
    assert set(tables) == {"financial_metrics", "income_statement_data", "financial_periods"}
    metrics = {c.name: c.kind.value for c in tables["financial_metrics"].columns}
    assert list(metrics.values()).count("currency") == 6
    assert list(metrics.values()).count("percentage") == 5
    assert metrics["dscr"] == "ratio"
    assert dict(tables["financial_periods"].scope) == {
        "property_id": "property_id",
        "period_id": "id",
    }


GOOD = """
[[tables]]
name = "facts"
key = "id"
scope = { tenant = "tenant_id" }
[[tables.columns]]
name = "sales"
kind = "currency"
synonyms = ["turnover"]
[[tables.columns]]
name = "share"
kind = "percentage"
scale = "fraction"
"""


def test_a_path_a_dict_and_the_object_are_the_same(tmp_path: Path) -> None:
    path = tmp_path / "facts.toml"
    path.write_text(GOOD, encoding="utf-8")
    loaded = load_mapping(path)
    assert loaded == load_mapping(str(path)) == load_mapping(tomllib.loads(GOOD))
    assert load_mapping(loaded) is loaded
    assert loaded.scopes == {"tenant"}
    assert HallucinationDetector(None, mapping=path).mapping == loaded


def test_a_column_is_called_by_its_words_and_synonyms() -> None:
    columns = {c.name: c.names for t in default_mapping().tables for c in t.columns}
    assert columns["net_operating_income"][0] == "net operating income"
    assert "NOI" in columns["net_operating_income"]
    assert columns["amount"] == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("tables = []", "tables"),
        ("[[tables]]\nname = 'a'", "columns"),
        ("[[tables]]\nname = 'a'\ncolumns = []", "columns"),
        (GOOD.replace("currency", "money"), "kind"),
        (GOOD.replace("fraction", "percent"), "scale"),
        (GOOD.replace("percentage", "ratio"), "scale"),
        (GOOD.replace("synonyms", "aliases"), "aliases"),
        (GOOD.replace('kind = "currency"', 'kind = "month"'), "year"),
        ("= 5", "not TOML"),
    ],
)
def test_a_wrong_mapping_is_named_by_file_and_field(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "facts.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=said) as caught:
        load_mapping(path)
    assert str(path) in str(caught.value)


def test_a_missing_mapping_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.toml"):
        load_mapping(tmp_path / "none.toml")


def test_the_draft_of_the_default_schema_checks_answers(sqlite_url: str, tmp_path: Path) -> None:
    text = draft_mapping(sqlite_url)
    path = tmp_path / "facts.toml"
    path.write_text(text, encoding="utf-8")
    drafted = load_mapping(path)
    kinds = {c.name: c.kind for t in default_mapping().tables for c in t.columns}
    found = {c.name: c.kind for t in drafted.tables for c in t.columns}
    assert {name for name in kinds if found.get(name) != kinds[name]} <= {
        "debt_to_equity_ratio",
        "return_on_investment",
    }
    result = HallucinationDetector(sqlite_url, mapping=path).detect_hallucinations(
        "NOI was $1.2M in Q3 2024, 85%, DSCR 1.25", property_id=1, period_id=3
    )
    assert result["verified_claims"] == 4


def test_a_draft_of_odd_names_is_a_mapping(tmp_path: Path) -> None:
    import sqlalchemy as sa

    url = f"sqlite:///{tmp_path / 'odd.db'}"
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        connection.exec_driver_sql('CREATE TABLE "a ""b"" é" ("net ""x""" NUMERIC, month INT)')
        connection.exec_driver_sql("CREATE TABLE words (a TEXT)")
        connection.exec_driver_sql("CREATE TABLE sales (id INTEGER PRIMARY KEY, total NUMERIC)")
    engine.dispose()
    drafted = load_mapping(tomllib.loads(draft_mapping(url)))
    assert [t.name for t in drafted.tables] == ["sales"] or len(drafted.tables) == 1


def test_nothing_to_draft_from_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="database"):
        draft_mapping(f"sqlite:///{tmp_path / 'none.db'}")


def test_the_mapping_is_a_value(tmp_path: Path) -> None:
    data: dict[str, Any] = default_mapping().to_dict()
    assert FactsMapping.from_dict(data) == default_mapping()
