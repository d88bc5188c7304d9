"""An audit's folder: what is in it, what stands in the denominators, and resuming."""

import json

import pytest

from veriscope import Assessment, InputError
from veriscope.model import Answer, Author, AuthorKind, CheckName, Gate, Summary, Verdict
from veriscope.run.audit import AuditOptions, run_audit
from veriscope.run.checks import CheckOptions
from veriscope.run.compare import compare_runs
from veriscope.run.gates import hold, parse_rule
from veriscope.run.journal import stored_assessments
from veriscope.run.selection import Selection
from veriscope.run.summary import Summariser

GIVEN = CheckOptions((CheckName.ABSTENTION, CheckName.VERDICTS))


LABELS = ("REFUTED", "SUPPORTED", "SUPPORTED")


def rows(count: int) -> list[dict]:
    out = []
    for i in range(count):
        row = {"id": f"r{i}", "response": "It is 5." if i % 3 else "I don't know."}
        row["model"] = "ab"[i % 2]
        if i % 4 == 0:
            row["is_nonexistent"] = True
        if i % 5:
            row["verdicts"] = ["SUPPORTED", "REFUTED" if i % 2 else "SUPPORTED"]
        out.append(row)
    return out


def write(tmp_path, *lines) -> str:
    path = tmp_path / "answers.jsonl"
    text = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    path.write_text("\n".join(text) + "\n", encoding="utf-8")
    return str(path)


def options(path, **more) -> AuditOptions:
    selection = Selection([path], **more.pop("selection", {}))
    return AuditOptions(selection, GIVEN, batch=8, **more)


def test_the_folder_holds_everything_once(tmp_path) -> None:
    path = write(tmp_path, *rows(50), "{broken")
    result = run_audit(options(path, by="model"), tmp_path / "out")
    summary = result.summary
    assert (summary.n_records, summary.n_unreadable) == (51, 1)
    assert summary.n_not_applicable == 7
    assert summary.n_assessed == {"abstention": 13, "verdicts": 40}
    stored = [(a.record_id, a.check) for a in stored_assessments(tmp_path / "out")]
    assert len(stored) == len(set(stored)) == 53
    assert Summary.from_json((tmp_path / "out" / "summary.json").read_text()) == summary
    failures = (tmp_path / "out" / "failures.jsonl").read_text().splitlines()
    assert [json.loads(line)["line"] for line in failures] == [51]
    answers = (tmp_path / "out" / "answers.jsonl").read_text().splitlines()
    assert [Answer.from_json(line) for line in answers] == list(result.answers)
    assert result.finished


def test_groups_add_up_and_unreadable_lines_stand_in_every_denominator(tmp_path) -> None:
    path = write(tmp_path, *rows(50), "{broken")
    summary = run_audit(options(path, by="model"), tmp_path / "out").summary
    whole = summary.score("mahr", "verdicts")
    parts = [summary.score("mahr", "verdicts", group) for group in "ab"]
    assert whole.n_scored == sum(part.n_scored for part in parts) == 40
    assert whole.n_failed == parts[0].n_failed == {"unreadable": 1}
    assert whole.bounds == (20 / 41, 21 / 41)
    assert summary.score("far").n_scored == 13


def test_the_same_run_again_gives_the_same_bytes(tmp_path) -> None:
    path = write(tmp_path, *rows(40))
    for folder, workers in (("a", 1), ("b", 2)):
        run_audit(options(path, workers=workers), tmp_path / folder)
    for file in sorted((tmp_path / "a").iterdir()):
        if file.name not in ("progress.jsonl", "run.json"):
            assert file.read_bytes() == (tmp_path / "b" / file.name).read_bytes(), file.name


