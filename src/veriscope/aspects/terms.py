"""Which terms can be an aspect at all: the allow list, the stop list, and both read from a file."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from veriscope.errors import InputError, MissingExtraError
from veriscope.io.rows import open_bytes
from veriscope.model import parse_json

STOP_TERMS = frozenset({"ㅋㅋ", "ㅎㅎ", "ㅠㅠ", "아", "야", "언제", "하지만", "그러나"})
"""Laughter, tears, interjections and conjunctions: in the text, but about nothing."""
ALLOW_TERMS = frozenset({"뷰", "AS", "as", "ui", "UI", "앱", "app"})
"""Targets that are short, or look like something else."""
SHORTEST = 2
"""Characters that a term needs unless it is on the allow list."""


def nfc(text: str) -> str:
    """Return the composed form, in which one spelling of a text is left."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


@dataclass(frozen=True)
class TermLists:
    """The two lists; terms are compared in composed form (NFC), letter case counts."""

    allow: frozenset[str] = ALLOW_TERMS
    stop: frozenset[str] = STOP_TERMS

    def __post_init__(self) -> None:
        for name in ("allow", "stop"):
            object.__setattr__(self, name, frozenset(map(nfc, getattr(self, name))))

    def with_allowed(self, extra: Iterable[str] | None) -> TermLists:
        """Return the lists with more allowed terms; a lone string is one term."""
        if not extra:
            return self
        more = [extra] if isinstance(extra, str) else list(extra)
        if not all(isinstance(term, str) for term in more):
            raise InputError("must hold strings", field="extra_allow")
        return TermLists(self.allow.union(more), self.stop)

    def is_target(self, term: str) -> bool:
        """Whether a term that stands in the text is a valid target."""
        term = nfc(term)
        return term in self.allow or (len(term) >= SHORTEST and term not in self.stop)


DEFAULT_LISTS = TermLists()


def load_terms(path: str | Path, name: str = "allow") -> frozenset[str]:
    """Read a list of terms: JSON, YAML, or plain words, one term a line.

    JSON and YAML hold a list, or an object with a list under `name`, so that one file can carry
    both lists. In plain files blank lines and lines that begin with `# ` are passed over; a term
    may hold spaces. Words that YAML would turn into something else (no, on, 1) stay words.
    """
    with open_bytes(path) as stream:
        data = stream.read()
    try:
        text = data.decode("utf-8-sig")
        terms = _parse(text, Path(path).suffix.lower(), name)
    except UnicodeDecodeError as error:
        raise InputError(f"not UTF-8: byte {error.start}", source=str(path)) from None
    except InputError as error:
        raise error.at(str(path), error.line) from None
    return frozenset(terms)


def _parse(text: str, suffix: str, name: str) -> list[str]:
    if suffix == ".json":
        return _listed(parse_json(text), name)
    if suffix in {".yaml", ".yml"}:
        return _listed(_parse_yaml(text), name)
    lines = (line.strip() for line in text.splitlines())
    return [line for line in lines if line and not line.startswith("# ")]


def _parse_yaml(text: str) -> Any:
    try:
        import yaml  # noqa: PLC0415 - an optional package, needed for this kind of file alone
    except ImportError:
        raise MissingExtraError("a term list in YAML", "aspects") from None
    try:
        # The base loader knows strings, lists and mappings alone: no tags, and no is no boolean.
        return yaml.load(text, Loader=yaml.BaseLoader)  # noqa: S506
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = None if mark is None else mark.line + 1
        raise InputError("not YAML", line=line) from None


def _listed(data: Any, name: str) -> list[str]:
    if isinstance(data, dict):
        if name not in data:
            raise InputError("is missing", field=name)
        data = data[name]
    if not isinstance(data, list) or not all(isinstance(term, str) for term in data):
        raise InputError("must be a list of strings", field=name)
    return data
