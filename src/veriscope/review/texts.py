"""Text that people type, and text from outside made safe to look at."""

from __future__ import annotations

import re

from veriscope.errors import InputError

MAX_NAME = 200
MAX_NOTE = 10_000

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_BIDI = {
    0x200E: "LRM", 0x200F: "RLM", 0x061C: "ALM",
    0x202A: "LRE", 0x202B: "RLE", 0x202C: "PDF", 0x202D: "LRO", 0x202E: "RLO",
    0x2066: "LRI", 0x2067: "RLI", 0x2068: "FSI", 0x2069: "PDI",
}  # fmt: skip
_SHOWN: dict[int, str] = {code: f"⟦{name}⟧" for code, name in _BIDI.items()}
_SHOWN |= {code: chr(0x2400 + code) for code in range(0x20) if chr(code) not in "\n\t"}
_SHOWN |= {code: f"⟦{code:02X}⟧" for code in range(0x80, 0xA0)} | {0x7F: "␡"}
_SHOWN |= dict.fromkeys(range(0xD800, 0xE000), "\ufffd")


def shown(text: str) -> str:
    """Return `text` with a visible sign for each character that steers instead of showing.

    Control characters would drive a terminal, direction overrides would let a text look like
    another one, lone surrogates cannot be sent at all.
    """
    return text.translate(_SHOWN)


def storable(text: str) -> str:
    """Return `text` with what no database takes as text replaced; for columns to search by."""
    return _UNSTORABLE.sub("\ufffd", text)


def check_name(value: object, field: str) -> str:
    """Return the name of a person or thing, trimmed; blank, long or with controls is an error."""
    if not isinstance(value, str):
        raise InputError("must be a string", field=field)
    name = value.strip()
    if not name:
        raise InputError("must not be blank", field=field)
    if len(name) > MAX_NAME:
        raise InputError(f"must have at most {MAX_NAME} characters", field=field)
    if shown(name) != name or "\n" in name or "\t" in name:
        raise InputError("must not hold control characters", field=field)
    return name


def check_note(value: object, field: str = "notes") -> str | None:
    """Return a note, trimmed; a blank one is `None`."""
    if value is None:
        return None
    if not isinstance(value, str):
        raise InputError("must be a string", field=field)
    if len(value) > MAX_NOTE:
        raise InputError(f"must have at most {MAX_NOTE:,} characters", field=field)
    if _UNSTORABLE.search(value):
        raise InputError("must be text without NUL or lone surrogates", field=field)
    return value.strip() or None
