"""Past runs over time: order, breaks, targets, and what is left out with its reason."""

import json
from datetime import datetime
from pathlib import Path

import pytest

from tests.support.runs import VERDICTS, audited, day
from veriscope import InputError
from veriscope.model import CheckName, History, Line, RunState, RunTimes
from veriscope.run.checks import CheckOptions
from veriscope.run.gates import parse_rule
from veriscope.run.history import Wanted, parse_metric, read_history

MIHR = (Wanted(None, "mihr"),)


def history(*inputs: object, **more) -> History:
    targets = [parse_rule(text, "--target") for text in more.pop("targets", ())]
    return read_history([str(i) for i in inputs], targets=targets, **{"default": MIHR, **more})


def values(line: Line) -> list[float | None]:
    return [point.value for point in line.points]


def test_runs_stand_in_the_order_of_their_times_wherever_they_lie(tmp_path: Path) -> None:
    audited(tmp_path / "z" / "deep" / "er", day(0), 10)
    audited(tmp_path / "a", day(2), 30)
    audited(tmp_path / "m", day(1), 20)
    found = history(tmp_path)
    (line,) = found.lines
    assert (line.check, line.metric, line.group) == ("verdicts", "mihr", None)
    assert values(line) == [0.1, 0.2, 0.3]
    assert [point.joined for point in line.points] == [False, True, True]
    assert [run.started for run in found.runs] == [day(0), day(1), day(2)]
    score = line.points[0].score
    assert score is not None
    assert (score.n_scored, line.points[0].coverage) == (100, 1.0)
    assert score.interval is not None
    assert History.from_json(found.to_json()) == found


@pytest.mark.parametrize("given", ["{t}/runs", "{t}/runs/*", "{t}/runs/a {t}/runs/b {t}/runs"])
def test_folders_patterns_and_both_name_every_run_once(tmp_path: Path, given: str) -> None:
    audited(tmp_path / "runs" / "a", day(0), 10)
    audited(tmp_path / "runs" / "b", day(1), 20)
    assert len(history(*given.format(t=tmp_path).split()).runs) == 2


def test_what_is_not_comparable_is_not_joined_and_the_reason_is_told(tmp_path: Path) -> None:
    audited(tmp_path / "a", day(0), 10)
    audited(tmp_path / "b", day(1), 10, checks=CheckOptions((CheckName.VERDICTS,), judge="other"))
    audited(tmp_path / "c", day(2), 10, checks=CheckOptions((CheckName.VERDICTS,), judge="other"))
    manifest = tmp_path / "c" / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"veriscope": "', '"veriscope": "9.'))
    found = history(tmp_path)
    assert [p.joined for p in found.lines[0].points] == [False, False, False]
    assert found.runs[1].breaks == ("judge is 'local' before and 'other' from here on",)
    assert "version is" in found.runs[2].breaks[0]


def test_a_run_that_did_not_measure_it_leaves_a_gap(tmp_path: Path) -> None:
    for number, checks in enumerate((VERDICTS, VERDICTS, VERDICTS)):
        audited(tmp_path / str(number), day(number), 10, of=0 if number == 1 else 50, checks=checks)
    (line,) = history(tmp_path).lines
    assert values(line) == [0.2, None, 0.2]
    assert [point.joined for point in line.points] == [False, False, False]


def test_since_when_a_target_is_broken_and_since_when_beyond_chance(tmp_path: Path) -> None:
    for number, wrong in enumerate((12, 8, 11, 13, 30, 40)):
        audited(tmp_path / str(number), day(number), wrong)
    (standing,) = history(tmp_path, targets=["mihr<=0.1"]).standings
    assert (standing.kept, standing.value, standing.at) == (False, 0.4, day(5))
    assert (standing.runs, standing.since, standing.certain_since) == (4, day(2), day(4))
    (kept,) = history(tmp_path, targets=["verdicts.mihr < 0.41"]).standings
    assert (kept.kept, kept.runs, kept.since) == (True, 0, None)
    (doubt,) = history(tmp_path, targets=["mihr<=0.39"]).standings
    assert (doubt.kept, doubt.since, doubt.certain_since) == (False, day(5), None)


def test_a_target_that_no_run_with_a_time_measured_is_neither_kept_nor_broken(
    tmp_path: Path,
) -> None:
    (audited(tmp_path / "a", day(0), 10) / "run.json").unlink()
    (standing,) = history(tmp_path, targets=["mihr<=0.1"]).standings
    assert standing.kept is None


def test_a_target_across_a_break_says_so(tmp_path: Path) -> None:
    audited(tmp_path / "a", day(0), 30)
    audited(tmp_path / "b", day(1), 30, checks=CheckOptions((CheckName.VERDICTS,), judge="other"))
    (standing,) = history(tmp_path, targets=["mihr<=0.1"]).standings
    assert (standing.runs, standing.changed) == (2, True)


