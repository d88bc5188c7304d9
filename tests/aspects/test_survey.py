"""One pass over a file."""

import json
import tracemalloc
from pathlib import Path

import pytest

from tests.aspects.samples import FILTERED, INVENTED, KEPT, MISALIGNED, TEXT, aspect, entry
from veriscope.aspects import Options, aggregate_single_run, make_scorecard, survey
from veriscope.aspects.outputs import whole_file, write_row
from veriscope.aspects.survey import read_gold
from veriscope.aspects.worst import view_scorecard
from veriscope.errors import InputError

ENTRIES = [
    entry(KEPT, text_id="a"),
    entry(KEPT, INVENTED, text_id="b", profile="smoke"),
    entry(MISALIGNED, FILTERED, text_id="c"),
]


def write(path: Path, rows) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_outputs_and_their_scorecards_give_the_same_figures(tmp_path: Path) -> None:
    cards = [make_scorecard(e) for e in ENTRIES]
    one = survey(write(tmp_path / "a.jsonl", ENTRIES))
    two = survey(write(tmp_path / "b.jsonl", cards))
    assert one.counts == two.counts
    expected = aggregate_single_run(cards)
    assert {k: v for k, v in one.result().items() if k in expected} == expected


def test_a_mixed_file_is_read_row_by_row(tmp_path: Path) -> None:
    rows = [ENTRIES[0], make_scorecard(ENTRIES[1]), 3]
    found = survey(write(tmp_path / "a.jsonl", rows))
    assert (found.result()["n"], found.n_bad, found.result()["n_unreadable"]) == (2, 1, 1)


def test_the_profile_of_an_output_is_that_of_its_scorecard(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", ENTRIES)
    assert survey(path, Options(profile="regression")).result()["n"] == 2
    found = survey(path, Options(profile="smoke"))
    assert (found.result()["n"], found.other_profiles) == (1, {"regression": 2})


def test_the_worst_come_first_and_are_few(tmp_path: Path) -> None:
    many = [entry(*[INVENTED] * (i % 30), text_id=str(i)) for i in range(60)]
    views = survey(write(tmp_path / "a.jsonl", many)).worst.views()
    assert [v.name for v in views[:4]] == ["29", "59", "28", "58"]
    assert len(views) == 20
    assert views[0].dropped == 29


def test_every_fault_is_counted_and_the_first_are_named(tmp_path: Path) -> None:
    found = survey(write(tmp_path / "a.jsonl", [3] * 50 + ENTRIES))
    assert (found.n_bad, len(found.bad), found.bad[0].line) == (50, 20, 1)


def test_gold_in_the_row_and_from_a_file(tmp_path: Path) -> None:
    gold = write(tmp_path / "gold.jsonl", [{"id": "a", "text": TEXT, "aspects": [KEPT]}])
    path = write(tmp_path / "a.jsonl", ENTRIES)
    scores = survey(path, Options(gold=read_gold(gold))).result()
    assert (scores["gold_samples"], scores["span_f1"]) == (1, 1.0)
    inside = [{**ENTRIES[2], "gold": {"spans": [[0, 4]]}}]
    scores = survey(write(tmp_path / "b.jsonl", inside)).result()
    assert (scores["span_f1"], scores["n_wrong"], scores["wrong_hallucination_rate"]) == (
        0.0,
        2,
        1.0,
    )
    assert "span_f1" not in survey(path).result()


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        ([{"text": "a", "aspects": []}], "needs an id in every sample"),
        ([{"id": "a", "text": "a", "aspects": []}] * 2, "'a' twice"),
        ([3], "must be an object"),
    ],
)
def test_gold_that_cannot_be_joined_is_an_error(tmp_path: Path, rows, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        read_gold(write(tmp_path / "gold.jsonl", rows))


def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    def peak(count: int) -> int:
        path = write(tmp_path / f"{count}.jsonl", (ENTRIES[i % 3] for i in range(count)))
        tracemalloc.start()
        survey(path)
        found = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return found

    peak(100)
    assert peak(3200) < 1.5 * peak(400)


def test_a_file_appears_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    path.write_text("old")

    def fail() -> None:
        with whole_file(path) as stream:
            write_row(stream, {"a": 1})
            write_row(stream, {"a": float("inf")})

    with pytest.raises(InputError, match="too large"):
        fail()
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="No such file"), whole_file(tmp_path / "x" / "y"):
        pass


def test_a_scorecard_of_another_tool_is_shown_as_far_as_it_goes() -> None:
    items = [
        {"term": "배터리", "span": {"start": 0, "end": 3}, "action": "drop"},
        {"term": None, "span": [1], "action": "drop", "cause": "H9"},
        {"term": "screen", "span": "?" * 99, "action": "drop", "cause": "H2"},
        {"term": ["x"], "span": {}, "action": "drop", "cause": ["H1"]},
    ]
    card = {"meta": {"input_text": TEXT}, "inputs": {"ate_debug": {"filtered": items}}}
    first, second, third, fourth = view_scorecard(card, "x").items
    assert (first.cause, first.found, first.place) == (None, None, (0, 3))
    assert "does not say why" in first.reason
    assert (second.term, second.claimed_text, second.place) == ("None", "[1]", None)
    assert third.repairable
    assert (fourth.term, fourth.cause) == ("['x']", None)
    assert len(third.claimed_text) == 60
    bare = view_scorecard({"meta": None, "inputs": card["inputs"]}, "x")
    assert bare.text is None
    assert bare.items[2].found is None


def test_the_claim_is_marked_where_it_lies_in_characters() -> None:
    text = "🍕 피자"
    card = make_scorecard(entry(aspect("피자", 2, 4), text=text))
    assert view_scorecard(card, "x").items[0].found == (2, 4)
