"""Replies kept on disk, so that a second run is free and a broken one goes on where it stopped."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import threading
import weakref
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from veriscope.errors import InputError

_CREATE = "CREATE TABLE IF NOT EXISTS replies (key BLOB PRIMARY KEY, value TEXT NOT NULL)"
_AT_ONCE = 500


class ReplyCache:
    """A file of replies by the digest of what was asked; safe for many threads and processes.

    A reply is written when it arrives. The file holds no question, only its digest, and the
    reply. Reads and writes are short and stay in the caller's thread.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._lock = threading.Lock()
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._open()
        except (OSError, sqlite3.Error) as error:
            raise InputError(f"cannot be used as a cache: {error}", source=str(path)) from None

    def _open(self) -> None:
        self._db = sqlite3.connect(
            self.path, timeout=30.0, isolation_level=None, check_same_thread=False
        )
        self.close = weakref.finalize(self, self._db.close)
        self._db.execute("PRAGMA journal_mode=WAL")
        # A power cut may cost the last replies, never the file; they would only be asked anew.
        self._db.execute("PRAGMA synchronous=NORMAL")
        self._db.execute(_CREATE)

    def get_many(self, keys: Sequence[bytes]) -> dict[bytes, Any]:
        """Return the replies that are known, by key."""
        found: dict[bytes, Any] = {}
        for start in range(0, len(keys), _AT_ONCE):
            part = keys[start : start + _AT_ONCE]
            marks = ",".join("?" * len(part))
            query = f"SELECT key, value FROM replies WHERE key IN ({marks})"  # noqa: S608
            with self._lock:
                rows = self._db.execute(query, part).fetchall()
            found.update((key, json.loads(value)) for key, value in rows)
        return found

    def put(self, key: bytes, value: Mapping[str, Any]) -> None:
        """Keep a reply."""
        text = json.dumps(value)
        with self._lock:
            self._db.execute("INSERT OR REPLACE INTO replies VALUES (?, ?)", (key, text))


def digest(*parts: str | bytes | Iterable[str]) -> bytes:
    """Return a digest of the parts that tells ("ab", "c") from ("a", "bc")."""
    state = hashlib.blake2b(digest_size=20)
    for part in parts:
        texts = [part] if isinstance(part, (str, bytes)) else list(part)
        state.update(f"{len(texts)};".encode())
        for text in texts:
            data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
            state.update(f"{len(data)}:".encode())
            state.update(data)
    return state.digest()
