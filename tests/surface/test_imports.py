"""What `import veriscope` and `veriscope --help` may load."""

import json
import subprocess
import sys

import pytest

HEAVY = ("numpy", "pydantic", "onnxruntime", "sqlalchemy", "fastapi", "matplotlib", "jinja2")
LOADED = "import json, sys; print(json.dumps(sorted(sys.modules)))"


def modules_after(code: str) -> set[str]:
    program = [sys.executable, "-c", f"{code}\n{LOADED}"]
    done = subprocess.run(program, capture_output=True, text=True, check=True)
    return set(json.loads(done.stdout.splitlines()[-1]))


HELP = """
import sys
sys.argv = ["veriscope", "--help"]
from veriscope.cli import main
try:
    main()
except SystemExit:
    pass
"""


@pytest.mark.parametrize("code", ["import veriscope", HELP], ids=["import", "help"])
def test_heavy_packages_are_not_loaded(code: str) -> None:
    roots = {name.partition(".")[0] for name in modules_after(code)}
    assert not roots & set(HEAVY)


def test_import_costs_few_modules() -> None:
    added = modules_after("import veriscope") - modules_after("")
    assert len(added) <= 15, sorted(added)
    assert sorted(name for name in added if name.startswith("veriscope")) == ["veriscope"]


def test_a_name_loads_only_its_room() -> None:
    loaded = modules_after("import veriscope; veriscope.Verdict")
    rooms = {name.split(".")[1] for name in loaded if name.startswith("veriscope.")}
    assert rooms == {"errors", "model"}
