"""The page of ten thousand answers in a real browser: it opens, filters, fits and stays quiet."""

import pytest

from tests.report.many_answers import many_answers
from tests.support.browser import chromium
from veriscope import Assessment, Record
from veriscope.model import Answer, Breakdown, CheckName, Manifest
from veriscope.report.audit import LARGEST, Report, html_page
from veriscope.run.summary import Summariser

SECOND = 1000
READY = "#answers:not([hidden])"
FILTERS = (
    ("f-text", "varga museum"),
    ("f-text", "no such words anywhere"),
    ("f-text", ""),
    ("f-state", "flagged"),
    ("f-model", "tern-mini"),
    ("f-check", "grounding"),
)
FILTER = """async ([id, value]) => {
  const field = document.getElementById(id), start = performance.now();
  field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  return performance.now() - start;
}"""


@pytest.fixture(scope="module")
def html() -> str:
    return html_page(many_answers())


@pytest.fixture(scope="module")
def address(html, tmp_path_factory) -> str:
    path = tmp_path_factory.mktemp("page") / "report.html"
    path.write_bytes(html.encode("utf-8", "replace"))
    return f"file://{path}"


@pytest.fixture(scope="module")
def browser():
    with chromium() as started:
        yield started


@pytest.fixture
def page(browser, address):
    opened = browser.new_page(viewport={"width": 1280, "height": 900})
    said: list[str] = []
    opened.on("console", lambda message: said.append(message.text))
    opened.on("pageerror", lambda error: said.append(str(error)))
    opened.on("dialog", lambda dialog: said.append(dialog.message))
    opened.on("request", lambda one: None if one.url == address else said.append(one.url))
    opened.goto(address)
    opened.wait_for_selector(READY)
    yield opened
    assert said == []
    opened.close()


def timed(browser, address: str) -> dict[str, float]:
    """Open the page anew; return the milliseconds until it can be used and of each filter."""
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(address)
    page.wait_for_selector(READY)
    usable = page.evaluate("performance.getEntriesByName('usable')[0].startTime")
    found = {"open": usable}
    found |= {f"{name} {value}": page.evaluate(FILTER, [name, value]) for name, value in FILTERS}
    page.close()
    return found


def test_it_is_smaller_than_two_megabytes_and_holds_every_answer(html, page) -> None:
    assert len(html.encode("utf-8", "replace")) < LARGEST
    assert page.inner_text("#f-count") == "1 to 50 of 10,000 answers"
    assert page.get_by_role("heading", name="All answers").is_visible()


def test_it_opens_and_filters_within_a_second(browser, address) -> None:
    # A quiet machine needs a quarter of it; a busy one gets ten tries to let one pass undisturbed.
    for _ in range(10):
        took = timed(browser, address)
        if max(took.values()) < SECOND and took["open"] + took["f-state flagged"] < SECOND:
            return
    pytest.fail(f"milliseconds: {took}")


def test_filters_narrow_and_clear_widens(page) -> None:
    page.fill("#f-text", "VARGA  muse")
    found = page.locator("#list details")
    searched = int(page.inner_text("#f-count").split(" answers")[0].split()[-1].replace(",", ""))
    assert 0 < searched < 10_000
    page.select_option("#f-state", "failed")
    page.fill("#f-text", "")
    assert "failed" in found.first.inner_text()
    page.select_option("#f-model", "tern-mini")
    page.locator("#f-groups").get_by_label("team").select_option("研究")
    assert "tern-mini · 研究" in found.first.inner_text()
    page.fill("#f-text", "no such words anywhere")
    assert page.inner_text("#f-count") == "0 answers (10,000 in all)"
    page.get_by_role("button", name="Clear").click()
    found.nth(49).wait_for()
    assert page.inner_text("#f-count") == "1 to 50 of 10,000 answers"
    page.get_by_role("button", name="Next").click()
    assert page.inner_text("#f-count") == "51 to 100 of 10,000 answers"


def test_an_answer_opens_by_keyboard_with_its_marks_and_evidence(page) -> None:
    page.select_option("#f-state", "flagged")
    first = page.locator("#list details").first
    first.locator("summary").focus()
    page.keyboard.press("Enter")
    first.locator(".text mark").first.wait_for()
    assert "Or so it says." in first.locator("blockquote").first.inner_text()


def test_hostile_text_is_text(page) -> None:
    page.fill("#f-text", "<script>alert")
    line = page.locator("#list details").first
    line.locator("summary").click()
    line.locator(".text").wait_for()
    assert "</script><script>alert(1)</script>" in line.locator(".text").inner_text()
    assert page.locator("#list script, #list img").count() == 0


def test_a_turned_name_turns_nothing_beside_it(browser, tmp_path) -> None:
    record = Record("Plain.", id="\u202eabc", model="\u202edef")
    one = Assessment(record.id, CheckName.GROUNDING, score=1.0)
    summary = Summariser().summary(rows=1, unreadable=0, not_applicable=0)
    made = Report(summary, Manifest("0", "3", [], {}), Breakdown(), [Answer(record, [one], 0)])
    path = tmp_path / "turned.html"
    path.write_text(html_page(made), encoding="utf-8")
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(path.as_uri())
    line = page.locator("#list summary")
    line.wait_for()
    parts = ["code", ".quiet >> nth=0", ".tag", ".quiet >> nth=1"]
    places = [line.locator(part).bounding_box()["x"] for part in parts]
    assert places == sorted(places)
    assert page.inner_text("#f-count") == "1 answer"
    page.close()


@pytest.mark.parametrize("width", [390, 820, 1280])
def test_it_fits_a_phone_a_tablet_and_a_desk(page, width) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.locator("#list details summary").first.click()
    page.locator("#list details .text").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_dark_is_dark_and_paper_is_white(page) -> None:
    paper = "getComputedStyle(document.body).backgroundColor"
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(paper) == "rgb(20, 24, 26)"
    page.emulate_media(color_scheme="dark", media="print")
    assert page.evaluate(paper) == "rgb(255, 255, 255)"
    assert not page.locator("#filters").is_visible()


def test_on_paper_the_worst_answers_are_open(page) -> None:
    closed = page.locator("details.whole:not([open])")
    assert closed.count() == 37
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert closed.count() == 0
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    assert closed.count() == 37


def test_without_javascript_the_worst_answers_can_be_read(browser, address) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address)
    assert page.locator("details.whole .text").first.is_visible()
    page.locator("details.whole summary").nth(5).click()
    assert page.locator("details.whole .text").nth(5).is_visible()
    assert page.get_by_text("This list needs JavaScript").is_visible()
    assert not page.locator("#filters").is_visible()
    context.close()
