"""Records through the checks: what applies, what breaks, order and processes."""

import pytest

from veriscope import InputError, Record, Verdict
from veriscope.io import BadLine
from veriscope.model import Cause, CheckName
from veriscope.run.batch import assess_batch
from veriscope.run.checks import Check, CheckOptions, applies, build_checks, check_names
from veriscope.run.pipeline import batches, run_local

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
