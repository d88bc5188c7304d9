"""`veriscope check` from the outside: what it prints, and how it ends."""

import json
import os
import subprocess
import sys

import pytest

from tests.endpoints import Endpoint, chat, claims, verdict

CONTEXT = "The Meridian Tower is 212 metres tall. It was designed by Ines Varga in 1987."
GOOD = "The Meridian Tower is 212 metres tall."
WRONG = "The Meridian Tower is 221 metres tall."


@pytest.fixture
def run(tmp_path):
    source = tmp_path / "tower.txt"
    source.write_text(CONTEXT, encoding="utf-8")

    def call(*args, stdin="", context=("tower.txt",), **env):
        options = [part for name in context for part in ("--context", name)]
        return subprocess.run(
            [sys.executable, "-m", "veriscope", "check", *options, *args],
            cwd=tmp_path,
            input=stdin.encode("utf-8", "surrogateescape"),
            capture_output=True,
            env={**os.environ, "COLUMNS": "100", **env},
            check=False,
        )

    return call


@pytest.fixture
def endpoint():
    server = Endpoint()
    yield server
    server.close()


def text(done):
    return done.stdout.decode()


def test_an_answer_that_stands_passes(run):
    done = run(f"Great question! {GOOD}")
    assert done.returncode == 0, done.stderr
    assert "PASSED: score 1.00, threshold 0.80; 0 of 1 claims hallucinated" in text(done)
    assert "✗" not in text(done)


def test_a_wrong_figure_fails_and_is_explained(run):
    done = run(f"{GOOD} {WRONG} It also has a casino.")
    assert done.returncode == 1
    shown = text(done)
    assert shown.startswith(f"{GOOD} {WRONG} It also has a casino.\n")
    assert "FAILED: score 0.33, threshold 0.80; 2 of 3 claims hallucinated" in shown
    assert "contradicted (confidence 0.90, by figures)" in shown
    assert "claim says 221 metres, context says 212 metres" in shown
    assert f"“{GOOD}” [tower.txt:0–38]" in shown
    assert "not in the context" in shown


def test_marks_are_in_colour_where_colour_is_wanted(run):
    done = run(f"{GOOD} {WRONG}", FORCE_COLOR="1")
    assert f"\x1b[1;31m{WRONG}\x1b[0m" in text(done)
    assert "\x1b" not in text(run(WRONG))


@pytest.mark.parametrize("args", [[], ["-"]])
def test_an_answer_from_standard_input(run, args):
    assert run(*args, stdin=GOOD).returncode == 0
    assert run(*args, stdin=WRONG).returncode == 1


def test_several_contexts_and_a_byte_order_mark(run, tmp_path):
    (tmp_path / "b.txt").write_bytes("\ufeffThe casino opened in 2001.".encode())
    done = run(f"{GOOD} The casino opened in 2001.", context=["tower.txt", "b.txt"])
    assert done.returncode == 0


def test_json_is_one_assessment(run):
    done = run("--json", WRONG)
    assert done.returncode == 1
    found = json.loads(done.stdout)
    assert (found["check"], found["score"], found["flagged"]) == ("grounding", 0.0, True)
    assert found["verdicts"][0]["author"]["name"] == "figures"


def test_threshold_and_confidence(run):
    assert run("--threshold", "0.5", f"{GOOD} {WRONG}").returncode == 0
    assert run("--min-confidence", "0.999", GOOD).returncode == 1


@pytest.mark.parametrize("answer", ["", "  \n", "Hello!"])
def test_an_answer_without_claims_passes(run, answer):
    done = run(stdin=answer)
    assert done.returncode == 0
    assert "0 of 0 claims" in text(done)


def test_control_characters_do_not_reach_the_terminal(run):
    done = run(f"\x1b[2J\x07{WRONG} \u202eevil \x9b31m [bold]markup[/bold]")
    shown = text(done)
    assert not set(shown) & set("\x1b\x07\u202e\x9b")
    assert "[bold]markup[/bold]" in shown


