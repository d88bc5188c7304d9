"""What one server holds, and how a request finds it and says who asks."""

from __future__ import annotations

import getpass
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, cast

from anyio import CapacityLimiter
from fastapi import Depends, HTTPException, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from veriscope.model import CheckName
from veriscope.review import ReviewQueue
from veriscope.web.checks import Assess
from veriscope.web.metrics import Metrics
from veriscope.web.sessions import SessionStore, read_cookie
from veriscope.web.settings import Settings
from veriscope.web.tokens import Identity, Scope, TokenStore

CHECKS_AT_ONCE = 8


@dataclass(frozen=True)
class Server:
    """The queue, the checks and the limits of one running server."""

    queue: ReviewQueue
    checks: dict[CheckName, Assess]
    settings: Settings
    metrics: Metrics

    @cached_property
    def tokens(self) -> TokenStore:
        """The tokens in the queue's store."""
        return TokenStore(self.queue.store)

    @cached_property
    def sessions(self) -> SessionStore:
        """The browsers' sessions in the queue's store."""
        return SessionStore(self.queue.store, self.settings.session_hours)

    @cached_property
    def check_slots(self) -> CapacityLimiter:
        """How many records are checked at once."""
        return CapacityLimiter(CHECKS_AT_ONCE)

    def local_identity(self) -> Identity | None:
        """Return the user of this machine, where no token exists and none but they can ask."""
        if not self.settings.open_to_local or self.tokens.exist():
            return None
        try:
            name = getpass.getuser()
        except (KeyError, OSError):
            name = "local"
        return Identity(name, Scope.ADMIN, local=True)


def server_of(request: Request) -> Server:
    """Return the server that answers a request."""
    return cast("Server", request.app.state.server)


async def _server(request: Request) -> Server:
    """Do the same as a dependency: asynchronous, because it needs no thread of its own."""
    return server_of(request)


AnyServer = Annotated[Server, Depends(_server)]
_BEARER = HTTPBearer(auto_error=False, description="A token made by `veriscope token add`.")


def needs(scope: Scope) -> Callable[..., Identity]:
    """Return a dependency of the API: a token that allows `scope`.

    The cookie of a browser is not accepted here, so that no page can make a browser ask.
    """

    def identify(
        server: AnyServer,
        bearer: Annotated[HTTPAuthorizationCredentials | None, Depends(_BEARER)] = None,
    ) -> Identity:
        if bearer is None:
            found = server.local_identity()
        else:
            found = server.tokens.find(bearer.credentials)
        if found is None:
            problem = "the token is unknown or revoked" if bearer else "a token is needed"
            raise HTTPException(401, problem, {"WWW-Authenticate": "Bearer"})
        if not found.scope.allows(scope):
            raise HTTPException(403, f"the token allows {found.scope}, this needs {scope}")
        return found

    return identify


Reader = Annotated[Identity, Depends(needs(Scope.READ))]
Reviewer = Annotated[Identity, Depends(needs(Scope.REVIEW))]
Admin = Annotated[Identity, Depends(needs(Scope.ADMIN))]


def visitor(request: Request) -> Identity | None:
    """Return who looks at a page: the user of this machine, or whose session the cookie names."""
    server = server_of(request)
    cookie = read_cookie(request)
    found = server.sessions.find(cookie) if cookie else None
    return found or server.local_identity()
