"""Who decides on a claim: judges behind one boundary of two verbs."""

from veriscope.errors import BudgetError, JudgeAPIError, JudgeError, JudgeResponseError
from veriscope.judges.budget import Budget
from veriscope.judges.cache import ReplyCache
from veriscope.judges.cascade import CascadeJudge, CascadeReport
from veriscope.judges.choose import make_judge
from veriscope.judges.judge import Extraction, Judge, Judgement
from veriscope.judges.llm.anthropic import AnthropicJudge
from veriscope.judges.llm.openai import OpenAIJudge
from veriscope.judges.llm.options import LLMOptions
from veriscope.judges.local import LocalJudge
from veriscope.judges.panel import PanelJudge, PanelRule
from veriscope.judges.prices import Price, Prices
from veriscope.judges.scripted import ScriptedJudge
from veriscope.judges.usage import Usage

__all__ = [
    "AnthropicJudge",
    "Budget",
    "BudgetError",
    "CascadeJudge",
    "CascadeReport",
    "Extraction",
    "Judge",
    "JudgeAPIError",
    "JudgeError",
    "JudgeResponseError",
    "Judgement",
    "LLMOptions",
    "LocalJudge",
    "OpenAIJudge",
    "PanelJudge",
    "PanelRule",
    "Price",
    "Prices",
    "ReplyCache",
    "ScriptedJudge",
    "Usage",
    "make_judge",
]
