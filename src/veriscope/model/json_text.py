"""JSON as text: strict UTF-8 and finite numbers, in both directions."""

from __future__ import annotations

import json
import math
import re
from typing import TYPE_CHECKING, Any

from veriscope.errors import InputError

if TYPE_CHECKING:
    JSON = None | bool | int | float | str | list["JSON"] | dict[str, "JSON"]
else:
    JSON = Any

_PERHAPS_INFINITE = re.compile(r"[eE]\+?\d{3}|\d{309}")
"""What a number must hold to be read as infinite; where it is nowhere, none has to be looked at."""


def tupled(value: Any) -> Any:
    """Turn lists into tuples, all the way down; what is no list or mapping stays as it is."""
    if isinstance(value, (list, tuple)):
        return tuple(map(tupled, value))
    if type(value) is dict:
        return {key: tupled(item) for key, item in value.items()}
    return value


def dump_json(value: object, indent: int | None = None) -> str:
    """Write JSON as UTF-8 text; a NaN or Infinity is a `ValueError`."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, indent=indent)


def parse_json(text: str | bytes) -> Any:
    """Read JSON; what JSON does not have (NaN, infinite numbers) is an error, so is a bad text."""
    try:
        plain = text if isinstance(text, str) else text.decode("utf-8", "surrogatepass")
        return (_CAREFUL if _PERHAPS_INFINITE.search(plain) else _PLAIN).decode(plain)
    except json.JSONDecodeError as error:
        raise InputError(f"not JSON: {error.msg} at character {error.pos}") from None
    except UnicodeDecodeError as error:
        raise InputError(f"not UTF-8: byte {error.start}") from None
    except RecursionError:
        raise InputError("not usable JSON: nested too deeply") from None
    except InputError:
        raise
    except ValueError:
        raise InputError("not usable JSON: a number of too many digits") from None


def _reject_constant(name: str) -> float:
    raise InputError(f"not JSON: {name} is no number")


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise InputError(f"not usable JSON: {text[:20]} is too large a number")
    return number


_PLAIN = json.JSONDecoder(parse_constant=_reject_constant)
_CAREFUL = json.JSONDecoder(parse_constant=_reject_constant, parse_float=_finite)
