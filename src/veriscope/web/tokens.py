"""Tokens: who may do what. Only a hash is kept, so that the store gives none away."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlalchemy import Row, delete, insert, select, update

from veriscope.errors import InputError
from veriscope.model.codec import Noun
from veriscope.review.queue import utc_now
from veriscope.review.store import Store
from veriscope.review.tables import SESSIONS, TOKENS
from veriscope.review.texts import check_name

PREFIX = "vs_"
_ORDER = ("read", "review", "admin")


class Scope(StrEnum):
    """What a token allows; each includes the ones before it."""

    READ = "read"
    REVIEW = "review"
    ADMIN = "admin"

    def allows(self, needed: Scope) -> bool:
        """Whether this scope includes another."""
        return _ORDER.index(self) >= _ORDER.index(needed)


@dataclass(frozen=True)
class Identity(Noun):
    """Who asks: the token's name, under which decisions are kept, and what it allows.

    `local` is the user of this machine, who needs no token as long as there is none.
    """

    name: str
    scope: Scope
    local: bool = False


@dataclass(frozen=True)
class TokenInfo(Noun):
    """What may be told of a token."""

    whole = True

    name: str
    scope: Scope
    created_at: datetime
    revoked: bool


def digest(secret: str) -> str:
    """Return the hash under which a secret is kept.

    A secret is 256 random bits, so that a plain hash can't be turned round by guessing.
    """
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


class TokenStore:
    """The tokens in the store of a queue."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def add(self, name: str, scope: Scope) -> str:
        """Make a token and return it: the only time that it can be seen."""
        name = check_name(name, "name")
        secret = PREFIX + secrets.token_urlsafe(32)
        row = {"name": name, "hash": digest(secret), "scope": scope.value}
        with self._store.write() as connection:
            if connection.execute(select(TOKENS.c.name).where(TOKENS.c.name == name)).first():
                raise InputError(f"there is a token {name!r} already", field="name")
            connection.execute(insert(TOKENS), row | {"created_at": utc_now(), "revoked": False})
        return secret

    def revoke(self, name: str) -> None:
        """End a token and every session that was opened with it."""
        with self._store.write() as connection:
            known = connection.execute(
                update(TOKENS).where(TOKENS.c.name == name).values(revoked=True)
            ).rowcount
            connection.execute(delete(SESSIONS).where(SESSIONS.c.token_name == name))
        if not known:
            raise InputError(f"there is no token {name!r}", field="name")

    def all(self) -> list[TokenInfo]:
        """Return the tokens by name, the revoked ones too."""
        with self._store.read() as connection:
            rows = connection.execute(select(TOKENS).order_by(TOKENS.c.name)).all()
        return [TokenInfo(row.name, Scope(row.scope), row.created_at, row.revoked) for row in rows]

    def exist(self) -> bool:
        """Whether any token was ever made, so that revoking the last one opens nothing."""
        with self._store.read() as connection:
            return connection.execute(select(TOKENS.c.name).limit(1)).first() is not None

    def find(self, secret: str) -> Identity | None:
        """Return whose token this is; None for an unknown or revoked one."""
        where = (TOKENS.c.hash == digest(secret), TOKENS.c.revoked.is_(False))
        with self._store.read() as connection:
            return identity_of(connection.execute(select(TOKENS).where(*where)).first())


def identity_of(row: Row[tuple[object, ...]] | None) -> Identity | None:
    """Return the identity of a row of the table."""
    return None if row is None else Identity(row.name, Scope(row.scope))
