"""The figures as CSV and as a Markdown table."""

import csv
import io

from tests.aspects.samples import INVENTED, KEPT, MISALIGNED, entry
from veriscope.aspects import aggregate_merged, aggregate_single_run, make_scorecard
from veriscope.aspects.tables import metrics_csv, metrics_markdown

RUN = aggregate_single_run(
    [make_scorecard(entry(*a)) for a in ([KEPT], [KEPT, INVENTED], [KEPT, MISALIGNED])]
)
EMPTY = aggregate_single_run([make_scorecard(entry())])


def read(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_csv_has_a_line_a_run_and_numbers_in_full() -> None:
    first, second = read(metrics_csv(["a", "b"], [RUN, EMPTY]))
    assert (first["run"], second["run"]) == ("a", "b")
    assert float(first["aspect_hallucination_rate"]) == 2 / 3
    assert (
        float(first["aspect_hallucination_rate_low"])
        == RUN["intervals"]["aspect_hallucination_rate"][0]
    )
    assert first["n"] == "3"
    assert second["aspect_drop_rate"] == second["aspect_drop_rate_low"] == "N/A"
    assert second["aspect_hallucination_rate"] == "0.0"


def test_csv_names_that_a_spreadsheet_would_run_are_inert() -> None:
    assert read(metrics_csv(["=cmd()"], [RUN]))[0]["run"] == "'=cmd()"


def test_markdown_of_one_run_has_four_decimals_and_intervals() -> None:
    lines = metrics_markdown(["a|b\n"], [RUN]).splitlines()
    assert lines[0] == "| metric | a\\|b  | 95 % interval |"
    assert lines[1] == "| --- | ---: | ---: |"
    assert "| n | 3 |  |" in lines
    [rate] = [line for line in lines if line.startswith("| aspect_hallucination_rate |")]
    assert rate == "| aspect_hallucination_rate | 0.6667 | 0.2077 – 0.9385 |"
    assert len({line.replace("\\|", "").count("|") for line in lines}) == 1


def test_markdown_without_a_value() -> None:
    assert "| aspect_drop_rate | N/A |  |" in metrics_markdown(["a"], [EMPTY]).splitlines()


def test_markdown_of_runs_has_mean_and_deviation() -> None:
    runs = [
        [make_scorecard(entry(KEPT, text_id="a"))],
        [make_scorecard(entry(INVENTED, text_id="a"))],
    ]
    together = aggregate_merged(runs)
    lines = metrics_markdown(["a", "b"], together["runs"], together).splitlines()
    assert lines[0] == "| metric | a | b | mean | std |"
    assert "| aspect_hallucination_rate | 0.0000 | 1.0000 | 0.5000 | 0.7071 |" in lines
    assert "| consistency |  |  | 0.0000 |  |" in lines
