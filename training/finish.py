"""From trained weights to what ships: ONNX, int8, and the card's account of the training."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from shutil import copyfile

import onnxruntime

from training.base import TOKENIZER
from training.card import CARD, Made, account
from training.export import INPUTS, export
from training.rows import SUPPORTED, Row, held_back
from training.settle import digest, settle, write_spec
from training.steps import about, network_of
from veriscope.judges.embedded import batching, session
from veriscope.judges.embedded.scorer import OnnxScorer
from veriscope.judges.embedded.spec import find_model

NAME = "veriscope-minilm-l12"


def finish(data: Path, work: Path, out: Path, budget: int, bits: int, limit: int | None) -> None:
    """Export, quantise, calibrate and measure; write model, tokenizer, TOML and card to `out`."""
    out.mkdir(parents=True, exist_ok=True)
    small = export(network_of(work), work, bits)
    copyfile(small, out / "model.onnx")
    copyfile(work / "base" / TOKENIZER, out / TOKENIZER)
    write_spec(out, NAME, budget, None)
    made = Made(
        name=NAME,
        digest=digest(small),
        size=small.stat().st_size,
        bits=bits,
        about=about(work),
        lost=_accuracies(work, OnnxScorer(find_model(out)), held_back(data)),
    )
    (out / CARD).write_text(account(made), encoding="utf-8")
    settle(data, work, out, limit)


def _accuracies(work: Path, scorer: OnnxScorer, kept: Sequence[Row]) -> tuple[float, float]:
    """Return the balanced accuracy of the fp32 and of the int8 model on the kept-back rows."""
    pairs = [(row.passage, row.claim) for row in kept]
    loaded = session.load(scorer.spec)
    coded = batching.encode(pairs, scorer.spec, loaded.tokenizer)
    plain = onnxruntime.InferenceSession(str(work / "fp32.onnx"))
    said: dict[int, bool] = {}
    for part in batching.batches(coded, frozenset(INPUTS)):
        (logits,) = plain.run(None, part.feed)
        said.update(zip(part.rows, (logits.argmax(1) == SUPPORTED).tolist(), strict=True))
    small = [reading.supported >= 0.5 for reading in scorer.read(pairs)]
    return _accuracy(said, kept), _accuracy(dict(enumerate(small)), kept)


def _accuracy(said: Mapping[int, bool], kept: Sequence[Row]) -> float:
    right = [said[n] for n, row in enumerate(kept) if row.label == SUPPORTED]
    wrong = [not said[n] for n, row in enumerate(kept) if row.label != SUPPORTED]
    return (sum(right) / len(right) + sum(wrong) / len(wrong)) / 2
