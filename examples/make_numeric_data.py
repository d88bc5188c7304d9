"""Make the demo's SQLite database: two properties, three periods, the default schema."""

from __future__ import annotations

import sqlite3
from pathlib import Path

SCHEMA = """
CREATE TABLE financial_periods (
  id INTEGER PRIMARY KEY, property_id INTEGER, year INTEGER, quarter INTEGER, month INTEGER);
CREATE TABLE financial_metrics (
  id INTEGER PRIMARY KEY, property_id INTEGER, period_id INTEGER,
  net_operating_income NUMERIC, total_revenue NUMERIC, total_expenses NUMERIC,
  net_income NUMERIC, total_assets NUMERIC, total_liabilities NUMERIC,
  occupancy_rate NUMERIC, expense_ratio NUMERIC, debt_to_equity_ratio NUMERIC,
  cap_rate NUMERIC, return_on_investment NUMERIC, dscr NUMERIC);
CREATE TABLE income_statement_data (
  id INTEGER PRIMARY KEY, property_id INTEGER, period_id INTEGER, amount NUMERIC);
INSERT INTO financial_periods VALUES
  (1, 1, 2024, 1, 3), (2, 1, 2024, 2, 6), (3, 1, 2024, 3, 9), (4, 2, 2024, 3, 9);
INSERT INTO financial_metrics VALUES
  (1, 1, 1, 1120000, 1900000, 780000, 430000, 14800000, 9200000, 83, 41.1, 164, 6.3, 7.8, 1.19),
  (2, 1, 2, 1150000, 1950000, 800000, 450000, 14900000, 9100000, 84, 41.0, 157, 6.4, 8.0, 1.22),
  (3, 1, 3, 1200000, 2000000, 800000, 500000, 15000000, 9000000, 85, 40.0, 150, 6.5, 8.1, 1.25),
  (4, 2, 4, 640000, 1010000, 370000, 210000, 8200000, 5100000, 91, 36.6, 165, 5.9, 6.7, 1.41);
INSERT INTO income_statement_data VALUES
  (1, 1, 3, 1840000), (2, 1, 3, 160000), (3, 1, 3, 212500), (4, 2, 4, 965000);
"""


def main(path: Path) -> None:
    """Write the database anew."""
    path.unlink(missing_ok=True)
    connection = sqlite3.connect(path)
    connection.executescript(SCHEMA)
    connection.close()


if __name__ == "__main__":
    main(Path(__file__).parent / "data" / "properties.db")
