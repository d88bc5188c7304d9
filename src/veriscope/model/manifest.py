"""What made the numbers of a run; `manifest.json`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from veriscope.model.codec import Noun
from veriscope.model.json_text import JSON


@dataclass(frozen=True)
class InputFile(Noun):
    """An input as it was read; standard input has no size and no digest."""

    whole = True

    path: str
    size: int | None
    sha256: str | None


@dataclass(frozen=True)
class Manifest(Noun):
    """Versions, inputs and settings of a run. Nothing in it depends on the hour or the machine."""

    whole = True

    veriscope: str
    python: str
    inputs: Sequence[InputFile]
    settings: Mapping[str, JSON]

    def differences(self, other: Manifest) -> list[str]:
        """Say in words what is not the same in another manifest."""
        out = []
        if self.veriscope != other.veriscope:
            out.append(f"version {self.veriscope} and {other.veriscope}")
        mine, theirs = ({i.path: i for i in m.inputs} for m in (self, other))
        if [*mine] != [*theirs]:
            out.append(f"inputs {', '.join(mine)} and {', '.join(theirs)}")
        changed = [path for path in mine if path in theirs and mine[path] != theirs[path]]
        out += [f"the content of {path}" for path in changed]
        names = sorted({*self.settings, *other.settings})
        for name in names:
            values = self.settings.get(name), other.settings.get(name)
            if values[0] != values[1]:
                out.append(f"{name} {values[0]!r} and {values[1]!r}")
        return out
