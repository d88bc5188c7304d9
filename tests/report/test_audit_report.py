"""The report: text from outside is text, the numbers are there, and it stands alone."""

import base64
import gzip
import json
import re
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from veriscope import Assessment, Claim, Record, Verdict
from veriscope.model import Answer, Breakdown, CheckName, Evidence, Failure, Gate, Manifest, Summary
from veriscope.report.audit import Report, html_page, markdown
from veriscope.report.builds import junit_xml, sarif_json
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
    assert "100.0\u00a0% of 12 claims have no ground" in page
    assert "12 records" in page
    assert "Where the numbers come from" in page


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
