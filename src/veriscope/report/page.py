"""Templates to one self-contained HTML page."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from veriscope import __version__
from veriscope.errors import MissingExtraError

try:
    import jinja2
    from markupsafe import Markup, escape
except ImportError:  # pragma: no cover - the extra is installed wherever the tests run
    raise MissingExtraError("the HTML report", "report") from None

from veriscope.report.marks import segments

__all__ = ["Markup", "cell", "environment", "escape", "make_environment", "number", "percent",
           "render_page"]  # fmt: skip

_HERE = Path(__file__).parent


def make_environment(templates: Path) -> jinja2.Environment:
    """Return an environment for a folder: pages are escaped, an unknown name is an error."""
    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader(templates),
        # Markdown has signs of its own to escape; its templates do that with `cell`.
        autoescape=lambda name: not (name or "").endswith(".md.j2"),  # noqa: S701
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals |= {"segments": segments, "version": __version__}
    return made


@cache
def environment() -> jinja2.Environment:
    """Return the environment of the reports."""
    made = make_environment(_HERE / "templates")
    made.filters |= {"percent": percent, "number": number}
    return made


def render_page(template: str, **context: Any) -> str:
    """Render a template that extends `base.html.j2`; style and script are put inline."""
    style = Markup((_HERE / "static" / "report.css").read_text(encoding="utf-8"))  # noqa: S704
    page = environment().get_template(template)
    return page.render(style=style, **context)


def percent(value: float | None, places: int = 1) -> str:
    """Return a rate for reading; no value is an en dash."""
    return "–" if value is None else f"{100 * value:.{places}f} %"


def number(value: float | None, places: int = 4) -> str:
    """Return a number for reading; no value is an en dash."""
    return "–" if value is None else f"{value:,.{places}f}"


def cell(text: object) -> str:
    """Return a text that keeps its cell in a Markdown table, and is text there."""
    plain = " ".join(str(text).split())
    for sign in "\\`*_{}[]<>|#":
        plain = plain.replace(sign, f"\\{sign}" if sign not in "<>" else f"&#{ord(sign)};")
    return plain
