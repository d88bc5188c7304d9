"""`veriscope audit --queue`: from answers to people and back, on both stores."""

import json
import signal
import sqlite3
import subprocess
import time
from pathlib import Path

import psycopg
import pytest
from playwright.sync_api import expect

from tests.flows.command import PROGRAM, ROOT, veriscope
from tests.support.browser import Served, chromium
from tests.support.stores import postgres, store_url
from veriscope.model import Assessment, AuthorKind
from veriscope.review import ReviewQueue

__all__ = ["postgres", "store_url"]
ROWS = 1_500
FLAGGED = 300
GIVEN = ("--checks", "verdicts", "--workers", "1")


@pytest.fixture
def answers(tmp_path: Path) -> Path:
    path = tmp_path / "answers.jsonl"
    with path.open("w", encoding="utf-8") as stream:
        for i in range(ROWS):
            label = "REFUTED" if i % 5 == 0 else "SUPPORTED"
            row = {"id": f"r{i}", "response": f"It is {i}.", "verdicts": ["SUPPORTED", label]}
            stream.write(json.dumps(row) + "\n")
    return path


def queued(url: str) -> list[str]:
    with ReviewQueue(url) as queue:
        return sorted(str(item.record_id) for item in queue.all())


EVERY = sorted(f"r{i}" for i in range(0, ROWS, 5))


def test_once_however_often(store_url: str, answers: Path, tmp_path: Path) -> None:
    command = ("audit", answers, *GIVEN, "--queue", store_url, "--out")
    done = veriscope(*command, tmp_path / "a")
    assert done.returncode == 0, done.stderr
    assert f"Queue: {FLAGGED} new, 0 there already." in done.stdout
    for folder, more in (("a", ["--resume"]), ("a", []), ("b", ["--limit", "100"])):
        again = veriscope(*command, tmp_path / folder, *more)
        assert "Queue: 0 new," in again.stdout, again.stderr
    assert queued(store_url) == EVERY


def test_a_run_that_is_stopped_delivers_the_rest_when_it_goes_on(
    store_url: str, answers: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    command = [PROGRAM, "audit", answers, *GIVEN, "--out", out, "--queue", store_url]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL) as run:
        while not (out / "progress.jsonl").exists() or not (out / "progress.jsonl").stat().st_size:
            time.sleep(0.01)
        run.send_signal(signal.SIGKILL)
    done = veriscope(*command[1:], "--resume")
    assert done.returncode == 0, done.stderr
    assert queued(store_url) == EVERY


def refuse_after(url: str, count: int) -> None:
    """Let the database refuse what comes after so many items."""
    full = f"(SELECT count(*) FROM reviews) >= {count}"
    if url.startswith("sqlite"):
        with sqlite3.connect(url.removeprefix("sqlite:///")) as lite:
            lite.execute(
                f"CREATE TRIGGER full BEFORE INSERT ON reviews WHEN {full} "
                "BEGIN SELECT RAISE(ABORT, 'no room left'); END"
            )
        lite.close()
        return
    with psycopg.connect(url) as connection:
        connection.execute(
            "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$ BEGIN IF {full} THEN RAISE EXCEPTION 'no room left'; END IF; RETURN NEW; END $$"
        )
        connection.execute(
            'CREATE TRIGGER "full" BEFORE INSERT ON reviews FOR EACH ROW EXECUTE FUNCTION refuse()'
        )


def let_in(url: str) -> None:
    if url.startswith("sqlite"):
        with sqlite3.connect(url.removeprefix("sqlite:///")) as lite:
            lite.execute("DROP TRIGGER full")
        lite.close()
        return
    with psycopg.connect(url) as connection:
        connection.execute("DROP FUNCTION refuse() CASCADE")


def test_a_queue_that_breaks_in_the_middle_loses_nothing(
    store_url: str, answers: Path, tmp_path: Path
) -> None:
    ReviewQueue(store_url).close()
    refuse_after(store_url, 150)
    command = ("audit", answers, *GIVEN, "--out", tmp_path / "out", "--queue", store_url)
    try:
        done = veriscope(*command)
    finally:
        let_in(store_url)
    assert done.returncode == 2
    assert "1,500 records" in done.stdout
    assert "did not reach the queue" in done.stderr
    assert "no room left" in done.stderr
    assert "--resume delivers them" in done.stderr
    assert "Traceback" not in done.stderr
    assert json.loads((tmp_path / "out" / "summary.json").read_text())["n_records"] == ROWS
    before = len(queued(store_url))
    assert 0 < before <= 150
    again = veriscope(*command, "--resume")
    assert again.returncode == 0, again.stderr
    assert f"Queue: {FLAGGED - before} new, {before} there already." in again.stdout
    assert queued(store_url) == EVERY


@pytest.mark.parametrize(
    "url", ["postgresql://127.0.0.1:1/none", "/proc/none/reviews.db", "mysql://x/y"]
)
def test_a_queue_that_cannot_be_reached_costs_no_run(
    url: str, answers: Path, tmp_path: Path
) -> None:
    done = veriscope("audit", answers, "--out", tmp_path / "out", "--queue", url)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_decisions_join_the_assessments_they_are_about(tmp_path: Path) -> None:
    url, out, decided = tmp_path / "q.db", tmp_path / "out", tmp_path / "decided.jsonl"
    config = tmp_path / "veriscope.toml"
    config.write_text(f'[audit]\nqueue = "{url}"\ndb = "sqlite:///examples/data/properties.db"\n')
    done = veriscope("audit", "examples/data/mixed.jsonl", "--out", out, "--config", config)
    assert "Queue: 7 new, 0 there already." in done.stdout, done.stderr
    assert str(url) not in (out / "manifest.json").read_text()
    with ReviewQueue(url) as queue:
        for item in queue.list():
            decide = queue.reject if item.id == 1 else queue.approve
            decide(item, "ann")
    assert veriscope("review", "export", "--db", url, "--out", decided).returncode == 0
    stored = (out / "assessments.jsonl").read_text(encoding="utf-8").splitlines()
    of_run = {(a.record_id, a.check): a for a in map(Assessment.from_json, stored)}
    lines = decided.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 7
    for one in map(Assessment.from_json, lines):
        own = of_run.pop((one.record_id, one.check))
        assert one.claims == own.claims
        new = one.verdicts[len(own.verdicts) :]
        assert one.verdicts[: len(own.verdicts)] == own.verdicts
        assert {v.claim_id for v in new} <= {claim.id for claim in own.claims}
        assert new
        assert all(v.author is not None and v.author.kind is AuthorKind.HUMAN for v in new)


def test_the_review_page_shows_what_an_audit_flagged(tmp_path: Path) -> None:
    url = str(tmp_path / "q.db")
    done = veriscope(
        "audit", "examples/data/mixed.jsonl", "--out", tmp_path / "out", "--queue", url
    )
    assert done.returncode == 0, done.stderr
    served = Served(url)
    try:
        with chromium() as browser:
            page = browser.new_page(base_url=served.base)
            page.goto("/reviews")
            page.get_by_text("The Velm Dam").first.click()
            expect(page.locator("mark").first).to_be_visible()
            expect(page.locator("body")).to_contain_text("The Velm Dam was")
            page.keyboard.press("r")
            expect(page.locator(".done")).to_contain_text("rejected")
    finally:
        assert served.stop()[0] == 0
    with ReviewQueue(url) as queue:
        (item,) = queue.list(status="rejected")
    assert "Velm" in item.original_answer
