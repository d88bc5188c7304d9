"""Sessions of browsers, and the token in every form that makes forged requests useless."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from datetime import timedelta

from fastapi import Request, Response
from sqlalchemy import delete, insert, select

from veriscope.review.queue import utc_now
from veriscope.review.store import Store
from veriscope.review.tables import SESSIONS, TOKENS
from veriscope.web.tokens import Identity, digest, identity_of


class SessionStore:
    """The sessions in the store of a queue: only hashes, each bound to the token it came from."""

    def __init__(self, store: Store, hours: int) -> None:
        self._store = store
        self.lifetime = timedelta(hours=hours)

    def open(self, token_name: str) -> str:
        """Make a session and return its secret; those that have ended are swept away."""
        secret, now = new_secret(), utc_now()
        row = {"hash": digest(secret), "token_name": token_name}
        with self._store.write() as connection:
            connection.execute(delete(SESSIONS).where(SESSIONS.c.expires_at < now))
            connection.execute(insert(SESSIONS), row | {"expires_at": now + self.lifetime})
        return secret

    def close(self, secret: str) -> None:
        """End a session."""
        with self._store.write() as connection:
            connection.execute(delete(SESSIONS).where(SESSIONS.c.hash == digest(secret)))

    def find(self, secret: str) -> Identity | None:
        """Return whose session this is; None when it ended or its token was revoked."""
        statement = (
            select(TOKENS)
            .join(SESSIONS, SESSIONS.c.token_name == TOKENS.c.name)
            .where(SESSIONS.c.hash == digest(secret), SESSIONS.c.expires_at > utc_now())
            .where(TOKENS.c.revoked.is_(False))
        )
        with self._store.read() as connection:
            return identity_of(connection.execute(statement).first())


def new_secret() -> str:
    """Return 256 random bits."""
    return secrets.token_urlsafe(32)


def csrf_token(session: str) -> str:
    """Return what a form must carry: it follows from the cookie, which no other site can read."""
    return hmac.new(session.encode(), b"veriscope form", hashlib.sha256).hexdigest()


def csrf_matches(session: str | None, given: str) -> bool:
    """Whether a form was made for this session."""
    return session is not None and hmac.compare_digest(
        csrf_token(session).encode(), given.encode("utf-8", "replace")
    )


def cookie_name(request: Request) -> str:
    """Return the cookie's name; over HTTPS the prefix binds it to this host and to HTTPS."""
    return "__Host-veriscope" if request.url.scheme == "https" else "veriscope"


def read_cookie(request: Request) -> str | None:
    """Return the session's secret that the browser sent."""
    return request.cookies.get(cookie_name(request))


def set_cookie(request: Request, response: Response, secret: str, lifetime: timedelta) -> None:
    """Give the browser a session: no script and no other site can read or send it."""
    response.set_cookie(
        cookie_name(request),
        secret,
        max_age=int(lifetime.total_seconds()),
        path="/",
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )
