"""Prompts as data: versioned files, filled in so that what is filled in can only be data."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

_SLOT = re.compile(r"\[\[(\w+)\]\]")


@dataclass(frozen=True)
class Prompt:
    """A prompt of the package: its text, the shape of the reply, and the version of both."""

    name: str
    version: str
    system: str
    user: str
    repair: str
    schema: Mapping[str, Any]

    @property
    def id(self) -> str:
        """Name and version, as they stand in caches and authors."""
        return f"{self.name}/{self.version}"

    def render(self, blocks: Mapping[str, Sequence[str]]) -> str:
        """Return the user's message with each slot filled by its texts, every text in a block.

        A block is opened and closed by tags that carry a key. The key is made from the texts and
        occurs in none of them, so no text can close its own block or open another. Texts go in as
        they are, in one pass: neither braces nor slots within them mean anything.
        """
        key = _key([text for texts in blocks.values() for text in texts])
        filled = {
            slot: "\n".join(_block(slot, key, number, text) for number, text in enumerate(texts, 1))
            for slot, texts in blocks.items()
        }
        filled["key"] = key
        return _SLOT.sub(lambda found: filled[found.group(1)], self.user)


def _block(name: str, key: str, number: int, text: str) -> str:
    return f"<{name}-{key} n={number}>\n{text}\n</{name}-{key}>"


def _key(texts: Sequence[str]) -> str:
    digest = hashlib.blake2b(digest_size=6)
    for text in texts:
        digest.update(text.encode("utf-8", "surrogatepass"))
        digest.update(b"\0")
    key = digest.hexdigest()
    while any(key in text for text in texts):
        digest.update(b"again")
        key = digest.hexdigest()
    return key


@cache
def load_prompt(name: str) -> Prompt:
    """Read a prompt of the package."""
    source = files("veriscope.judges") / "prompts" / f"{name}.toml"
    data = tomllib.loads(source.read_text(encoding="utf-8"))
    return Prompt(name=name, **data)
