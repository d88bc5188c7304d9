"""Who decides on a claim: judges behind one boundary of two verbs."""

from veriscope.errors import JudgeAPIError, JudgeError, JudgeResponseError
from veriscope.judges.judge import Extraction, Judge, Judgement
from veriscope.judges.scripted import ScriptedJudge

__all__ = [
    "Extraction",
    "Judge",
    "JudgeAPIError",
    "JudgeError",
    "JudgeResponseError",
    "Judgement",
    "ScriptedJudge",
]
