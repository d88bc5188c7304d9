"""The installed command, as a user runs it."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROGRAM = Path(sys.executable).parent / "veriscope"


def veriscope(*arguments: object, stdin: str | None = None) -> subprocess.CompletedProcess[str]:
    """Run `veriscope` in the root of the repository and return what it printed."""
    return subprocess.run(
        [PROGRAM, *map(str, arguments)],
        input=stdin,
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
        timeout=120,
    )
