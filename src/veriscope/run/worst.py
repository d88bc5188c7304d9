"""The answers that a person should see first, kept while a run goes by."""

from __future__ import annotations

import heapq
import pickle
import zlib
from collections.abc import Sequence
from typing import overload

from veriscope.metrics.standing import standing_verdicts
from veriscope.model import Answer, Assessment, VerdictLabel
from veriscope.run.batch import Assessed

_WINDOW = 1 << 15
"""So many bytes back a packer looks for what it has seen."""


def badness(assessment: Assessment) -> tuple[bool, int, float]:
    """Order findings: flagged first, then by how much has no ground, then by the score."""
    unsupported = sum(
        verdict.label is not VerdictLabel.SUPPORTED for verdict in standing_verdicts(assessment)
    )
    score = 1.0 if assessment.score is None else assessment.score
    return (assessment.flagged, unsupported, 1 - score)


class Kept(Sequence[Answer]):
    """Answers held small: packed in memory, unpacked one at a time when they are asked for."""

    def __init__(self, packed: Sequence[bytes], like: bytes) -> None:
        self._packed = packed
        self._like = like

    def __len__(self) -> int:
        return len(self._packed)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Kept):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]

    @overload
    def __getitem__(self, index: int) -> Answer: ...

    @overload
    def __getitem__(self, index: slice) -> Kept: ...

    def __getitem__(self, index: int | slice) -> Answer | Kept:
        if isinstance(index, slice):
            return Kept(self._packed[index], self._like)
        plain = zlib.decompressobj(zdict=self._like).decompress(self._packed[index])
        # Made by this process a moment ago; nothing from outside is read so.
        answer: Answer = pickle.loads(plain)  # noqa: S301
        return answer


class Worst:
    """Keeps the worst `size` answers of a stream; of equally bad ones the first."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._heap: list[tuple[tuple[bool, int, float], int, bytes]] = []
        self._like = b""

    def add(self, row: int, item: Assessed) -> None:
        """Take in an assessed record with the number of its row."""
        worst = max(map(badness, item.assessments), default=None)
        if worst is None:
            return
        if len(self._heap) == self.size and (worst, -row) < self._heap[0][:2]:
            return
        entry = (worst, -row, self._pack(Answer(item.record, item.assessments, row)))
        if len(self._heap) < self.size:
            heapq.heappush(self._heap, entry)
        else:
            heapq.heapreplace(self._heap, entry)

    def _pack(self, answer: Answer) -> bytes:
        """Pack an answer; what all of them have in common is known from the first."""
        plain = pickle.dumps(answer, pickle.HIGHEST_PROTOCOL)
        self._like = self._like or plain[:_WINDOW]
        packer = zlib.compressobj(1, zdict=self._like)
        return packer.compress(plain) + packer.flush()

    def answers(self) -> Sequence[Answer]:
        """Return them, the worst first."""
        ordered = sorted(self._heap, key=lambda entry: entry[:2], reverse=True)
        return Kept([entry[2] for entry in ordered], self._like)
