"""A folder that nobody has to remove."""

from __future__ import annotations

import shutil
import tempfile
import weakref
from pathlib import Path


class Shelter:
    """A temporary folder that lives as long as this object, and no longer than the program."""

    def __init__(self) -> None:
        self.path = Path(tempfile.mkdtemp(prefix="veriscope-"))
        weakref.finalize(self, shutil.rmtree, self.path, ignore_errors=True)

    def __deepcopy__(self, memo: dict[int, object]) -> Shelter:
        # A second one would not hold the folder, which goes with the first.
        return self
