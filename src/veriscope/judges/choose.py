"""A judge from one string."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from veriscope import judges
from veriscope.errors import InputError
from veriscope.judges.embedded.scorer import OnnxScorer
from veriscope.judges.judge import Judge
from veriscope.judges.lexical import LexicalScorer
from veriscope.judges.local import LocalJudge

if TYPE_CHECKING:
    from veriscope.judges.llm.options import LLMOptions

FORMS = (
    "local, lexical, local:PATH, openai:MODEL[@URL], anthropic:MODEL[@URL], panel:A,B,…, "
    "cascade:A,B,…"
)
_MODEL = re.compile(r"(?P<model>.+?)(?:@(?P<url>https?:.*))?")
_GROUPS = ("panel", "cascade")


def make_judge(name: str, options: LLMOptions | None = None) -> Judge:
    """Return the judge that `name` describes; `options` go to every language model in it.

    `local` and `lexical` need nothing; `local:PATH` is an ONNX model of your own;
    `openai:MODEL@URL` is any endpoint that speaks OpenAI's API; a panel or a cascade lists other
    judges with commas between them.
    """
    if not isinstance(name, str):
        raise InputError("must be a string", field="judge")
    kind, _, rest = name.strip().partition(":")
    if kind in _GROUPS and rest:
        members = [_single(part.strip(), options) for part in rest.split(",")]
        return judges.PanelJudge(members) if kind == "panel" else judges.CascadeJudge(members)
    return _single(name.strip(), options)


def _single(name: str, options: LLMOptions | None) -> Judge:
    kind, _, rest = name.partition(":")
    if name == "local":
        return LocalJudge()
    if name == "lexical":
        return LocalJudge(LexicalScorer(), "lexical")
    if kind == "local" and rest:
        return LocalJudge(OnnxScorer(rest))
    if kind in ("openai", "anthropic") and rest:
        model, url = _model_and_url(rest)
        maker = judges.OpenAIJudge if kind == "openai" else judges.AnthropicJudge
        return maker(model, url, options=options)
    if kind in _GROUPS and rest:
        raise InputError(f"{name!r}: panels and cascades do not nest", field="judge")
    raise InputError(f"{name!r} is no judge; there are {FORMS}", field="judge")


def _model_and_url(rest: str) -> tuple[str, str | None]:
    found = _MODEL.fullmatch(rest)
    if found is None or (found["url"] is None and "@" in rest[1:]):
        raise InputError(
            f"{rest!r}: what follows @ must be an http or https address", field="judge"
        )
    return found["model"], found["url"]
