"""A classification model as the scorer of a judge."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from veriscope.judges.calibration import logit_of
from veriscope.judges.embedded.spec import MODEL, ModelSpec, Output, find_model
from veriscope.judges.features import Features
from veriscope.judges.lexical import Pair

SHIPPED = Path(__file__).parents[1] / "model"
_AT_ONCE = 2_048
"""Pairs that are held as tokens at once, so that memory does not grow with the claims."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a model says of one pair: how likely the evidence bears the claim out, or denies it.

    `refuted` is `None` for a model that only knows that a claim is not supported.
    """

    supported: float
    refuted: float | None = None


class OnnxScorer:
    """Reads pairs of evidence and claim; the model is loaded when the first is asked about.

    The same pair gives the same reading whatever is asked beside it, if the model's arithmetic
    keeps rows apart, as the shipped one's does.
    """

    def __init__(self, model: ModelSpec | str | Path) -> None:
        self.spec = model if isinstance(model, ModelSpec) else find_model(model)
        self.name = self.spec.name
        self.version = self.spec.digest[:16]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self.spec.path)!r})"

    def begin(self) -> None:
        """Begin to load the model; what is read later waits for the rest of it."""
        from veriscope.judges.embedded import session  # noqa: PLC0415 - it loads numpy

        session.begin(self.spec)

    def score(self, pairs: Sequence[Pair]) -> list[float]:
        """Return the calibrated support of each pair, by what the pair says of its words."""
        readings = self.read([(pair.passage, pair.claim) for pair in pairs])
        return [
            self.spec.calibration.support(with_reading(features_of_pair(pair), reading))
            for pair, reading in zip(pairs, readings, strict=True)
        ]

    def read(self, pairs: Sequence[tuple[str, str]]) -> list[Reading]:
        """Return what the model says of pairs of evidence and claim; equal ones are read once."""
        known: dict[tuple[str, str], Reading] = {}
        distinct = list(dict.fromkeys(pairs))
        for start in range(0, len(distinct), _AT_ONCE):
            part = distinct[start : start + _AT_ONCE]
            known.update(zip(part, self._read(part), strict=True))
        return [known[pair] for pair in pairs]

    def _read(self, pairs: Sequence[tuple[str, str]]) -> list[Reading]:
        from veriscope.judges.embedded import batching, session  # noqa: PLC0415 - they load numpy

        model = session.load(self.spec)
        found = batching.encode(pairs, self.spec, model.tokenizer)
        parts = list(batching.batches(found, model.inputs, model.threads))
        out: list[Reading] = [Reading(0.0)] * len(pairs)
        results = model.run_all([part.feed for part in parts])
        for part, logits in zip(parts, results, strict=True):
            for row, values in zip(part.rows, logits.tolist(), strict=True):
                out[row] = _reading(values, self.spec)
        return out


def shipped() -> OnnxScorer | None:
    """Return the model that comes with the package; `None` in a copy without one."""
    if not (SHIPPED / MODEL).is_file():
        return None
    return OnnxScorer(replace(find_model(SHIPPED), trusted=True))


def with_reading(features: Features, reading: Reading) -> Features:
    """Return the features of a pair together with what the model says of it."""
    return replace(features, logit=logit_of(reading.supported), refuted=reading.refuted or 0.0)


def features_of_pair(pair: Pair) -> Features:
    """Return what a pair says of its words, in the terms of a calibration."""
    share = pair.coverage
    return Features(
        coverage=share,
        selected=share,
        best=share,
        figures=float(pair.figures > 0),
        names=float(pair.names > 0),
        length=math.log1p(len(pair.claim.split())),
    )


def _reading(logits: Sequence[float], spec: ModelSpec) -> Reading:
    values = [value / spec.temperature for value in logits]
    if len(values) == 1:
        values.append(0.0)  # a lone logit stands against none
    top = max(values)
    grown = [math.exp(value - top) for value in values]
    whole = math.fsum(grown)
    shares = dict(zip(spec.labels, (value / whole for value in grown), strict=False))
    if Output.SUPPORTED in shares:
        return Reading(shares[Output.SUPPORTED], shares.get(Output.REFUTED))
    return Reading(1.0 - shares[Output.NOT_SUPPORTED])
