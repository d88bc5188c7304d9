"""The report: text from outside is text, the numbers are there, and it stands alone."""

import base64
import gzip
import json
import re
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from veriscope import Assessment, Claim, Record, Verdict
from veriscope.model import (
    Answer,
    Breakdown,
    Cause,
    CheckName,
    Evidence,
    Failure,
    Gate,
    Manifest,
    Place,
    Score,
    Stage,
    Summary,
)
from veriscope.report.audit import Report, html_page, markdown
from veriscope.report.builds import junit_xml, sarif_json
from veriscope.report.glance import glances
from veriscope.run.breakdown import Breaker
from veriscope.run.summary import Summariser

HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)> \u202etxt \x00 ]]>|`"


def report(text: str = HOSTILE, answers: int = 1) -> Report:
    made, summariser, breaker = [], Summariser("model"), Breaker()
    for number in range(answers):
        record = Record(text, id=f"r{number}", model=text, query=text)
        claim = Claim(text, (0, len(text)), id="c0")
        evidence = [Evidence("source", (0, 1), text)]
        verdict = Verdict("REFUTED", 0.9, evidence, text, "c0", 0.1)
        one = Assessment("r", CheckName.GROUNDING, [claim], [verdict], {}, True, 0.0, model=text)
        summariser.add([one])
        breaker.add(record, one)
        made.append(Answer(record, [one], number))
    summary = summariser.summary(rows=answers, unreadable=0, not_applicable=0)
    manifest = Manifest("0", "3", [], {"judge": text})
    return Report(summary, manifest, breaker.breakdown(), made)


def test_hostile_text_is_shown_as_text() -> None:
    page = html_page(report())
    assert "<script>alert" not in page
    assert "<img" not in page
    assert page.count("</script>") == 2
    assert "&lt;img src=x onerror=alert(2)&gt;" in page


def test_the_page_loads_nothing_and_stays_small() -> None:
    page = html_page(report("word " * 30, answers=10_000))
    assert len(page.encode()) < 2_000_000
    links = re.findall(r"""(?:src|href|url)\s*[=(]\s*["']?([^"')\s>]+)""", page)
    assert all(link.startswith("#") for link in links)
    assert 'http-equiv="Content-Security-Policy"' in page


def test_the_rates_and_their_denominators_are_there() -> None:
    page = html_page(report("plain", answers=12))
    verdict = re.search(r'<ul class="glance".*?</ul>', page, re.DOTALL).group()
    words = " ".join(re.sub(r"<[^>]+>", "", verdict).split())
    assert words == "100.0 % of 12 claims have no ground (75.8 to 100.0 %) by grounding"
    assert "12 records" in page
    assert "Where the numbers come from" in page


def grouped(*models: str | None) -> Report:
    """A report in which every model but the first has answered badly; None is a failure."""
    made, summariser, breaker = [], Summariser("model"), Breaker()
    for number, model in enumerate(models):
        record = Record("It is so.", id=f"r{number}", model=model, contexts=["It is not."])
        label = "REFUTED" if number and model else "SUPPORTED"
        failed = [] if model else [Failure(Stage.VERIFY, Cause.TIMEOUT, "no answer")]
        verdict = Verdict(label, 0.9, [Evidence("0", (0, 1), "It")], "", "c0", 0.1)
        one = Assessment(
            f"r{number}", CheckName.GROUNDING, [] if failed else [Claim("It is so.", id="c0")],
            [] if failed else [verdict], {}, label == "REFUTED", None if failed else 0.5,
            failures=failed, model=model,
        )  # fmt: skip
        summariser.add([one])
        breaker.add(record, one)
        made.append(Answer(record, [one], number))
    summary = summariser.summary(rows=len(models), unreadable=0, not_applicable=0)
    return Report(summary, Manifest("0", "3", [], {}), breaker.breakdown(), made)


def test_the_first_lines_say_where_it_is_worst() -> None:
    (one,) = grouped("kestrel", "heron", "heron", "kestrel").glances
    assert (one.place.dimension, one.place.value) == ("model", "heron")
    (one,) = grouped("heron", "heron").glances
    assert one.place is None


def test_a_rate_of_documents_is_held_against_documents() -> None:
    scores = [
        Score("hallucinating_doc_rate", 0.5, 4, "transcription"),
        Score("hallucinating_doc_rate", 0.0, 2, "transcription", "kestrel"),
        Score("hallucinating_doc_rate", 1.0, 2, "transcription", "heron"),
    ]
    summary = replace(Summariser().summary(rows=4, unreadable=0, not_applicable=0), scores=scores)
    findings = [Place("transcription", "source", name, 9, 9) for name in "ab"]
    (one,) = glances(summary, findings)
    assert one.place == Place("transcription", "group", "heron", 2, 2)


def test_groups_come_the_worst_first_in_the_page_and_in_markdown() -> None:
    made = grouped("a-good", "z-bad", "m-bad", "m-bad")
    ((check, scores),) = made.groups()
    assert check == "grounding"
    assert [score.group for score in scores] == ["m-bad", "z-bad", "a-good"]
    text = markdown(made)
    rows = re.findall(r"^\| grounding \| (\S+) \| ([\d.]+ %)", text, re.MULTILINE)
    assert rows == [("m-bad", "100.0 %"), ("z-bad", "100.0 %"), ("a-good", "0.0 %")]


def test_a_group_without_a_number_is_no_row_and_a_failed_one_is() -> None:
    ((_, scores),) = grouped("kestrel", None).groups()
    assert [(score.group, score.value) for score in scores] == [("kestrel", 0.0), ("(none)", None)]
    summariser = Summariser("model")
    summariser.add([Assessment("r", CheckName.NUMERIC, model="heron")])
    summary = summariser.summary(rows=1, unreadable=0, not_applicable=0)
    assert Report(summary, Manifest("0", "3", [], {}), Breakdown(), []).groups() == []


def test_the_verdict_counts_what_failed() -> None:
    assert grouped("kestrel", None).sentence.endswith("by grounding, 1 failed.")
    assert grouped(None, None).sentence == (
        "2 records: nothing could be measured, 2 failed in grounding."
    )
    assert "nothing could be measured, 2 failed in grounding." in html_page(grouped(None, None))


def test_where_nothing_applies_the_verdict_says_so_and_there_is_no_list() -> None:
    summary = Summariser().summary(rows=1, unreadable=0, not_applicable=1)
    page = html_page(Report(summary, Manifest("0", "3", [], {}), Breakdown(), []))
    assert "1 record: nothing could be measured, none has the fields that a check needs." in page
    assert 'id="filters"' not in page


def test_a_context_without_an_id_is_told_by_its_place() -> None:
    made = grouped("kestrel", "heron")
    assert "context 1" in {place.value for place in made.breakdown.places}
    assert "<cite>context 1</cite>" in html_page(made)


def test_places_that_are_left_out_are_counted() -> None:
    titles = [title for title, *_ in grouped(*"abcdefghijkl").concentrations()]
    assert titles == ["grounding, by model (8 of 12)"]


def test_markdown_keeps_its_table() -> None:
    text = markdown(report())
    tables = [line for line in text.splitlines() if line.startswith("|")]
    assert all(line.endswith("|") for line in tables)
    assert "<script>" not in text


def test_nothing_at_all_is_a_page_too() -> None:
    summary = Summariser().summary(rows=0, unreadable=0, not_applicable=0)
    empty = Report(summary, Manifest("0", "3", [], {}), Breakdown(), [])
    assert "nothing could be measured" in html_page(empty)
    assert "nothing could be measured" in markdown(empty)


def test_junit_is_xml_whatever_the_text() -> None:
    made = report()
    failed = Assessment("r", CheckName.NUMERIC, failures=[Failure("read", "timeout", HOSTILE)])
    answers = [*made.answers, Answer(Record("x", id="\x01"), [failed], 1)]
    suite = ET.fromstring(junit_xml(answers, made.summary))
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("2", "1", "1")


def test_junit_says_of_a_gate_without_a_value_that_nothing_was_measured() -> None:
    made = report()
    summary = replace(made.summary, gates=(Gate("far>0.1", None, passed=False),))
    suite = ET.fromstring(junit_xml(made.answers, summary))
    assert suite.find("testcase[@name='far>0.1']/failure").get("message") == "far>0.1: not measured"


def test_sarif_names_every_flagged_answer() -> None:
    document = json.loads(sarif_json(report(answers=3).answers))
    results = document["runs"][0]["results"]
    assert [result["ruleId"] for result in results] == ["grounding"] * 3
    assert document["version"] == "2.1.0"


def test_a_summary_round_trips() -> None:
    summary = report().summary
    assert Summary.from_json(summary.to_json()) == summary


def unpacked(page: str) -> dict:
    data = re.search(r'<script type="application/gzip" id="data">(.*?)</script>', page, re.DOTALL)
    return json.loads(gzip.decompress(base64.b64decode(data.group(1), validate=True)))


@pytest.mark.parametrize("sign", ["<", ">", "&", "\u2028", "\ud800"])
def test_no_sign_can_end_the_data(sign) -> None:
    row = unpacked(html_page(report(f"a{sign}b")))["rows"][0]
    assert row[7] == [["bad", f"a{sign}b".replace("\ud800", "?")]]
