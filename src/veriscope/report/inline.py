"""The report of an audit inside another page: a notebook's."""

from __future__ import annotations

from dataclasses import replace

from veriscope.report.audit import Report, html_page
from veriscope.report.page import escape

LARGEST = 1_000_000
"""So many bytes of a page go into a notebook, which keeps them in its file."""
_STYLE = "width:100%;height:40rem;border:1px solid #8886;resize:vertical"


def inline_page(report: Report, largest: int = LARGEST) -> str:
    """Return the page in a frame of its own, with fewer answers where it would be too large.

    The frame may run the page's script, which filters, and nothing else: it has no origin, so it
    reaches neither the notebook nor what the browser keeps for it.
    """
    page, count = _fitting(report, largest)
    # Outside the frame too: some viewers of notebooks drop frames.
    told = f"<p>{escape(report.sentence)}</p>"
    if page is None:
        return (
            f"{told}<p>The page is too large for a notebook; give <code>out=</code> a folder.</p>"
        )
    if count < len(report.answers):
        told += (
            f"<p>The worst {count:,} of {len(report.answers):,} answers are in this page; "
            "the page in a folder given as <code>out=</code> holds more.</p>"
        )
    return (
        f'{told}<iframe title="Hallucination audit" sandbox="allow-scripts" '
        f'style="{_STYLE}" srcdoc="{page}"></iframe>'
    )


def _fitting(report: Report, largest: int) -> tuple[str | None, int]:
    """Return the page as an attribute's value, and how many answers it was made of."""
    count = len(report.answers)
    while True:
        page = _attribute(html_page(replace(report, answers=report.answers[:count])))
        size = len(page.encode())
        if size <= largest:
            return page, count
        if not count:
            return None, 0
        count = min(count // 2, count * largest // size)


def _attribute(page: str) -> str:
    """Return a page that can stand between double quotes."""
    whole = page.encode("utf-8", "replace").decode()
    return whole.replace("&", "&amp;").replace('"', "&quot;")
