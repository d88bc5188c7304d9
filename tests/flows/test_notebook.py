"""A notebook as a user runs it: a kernel, a running loop, a report under the cell."""

import warnings

import nbformat
from nbclient import NotebookClient
from playwright.sync_api import expect

from tests.flows.command import ROOT
from tests.support.browser import chromium

CELLS = (
    "import pandas, veriscope",
    (
        "frame = pandas.read_json('examples/data/mixed.jsonl', lines=True)\n"
        "result = veriscope.audit(frame, checks='grounding,abstention')"
    ),
    "result",
    "print(result)",
    (
        "await __import__('asyncio').sleep(0)\n"
        "veriscope.audit([{'response': '<script>alert(1)</script>', 'verdicts': ['REFUTED']}])"
    ),
)


def test_a_notebook_shows_the_report() -> None:
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(c) for c in CELLS])
    with warnings.catch_warnings():
        # What the notebook's own packages have to say of each other.
        warnings.simplefilter("ignore")
        client = NotebookClient(
            notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": ROOT}}
        )
        client.execute()
    outputs = [cell.outputs for cell in notebook.cells]
    assert [len(found) for found in outputs] == [0, 0, 1, 1, 1]
    shown = outputs[2][0].data
    assert shown["text/plain"] == outputs[3][0].text.strip()
    assert shown["text/plain"].startswith("12 records: 57.1 % of 7 claims have no ground")
    assert "of 2 made-up things were taken for real" in shown["text/plain"]
    hostile = outputs[4][0].data["text/html"]
    with chromium() as browser:
        page = browser.new_page(viewport={"width": 1100, "height": 900})
        said = []
        page.on("dialog", lambda dialog: (said.append(dialog.message), dialog.dismiss()))
        page.set_content(shown["text/html"] + hostile)
        first, second = (page.frame_locator("iframe").nth(i) for i in (0, 1))
        assert first.locator("h1").inner_text() == "Hallucination audit"
        first.locator("#f-text").fill("dam-2")
        expect(first.locator("#rows tr, #list details")).to_have_count(1)
        assert "<script>alert(1)</script>" in second.locator("main").inner_text()
        page.close()
    assert said == []
