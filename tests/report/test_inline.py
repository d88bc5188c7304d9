"""The report inside a notebook's page: in a frame, small enough, and shut in."""

import re
from html import unescape

import pytest
from playwright.sync_api import expect

from tests.report.test_audit_report import HOSTILE, report
from tests.support.browser import chromium
from veriscope.report.audit import html_page
from veriscope.report.inline import inline_page

LINES = "#rows tr, #list details"
"""The lines of the page's list of answers."""


def framed(html: str) -> str:
    (found,) = re.findall(r'srcdoc="([^"]*)"', html)
    return unescape(found)


def test_the_frame_holds_the_page_and_nothing_gets_out_of_it() -> None:
    html = inline_page(report())
    assert framed(html) == html_page(report())
    outside = html.replace(re.findall(r'srcdoc="[^"]*"', html)[0], "")
    assert 'sandbox="allow-scripts"' in outside
    assert "<script" not in outside
    assert "<img" not in outside


def test_a_page_too_large_for_a_notebook_shows_the_worst_answers() -> None:
    many = report("word " * 30, answers=3000)
    largest = len(inline_page(many, 10**9).encode()) - 2000
    html = inline_page(many, largest)
    assert len(framed(html)) < largest
    (count,) = re.findall(r"The worst ([\d,]+) of 3,000 answers", html)
    assert 0 < int(count.replace(",", "")) < 3000
    assert "The page is too large" in inline_page(many, 100)
    assert not re.search(r"The worst [\d,]+ of", inline_page(report("word", answers=20)))


@pytest.mark.parametrize("text", [HOSTILE, "\ud800 half a sign", '"><script>alert(3)</script>'])
def test_hostile_text_stays_text_and_the_filter_works(text) -> None:
    html = inline_page(report(text, answers=30))
    html.encode()
    said = []
    with chromium() as browser:
        page = browser.new_page(viewport={"width": 1000, "height": 900})
        page.on("dialog", lambda dialog: (said.append(dialog.message), dialog.dismiss()))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.set_content(f"<!doctype html><h1>Notebook</h1><div>{html}</div>")
        frame = page.frame_locator("iframe")
        expect(frame.locator(LINES)).to_have_count(30)
        frame.locator("#f-text").fill("r29")
        expect(frame.locator(LINES)).to_have_count(1)
        inner = page.frames[1]
        assert inner.evaluate("window.origin") == "null"
        assert (
            inner.evaluate("(() => { try { return !!parent.document } catch { return false } })()")
            is False
        )
        assert page.locator("script, img").count() == 0
        page.close()
    assert said == []
