"""A run of words in the output that the reference does not have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from veriscope.transcription.anchors import Ids


@dataclass(frozen=True)
class HallucinatedBlock:
    """Tokens `start_token` to `end_token` of the output, both inclusive, joined by one space."""

    start_token: int
    end_token: int
    text: str
    length: int

    def as_dict(self) -> dict[str, Any]:
        """Return the four values that make the block."""
        return {
            "start_token": self.start_token,
            "end_token": self.end_token,
            "text": self.text,
            "length": self.length,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> HallucinatedBlock:
        """Read what `as_dict` wrote; keys that are not known are passed over."""
        start, end = data.get("start_token", 0), data.get("end_token", 0)
        return cls(start, end, data.get("text", ""), data.get("length", end - start + 1))


def runs(
    unknown: Ids, total: int, tolerance: int, least: int, *, trim_trailing: bool = False
) -> list[tuple[int, int]]:
    """Return the first and last token of each block, given the ascending places of unknown words.

    `tolerance` known words in a row close a block at the last word before them; a tolerance of 0
    closes it as 1 does, at the first known word. A block that is open at the end of the text
    takes the known words there too, unless `trim_trailing`. Shorter ones than `least` are left
    out.
    """
    if not len(unknown):
        return []
    reach = min(max(tolerance, 1), total)
    gaps = np.flatnonzero(unknown[1:] - unknown[:-1] > reach)
    starts = unknown[np.concatenate(([0], gaps + 1))]
    ends = unknown[np.concatenate((gaps, [-1]))]
    if not trim_trailing and total - 1 - ends[-1] < reach:
        ends[-1] = total - 1
    long = ends - starts >= least - 1
    return list(zip(starts[long].tolist(), ends[long].tolist(), strict=True))
