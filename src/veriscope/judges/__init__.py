"""Who decides on a claim: judges behind one boundary of two verbs.

A name's module is loaded when the name is first used: the judge of this machine needs none of
what talks to language models.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from veriscope.errors import BudgetError as BudgetError
    from veriscope.errors import JudgeAPIError as JudgeAPIError
    from veriscope.errors import JudgeError as JudgeError
    from veriscope.errors import JudgeResponseError as JudgeResponseError
    from veriscope.judges.budget import Budget as Budget
    from veriscope.judges.cache import ReplyCache as ReplyCache
    from veriscope.judges.cascade import CascadeJudge as CascadeJudge
    from veriscope.judges.cascade import CascadeReport as CascadeReport
    from veriscope.judges.choose import make_judge as make_judge
    from veriscope.judges.judge import Extraction as Extraction
    from veriscope.judges.judge import Judge as Judge
    from veriscope.judges.judge import Judgement as Judgement
    from veriscope.judges.llm.anthropic import AnthropicJudge as AnthropicJudge
    from veriscope.judges.llm.openai import OpenAIJudge as OpenAIJudge
    from veriscope.judges.llm.options import LLMOptions as LLMOptions
    from veriscope.judges.local import LocalJudge as LocalJudge
    from veriscope.judges.panel import PanelJudge as PanelJudge
    from veriscope.judges.panel import PanelRule as PanelRule
    from veriscope.judges.prices import Price as Price
    from veriscope.judges.prices import Prices as Prices
    from veriscope.judges.scripted import ScriptedJudge as ScriptedJudge
    from veriscope.judges.usage import Usage as Usage

_HOMES = {
    "AnthropicJudge": "veriscope.judges.llm.anthropic",
    "Budget": "veriscope.judges.budget",
    "BudgetError": "veriscope.errors",
    "CascadeJudge": "veriscope.judges.cascade",
    "CascadeReport": "veriscope.judges.cascade",
    "Extraction": "veriscope.judges.judge",
    "Judge": "veriscope.judges.judge",
    "JudgeAPIError": "veriscope.errors",
    "JudgeError": "veriscope.errors",
    "JudgeResponseError": "veriscope.errors",
    "Judgement": "veriscope.judges.judge",
    "LLMOptions": "veriscope.judges.llm.options",
    "LocalJudge": "veriscope.judges.local",
    "OpenAIJudge": "veriscope.judges.llm.openai",
    "PanelJudge": "veriscope.judges.panel",
    "PanelRule": "veriscope.judges.panel",
    "Price": "veriscope.judges.prices",
    "Prices": "veriscope.judges.prices",
    "ReplyCache": "veriscope.judges.cache",
    "ScriptedJudge": "veriscope.judges.scripted",
    "Usage": "veriscope.judges.usage",
    "make_judge": "veriscope.judges.choose",
}

__all__ = sorted(_HOMES)  # noqa: PLE0605 - the table above is the one list


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