@pytest.mark.parametrize("stop_after", [8, 16, 40, 56])
@pytest.mark.parametrize("torn", [b"", b'{"record_id": "half'])
def test_a_stopped_run_resumes_to_the_output_of_an_undisturbed_one(
    tmp_path, stop_after, torn
) -> None:
    path = write(tmp_path, *rows(60), "{broken", *rows(5))
    whole = run_audit(options(path), tmp_path / "whole")
    stopped = run_audit(
        options(path), tmp_path / "part", watch=lambda done, failed: done < stop_after
    )
    assert not stopped.finished
    with (tmp_path / "part" / "assessments.jsonl").open("ab") as stream:
        stream.write(torn)
    with (tmp_path / "part" / "progress.jsonl").open("ab") as stream:
        stream.write(torn)
    resumed = run_audit(options(path), tmp_path / "part", resume=True)
    assert resumed.summary == whole.summary
    for name in ("assessments.jsonl", "failures.jsonl", "summary.json", "answers.jsonl"):
        assert (tmp_path / "part" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


def test_resuming_another_run_is_refused_in_words(tmp_path) -> None:
    path = write(tmp_path, *rows(10))
    run_audit(options(path), tmp_path / "out")
    with pytest.raises(InputError, match="limit None and 5"):
        run_audit(options(path, selection={"limit": 5}), tmp_path / "out", resume=True)
    write(tmp_path, *rows(11))
    with pytest.raises(InputError, match="the content of"):
        run_audit(options(path), tmp_path / "out", resume=True)


def test_a_file_that_changes_meanwhile_is_an_error(tmp_path) -> None:
    path = write(tmp_path, *rows(30))

    def change(done: int, failed: int) -> bool:
        with (tmp_path / "answers.jsonl").open("a") as stream:
            stream.write("\n")
        return True

    with pytest.raises(InputError, match="changed while it was read"):
        run_audit(options(path), tmp_path / "out", watch=change)


def test_limit_and_sample(tmp_path) -> None:
    path = write(tmp_path, *rows(40))
    limited = run_audit(options(path, selection={"limit": 7}), tmp_path / "limit")
    assert limited.summary.n_records == 7
    one, same = (
        run_audit(options(path, selection={"sample": 9}), tmp_path / name) for name in ("s", "t")
    )
    assert one.summary.n_records == 9
    assert one.summary == same.summary
    assert Selection([path], sample=9).total() == 9
    assert Selection([path], limit=99).total() == 40


def test_what_cannot_be_written_is_an_input_error(tmp_path) -> None:
    path = write(tmp_path, *rows(3))
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match="file"):
        run_audit(options(path), tmp_path / "file" / "out")


def test_gates(tmp_path) -> None:
    path = write(tmp_path, *rows(50))
    rules = [
        parse_rule(text) for text in ("mihr>0.1", "verdicts.mahr >= 0.9", "anchor_score_mean<1")
    ]
    result = run_audit(options(path, rules=rules, min_coverage=0.99), tmp_path / "out")
    assert [(gate.rule, gate.passed) for gate in result.summary.gates] == [
        ("mihr>0.1", False),
        ("verdicts.mahr >= 0.9", True),
        ("anchor_score_mean<1", False),
        ("abstention.coverage<0.99", True),
        ("verdicts.coverage<0.99", True),
    ]
    assert result.summary.gates[2].value is None
    assert not result.passed


@pytest.mark.parametrize("rule", ["mihr", "mihr>", "mihr=0.1", "mihr>x", "", ">1"])
def test_a_rule_that_cannot_be_read(rule) -> None:
    with pytest.raises(InputError, match="--fail-on"):
        parse_rule(rule)


def test_coverage_of_nothing_fails() -> None:
    nothing = Summariser().summary(rows=0, unreadable=0, not_applicable=0)
    assert hold(nothing, [], 0.5).gates == (Gate("any.coverage<0.5", None, False),)


def test_a_persons_verdict_stands() -> None:
    model = Verdict("REFUTED", claim_id="c0", author=Author(AuthorKind.MODEL, "m"))
    human = Verdict("SUPPORTED", claim_id="c0", author=Author(AuthorKind.HUMAN, "ann"))
    from veriscope import Claim

    assessment = Assessment("r", CheckName.VERDICTS, [Claim("x", id="c0")], [model, human])
    summariser = Summariser()
    summariser.add([assessment])
    summary = summariser.summary(rows=1, unreadable=0, not_applicable=0)
    assert summary.score("mihr").value == 0.0
    assert summary.score("fleiss_kappa").value is None


def test_a_rule_without_a_check_holds_for_every_check_that_has_the_metric(tmp_path) -> None:
    bad = {"response": "x", "verdicts": ["REFUTED"], "is_nonexistent": False}
    summary = run_audit(options(write(tmp_path, bad)), tmp_path / "out").summary
    gates = hold(summary, [parse_rule("coverage<=1"), parse_rule("mihr>0.5")]).gates
    assert [(gate.rule, gate.passed) for gate in gates] == [
        ("abstention.coverage<=1", False),
        ("verdicts.coverage<=1", False),
        ("mihr>0.5", False),
    ]