@pytest.mark.parametrize(
    ("args", "context", "said"),
    [
        (["x"], ["missing.txt"], "missing.txt: No such file"),
        (["x"], ["."], ".: Is a directory"),
        (["x"], ["latin1.txt"], "latin1.txt: not UTF-8: byte 1"),
        (["--judge", "gpt-4", "x"], ["tower.txt"], "judge: 'gpt-4' is no judge"),
        (["--threshold", "2", "x"], ["tower.txt"], "threshold: must lie in [0, 1]"),
        (["--max-tokens", "-1", "x"], ["tower.txt"], "max_tokens: must not be negative"),
        (["--prices", "none.toml", "x"], ["tower.txt"], "none.toml: No such file"),
        (
            ["--judge", "openai:m@http://127.0.0.1:9/v1", "--max-cost", "1", "x"],
            ["tower.txt"],
            "max_cost: a limit in dollars needs a price for 'm'",
        ),
        (["--judge", "openai:gpt-4o", GOOD], ["tower.txt"], "set OPENAI_API_KEY"),
    ],
)
def test_wrong_input_is_one_line_and_exit_code_2(run, tmp_path, args, context, said):
    (tmp_path / "latin1.txt").write_bytes(b"a\xe9b")
    done = run(*args, context=context, OPENAI_API_KEY="")
    assert done.returncode == 2
    (line,) = done.stderr.decode().splitlines()
    assert line.startswith("veriscope: ")
    assert said in line
    assert done.stdout == b""


def test_an_answer_that_is_no_text_is_named(run, tmp_path):
    done = run(b"caf\xe9 is open", "--json")
    assert (done.returncode, done.stderr) == (2, b"veriscope: ANSWER: not UTF-8: byte 3\n")
    done = run(stdin="caf\udce9")
    assert (done.returncode, done.stderr) == (2, b"veriscope: stdin: not UTF-8: byte 3\n")


def test_a_reply_with_lines_and_colours_is_one_line_too(run, endpoint):
    endpoint.default = chat("no\n\x1b[31mJSON\nhere")
    done = run("--judge", f"openai:tiny@{endpoint.url}", GOOD)
    assert done.returncode == 2
    (line,) = done.stderr.decode().splitlines()
    assert line.endswith("it was: no \N{REPLACEMENT CHARACTER}[31mJSON here")


def test_a_missing_context_is_said(run):
    done = run("x", context=[])
    assert done.returncode == 2
    assert b"--context" in done.stderr


def test_a_model_behind_an_endpoint_with_cache_and_budget(run, endpoint):
    endpoint.script = [claims(GOOD, "It has a casino.")]
    endpoint.default = verdict("SUPPORTED", confidence=0.9)
    args = ["--judge", f"openai:tiny@{endpoint.url}", "--cache", "replies.sqlite"]
    done = run(*args, f"{GOOD} It has a casino.")
    assert done.returncode == 0, done.stderr
    assert "spent: 3 requests, 30 tokens, cost unknown" in text(done)
    again = run(*args, f"{GOOD} It has a casino.")
    assert "spent: 0 requests, 0 tokens, 3 from the cache" in text(again)
    assert len(endpoint.requests) == 3
    over = run(*args, "--max-tokens", "5", "Another answer.")
    assert over.returncode == 2
    assert b"could not be judged: BudgetError" in over.stderr


def test_a_cascade_tells_its_tiers(run, endpoint):
    endpoint.default = chat({"verdict": "REFUTED"})
    done = run(
        "--judge", f"cascade:lexical,openai:tiny@{endpoint.url}", f"{GOOD} Ines Varga is tall."
    )
    assert done.returncode == 1
    shown = text(done)
    assert "tier 1, lexical: 1 of 2 claims decided" in shown
    assert f"tier 2, openai:tiny@{endpoint.url}: 1 of 1 claims decided, 1 requests" in shown
    assert "spared the last tier: 1 claims" in shown


def test_an_endpoint_that_is_down(run, endpoint):
    endpoint.close()
    done = run("--judge", f"openai:tiny@{endpoint.url}", GOOD)
    assert done.returncode == 2
    assert b"JudgeAPIError: connection broke" in done.stderr


def test_words_without_ground_are_told(run):
    done = run(f"{GOOD} {WRONG}")
    assert "without ground: “221”" in text(done)
