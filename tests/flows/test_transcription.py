"""`veriscope transcription` from end to end."""

import json
import subprocess
import sys

import pytest

from tests.flows.command import ROOT, veriscope
from veriscope import Assessment

PAGES = "examples/data/pages"
ENGINES = ("--engine", f"honest={PAGES}/honest", "--engine", f"vlm={PAGES}/vlm")


def test_two_engines_in_a_table_and_on_a_page(tmp_path) -> None:
    done = veriscope("transcription", f"{PAGES}/gt", *ENGINES, "--out", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    assert "5 of 10 pages need a look. Over a limit: vlm." in done.stdout
    for word in ("honest", "vlm", "anchor, mean", "repeated text", "text on blank page"):
        assert word in done.stdout
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "assessments.jsonl",
        "report.html",
        "summary.json",
    ]
    lines = (tmp_path / "out" / "assessments.jsonl").read_text(encoding="utf-8").splitlines()
    assert len([Assessment.from_json(line) for line in lines]) == 10


def test_json_for_programs() -> None:
    done = veriscope("transcription", f"{PAGES}/gt", *ENGINES, "--json")
    found = json.loads(done.stdout, parse_constant=pytest.fail)
    honest, vlm = found["engines"]
    assert honest["flag_reasons"] == []
    assert len(vlm["flag_reasons"]) == 3
    rates = {
        score["group"]: score["value"]
        for score in found["scores"]
        if score["metric"] == "hallucinating_doc_rate"
    }
    assert rates == {"honest": 0.0, "vlm": 0.6}
    assert found["n_assessed"] == {"transcription": 10}


def test_the_normalised_reading_forgives_a_modern_spelling() -> None:
    arguments = ("transcription", f"{PAGES}/gt/02-lettre.txt", f"{PAGES}/vlm/02-lettre.txt")
    exact = json.loads(veriscope(*arguments, "--json").stdout)
    normalised = json.loads(veriscope(*arguments, "--reading", "normalised", "--json").stdout)
    assert exact["engines"][0]["flagged_pages"] == 1
    assert normalised["engines"][0]["flagged_pages"] == 0
    assert normalised["engines"][0]["reasons"] == {"respelled": 1}


def test_rows_of_several_engines_in_one_file(tmp_path) -> None:
    path = tmp_path / "rows.jsonl"
    row = {"id": "1", "reference": "one two three", "hypothesis": "one two three"}
    lines = [json.dumps(row | {"engine": name}) for name in ("a", "b")]
    path.write_text("\n".join(lines), encoding="utf-8")
    done = veriscope("transcription", path, "--workers", "2")
    assert done.returncode == 0, done.stderr
    assert "0 of 2 pages need a look. No engine is flagged." in done.stdout


def test_half_a_character_is_written_as_its_escape(tmp_path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text('{"id":"1","reference":"a \\ud800 b","hypothesis":"\\udfff x y z w"}')
    done = veriscope("transcription", path, "--out", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    (line,) = (tmp_path / "out" / "assessments.jsonl").read_text(encoding="utf-8").splitlines()
    assert Assessment.from_json(line).claims[0].text == "\udfff x y z w"
    assert "\\udfff" in (tmp_path / "out" / "report.html").read_text(encoding="utf-8")


def test_an_engine_that_lacks_a_page_does_not_gain_by_it(tmp_path) -> None:
    for name, pages in (("gt", "12"), ("ocr", "13")):
        (tmp_path / name).mkdir()
        for page in pages:
            (tmp_path / name / f"{page}.txt").write_text("a page", encoding="utf-8")
    done = veriscope("transcription", tmp_path / "gt", tmp_path / "ocr")
    assert done.returncode == 0
    assert "1 page has no output" in " ".join(done.stdout.split())
    assert "1 output has no ground truth" in " ".join(done.stdout.split())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("nowhere.jsonl",), "nowhere.jsonl: No such file or directory"),
        ((f"{PAGES}/gt",), "gt: is a folder: name the output's folder or an --engine"),
        ((f"{PAGES}/gt", "--engine", "vlm"), "--engine: must be NAME=DIR, not 'vlm'"),
        ((f"{PAGES}/gt", *ENGINES[:2], *ENGINES[:2]), "--engine: names 'honest' twice"),
        ((f"{PAGES}/gt", "none"), "none: is no folder"),
        ((f"{PAGES}/gt", *ENGINES, "--workers", "0"), "workers: must be a whole number"),
    ],
)
def test_wrong_input_is_one_line_and_exit_code_2(arguments: tuple[str, ...], said: str) -> None:
    done = veriscope("transcription", *arguments)
    assert done.returncode == 2
    assert done.stderr.startswith("veriscope: ")
    assert len(done.stderr.splitlines()) == 1
    assert said in done.stderr


def test_the_example_says_so_where_tesseract_is_not_installed(tmp_path) -> None:
    program = [sys.executable, ROOT / "examples" / "tesseract.py", tmp_path]
    done = subprocess.run(
        program, capture_output=True, text=True, check=False, env={"PATH": str(tmp_path)}
    )
    assert done.returncode == 1
    assert "tesseract is not installed" in done.stdout
