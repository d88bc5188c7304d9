"""JSON scalars to values: each decoder takes the value and the path of its field."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import datetime
from decimal import Decimal, InvalidOperation
from typing import Any, cast

from veriscope.errors import InputError

Decoder = Callable[[Any, str], Any]


def name_of(data: object) -> str:
    """Return what a JSON value is, in words."""
    names = {dict: "an object", list: "a list", str: "a string", bool: "a boolean"}
    if data is None:
        return "null"
    return names.get(type(data), "a number")


def expect(ok: bool, what: str, data: object, path: str) -> None:
    """Raise an error that names the field and says what it must be, unless all is well."""
    if not ok:
        raise InputError(f"must be {what}, not {name_of(data)}", field=path or None)


def _string(data: Any, path: str) -> str:
    expect(isinstance(data, str), "a string", data, path)
    return cast("str", data)


def _boolean(data: Any, path: str) -> bool:
    expect(isinstance(data, bool), "true or false", data, path)
    return cast("bool", data)


def _integer(data: Any, path: str) -> int:
    expect(isinstance(data, int) and not isinstance(data, bool), "a whole number", data, path)
    return cast("int", data)


def _number(data: Any, path: str) -> float:
    expect(isinstance(data, (int, float)) and not isinstance(data, bool), "a number", data, path)
    try:
        number = float(data)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise InputError("must be a finite number", field=path or None)
    return number


def _decimal(data: Any, path: str) -> Decimal:
    text = data if isinstance(data, str) else repr(_number(data, path))
    try:
        value = Decimal(text)
    except InvalidOperation:
        raise InputError(f"must be a decimal number, not {text!r}", field=path or None) from None
    if not value.is_finite():
        raise InputError("must be a finite number", field=path or None)
    return value


def _datetime(data: Any, path: str) -> datetime:
    try:
        return datetime.fromisoformat(_string(data, path))
    except ValueError:
        raise InputError(f"must be an ISO 8601 time, not {data!r}", field=path or None) from None


def _null(data: Any, path: str) -> None:
    expect(data is None, "null", data, path)


def _anything(data: Any, path: str) -> Any:  # noqa: ARG001 - the shape of every decoder
    return data


SCALARS: dict[Any, Decoder] = {
    Any: _anything,
    str: _string,
    bool: _boolean,
    int: _integer,
    float: _number,
    Decimal: _decimal,
    datetime: _datetime,
    type(None): _null,
}
