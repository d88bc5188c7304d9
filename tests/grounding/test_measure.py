"""A judge measured on labelled rows: none dropped, none invented."""

import json

import pytest

from veriscope.errors import InputError
from veriscope.grounding.measure import (
    mean_of,
    measure_file,
    read_labelled,
    sampled,
    set_name,
    support_of,
)
from veriscope.judges import JudgeAPIError, ScriptedJudge, make_judge
from veriscope.model import Verdict, VerdictLabel

ROW = {"context": "Bern lies on the Aare.", "response": "Bern lies on the Aare.", "hallucinated": 0}
FALSE = ROW | {"response": "Zebras sing on the Rhine.", "hallucinated": True}


def written(path, rows):
    path.write_text(
        "".join(f"{row if isinstance(row, str) else json.dumps(row)}\n" for row in rows)
    )
    return str(path)


def test_rows_are_judged_and_bad_ones_counted(tmp_path):
    rows = [ROW, FALSE, "{broken", ROW | {"hallucinated": "maybe"}, {"response": "x"}]
    path = written(tmp_path / "a.jsonl", rows)
    found = measure_file(path, make_judge("lexical"))
    assert found.hallucinated == [False, True]
    assert found.supports[0] > 0.9
    assert found.supports[1] < 0.5
    assert (found.claims, found.n_failed) == (2, 3)
    assert [message.split(": ")[0] for message in found.failures] == [
        f"{path}:{n}" for n in (3, 4, 5)
    ]
    assert "hallucinated: must be true" in found.failures[1]
    assert found.detection().auroc == 1.0


def test_a_judge_that_fails_leaves_no_support(tmp_path):
    path = written(tmp_path / "a.jsonl", [ROW, FALSE])
    found = measure_file(path, ScriptedJudge(claims=JudgeAPIError("down", 503)))
    assert (found.supports, found.n_failed) == ([], 2)
    assert "down" in found.failures[0]


def test_a_sample_is_of_the_whole_file_in_order_and_always_the_same(tmp_path):
    rows = [(number, number) for number in range(1, 1001)]
    kept = sampled(rows, 50)
    assert kept == sampled(rows, 50) == sorted(kept)
    assert len(set(kept)) == 50
    assert max(kept)[0] > 800
    assert sampled(rows[:10], 50) == rows[:10]
    path = written(tmp_path / "a.jsonl", [ROW] * 30)
    assert len(measure_file(path, make_judge("lexical"), limit=7).supports) == 7


def test_a_context_may_be_a_list_and_other_fields_may_be_there():
    found = read_labelled(ROW | {"context": ["a", "b"], "question": "q", "spans": [[0, 4]], "x": 1})
    assert [context.text for context in found.record.contexts] == ["a", "b"]
    assert found.record.query == "q"
    assert found.hallucinated is False


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"context": 3}, "context"),
        ({"context": [3]}, "context"),
        ({"response": None}, "response"),
        ({"hallucinated": 2}, "hallucinated"),
        ({"hallucinated": 1.0}, "hallucinated"),
        ({"question": 7}, "question"),
    ],
)
def test_a_field_of_the_wrong_type_is_named(change, field):
    with pytest.raises(InputError, match=f"^{field}: must"):
        read_labelled(ROW | change)


def test_an_empty_context_supports_nothing(tmp_path):
    path = written(tmp_path / "a.jsonl", [ROW | {"context": ""}, ROW | {"context": []}])
    assert measure_file(path, make_judge("lexical")).supports == pytest.approx([0.0, 0.0], abs=1e-4)


def test_the_mean_is_over_sets_and_not_over_rows(tmp_path):
    judge = make_judge("lexical")
    good = measure_file(written(tmp_path / "a.jsonl", [ROW, FALSE] * 10), judge)
    wrong = ROW | {"hallucinated": True}
    bad = measure_file(written(tmp_path / "b.jsonl", [wrong, FALSE | {"hallucinated": 0}]), judge)
    alone = measure_file(written(tmp_path / "c.jsonl", [ROW]), judge)
    mean = mean_of([good, bad, alone])
    assert mean.values["auroc"] == 0.5
    assert mean.values["ece"] is not None
    assert mean_of([alone]).values["auroc"] is None


def test_support_of_an_author_that_gives_none():
    assert support_of(Verdict(VerdictLabel.SUPPORTED, 0.8)) == 0.8
    assert support_of(Verdict(VerdictLabel.REFUTED, 0.8)) == pytest.approx(0.2)
    assert support_of(Verdict(VerdictLabel.REFUTED, 0.8, support=0.4)) == 0.4


@pytest.mark.parametrize("path", ["x/a.jsonl.xz", "a.jsonl", "a.csv.gz", "a.jsonl.zst"])
def test_a_set_is_named_by_its_file(path):
    assert set_name(path) == "a"
