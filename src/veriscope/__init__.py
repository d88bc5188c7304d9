"""Veriscope finds and measures hallucination in what machines write.

Importing this package only defines names; a name's module is loaded when the name is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from veriscope.errors import InputError as InputError
    from veriscope.errors import JudgeError as JudgeError
    from veriscope.errors import MissingExtraError as MissingExtraError
    from veriscope.errors import VeriscopeError as VeriscopeError
    from veriscope.integrations.audit import audit as audit
    from veriscope.integrations.result import Audit as Audit
    from veriscope.model import Assessment as Assessment
    from veriscope.model import Claim as Claim
    from veriscope.model import ClaimType as ClaimType
    from veriscope.model import Evidence as Evidence
    from veriscope.model import Failure as Failure
    from veriscope.model import Record as Record
    from veriscope.model import Score as Score
    from veriscope.model import Verdict as Verdict
    from veriscope.model import VerdictLabel as VerdictLabel

__version__ = "0.1.0"

_HOMES = {
    "InputError": "veriscope.errors",
    "JudgeError": "veriscope.errors",
    "MissingExtraError": "veriscope.errors",
    "VeriscopeError": "veriscope.errors",
    "audit": "veriscope.integrations.audit",
    "Audit": "veriscope.integrations.result",
    "Assessment": "veriscope.model",
    "Claim": "veriscope.model",
    "ClaimType": "veriscope.model",
    "Evidence": "veriscope.model",
    "Failure": "veriscope.model",
    "Record": "veriscope.model",
    "Score": "veriscope.model",
    "Verdict": "veriscope.model",
    "VerdictLabel": "veriscope.model",
}
_ROOMS = frozenset(
    (
        "aspects",
        "errors",
        "figures",
        "grounding",
        "io",
        "judges",
        "metrics",
        "model",
        "numeric",
        "review",
        "transcription",
    )
)

__all__ = sorted([*_HOMES, "__version__"])  # noqa: PLE0605 - the table above is the one list


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        value = getattr(import_module(_HOMES[name]), name)
    elif name in _ROOMS:
        value = import_module(f"veriscope.{name}")
    else:
        raise AttributeError(f"module 'veriscope' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_ROOMS})
