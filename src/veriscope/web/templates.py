"""The templates: everything is escaped, an unknown name is an error."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import jinja2

from veriscope.report.page import make_environment
from veriscope.review.texts import shown

_HERE = Path(__file__).parent
_REPORT = _HERE.parent / "report" / "static"
ASSETS = {
    "report.css": (_REPORT / "report.css", "text/css"),
    "review.css": (_HERE / "static" / "review.css", "text/css"),
    "icon.svg": (_HERE / "static" / "icon.svg", "image/svg+xml"),
    "review.js": (_HERE / "static" / "review.js", "text/javascript"),
}
"""The files that pages load: the report's look, the queue's own, and its script."""


@cache
def asset(name: str) -> tuple[bytes, str]:
    """Return a file's content and type."""
    path, media_type = ASSETS[name]
    return path.read_bytes(), media_type


@cache
def asset_link(name: str) -> str:
    """Return the address of a file, which changes with its content so that it can be kept."""
    content, _ = asset(name)
    return f"/static/{name}?v={hashlib.sha256(content).hexdigest()[:12]}"


def moment(value: datetime) -> str:
    """Return a time for reading."""
    return f"{value.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


@cache
def environment() -> jinja2.Environment:
    """Return the environment of the pages."""
    made = make_environment(_HERE / "templates")
    made.filters |= {"shown": shown, "moment": moment, "share": share}
    made.globals["asset"] = asset_link
    return made


def share(value: float | None) -> str:
    """Return a number in [0, 1] for reading; no value is an en dash."""
    return "–" if value is None else f"{value:.2f}"
