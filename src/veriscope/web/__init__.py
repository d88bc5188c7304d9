"""The HTTP API and the review pages."""

from veriscope.errors import MissingExtraError

try:
    import fastapi as _fastapi
    import jinja2 as _jinja2
    import prometheus_client as _prometheus_client
    import uvicorn as _uvicorn
except ImportError:  # pragma: no cover - the extra is installed wherever the tests run
    raise MissingExtraError("the web server", "serve") from None

from veriscope.web.app import create_app
from veriscope.web.checks import installed_checks
from veriscope.web.settings import Settings
from veriscope.web.tokens import Scope, TokenStore

del _fastapi, _jinja2, _prometheus_client, _uvicorn

__all__ = ["Scope", "Settings", "TokenStore", "create_app", "installed_checks"]
