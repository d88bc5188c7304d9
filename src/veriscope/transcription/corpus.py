"""The base measures of many pages."""

from __future__ import annotations

from collections.abc import Iterable

from veriscope.transcription.metrics import HallucinationMetrics
from veriscope.transcription.pool import pooled
from veriscope.transcription.profile import Profile


def measure_pages(
    pages: Iterable[tuple[str, str]], *, profile: Profile | None = None, workers: int = 1
) -> list[HallucinationMetrics]:
    """Return the base measures of pairs (reference, hypothesis), in order."""
    return pooled(_Measure(profile or Profile()), pages, workers)


class _Measure:
    """One pair to its measures; a class so that it travels to another process."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile

    def __call__(self, page: tuple[str, str]) -> HallucinationMetrics:
        return self._profile.measure(*page)
