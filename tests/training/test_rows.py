"""What the judge is trained on."""

import json
import lzma
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from training.rows import REFUTED, SUPPORTED, UNKNOWN, UNSUPPORTED, UNTOLD, Row

from training import rows


def write(path: Path, items: list[dict[str, object]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with lzma.open(path, "wt", encoding="utf-8") as stream:
        stream.writelines(json.dumps(item) + "\n" for item in items)


def some(count: int, label: int) -> list[Row]:
    return [
        Row(f"The tower number {n} in town {n} is old.", f"Tower {n} is old.", label, "made")
        for n in range(count)
    ]


def test_a_hidden_passage_is_still_there() -> None:
    pool = some(40, SUPPORTED)
    found = list(rows.hidden(pool[:10], rows.Neighbours(pool), random.Random(1)))
    assert len(found) == 10
    for before, after in zip(pool, found, strict=False):
        assert before.passage in after.passage
        assert len(after.passage) > len(before.passage)
        assert (after.claim, after.label) == (before.claim, before.label)
        assert after.source == "made+hidden"


def test_neighbours_are_the_same_in_every_process() -> None:
    program = (
        "import random; from training.rows import Neighbours, Row;"
        "pool = [Row(f'The {a} saw a {b}.', f'A {b} and a {a}.', 0, 'made')"
        " for a in ('heron', 'fox', 'mole') for b in ('barn', 'pond', 'hill')];"
        "print(Neighbours(pool).of(pool[0], random.Random(1)))"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(said) == 1


def test_a_bereft_claim_stands_beside_other_passages_and_nobody_judged_it() -> None:
    pool = some(40, SUPPORTED)
    for before, after in zip(
        pool, rows.bereft(pool, rows.Neighbours(pool), random.Random(1)), strict=True
    ):
        assert before.passage not in after.passage.split(". ")
        assert (after.claim, after.label) == (before.claim, UNTOLD)


def test_of_a_wrong_answer_nobody_said_which_claim_is_wrong() -> None:
    text = "The tower stands in Bern today. The bridge was closed in June."
    right, wrong = Row("p", text, SUPPORTED, "made"), Row("p", text, UNSUPPORTED, "made")
    found = list(rows.by_claims([right, wrong, Row("p", "One claim stands here.", 0, "made")]))
    assert [row.label for row in found] == [SUPPORTED, SUPPORTED, UNTOLD, UNTOLD]
    assert {row.source for row in found} == {"made+claims"}


def test_sources_are_thinned_to_their_share() -> None:
    other = [Row("p", "c", SUPPORTED, "other")] * 50
    found = rows.thinned([*some(400, SUPPORTED), *other], {"made": 0.25}, random.Random(5))
    assert 60 <= sum(row.source == "made" for row in found) <= 140
    assert sum(row.source == "other" for row in found) == 50


def test_an_answer_is_as_good_as_its_worst_claim() -> None:
    bad = [Row("x", f"bad {n}.", REFUTED, "made") for n in range(9)]
    found = list(rows.joined([*some(30, SUPPORTED), *bad], 60, random.Random(2)))
    for row in found:
        assert row.label == (REFUTED if "bad" in row.claim else SUPPORTED)
    assert {row.label for row in found} == {SUPPORTED, REFUTED}


def test_a_sentence_without_its_place_is_unknown() -> None:
    text = " ".join(
        f"The {n}th house in this long street was built in {1900 + n}." for n in range(9)
    )
    found = list(rows.with_and_without([text], 80, random.Random(3)))
    assert {row.label for row in found} == {SUPPORTED, UNKNOWN}
    for row in found:
        assert (row.claim in row.passage) == (row.label == SUPPORTED)


def test_right_answers_are_not_drowned() -> None:
    found = list(
        rows.balanced_wrong([*some(3, SUPPORTED), *some(50, UNSUPPORTED)], random.Random(4))
    )
    assert sum(row.label == UNSUPPORTED for row in found) == 6
    assert sum(row.label == SUPPORTED for row in found) == 3


def test_what_shares_its_text_with_a_test_is_left_out(tmp_path: Path) -> None:
    shared = "A long passage about the old harbour, its cranes, its ships and its people. " * 2
    own = "Another long passage, about a mountain village where snow lies until the end of June."
    for name in rows.NINE:
        write(tmp_path / "test" / f"{name}.jsonl.xz", [{"context": "Quite another text."}])
    write(tmp_path / "test" / f"{rows.NINE[0]}.jsonl.xz", [{"context": f"Before. {shared} After."}])
    answers = [
        {"context": f"{shared.upper()} More.", "response": "Cranes.", "hallucinated": 0},
        {"context": own, "response": "Snow.", "hallucinated": 1},
    ]
    write(tmp_path / "test" / "summedits_test.jsonl.xz", answers)
    found = rows.answers(tmp_path, "summedits_test")
    assert [(row.claim, row.label) for row in found] == [("Snow.", UNSUPPORTED)]


def test_no_text_of_the_tests_or_of_the_held_out_is_trained_on() -> None:
    trained = {*rows.PAIRS, *rows.ANSWERS}
    assert not trained & {*rows.NINE, *rows.HELD_OUT}


@pytest.mark.parametrize("label", ["supported", "refuted", "not_enough_info", "not_supported"])
def test_every_label_is_read(tmp_path: Path, label: str) -> None:
    row = {"premise": "p", "hypothesis": "h", "label": label}
    write(tmp_path / "train" / "snli.jsonl.xz", [row])
    assert rows.pairs(tmp_path, "snli") == [Row("p", "h", rows.LABELS[label], "snli")]
