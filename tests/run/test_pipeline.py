"""Records through the checks: what applies, what breaks, order and processes."""

import multiprocessing
import os
from multiprocessing import Pipe
from pathlib import Path
from threading import Event, Lock, Thread

import pytest

from veriscope import InputError, Record, Verdict, VeriscopeError
from veriscope.io import BadLine
from veriscope.judges.embedded import processors
from veriscope.model import Cause, CheckName
from veriscope.run import pipeline
from veriscope.run.audit import AuditOptions, run_audit
from veriscope.run.batch import assess_batch
from veriscope.run.checks import Check, CheckOptions, applies, build_checks, check_names
from veriscope.run.pipeline import batches, run_local
from veriscope.run.selection import Selection

GIVEN = CheckOptions((CheckName.ABSTENTION, CheckName.VERDICTS))


def answer(number: int, **more) -> Record:
    return Record("I don't know.", id=f"r{number}", is_nonexistent=True, **more)


@pytest.mark.parametrize(
    ("record", "names"),
    [
        (Record("x"), []),
        (Record("x", contexts=["c"]), ["grounding", "numeric"]),
        (Record("x", reference=""), ["transcription"]),
        (Record("x", aspects=[]), ["aspects"]),
        (Record("x", is_nonexistent=False), ["abstention"]),
        (Record("x", verdicts=[]), ["verdicts"]),
        (Record("x", scope={"a": 1}), ["numeric"]),
    ],
)
def test_a_check_applies_when_its_fields_are_there(record, names) -> None:
    found = [name for name in CheckName if applies(name, record, database=True)]
    assert found == names
    assert not applies(CheckName.NUMERIC, Record("x", scope={"a": 1}), database=False)


def test_unknown_checks_are_named_with_those_there_are() -> None:
    with pytest.raises(InputError, match="no check 'facts'; there are grounding"):
        check_names(["verdicts", "facts"])


def test_order_is_kept_and_what_does_not_apply_has_no_assessment() -> None:
    checks = build_checks(GIVEN)
    records = [answer(0), Record("x", id="r1"), answer(2, verdicts=[Verdict("REFUTED")])]
    found = assess_batch(checks, records)
    assert [item.record.id for item in found] == ["r0", "r1", "r2"]
    assert [[one.check.value for one in item.assessments] for item in found] == [
        ["abstention"],
        [],
        ["abstention", "verdicts"],
    ]


def test_a_record_that_breaks_a_check_is_a_failure_and_the_rest_goes_on() -> None:
    def assess(records):
        if any(record.id == "r1" for record in records):
            raise ZeroDivisionError("broken")
        return build_checks(GIVEN)[0].assess(records)

    check = Check(CheckName.ABSTENTION, lambda record: True, assess)
    found = assess_batch([check], [answer(i) for i in range(3)])
    failures = [item.assessments[0].failures for item in found]
    assert failures[0] == failures[2] == ()
    assert failures[1][0].cause is Cause.INTERNAL
    assert "ZeroDivisionError: broken" in failures[1][0].message


def test_verdicts_that_contradict_themselves_fail_alone() -> None:
    odd = Record("x", id="odd", verdicts={"a": [Verdict("REFUTED")], "b": []})
    found = assess_batch(build_checks(GIVEN), [odd, answer(1)])
    assert found[0].assessments[0].failures[0].cause is Cause.BAD_INPUT
    assert found[1].assessments[0].failures == ()


@pytest.mark.parametrize("workers", [1, 2])
def test_a_stream_comes_back_in_order(workers) -> None:
    bad = BadLine(InputError("odd"))
    items = [bad if i == 5 else answer(i) for i in range(30)]
    done = [item for batch in run_local(items, GIVEN, workers=workers, size=4) for item in batch]
    assert str(done[5].error) == "odd"
    assert [item.record.id for item in done if not isinstance(item, BadLine)] == [
        f"r{i}" for i in range(30) if i != 5
    ]


def test_batches_are_cut_as_they_are_asked_for() -> None:
    assert list(batches(range(5), 2)) == [[0, 1], [2, 3], [4]]
    assert list(batches([], 2)) == []


def opened(marker: str) -> Record:
    """Return a record; the first time in a process that ends there, as a killed one does."""
    if multiprocessing.parent_process() is not None and not Path(marker).exists():
        if not marker.startswith("/dev/null"):
            Path(marker).touch()
        os._exit(9)
    return answer(9)


class Deadly(Record):
    """Ends the process that unpacks it, unless the file that its model names is there."""

    def __reduce__(self):
        return (opened, (self.model,))


def test_a_process_that_ends_is_replaced_and_nothing_is_lost(tmp_path, caplog) -> None:
    items = [answer(i) for i in range(60)]
    given = [*items]
    given[9] = Deadly("x", id="r9", model=str(tmp_path / "marker"))
    done = [item for batch in run_local(given, GIVEN, workers=2, size=4) for item in batch]
    assert (tmp_path / "marker").exists()
    assert done == [item for batch in run_local(items, GIVEN, size=4) for item in batch]
    assert "a worker process ended; assessing r8 to r11 again" in caplog.messages


def test_a_record_that_ends_the_processes_is_named_and_not_tried_for_ever() -> None:
    items = [answer(i) for i in range(12)]
    items[9] = Deadly("x", id="r9", model="/dev/null/never")
    done = []
    with pytest.raises(VeriscopeError, match="assesses r8 to r11 ended 4 times"):
        done.extend(run_local(items, GIVEN, workers=2, size=4))
    assert [one.record.id for batch in done for one in batch] == [f"r{i}" for i in range(8)]


@pytest.mark.parametrize("workers", [1, 2])
def test_checks_that_cannot_be_made_end_the_run_in_words(workers) -> None:
    options = CheckOptions((CheckName.NUMERIC,), db="oops")
    with pytest.raises(InputError, match="not a database URL"):
        list(run_local([answer(i) for i in range(9)], options, workers=workers, size=4))


def test_a_run_that_breaks_leaves_no_process(tmp_path) -> None:
    path = tmp_path / "answers.jsonl"
    path.write_text("".join(answer(i).to_json() + "\n" for i in range(40)))
    left = None

    def watch(_rows: int, _failed: int) -> bool:
        assert multiprocessing.active_children()
        raise ZeroDivisionError

    options = AuditOptions(Selection([str(path)]), GIVEN, workers=2, batch=4)
    try:
        run_audit(options, tmp_path / "out", watch=watch)
    except ZeroDivisionError as error:
        # The traceback is held on to, and with it every frame of the run.
        left = error, multiprocessing.active_children()
    assert left is not None
    assert left[1] == []


def test_as_many_processes_as_this_one_may_use_processors(monkeypatch) -> None:
    monkeypatch.setattr(processors, "processors", lambda: 1)
    for _ in run_local([answer(i) for i in range(12)], GIVEN, workers=0, size=4):
        assert multiprocessing.active_children() == []


def test_a_process_that_is_let_go_sends_first_what_it_has_begun(monkeypatch) -> None:
    ended = Event()
    monkeypatch.setattr(pipeline.os, "_exit", lambda code: ended.set())
    monkeypatch.setattr(pipeline, "_between", Lock())
    pipeline._between.acquire()
    listening, held = Pipe(duplex=False)
    thread = Thread(target=pipeline._end_with, args=(listening,), daemon=True)
    thread.start()
    held.close()
    assert not ended.wait(0.2)
    pipeline._between.release()  # as at the beginning of a batch, which nobody wants any more
    assert ended.wait(10)
    thread.join()
    listening.close()
