"""The small TOML beside a model that says which output means what."""

from __future__ import annotations

import hashlib
import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from veriscope.errors import InputError
from veriscope.judges.calibration import Calibration, Whole
from veriscope.judges.features import NAMES
from veriscope.judges.selection import BUDGET

MODEL, TOKENIZER, SPEC = "model.onnx", "tokenizer.json", "model.toml"
_CHUNK = 1 << 20


class Output(StrEnum):
    """What one output of a model means."""

    SUPPORTED = "supported"
    REFUTED = "refuted"
    NOT_ENOUGH_INFO = "not_enough_info"
    NOT_SUPPORTED = "not_supported"


class Part(StrEnum):
    """What one segment of a model's input is."""

    EVIDENCE = "evidence"
    CLAIM = "claim"


LABELS = (Output.SUPPORTED, Output.REFUTED, Output.NOT_ENOUGH_INFO)
ORDER = (Part.EVIDENCE, Part.CLAIM)


@dataclass(frozen=True, slots=True)
class ModelSpec:
    """A model and how to read it.

    `labels` names each output in order; a single one is a logit, of `supported` or of its
    opposite. `order` says which
    segment comes first. Logits are divided by `temperature` before anything else reads them.
    `whole` says how the claims of a response make its score.
    """

    path: Path
    tokenizer: Path
    name: str
    digest: str
    labels: tuple[Output, ...] = LABELS
    order: tuple[Part, Part] = ORDER
    max_tokens: int = 256
    budget: int = BUDGET
    temperature: float = 1.0
    calibration: Calibration = field(default_factory=Calibration)
    whole: Whole = field(default_factory=Whole)
    trusted: bool = False
    """Whether it is known to run as its TOML says, and need not be tried first."""


def find_model(given: str | Path) -> ModelSpec:
    """Return the model in a folder, or the one whose ONNX file is given.

    `tokenizer.json` and the TOML lie beside it; the TOML is `model.toml` or has the file's name.
    """
    path = Path(given).expanduser()
    if path.is_dir():
        path = path / MODEL
    if not path.is_file():
        raise InputError("there is no such ONNX model", field="judge", source=str(path))
    beside = path.with_name(TOKENIZER)
    if not beside.is_file():
        raise InputError(f"has no {TOKENIZER} beside it", source=str(path))
    own = path.with_suffix(".toml")
    spec = own if own.is_file() else path.with_name(SPEC)
    return read_spec(spec, path, beside)


def read_spec(spec: Path, path: Path, tokenizer: Path) -> ModelSpec:
    """Read the TOML of a model; what is wrong in it is an error with file and field."""
    try:
        with spec.open("rb") as stream:
            data = tomllib.load(stream)
    except FileNotFoundError:
        raise InputError(
            f"has no {SPEC} beside it that says which output means what", source=str(path)
        ) from None
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"not TOML: {error}", source=str(spec)) from None
    try:
        return _spec(_Table(data), path, tokenizer)
    except InputError as error:
        raise error.at(str(spec)) from None


def _spec(top: _Table, path: Path, tokenizer: Path) -> ModelSpec:
    calibration, response = top.table("calibration"), top.table("response")
    found = ModelSpec(
        path=path,
        tokenizer=tokenizer,
        name=top.text("name", path.parent.name or path.stem),
        digest=top.text("sha256", "") or _digest(path),
        labels=_labels(top.texts("labels", LABELS)),
        order=_order(top.texts("order", ORDER)),
        max_tokens=top.whole("max_tokens", 256, 16),
        budget=top.whole("evidence_tokens", BUDGET, 8),
        temperature=top.number("temperature", 1.0, above=0.0),
        calibration=_calibration(calibration, top.number("threshold", 0.5, above=0.0, below=1.0)),
        whole=Whole(response.whole("worst", 1, 1)),
    )
    for table in (top, calibration, response):
        table.check_all_read()
    return found


def _labels(given: tuple[str, ...]) -> tuple[Output, ...]:
    known = ", ".join(Output)
    for label in given:
        if label not in list(Output):
            raise InputError(f"has {label!r}; an output is one of {known}", field="labels")
    if len(set(given)) != len(given):
        raise InputError("names an output twice", field="labels")
    if Output.SUPPORTED not in given and list(given) != [Output.NOT_SUPPORTED]:
        raise InputError(f"must name {Output.SUPPORTED!s}", field="labels")
    return tuple(Output(label) for label in given)


def _order(given: tuple[str, ...]) -> tuple[Part, Part]:
    if sorted(given) != sorted(Part):
        raise InputError('must be ["evidence", "claim"] or ["claim", "evidence"]', field="order")
    return (Part(given[0]), Part(given[1]))


def _calibration(table: _Table, threshold: float) -> Calibration:
    weights = table.table("weights")
    known = {name: weights.number(name, 0.0) for name in NAMES if name in weights}
    weights.check_all_read(f"; features are {', '.join(NAMES)}")
    return Calibration(table.number("bias", 0.0), known or {"logit": 1.0}, threshold)


def _digest(path: Path) -> str:
    state = hashlib.sha256()
    with path.open("rb") as stream:
        while chunk := stream.read(_CHUNK):
            state.update(chunk)
    return state.hexdigest()


class _Table:
    """A table of the TOML that knows which of its keys were read."""

    def __init__(self, data: Mapping[str, Any], prefix: str = "") -> None:
        self._data = data
        self._prefix = prefix
        self._read: set[str] = set()

    def __contains__(self, key: str) -> bool:
        return key in self._data

    def _get(self, key: str, default: Any) -> Any:
        self._read.add(key)
        return self._data.get(key, default)

    def _error(self, key: str, problem: str) -> InputError:
        return InputError(problem, field=self._prefix + key)

    def table(self, key: str) -> _Table:
        value = self._get(key, {})
        if not isinstance(value, dict):
            raise self._error(key, "must be a table")
        return _Table(value, f"{self._prefix}{key}.")

    def text(self, key: str, default: str) -> str:
        value = self._get(key, default)
        if not isinstance(value, str):
            raise self._error(key, "must be a string")
        return value

    def texts(self, key: str, default: tuple[str, ...]) -> tuple[str, ...]:
        value = self._get(key, list(default))
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self._error(key, "must be a list of strings")
        return tuple(value)

    def whole(self, key: str, default: int, least: int) -> int:
        value = self._get(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise self._error(key, f"must be a whole number from {least} on")
        return value

    def number(
        self,
        key: str,
        default: float,
        *,
        above: float = -math.inf,
        below: float = math.inf,
    ) -> float:
        value = self._get(key, default)
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise self._error(key, "must be a number")
        if not (math.isfinite(value) and above < value < below):
            limits = [f"above {above:g}"] if above > -math.inf else []
            limits += [f"under {below:g}"] if below < math.inf else []
            raise self._error(key, f"must be {' and '.join(limits) or 'finite'}")
        return float(value)

    def check_all_read(self, known: str = "") -> None:
        """Refuse a key that nothing reads: a misspelt setting must not be passed over."""
        for key in self._data:
            if key not in self._read:
                raise self._error(key, f"is not known{known}")
