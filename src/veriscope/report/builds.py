"""Findings in the formats that build servers and code hosts read: JUnit XML and SARIF."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any
from xml.etree import ElementTree as ET

from veriscope import __version__
from veriscope.metrics.standing import standing_verdicts
from veriscope.model import Answer, Assessment, Summary, VerdictLabel, dump_json

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit_xml(answers: Sequence[Answer], summary: Summary) -> str:
    """Return one test case an answer and check, and one a gate."""
    suite = ET.Element("testsuite", name="veriscope")
    failures = errors = 0
    for answer in answers:
        for one in answer.assessments:
            case = _case(suite, f"veriscope.{one.check.value}", answer.record.id)
            if one.failures:
                errors += 1
                ET.SubElement(case, "error", message=_xml(one.failures[0].message))
            elif one.flagged:
                failures += 1
                ET.SubElement(case, "failure", message=_xml(_message(one)))
    for gate in summary.gates:
        case = _case(suite, "veriscope.gates", gate.rule)
        if not gate.passed:
            failures += 1
            shown = "not measured" if gate.value is None else gate.value
            ET.SubElement(case, "failure", message=f"{gate.rule}: {shown}")
    suite.set("tests", str(len(suite)))
    suite.set("failures", str(failures))
    suite.set("errors", str(errors))
    return ET.tostring(suite, encoding="unicode", xml_declaration=True) + "\n"


def _case(suite: ET.Element, kind: str, name: str) -> ET.Element:
    return ET.SubElement(suite, "testcase", classname=kind, name=_xml(name))


def _xml(text: str) -> str:
    """Return a text without the signs that XML cannot hold."""
    return _NOT_XML.sub("\ufffd", text)


def _message(assessment: Assessment) -> str:
    claims = {claim.id: claim.text for claim in assessment.claims}
    found = [
        f"{claims.get(verdict.claim_id, '')[:200]!r}: {verdict.reasoning or verdict.label.value}"
        for verdict in standing_verdicts(assessment)
        if verdict.label is not VerdictLabel.SUPPORTED
    ]
    return "; ".join(found) or "flagged"


def sarif_json(answers: Sequence[Answer]) -> str:
    """Return one result a flagged assessment, under one rule a check (SARIF 2.1.0)."""
    results: list[dict[str, Any]] = []
    for answer in answers:
        for one in answer.assessments:
            if one.flagged:
                place = {"fullyQualifiedName": f"record {answer.record.id}", "kind": "record"}
                results.append(
                    {
                        "ruleId": one.check.value,
                        "level": "warning",
                        "message": {"text": _message(one)},
                        "locations": [{"logicalLocations": [place]}],
                    }
                )
    rules = sorted({result["ruleId"] for result in results})
    driver = {
        "name": "veriscope",
        "version": __version__,
        "rules": [{"id": rule, "shortDescription": {"text": f"{rule} check"}} for rule in rules],
    }
    document = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "results": results}],
    }
    return dump_json(document, indent=2) + "\n"
