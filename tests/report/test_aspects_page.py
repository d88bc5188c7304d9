"""The page on aspect terms."""

import json
import re
from html import escape
from pathlib import Path

import pytest

from veriscope.aspects import Options, survey
from veriscope.aspects.merge import merged
from veriscope.report.aspects import causes_bar, render_aspects

HOSTILE = "<script>alert(1)</script> $x$ {{ 1237*3571 }}"


def page(folder: Path, *files, **more) -> str:
    surveys = []
    for number, rows in enumerate(files):
        path = folder / f"run{number}.jsonl"
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        surveys.append(survey(path, Options(outcomes=True, **more)))
    results = [found.result() for found in surveys]
    together = None
    if len(files) > 1:
        together = merged(results, [found.outcomes.found for found in surveys])
    return render_aspects(surveys, results, together)


def row(name, text, *aspects):
    made = [{"term": t, "span": {"start": s, "end": e}} for t, s, e in aspects]
    return {"text_id": name, "text": text, "aspects": made}


def test_claimed_and_found_places_are_marked(tmp_path: Path) -> None:
    html = page(tmp_path, [row("s1", "good food here", ("food", 0, 4), ("here", 10, 14))])
    assert '<mark class="doubt" title="claimed for: food">good</mark>' in html
    assert '<mark class="good found" title="stands here: food">food</mark>' in html
    assert '<mark class="good" title="kept: here">here</mark>' in html
    assert "s1: 1 of 2 dropped" in html
    assert "can be repaired" in html


def test_what_comes_from_outside_is_only_text(tmp_path: Path) -> None:
    html = page(tmp_path, [row(HOSTILE, HOSTILE, (HOSTILE, 3, 9), ("$y$<b>", 0, 3)), HOSTILE])
    assert "<script" not in html
    assert "<b>" not in html
    assert html.count("&lt;script&gt;") >= 3
    assert "4417327" not in re.sub(r"<svg.*?</svg>|<style>.*?</style>", "", html, flags=re.DOTALL)


def test_nothing_is_loaded_from_elsewhere(tmp_path: Path) -> None:
    html = page(tmp_path, [row("a", "good food", ("food", 5, 9))])
    addresses = set(re.findall(r"https?://[^\s\"'<]+", html))
    assert addresses <= {
        "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink",
        "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    }  # fmt: skip
    assert "No sample has a dropped aspect." in html


def test_several_runs_have_their_mean_and_consistency(tmp_path: Path) -> None:
    good = [row("a", "good food", ("food", 5, 9))]
    bad = [row("a", "good food", ("wine", 5, 9))]
    html = page(tmp_path, good, bad)
    assert "2 runs: on average 50.0 % of the samples" in html
    assert "the same flag for 0.0 %" in html
    assert html.count("<h2>Worst samples: ") == 2


def test_unreadable_lines_and_gold_are_shown(tmp_path: Path) -> None:
    rows = [row("a", "good food", ("food", 5, 9)), 3]
    html = page(tmp_path, rows, gold={"a": [[5, 9]]})
    assert "1 could not be read and are in no rate" in html
    assert "run0.jsonl:2: must be an object" in html
    assert "Against gold spans" in html


def test_samples_without_aspects_draw_an_empty_bar(tmp_path: Path) -> None:
    html = page(tmp_path, [row("a", "good food")])
    assert "0 of 1 samples" in html
    assert "–" in html


@pytest.mark.parametrize("name", ["a" * 200, "$x$_^{", "한국어.jsonl"])
def test_the_bar_takes_any_name(name: str) -> None:
    drawn = causes_bar([name], [{"aspect_drop_rate": None}])
    assert drawn.startswith("<svg")
    assert escape(name[-30:]) in drawn
