"""`veriscope aspects` from end to end."""

import csv
import json
import lzma
from pathlib import Path

import pytest

from tests.flows.command import ROOT, veriscope
from veriscope.aspects import make_scorecard

DEMO = ROOT / "examples" / "data" / "aspects.jsonl"


def sample(name: str, text: str, *aspects, **more):
    made = [{"term": t, "span": {"start": s, "end": e}} for t, s, e in aspects]
    return {"text_id": name, "text": text, "aspects": made, **more}


SAMPLES = [
    sample("a", "배터리가 오래가요", ("배터리", 0, 3), profile="smoke"),
    sample("b", "화면이 밝아요", ("화면", 3, 5), ("카메라", 0, 3), profile="smoke"),
    sample("c", "good food", ("food", 5, 9)),
]


def write(path: Path, rows, *, bom: bool = False, end: str = "\n") -> Path:
    lines = [row if isinstance(row, str) else json.dumps(row, ensure_ascii=False) for row in rows]
    text = "".join(line + end for line in lines)
    path.write_text(("\ufeff" if bom else "") + text, encoding="utf-8", newline="")
    return path


def metrics(out: Path) -> list[dict[str, str]]:
    with (out / "structural_metrics.csv").open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def test_outputs_become_tables_scorecards_and_a_page(tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = veriscope("aspects", write(tmp_path / "a.jsonl", SAMPLES), "--out", out)
    assert done.returncode == 0, done.stderr
    [row] = metrics(out)
    assert row["n"] == "3"
    assert float(row["aspect_hallucination_rate"]) == pytest.approx(1 / 3)
    table = (out / "structural_metrics_table.md").read_text(encoding="utf-8")
    assert "| aspect_hallucination_rate | 0.3333 |" in table
    assert table in done.stdout
    cards = (out / "scorecards.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(card) for card in cards] == [make_scorecard(s) for s in SAMPLES]
    assert "화면" in (out / "report.html").read_text(encoding="utf-8")
    assert not list(out.glob("*.part"))


def test_scorecards_go_in_again_and_give_the_same(tmp_path: Path) -> None:
    path = write(tmp_path / "cards.jsonl", [make_scorecard(s) for s in SAMPLES])
    first, second = tmp_path / "1", tmp_path / "2"
    assert (
        veriscope("aspects", write(tmp_path / "a.jsonl", SAMPLES), "--out", first).returncode == 0
    )
    assert veriscope("aspects", path, "--out", second).returncode == 0
    rows = [{k: v for k, v in metrics(out)[0].items() if k != "run"} for out in (first, second)]
    assert rows[0] == rows[1]


def test_a_profile_is_all_that_counts(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", SAMPLES)
    done = veriscope("aspects", path, "--profile", "smoke", "--out", tmp_path)
    assert done.returncode == 0
    [row] = metrics(tmp_path)
    assert (row["n"], row["profile_filter"]) == ("2", "smoke")


def test_a_profile_that_nothing_has_is_said_and_fails(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", SAMPLES)
    out = tmp_path / "out"
    done = veriscope("aspects", path, "--profile", "none", "--out", out)
    assert done.returncode == 2
    assert done.stderr.strip() == (
        f"veriscope: {path}: no sample has the profile 'none'; there are regression, smoke"
    )
    assert list(out.iterdir()) == []


@pytest.mark.parametrize("text", ["", "\n\n", "\ufeff"])
def test_an_empty_file_is_said_and_fails(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(text, encoding="utf-8")
    done = veriscope("aspects", path, "--out", tmp_path / "out")
    assert done.returncode == 2
    assert done.stderr.strip() == f"veriscope: {path}: holds no sample"


def test_a_broken_line_is_named_and_counted(tmp_path: Path) -> None:
    rows = [SAMPLES[0], "{broken", SAMPLES[1], '{"text": 3, "aspects": []}']
    path = write(tmp_path / "a.jsonl", rows, bom=True, end="\r\n")
    done = veriscope("aspects", path, "--out", tmp_path)
    assert done.returncode == 0
    assert f"{path}:2: not JSON" in done.stderr
    assert f"{path}:4: text: must be a string" in done.stderr
    assert f"{path}: 2 not read, in no rate" in done.stderr
    [row] = metrics(tmp_path)
    assert (row["n"], row["n_unreadable"]) == ("2", "2")


def test_only_broken_lines_fail(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", ["{broken"])
    done = veriscope("aspects", path, "--out", tmp_path / "out")
    assert done.returncode == 2
    assert "holds no sample; 1 could not be read, the first: " in done.stderr


def test_repaired_outputs_are_clean_and_say_what_changed(tmp_path: Path) -> None:
    path, mended = write(tmp_path / "a.jsonl", SAMPLES), tmp_path / "mended.jsonl"
    done = veriscope("aspects", path, "--repair", mended, "--out", tmp_path / "1")
    assert done.returncode == 0
    assert "repaired 1 spans" in done.stdout
    rows = [json.loads(line) for line in mended.read_text(encoding="utf-8").splitlines()]
    assert [len(row["repairs"]) for row in rows] == [0, 1, 0]
    assert veriscope("aspects", mended, "--out", tmp_path / "2").returncode == 0
    [row] = metrics(tmp_path / "2")
    assert float(row["aspect_drop_rate_H2"]) == 0.0
    assert float(row["aspect_drop_rate_H1"]) == 0.25


def test_scorecards_are_repaired_from_what_they_hold(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", [*map(make_scorecard, SAMPLES), {"ate": None}])
    mended = tmp_path / "mended.jsonl"
    done = veriscope("aspects", path, "--repair", mended, "--out", tmp_path / "1")
    assert "repaired 1 spans" in done.stdout
    assert "1 scorecards hold no text to repair by" in done.stdout
    assert len(mended.read_text(encoding="utf-8").splitlines()) == 3


def test_the_input_is_never_replaced(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", SAMPLES)
    before = path.read_bytes()
    done = veriscope("aspects", path, "--repair", path, "--out", tmp_path / "out")
    assert done.returncode == 2
    assert "the output would replace its own input" in done.stderr
    assert path.read_bytes() == before


def test_scorecards_may_lie_where_the_tables_go(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", SAMPLES)
    assert veriscope("aspects", path, "--out", tmp_path).returncode == 0
    cards = tmp_path / "scorecards.jsonl"
    before = cards.read_bytes()
    assert veriscope("aspects", cards, "--out", tmp_path).returncode == 0
    assert cards.read_bytes() == before
    outputs = write(tmp_path / "scorecards.jsonl", SAMPLES).read_bytes()
    done = veriscope("aspects", cards, "--out", tmp_path)
    assert done.returncode == 2
    assert "scorecards.jsonl: the output would replace its own input" in done.stderr
    assert cards.read_bytes() == outputs


def test_half_a_character_survives_every_file(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"text_id": "a", "text": "bad \\ud83d food", "aspects": ["food", "\\ud83d"]}')
    mended = tmp_path / "mended.jsonl"
    done = veriscope("aspects", path, "--repair", mended, "--out", tmp_path)
    assert done.returncode == 0, done.stderr
    for again in (mended, tmp_path / "scorecards.jsonl"):
        assert veriscope("aspects", again, "--out", tmp_path / "2").returncode == 0
    assert "\\ud83d" in veriscope("aspects", "explain", mended, "a").stdout


def test_a_second_run_that_fails_leaves_nothing_of_the_first(tmp_path: Path) -> None:
    good, out = write(tmp_path / "a.jsonl", SAMPLES), tmp_path / "out"
    done = veriscope("aspects", good, write(tmp_path / "b.jsonl", []), "--out", out)
    assert done.returncode == 2
    assert list(out.iterdir()) == []


def test_packed_files_are_read(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl.xz"
    path.write_bytes(lzma.compress(write(tmp_path / "a.jsonl", SAMPLES).read_bytes()))
    assert veriscope("aspects", path, "--out", tmp_path).returncode == 0
    assert metrics(tmp_path)[0]["n"] == "3"


def test_lists_from_files(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", [sample("a", "면과 국물", ("면", 0, 1), ("국물", 3, 5))])
    allow = write(tmp_path / "allow.txt", ["면"])
    stop = write(tmp_path / "stop.json", ['["국물"]'])
    for options, dropped in ([], "1"), (["--allow", allow], "0"), (["--stop", stop], "2"):
        assert veriscope("aspects", path, *options, "--out", tmp_path).returncode == 0
        assert metrics(tmp_path)[0]["n_dropped"] == dropped


def test_spans_in_utf16_are_recognised_and_reported(tmp_path: Path) -> None:
    rows = [
        sample("a", "🍕 피자 맛집", ("피자", 3, 5)),
        sample("b", "😊 good food", ("food", 8, 12)),
    ]
    done = veriscope("aspects", write(tmp_path / "a.jsonl", rows), "--out", tmp_path)
    assert "spans count utf-16: 2 of 2 agree so, 0 as characters" in done.stdout
    assert metrics(tmp_path)[0]["span_unit"] == "utf-16"
    assert metrics(tmp_path)[0]["n_dropped"] == "0"


def test_several_files_are_runs(tmp_path: Path) -> None:
    other = [sample("a", "배터리가 오래가요", ("카메라", 0, 3)), *SAMPLES[1:]]
    first, second = write(tmp_path / "1.jsonl", SAMPLES), write(tmp_path / "2.jsonl", other)
    done = veriscope("aspects", first, second, "--out", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    assert [row["run"] for row in metrics(tmp_path / "out")] == [str(first), str(second)]
    assert "| aspect_hallucination_rate | 0.3333 | 0.6667 | 0.5000 | 0.2357 |" in done.stdout
    assert "| consistency |  |  | 0.6667 |  |" in done.stdout
    assert (tmp_path / "out" / "scorecards_2.jsonl").exists()


def test_gold_from_another_file(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", SAMPLES)
    xml = tmp_path / "gold.xml"
    xml.write_text(
        '<sentences><sentence id="c"><text>good food</text><aspectTerms>'
        '<aspectTerm term="food" polarity="positive" from="5" to="9"/>'
        "</aspectTerms></sentence></sentences>"
    )
    done = veriscope("aspects", path, "--gold", xml, "--out", tmp_path)
    assert "| span_f1 | 1.0000 |" in done.stdout
    assert "| gold_unanswered | 0 |" in done.stdout
    none = write(tmp_path / "none.jsonl", [sample("z", "x")])
    done = veriscope("aspects", path, "--gold", none, "--out", tmp_path / "out")
    assert done.returncode == 2
    assert "no sample has an id that the gold knows" in done.stderr


def test_explain_tells_each_cause() -> None:
    done = veriscope("aspects", "explain", DEMO, "ko-5")
    assert done.returncode == 0
    assert "drop (H1)  '반찬': the term is nowhere in the text" in done.stdout
    assert "drop (filter)  '면': the term can be no target" in done.stdout
    assert "keep  '국물': the term stands at its span" in done.stdout
    done = veriscope("aspects", "explain", DEMO, "en-4")
    assert "claimed 0–7, where the text has 'Service'" in done.stdout
    assert "found   22–29; it could mean another place too" in done.stdout


def test_explain_by_number_and_of_a_scorecard(tmp_path: Path) -> None:
    nameless = {key: value for key, value in SAMPLES[1].items() if key != "text_id"}
    path = write(tmp_path / "a.jsonl", ["{broken", nameless, make_scorecard(SAMPLES[0])])
    assert "drop (H2)  '화면'" in veriscope("aspects", "explain", path, "1").stdout
    assert "keep  '배터리'" in veriscope("aspects", "explain", path, "a").stdout


def test_explain_of_an_unknown_sample_fails() -> None:
    done = veriscope("aspects", "explain", DEMO, "nobody")
    assert done.returncode == 2
    assert done.stderr.strip() == f"veriscope: {DEMO}: no sample is called 'nobody'"


def test_a_text_cannot_steer_the_terminal(tmp_path: Path) -> None:
    path = write(
        tmp_path / "a.jsonl", [sample("a", "bad\x1b[2J\r\n\u202etext", ("\x1b]0;x", 0, 3))]
    )
    printed = veriscope("aspects", "explain", path, "a").stdout
    assert "\x1b" not in printed
    assert "\u202e" not in printed
    assert "\\x1b[2J\\r\\n\\u202etext" in printed


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["none.jsonl", "--out", "{out}"], "none.jsonl: No such file"),
        ([str(DEMO), "--out", "{out}", "--allow", "none.txt"], "none.txt: No such file"),
        ([str(DEMO), "--out", str(DEMO)], "aspects.jsonl: File exists"),
        ([str(DEMO)], "Missing option '--out'"),
    ],
)
def test_wrong_input_is_one_clear_line(tmp_path: Path, arguments, problem: str) -> None:
    filled = [argument.replace("{out}", str(tmp_path)) for argument in arguments]
    done = veriscope("aspects", *filled)
    assert done.returncode == 2
    assert problem in done.stderr
    assert "Traceback" not in done.stderr
