"""What a model's tokens cost, from a file that a user can replace."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from veriscope.errors import InputError
from veriscope.model.codec import Noun, decode

_DATED = re.compile(r"-(?:\d{8}|\d{4}-\d{2}-\d{2}|latest)$")


@dataclass(frozen=True)
class Price(Noun):
    """US dollars for a million tokens in and out."""

    input: float
    output: float

    def __post_init__(self) -> None:
        if self.input < 0 or self.output < 0:
            raise InputError("must not be negative", field="input" if self.input < 0 else "output")


@dataclass(frozen=True)
class Prices(Noun):
    """Prices by model, and the month in which they were looked up."""

    as_of: str
    models: Mapping[str, Price]

    @classmethod
    def load(cls, path: str | Path | None = None) -> Prices:
        """Read a price file; without a path the one that comes with the package."""
        if path is None:
            text = (files("veriscope.judges") / "prices.toml").read_text(encoding="utf-8")
            return cls.from_dict(tomllib.loads(text))
        try:
            data: dict[str, Any] = tomllib.loads(Path(path).read_text(encoding="utf-8"))
            return decode(cls, data)
        except OSError as error:
            raise InputError(error.strerror or "cannot be opened", source=str(path)) from None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise InputError(f"not TOML: {error}", source=str(path)) from None
        except InputError as error:
            raise error.at(str(path)) from None

    def cost(self, model: str, input_tokens: int, output_tokens: int) -> float | None:
        """Return what these tokens cost in US dollars; `None` for a model without a price."""
        price = self.models.get(model) or self.models.get(_DATED.sub("", model))
        if price is None:
            return None
        return (input_tokens * price.input + output_tokens * price.output) / 1_000_000
