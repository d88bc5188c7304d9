"""The review pages in a real Chromium, worked with the keyboard."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from tests.support.browser import Served, chromium
from tests.support.http import running
from tests.support.reviews import review
from veriscope.model import Assessment, CheckName, Claim, Context, Evidence, Verdict, VerdictLabel
from veriscope.review import HallucinationReview, ReviewQueue, ReviewStatus
from veriscope.web import Scope, Settings, TokenStore, create_app

SENTENCES = "It rains. It snows. It is dry."


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture
def url(tmp_path: Path) -> str:
    return str(tmp_path / "reviews.db")


@pytest.fixture
def queue(url: str) -> Iterator[ReviewQueue]:
    with ReviewQueue(url) as made:
        yield made


@pytest.fixture
def base(queue: ReviewQueue) -> Iterator[str]:
    with running(create_app(queue, Settings(open_to_local=True), {})) as address:
        yield address


@pytest.fixture
def page(browser: Browser, base: str) -> Iterator[Page]:
    """A page that notes every error of its script and every request that leaves the server."""
    context = browser.new_context(base_url=base)
    opened = context.new_page()
    troubles: list[str] = []
    opened.on("pageerror", lambda error: troubles.append(str(error)))
    opened.on("console", lambda m: troubles.append(m.text) if "Content Security" in m.text else 0)

    def watch(request: Request) -> None:
        if not request.url.startswith(base):
            troubles.append(f"asked {request.url}")

    opened.on("request", watch)
    yield opened
    context.close()
    assert troubles == []


def fill(queue: ReviewQueue, n: int) -> list[HallucinationReview]:
    return [
        queue.add(
            review(
                original_answer=f"Answer number {i}: {SENTENCES}",
                priority=1 - i / 1000,
                model=f"m{i % 2}",
            )
        )
        for i in range(1, n + 1)
    ]


def press(page: Page, *keys: str) -> None:
    page.wait_for_load_state()  # before its script runs a page hears no key
    for key in keys:
        page.keyboard.press(key)


def status(page: Page) -> str | None:
    return page.locator("[data-status]").get_attribute("data-status")


def test_ten_items_by_keyboard(page: Page, queue: ReviewQueue) -> None:
    items = fill(queue, 10)
    page.goto("/reviews")
    press(page, "j", "Enter")
    expect(page).to_have_title(re.compile("Item 1 "))
    for number in range(1, 10):
        press(page, "a" if number % 2 else "r")
        expect(page.get_by_role("heading", level=1)).to_contain_text(f"Item {number + 1}:")
    press(page, "r")
    expect(page.get_by_text("Nothing here. Well done.")).to_be_visible()
    decided = [queue.get(item).status.value for item in items]
    assert decided == ["approved", "rejected"] * 5
    assert all(len(queue.history(item)) == 2 for item in items)


def test_moving_taking_noting_and_undoing(page: Page, queue: ReviewQueue) -> None:
    fill(queue, 3)
    page.goto("/reviews/1")
    press(page, "j")
    expect(page).to_have_url(re.compile("/reviews/2$"))
    press(page, "k")
    expect(page).to_have_url(re.compile("/reviews/1$"))
    press(page, "t")
    expect(page.locator("[data-status=reviewed]")).to_be_visible()
    press(page, "n")
    page.keyboard.type("a note with the letters a and r")
    press(page, "Control+Enter")
    press(page, "h")
    expect(page.locator(".history")).to_contain_text("noted by")
    assert queue.get(1).status is ReviewStatus.REVIEWED
    press(page, "n")
    page.keyboard.type("the ledger says otherwise")
    press(page, "Escape", "r")
    expect(page.locator(".done")).to_contain_text("Item 1 rejected")
    assert queue.get(1).review_notes == "the ledger says otherwise"
    press(page, "u")
    expect(page).to_have_url(re.compile("/reviews/1"))
    assert status(page) == "pending"
    assert [e.action.value for e in queue.history(1)] == [
        "added", "taken", "noted", "rejected", "reopened",
    ]  # fmt: skip


def test_a_held_key_decides_once(page: Page, queue: ReviewQueue) -> None:
    fill(queue, 5)
    page.goto("/reviews/1")
    for _ in range(5):
        page.keyboard.down("a")  # without a key up in between: the browser calls it a repeat
    expect(page).to_have_url(re.compile("/reviews/2"))
    page.wait_for_timeout(200)
    assert [queue.get(n).status.value for n in range(1, 6)] == ["approved", *["pending"] * 4]


def test_two_browsers_in_conflict(browser: Browser, queue: ReviewQueue, url: str) -> None:
    fill(queue, 2)
    store = TokenStore(queue.store)
    secrets = {name: store.add(name, Scope.REVIEW) for name in ("ann", "bob")}
    server = Served(url)
    pages = {}
    for name, secret in secrets.items():
        pages[name] = browser.new_context(base_url=server.base).new_page()
        pages[name].goto("/reviews/1")
        pages[name].get_by_label("Token").fill(secret)
        press(pages[name], "Enter")
        expect(pages[name].get_by_role("heading", level=1)).to_contain_text("Item 1:")
    press(pages["ann"], "r")
    expect(pages["ann"]).to_have_url(re.compile("/reviews/2"))
    press(pages["bob"], "n")
    pages["bob"].keyboard.type("looks right to me")
    press(pages["bob"], "Escape", "a")
    alert = pages["bob"].get_by_role("alert")
    expect(alert).to_contain_text("Not saved: item 1 was rejected by ann")
    expect(pages["bob"].get_by_label("Note")).to_have_value("looks right to me")
    press(pages["bob"], "o")
    expect(pages["bob"].locator("[data-status=pending]")).to_be_visible()
    last = queue.history(1)[-1]
    assert (last.who, last.action.value, last.why) == ("bob", "reopened", "looks right to me")
    for opened in pages.values():
        opened.context.close()
    assert server.stop()[0] == 0


def test_a_filter_and_a_reload_keep_the_place(page: Page, queue: ReviewQueue) -> None:
    fill(queue, 120)
    page.goto("/reviews")
    press(page, "]")
    expect(page).to_have_url(re.compile("after="))
    press(page, "j", "j", "j")
    expect(page).to_have_url(re.compile("#r53$"))
    here = page.url
    page.reload()
    assert page.url == here
    expect(page.locator("#r53")).to_be_focused()
    press(page, "[")
    expect(page.locator("[data-row]").first).to_have_id("r1")
    press(page, "f", "/")
    page.keyboard.type("number 117")
    press(page, "Enter")
    expect(page.locator("[data-row]")).to_have_count(1)
    page.get_by_label("Model").fill("m0")
    press(page, "Enter")
    expect(page.get_by_text("Nothing here fits the filter.")).to_be_visible()
    page.go_back()
    press(page, "j", "Enter")
    expect(page).to_have_url(re.compile("/reviews/117\\?.*text=number"))
    press(page, "a")
    expect(page.get_by_text("Nothing here fits the filter.")).to_be_visible()
    expect(page.get_by_label("Words")).to_have_value("number 117")


def assessed(answer: str, source: str) -> HallucinationReview:
    claim = Claim(answer, source_span=(0, len(answer)), id="c1")
    evidence = [Evidence("s", (0, len(source)), source)]
    verdict = Verdict(VerdictLabel.REFUTED, 0.9, evidence, reasoning=source, claim_id="c1")
    return review(
        original_answer=answer,
        check=CheckName.GROUNDING,
        query=answer[:500],
        model=answer[:150].replace("\n", " "),
        record_id=answer[:100],
        groups={answer[:50]: answer[:50]},
        sources=[Context(source, "s")],
        assessment=Assessment("r", CheckName.GROUNDING, [claim], [verdict], flagged=True),
    )


HOSTILE = [
    "<script>window.pwned = 1</script>",
    '<img src=x onerror="window.pwned = 1">',
    '"><svg onload=window.pwned=1>',
    '<a href="javascript:window.pwned=1">click</a>',
    "{{ 7 * 7 }}${7*7}<%= 7*7 %>",
    "</textarea></title><iframe srcdoc='<script>top.pwned=1</script>'></iframe>",
]


def test_hostile_text_is_shown_as_text(page: Page, queue: ReviewQueue) -> None:
    dialogs: list[str] = []
    page.on("dialog", lambda dialog: dialogs.append(dialog.message))
    for text in HOSTILE:
        item = queue.add(assessed(text, text))
        queue.note(item, "ann", text)
        page.goto(f"/reviews/{item.id}")
        expect(page.locator("#answer")).to_contain_text(text)
        expect(page.locator(".pair .text").nth(1)).to_contain_text(text)
        page.goto("/reviews")
        expect(page.locator(f"#r{item.id} .excerpt")).to_have_text(text)
        page.goto("/reviews?" + "text=" + text.replace("&", "%26").replace("#", "%23"))
        assert page.evaluate("window.pwned") is None
    assert page.locator("iframe, svg, img, a[href^='javascript']").count() == 0
    assert dialogs == []


def test_direction_overrides_cannot_disguise_a_text(page: Page, queue: ReviewQueue) -> None:
    text = "paid \u202e000,1$\u202c and \u2066x\x00\x1b[31m"
    queue.add(assessed(text, text))
    page.goto("/reviews/1")
    seen = page.locator("#answer").inner_text()
    assert "paid ⟦RLO⟧000,1$⟦PDF⟧ and ⟦LRI⟧x␀␛[31m" in seen
    assert "\u202e" not in page.content()


def test_a_very_long_answer(page: Page, queue: ReviewQueue) -> None:
    text = "word " * 40_000
    queue.add(review(original_answer=text))
    page.goto("/reviews/1")
    assert len(page.locator("#answer").text_content() or "") == len(text)
    width = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    assert width <= 0
    press(page, "a")
    expect(page.get_by_text("Nothing here. Well done.")).to_be_visible()


def test_it_works_without_any_script(browser: Browser, base: str, queue: ReviewQueue) -> None:
    fill(queue, 2)
    context = browser.new_context(base_url=base, java_script_enabled=False)
    page = context.new_page()
    page.goto("/reviews")
    page.get_by_text("Answer number 1:").click()
    page.get_by_label("Note").fill("by hand")
    page.get_by_role("button", name="Hallucination").click()
    expect(page.locator(".done")).to_contain_text("Item 1 rejected")
    page.get_by_role("button", name="Undo").click()
    assert queue.get(1).status is ReviewStatus.PENDING
    context.close()


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("path", ["/reviews", "/reviews/1", "/login"])
def test_nothing_spills_over_and_everything_has_a_name(
    page: Page, queue: ReviewQueue, width: int, path: str
) -> None:
    queue.add(assessed("unbreakable" * 200, "other" * 300))
    page.set_viewport_size({"width": width, "height": 700})
    page.goto(path)
    spill = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    assert spill <= 0
    nameless = page.evaluate(
        """() => {
          const all = (selector) => [...document.querySelectorAll(selector)];
          return all("input:not([type=hidden]), select, textarea").filter((e) => !e.labels.length)
            .concat(all("button, a").filter((e) => !e.textContent.trim())).length;
        }"""
    )
    assert nameless == 0
    assert page.locator("h1").count() == 1
    assert page.locator("html").get_attribute("lang") == "en"


CONTRAST = """
() => {
  const channel = (v) => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  const parse = (css) => (css.match(/[\\d.]+/g) || []).map(Number);
  const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const behind = (e) => {
    for (; e; e = e.parentElement) {
      const c = parse(getComputedStyle(e).backgroundColor);
      if (c.length === 3 || c[3] > 0) return c;
    }
    return [255, 255, 255];
  };
  const low = [];
  for (const e of document.querySelectorAll("main *, header *")) {
    const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
    if (!own || !e.offsetParent || e.classList.contains("sr")) continue;
    const pair = [light(parse(getComputedStyle(e).color)), light(behind(e))];
    const ratio = (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
    if (ratio < 4.5) low.push(e.outerHTML.slice(0, 80));
  }
  return low;
}
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_from_its_ground(page: Page, queue: ReviewQueue, scheme: str) -> None:
    queue.add(assessed("It rains.", "It is dry."))
    queue.add(review())
    queue.reject(2, "ann", "no")
    page.emulate_media(color_scheme=scheme)
    for path in ("/reviews?status=all", "/reviews/1", "/reviews/2", "/reviews?check=x"):
        page.goto(path)
        assert page.evaluate(CONTRAST) == [], path


def test_a_wrong_filter_is_told_and_the_rest_still_shown(page: Page, queue: ReviewQueue) -> None:
    fill(queue, 1)
    page.goto("/reviews?since=yesterday")
    expect(page.get_by_role("alert")).to_contain_text("since: must be a day as 2026-01-31")
    expect(page.locator("[data-row]")).to_have_count(1)
    page.goto("/reviews/99")
    expect(page.get_by_role("alert")).to_contain_text("there is no item 99 in the queue")
