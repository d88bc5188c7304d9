"""The room's public names, and what is said when its packages are missing."""

import subprocess
import sys

import pytest

import veriscope.web
from veriscope.errors import MissingExtraError


def test_every_public_name_loads() -> None:
    for name in veriscope.web.__all__:
        assert getattr(veriscope.web, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'Server'"):
        _ = veriscope.web.Server


def test_a_missing_package_names_the_line_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith(("veriscope.web.app", "fastapi"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "fastapi", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'veriscope\[serve\]'"):
        _ = veriscope.web.create_app


def test_tokens_need_no_server() -> None:
    code = "import sys, veriscope.cli.token; print('fastapi' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
