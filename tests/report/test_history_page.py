"""The page of a history: it stands alone, says what is what, and survives any name."""

import re
from pathlib import Path

import pytest

from tests.support.browser import chromium
from tests.support.runs import audited, day
from veriscope import InputError
from veriscope.model import History, Line, PastRun, Point, RunState, Score
from veriscope.report.history import html_page, markdown, plots_alone, write_history
from veriscope.run.gates import parse_rule
from veriscope.run.history import Wanted, read_history

HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)> \u202etxt ]]>|`_$x$"


def drift(tmp_path: Path, *wrong: int, **more) -> History:
    for number, count in enumerate(wrong):
        audited(tmp_path / str(number), day(number), count, **more)
    return read_history(
        [str(tmp_path)],
        default=[Wanted(None, "mihr")],
        targets=[parse_rule("mihr<=0.1")],
        by=more.get("by"),
    )


def made(name: str, value: float | None = 0.5) -> History:
    """A history of one run under any name."""
    score = Score("mihr", value, 3, name, name, undefined=None if value is not None else name)
    point = Point(0, day(0), score, None, joined=False)
    run = PastRun(name, RunState.FINISHED, day(0), breaks=(name,), judge=name)
    line = Line(name, "mihr", None, (point,))
    return History(None, (run,), (line, Line(name, "mihr", name, (point,))), (), (name,))


def test_the_page_says_since_when_and_draws_it(tmp_path: Path) -> None:
    page = html_page(drift(tmp_path, 5, 12, 30))
    assert "broken since 2026-03-03 02:00 (2 runs in a row): 30.0 % in the last run" in page
    assert "the whole interval lies past it since 2026-03-04 02:00" in page
    assert page.count('role="img"') == 1
    assert "target mihr&lt;=0.1" in page
    links = re.findall(r"""(?:src|href|url)\s*[=(]\s*["']?([^"')\s>]+)""", page)
    assert all(link.startswith("#") for link in links)
    assert 'http-equiv="Content-Security-Policy"' in page


def test_every_run_is_a_mark_with_a_bar_and_a_break_is_no_line(tmp_path: Path) -> None:
    joined = drift(tmp_path, 5, 12, 30)
    run = joined.runs[1]
    parted = History(
        None,
        (joined.runs[0], PastRun(**{**vars(run), "breaks": ("judge",)}), joined.runs[2]),
        tuple(
            Line(
                one.check, one.metric, one.group,
                tuple(Point(**{**vars(p), "joined": p.run == 2}) for p in one.points),
            )
            for one in joined.lines
        ),
        (), (),
    )  # fmt: skip
    with_line, without = (plots_alone(one) for one in (joined, parted))
    assert "break 1" in without
    assert "break 1" not in with_line
    assert without.count("LineCollection") == with_line.count("LineCollection") + 1


@pytest.mark.parametrize("name", [HOSTILE, "한국어", "", "x" * 5000])
def test_any_name_is_text(name: str) -> None:
    page = html_page(made(name))
    assert "<script>alert" not in page
    assert "<img" not in page
    text = markdown(made(name))
    tables = [line for line in text.splitlines() if line.startswith("|")]
    assert all(line.endswith("|") for line in tables)
    assert "<script>" not in plots_alone(made(name))


def test_one_run_none_with_a_time_and_nothing_measured(tmp_path: Path) -> None:
    one = drift(tmp_path, 5)
    assert "no change over time can be told yet" in html_page(one)
    (tmp_path / "0" / "run.json").unlink()
    undated = read_history([str(tmp_path)], default=[Wanted(None, "mihr")])
    page = html_page(undated)
    assert "none with a time: nothing can be drawn over time" in page
    assert "5.0 %" in page
    assert "<svg" not in page
    with pytest.raises(InputError, match="nothing to draw"):
        plots_alone(undated)
    assert "not measured: nothing" in html_page(made("nothing", None))
    empty = read_history([str(tmp_path)])
    assert "Nothing was measured" in html_page(empty)
    assert "Rates over time" in markdown(empty)


def test_the_same_history_gives_the_same_bytes(tmp_path: Path) -> None:
    found = drift(tmp_path, 5, 12, by="model")
    for name in ("a.html", "a.md", "a.svg"):
        write_history(found, tmp_path / "x" / name)
        write_history(found, tmp_path / "y" / name)
        assert (tmp_path / "x" / name).read_bytes() == (tmp_path / "y" / name).read_bytes()
    with pytest.raises(InputError, match="must end in"):
        write_history(found, tmp_path / "a.png")


def test_nothing_overflows_on_any_screen(tmp_path: Path) -> None:
    write_history(drift(tmp_path, 5, 12, 30, by="model"), tmp_path / "h.html")
    with chromium() as browser:
        for scheme in ("light", "dark"):
            for width in (1280, 820, 390):
                page = browser.new_page(
                    viewport={"width": width, "height": 800}, color_scheme=scheme
                )
                troubles: list[str] = []
                page.on("console", lambda message, seen=troubles: seen.append(message.text))
                page.goto((tmp_path / "h.html").as_uri())
                assert page.evaluate("document.documentElement.scrollWidth") == width
                assert page.locator("figure svg").bounding_box()["height"] > 100
                assert troubles == []
                page.close()