def test_older_folders_without_a_time_come_first_and_are_not_joined(tmp_path: Path) -> None:
    audited(tmp_path / "b", day(0), 10)
    for name in ("c", "a"):
        (audited(tmp_path / name, day(1), 20) / "run.json").unlink()
    found = history(tmp_path)
    assert [Path(run.folder).name for run in found.runs] == ["a", "c", "b"]
    assert [point.at for point in found.lines[0].points] == [None, None, day(0)]
    assert not any(point.joined for point in found.lines[0].points)


def test_unfinished_stopped_and_broken_runs_are_left_out_with_the_reason(tmp_path: Path) -> None:
    audited(tmp_path / "good", day(0), 10)
    audited(tmp_path / "stopped", day(1), 10, stop=True)
    killed = audited(tmp_path / "killed", day(2), 10)
    (killed / "run.json").write_text(RunTimes(day(2)).to_json())
    no_summary = audited(tmp_path / "no-summary", day(3), 10)
    (no_summary / "summary.json").unlink()
    broken = audited(tmp_path / "broken", day(4), 10)
    (broken / "summary.json").write_text('{"veriscope": 1}')
    strange = audited(tmp_path / "strange", day(5), 10)
    (strange / "run.json").write_text('{"started": "0001-01-01T00:00:00", "finished": true}')
    found = history(tmp_path)
    states = {Path(run.folder).name: run.state for run in found.runs}
    assert states == {
        "good": RunState.FINISHED,
        "stopped": RunState.STOPPED,
        "killed": RunState.UNFINISHED,
        "no-summary": RunState.UNFINISHED,
        "broken": RunState.UNREADABLE,
        "strange": RunState.UNREADABLE,
    }
    problems = {Path(run.folder).name: run.problem or "" for run in found.runs}
    assert "stopped after 32 records" in problems["stopped"]
    assert "--resume" in problems["killed"]
    assert "summary.json: veriscope: must be a string" in problems["broken"]
    assert "run.json: is out of the calendar" in problems["strange"]
    assert values(found.lines[0]) == [0.1]


def test_two_runs_at_the_same_time_stand_by_their_names(tmp_path: Path) -> None:
    for name in ("b", "a"):
        audited(tmp_path / name, day(0), 10)
    found = history(tmp_path)
    assert [Path(run.folder).name for run in found.runs] == ["a", "b"]
    assert found.lines[0].points[1].joined


def test_times_in_other_zones_and_without_one_are_put_in_order(tmp_path: Path) -> None:
    for name, started in (("a", "2026-03-02T05:00:00+09:00"), ("b", "2026-03-01T19:00:00")):
        text = json.dumps({"started": started, "ended": started, "finished": True})
        (audited(tmp_path / name, day(0), 10) / "run.json").write_text(text)
    found = history(tmp_path)
    assert [Path(run.folder).name for run in found.runs] == ["b", "a"]
    assert found.runs[1].started == datetime.fromisoformat("2026-03-01T20:00:00+00:00")


def test_groups_are_lines_where_the_runs_were_grouped_so(tmp_path: Path) -> None:
    audited(tmp_path / "0", day(0), 10, by="model")
    audited(tmp_path / "1", day(1), 20)
    audited(tmp_path / "2", day(2), 21, by="model")
    found = history(tmp_path, by="model")
    assert [line.group for line in found.lines] == [None, "a", "b"]
    assert values(found.lines[1]) == [0.1, None, 0.22]
    assert not found.lines[1].points[2].joined
    assert found.lines[0].points[2].joined
    with pytest.raises(InputError, match="no run is grouped by 'region': they are by 'model'"):
        history(tmp_path, by="region")


def test_a_metric_can_be_chosen_and_an_unknown_one_is_an_error(tmp_path: Path) -> None:
    audited(tmp_path / "a", day(0), 10)
    found = history(tmp_path, metrics=[parse_metric("verdicts.mahr"), parse_metric("factscore")])
    assert {line.metric for line in found.lines} == {"mahr", "factscore"}
    with pytest.raises(InputError, match="--metric: no run has 'speed'; there are verdicts"):
        history(tmp_path, metrics=[parse_metric("speed")])
    with pytest.raises(InputError, match="--target: no run has 'grounding"):
        history(tmp_path, targets=["grounding.mihr<1"])


def test_folders_that_are_no_runs(tmp_path: Path) -> None:
    audited(tmp_path / "a", day(0), 10)
    (tmp_path / "notes").mkdir()
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / "manifest.json").write_text("{}")
    found = history(tmp_path / "a", tmp_path / "notes")
    assert found.passed_over == (str(tmp_path / "notes"),)
    assert len(history(tmp_path).runs) == 1
    with pytest.raises(InputError, match="no run in it"):
        history(tmp_path / "notes")
    with pytest.raises(InputError, match="no such folder"):
        history(tmp_path / "none")
    with pytest.raises(InputError, match="is no folder"):
        history(tmp_path / "a" / "summary.json")
