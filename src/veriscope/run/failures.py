"""What was raised, as a value: the stage, the cause, and whether a retry can help."""

from __future__ import annotations

from veriscope.errors import InputError, JudgeAPIError, JudgeResponseError, MissingExtraError
from veriscope.model import Cause, Failure, Stage

_AWAY = (401, 403)
_BUSY = 429
_BROKEN = 500


def failure_of(error: BaseException, stage: Stage = Stage.VERIFY) -> Failure:
    """Return the failure that an exception is."""
    cause, retryable = _cause(error)
    return Failure(stage, cause, f"{type(error).__name__}: {error}", retryable)


def _cause(error: BaseException) -> tuple[Cause, bool]:
    if isinstance(error, JudgeAPIError):
        return _http_cause(error.status_code)
    if isinstance(error, JudgeResponseError):
        return Cause.BAD_REPLY, True
    if isinstance(error, TimeoutError):
        return Cause.TIMEOUT, True
    if isinstance(error, InputError):
        return Cause.BAD_INPUT, False
    if isinstance(error, MissingExtraError):
        return Cause.UNAVAILABLE, False
    if isinstance(error, OSError):
        return Cause.UNAVAILABLE, True
    return Cause.INTERNAL, False


def _http_cause(status: int | None) -> tuple[Cause, bool]:
    if status in _AWAY:
        return Cause.DENIED, False
    if status == _BUSY:
        return Cause.RATE_LIMITED, True
    if status is None or status >= _BROKEN:
        return Cause.UNAVAILABLE, True
    return Cause.BAD_INPUT, False
