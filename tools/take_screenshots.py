"""Take the pictures that the documents show: the review pages and the report of an audit."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from bench.audit_records import write_rows  # noqa: E402
from tests.support.browser import Served, chromium  # noqa: E402
from veriscope.io import read_jsonl, read_records  # noqa: E402
from veriscope.model import Assessment, Record  # noqa: E402
from veriscope.report.audit import Report, write_reports  # noqa: E402
from veriscope.report.history import write_history  # noqa: E402
from veriscope.review import ReviewQueue  # noqa: E402
from veriscope.review.export import add_assessments  # noqa: E402
from veriscope.run.audit import AuditOptions, run_audit  # noqa: E402
from veriscope.run.checks import CheckOptions  # noqa: E402
from veriscope.run.gates import parse_rule  # noqa: E402
from veriscope.run.history import parse_metric, read_history  # noqa: E402
from veriscope.run.selection import Selection  # noqa: E402

DATA = ROOT / "examples" / "data" / "review"
OUT = ROOT / "docs" / "images"


def fill(url: str) -> int:
    """Put the example items into a queue and return the number of the one to show."""
    with ReviewQueue(url) as queue:
        found = read_jsonl(DATA / "assessments.jsonl", Assessment.from_dict)
        assessments = [item for item in found if isinstance(item, Assessment)]
        records = [
            item for item in read_records(DATA / "records.jsonl") if isinstance(item, Record)
        ]
        add_assessments(queue, assessments, records)
        (item,) = queue.list(text="paracetamol")
        queue.assign(item, "ann", "ben")
        return item.id or 0


def take(page: Page, name: str) -> None:
    """Save what the page shows."""
    page.screenshot(path=OUT / f"{name}.png")


def take_history(page: Page) -> None:
    """Take the page of the example runs over time."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "history.html"
        found = read_history(
            [str(ROOT / "examples" / "data" / "history")],
            metrics=[parse_metric("mihr")],
            targets=[parse_rule("mihr<=0.1")],
            by="model",
        )
        write_history(found, out)
        page.goto(out.as_uri())
        take(page, "history")


def audited(folder: Path) -> str:
    """Audit some hundreds of made-up answers and return the address of the report."""
    rows = write_rows(folder / "week-36.jsonl", 600)
    options = AuditOptions(
        Selection([str(rows)]),
        CheckOptions(judge="lexical", db=f"sqlite:///{ROOT}/examples/data/properties.db"),
        by="model",
        rules=[parse_rule("mihr>0.2"), parse_rule("hallucinating_doc_rate>0.1")],
    )
    result = run_audit(options, folder)
    write_reports(Report(result.summary, result.manifest, result.breakdown, result.answers), folder)
    return f"file://{folder}/report.html"


def show(page: Page, heading: str) -> None:
    """Bring a heading to the top."""
    page.get_by_role("heading", name=heading).evaluate("heading => heading.scrollIntoView()")


def take_audit(browser: Browser, address: str) -> None:
    """Take the report at the desk, in the dark, and on a phone."""
    wide = browser.new_page(viewport={"width": 1120, "height": 800})
    wide.goto(address)
    take(wide, "audit")
    wide.emulate_media(color_scheme="dark")
    wide.fill("#f-text", "varga museum")
    wide.locator("#list summary").first.click()
    wide.locator("#list .text").wait_for()
    show(wide, "All answers")
    take(wide, "audit-answers")
    phone = browser.new_page(viewport={"width": 390, "height": 760})
    phone.goto(address)
    show(phone, "Worst answers")
    take(phone, "audit-phone")


def main() -> int:
    """Serve the example queue and take the pictures."""
    OUT.mkdir(parents=True, exist_ok=True)
    os.environ["LOGNAME"] = "ann"  # whose name the pictures show
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        take_audit(browser, audited(Path(folder)))
    with tempfile.TemporaryDirectory() as folder:
        url = f"{folder}/reviews.db"
        number = fill(url)
        served = Served(url)
        with chromium() as browser:
            wide = browser.new_page(viewport={"width": 1120, "height": 860})
            wide.goto(f"{served.base}/reviews")
            wide.keyboard.press("j")
            take(wide, "review-queue")
            wide.goto(f"{served.base}/reviews/{number}")
            take(wide, "review-item")
            phone = browser.new_page(viewport={"width": 390, "height": 760})
            phone.goto(f"{served.base}/reviews/{number}")
            take(phone, "review-phone")
            take_history(browser.new_page(viewport={"width": 1120, "height": 800}))
        served.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
