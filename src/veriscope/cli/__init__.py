"""The command line: one small module a command, loaded when that command is run."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; what the user can mend is one line on stderr and exit code 2."""
    from veriscope.cli.app import build  # noqa: PLC0415 - `import veriscope.cli` stays light
    from veriscope.errors import VeriscopeError  # noqa: PLC0415

    try:
        build()()
    except VeriscopeError as error:
        print(f"veriscope: {error}", file=sys.stderr)  # noqa: T201
        sys.exit(2)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(141)
