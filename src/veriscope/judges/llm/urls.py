"""Addresses of endpoints as users write them."""

from __future__ import annotations

from urllib.parse import urlsplit, urlunsplit

from veriscope.errors import InputError


def check_base_url(url: str) -> str:
    """Return an http or https address without a slash at its end; anything else is an error."""
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname)
        _ = parts.port
    except ValueError:
        usable = False
    if not usable or any(map(str.isspace, url)):
        raise InputError(f"must be an http or https address, not {url!r}", field="base_url")
    return url.rstrip("/")


def without_secrets(url: str) -> str:
    """Return the address without user, password and query, fit to be shown."""
    parts = urlsplit(check_base_url(url))
    host = parts.netloc.rpartition("@")[2]
    return urlunsplit((parts.scheme, host, parts.path, "", ""))