def test_coverage_does_not_rise_as_lines_break(tmp_path) -> None:
    good = {"response": "x", "verdicts": ["SUPPORTED"]}
    path = write(tmp_path, good, "{broken", good, "{broken")
    summary = run_audit(options(path, min_coverage=0.9), tmp_path / "out").summary
    assert [(gate.rule, gate.value, gate.passed) for gate in summary.gates] == [
        ("verdicts.coverage<0.9", 1.0, True),
        ("readable<0.9", 0.5, False),
    ]
    score = summary.score("coverage", "verdicts")
    assert (score.n_failed, score.bounds) == ({"unreadable": 2}, (0.5, 1.0))


@pytest.mark.parametrize("wrong", [{"level": float("nan")}, {"level": 1.0}, {"min_coverage": 2.0}])
def test_limits_out_of_range_are_refused_before_the_run(tmp_path, wrong) -> None:
    with pytest.raises(InputError, match="must lie"):
        options(write(tmp_path, *rows(1)), **wrong)


def test_what_is_written_is_utf_8_whatever_the_texts_hold(tmp_path) -> None:
    half = {"id": "\ud800", "response": "\udfff", "model": "\ud83d", "verdicts": ["REFUTED"]}
    path = write(tmp_path, half)
    result = run_audit(options(path, by="model"), tmp_path / "out")
    for name in ("assessments.jsonl", "answers.jsonl", "summary.json"):
        (tmp_path / "out" / name).read_text(encoding="utf-8")
    assert [one.record_id for one in result.assessments] == ["\ud800"]


def test_a_run_whose_files_were_cut_short_goes_on_before_the_cut(tmp_path) -> None:
    path = write(tmp_path, *rows(40), "{broken")
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    for folder in (whole, cut):
        run_audit(options(path), folder)
    stored = cut / "assessments.jsonl"
    stored.write_bytes(stored.read_bytes()[:-300])
    (cut / "failures.jsonl").unlink()
    run_audit(options(path), cut, resume=True)
    for name in ("assessments.jsonl", "failures.jsonl", "summary.json", "answers.jsonl"):
        assert (cut / name).read_bytes() == (whole / name).read_bytes(), name


def test_a_run_differs_from_itself_in_nothing_although_ids_repeat(tmp_path) -> None:
    repeated = [{"id": "r", "response": "x", "verdicts": [label]} for label in LABELS]
    run_audit(options(write(tmp_path, *repeated)), tmp_path / "out")
    found = compare_runs(tmp_path / "out", tmp_path / "out")
    assert (found.n_paired, found.n_only_before, found.n_only_after) == (3, 0, 0)
    assert {one.difference for one in found.differences} == {0.0}


def test_pairs_that_failed_are_counted_and_not_compared(tmp_path) -> None:
    good = {"id": "a", "response": "x", "verdicts": ["SUPPORTED"]}
    unlike = {"one": ["SUPPORTED"], "other": ["SUPPORTED", "REFUTED"]}
    second = {"id": "b", "response": "x", "verdicts": ["SUPPORTED"]}
    run_audit(options(write(tmp_path, good, second)), tmp_path / "before")
    run_audit(options(write(tmp_path, good, second | {"verdicts": unlike})), tmp_path / "after")
    found = compare_runs(tmp_path / "before", tmp_path / "after")
    assert (found.n_paired, found.n_failed) == (2, 1)
    assert {one.n_pairs for one in found.differences} == {1}


def test_the_manifest_tells_what_bears_on_the_numbers(tmp_path, monkeypatch):
    here, there = tmp_path / "facts.toml", tmp_path / "other" / "facts.toml"
    there.parent.mkdir()
    for path in (here, there):
        path.write_text('[[tables]]\nname = "t"\nkey = "id"\n', encoding="utf-8")
    plain = AuditOptions(Selection([]), CheckOptions(facts=str(here)))
    moved = AuditOptions(Selection([]), CheckOptions(facts=str(there)))
    assert plain.settings() == moved.settings()
    there.write_text('[[tables]]\nname = "u"\nkey = "id"\n', encoding="utf-8")
    assert plain.settings()["facts"] != moved.settings()["facts"]

    assert plain.settings()["numeric"]["CURRENCY_TOLERANCE_PERCENT"] == 5
    monkeypatch.setenv("HALLUCINATION_CURRENCY_TOLERANCE", "1")
    assert plain.settings()["numeric"]["CURRENCY_TOLERANCE_PERCENT"] == 1

    asked = CheckOptions(judge="panel:local,openai:m@http://127.0.0.1:1/v1")
    assert AuditOptions(Selection([]), asked).settings()["prompts"][0].startswith("extract/")
    verdicts = CheckOptions((CheckName.VERDICTS,), judge=asked.judge)
    settings = AuditOptions(Selection([]), verdicts).settings()
    assert (settings["prompts"], settings["numeric"]) == (None, None)
