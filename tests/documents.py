"""Runs what a document shows: Python with its output, commands with theirs."""

import fcntl
import io
import re
import shlex
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

from tests.flows.command import ROOT, veriscope

_FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Shown:
    """One thing that a document runs, and what it says comes out."""

    document: str
    kind: str
    source: str
    expected: str | None


def shown(document: str) -> list[Shown]:
    """Return the Python blocks and the commands of a document, in order."""
    blocks = _FENCE.findall((ROOT / document).read_text(encoding="utf-8"))
    found = []
    for (kind, body), (next_kind, next_body) in zip(blocks, [*blocks[1:], ("", "")], strict=True):
        if kind == "python":
            found.append(Shown(document, kind, body, next_body if next_kind == "text" else None))
        if kind == "console":
            for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
                command, _, expected = part.partition("\n")
                found.append(Shown(document, kind, command, expected or None))
    return found


def plain(text: str) -> str:
    """Return the words of an output, without table borders: they depend on the width."""
    return " ".join(re.sub(r"[━┃┏┳┓┡╇┩│└┴┘├┼┤─╭╮╰╯]", " ", text).split())


def run(one: Shown, namespace: dict) -> str:
    """Run one block; Python blocks of a document share their names."""
    if one.kind == "python":
        out = io.StringIO()
        with redirect_stdout(out):
            exec(compile(one.source, str(Path(one.document)), "exec"), namespace)
        return out.getvalue()
    program, *arguments = shlex.split(one.source)
    assert program == "veriscope", one.source
    done = veriscope(*arguments)
    assert done.returncode in (0, 1), done.stderr
    return done.stdout


@contextmanager
def alone() -> Iterator[None]:
    """Keep others out who write to the demo's folder, in whatever process they run."""
    with (Path(tempfile.gettempdir()) / "veriscope-demo.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def check(document: str) -> int:
    """Run everything in a document; what it shows must be in what comes out. Return how many."""
    namespace: dict = {}
    everything = shown(document)
    with alone():
        for one in everything:
            printed = run(one, namespace)
            if one.expected is not None:
                assert plain(one.expected) in plain(printed), f"{document}: {one.source}\n{printed}"
    return len(everything)
