"""The HTTP API and the review pages.

A name's module is loaded when the name is first used: what only manages tokens needs no server.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from veriscope.errors import MissingExtraError

if TYPE_CHECKING:
    from veriscope.web.app import create_app as create_app
    from veriscope.web.checks import installed_checks as installed_checks
    from veriscope.web.settings import Settings as Settings
    from veriscope.web.tokens import Scope as Scope
    from veriscope.web.tokens import TokenStore as TokenStore

_HOMES = {
    "Scope": "veriscope.web.tokens",
    "Settings": "veriscope.web.settings",
    "TokenStore": "veriscope.web.tokens",
    "create_app": "veriscope.web.app",
    "installed_checks": "veriscope.web.checks",
}

__all__ = sorted(_HOMES)  # noqa: PLE0605 - the table above is the one list


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'veriscope.web' has no attribute {name!r}")
    try:
        return getattr(import_module(_HOMES[name]), name)
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("veriscope"):
            raise
        raise MissingExtraError("the web server", "serve") from None
