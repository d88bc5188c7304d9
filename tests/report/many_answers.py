"""A report of ten thousand answers as they come, without the minute that checking them takes."""

import random
import re

from bench.audit_records import HOSTILE, rows
from veriscope import Assessment, Claim, Record, Verdict
from veriscope.model import Cause, CheckName, Evidence, Failure, Manifest, Stage
from veriscope.report.audit import Report
from veriscope.run.batch import Assessed
from veriscope.run.breakdown import Breaker
from veriscope.run.summary import Summariser
from veriscope.run.worst import Worst

LABELS = ("SUPPORTED", "SUPPORTED", "SUPPORTED", "REFUTED", "NOT_ENOUGH_INFO")
SENTENCE = re.compile(r"[^.。]+[.。]?")
KINDS = ("grounding", "transcription", "aspects")
FAILED = [Failure(Stage.VERIFY, Cause.TIMEOUT, f"no answer in 30 s {HOSTILE[1]}", retryable=True)]


def assessment(record: Record, draw: random.Random) -> Assessment:
    """Say something of every sentence; one record in fifty fails."""
    known = {"groups": record.groups, "model": record.model}
    if draw.random() < 0.02:
        return Assessment(record.id, CheckName.GROUNDING, failures=FAILED, **known)
    claims, verdicts = [], []
    for number, found in enumerate(SENTENCE.finditer(record.response)):
        label = draw.choice(LABELS)
        source = f"guide-{draw.randrange(80)}.txt"
        evidence = [Evidence(source, (0, 9), f"{found.group().strip()} Or so it says.")]
        claims.append(Claim(found.group().strip(), found.span(), id=f"c{number}"))
        reason = f"the passage says {draw.randrange(1700, 2020)}, the claim does not"
        verdicts.append(Verdict(label, 0.9, evidence, reason, f"c{number}", draw.random()))
    bad = sum(verdict.label != "SUPPORTED" for verdict in verdicts)
    score = 1 - bad / max(1, len(verdicts))
    return Assessment(record.id, CheckName.GROUNDING, claims, verdicts, {}, bad > 0, score, **known)


def many_answers(count: int = 10_000) -> Report:
    """Return the report of so many answers, the same in every run."""
    summariser, breaker, worst = Summariser("model"), Breaker(), Worst(count)
    draw = random.Random(count)
    for number, row in enumerate(rows(count, KINDS)):
        record = Record.from_dict(row)
        one = assessment(record, draw)
        summariser.add([one])
        breaker.add(record, one)
        worst.add(number, Assessed(record, (one,)))
    summary = summariser.summary(rows=count, unreadable=0, not_applicable=0)
    return Report(summary, Manifest("0", "3", [], {}), breaker.breakdown(), worst.answers())
