"""Values as Python and its data tools hold them, to values of JSON."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import date, datetime, time
from decimal import Decimal
from enum import Enum
from pathlib import PurePath
from typing import Any
from uuid import UUID

from veriscope.errors import InputError
from veriscope.model import JSON
from veriscope.model.codec import Noun

_AS_TEXT = (Decimal, UUID, PurePath)


def plain(value: Any) -> JSON:
    """Return a value as JSON holds it; what cannot be is an error that names the field.

    Arrays and scalars of numpy and its kin become lists and numbers, times ISO 8601, decimal
    numbers their text.
    """
    try:
        return _plain(value, "")
    except RecursionError:
        raise InputError("nested too deeply") from None


def _plain(value: Any, path: str) -> JSON:
    if value is None or isinstance(value, (str, int)):
        return value
    if isinstance(value, float):
        if not math.isfinite(value):
            raise InputError("must be a finite number", field=path or None)
        return value
    if isinstance(value, Noun):
        return _plain(value.to_dict(), path)
    if isinstance(value, Mapping):
        return {str(k): _plain(v, f"{path}.{k}" if path else str(k)) for k, v in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_plain(item, f"{path}[{i}]") for i, item in enumerate(value)]
    return _from_other(value, path)


def _from_other(value: Any, path: str) -> JSON:
    if isinstance(value, Enum):
        return _plain(value.value, path)
    if isinstance(value, (datetime, date, time)):
        return value.isoformat()
    if isinstance(value, _AS_TEXT):
        return str(value)
    tolist = getattr(value, "tolist", None)
    if callable(tolist):
        return _plain(tolist(), path)
    raise InputError(f"cannot hold a value of type {type(value).__name__}", field=path or None)


def without_nulls(value: Any) -> Any:
    """Leave out what is null in an object, at any depth: a table has no other way to lack it."""
    if isinstance(value, Mapping):
        return {name: without_nulls(item) for name, item in value.items() if item is not None}
    if isinstance(value, list):
        return [without_nulls(item) for item in value]
    return value
