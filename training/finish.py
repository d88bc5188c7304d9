"""From trained weights to what ships: ONNX, int8, calibration, figures, the model card."""

from __future__ import annotations

import pickle
from collections.abc import Mapping, Sequence
from pathlib import Path
from shutil import copyfile

import onnxruntime

from training.base import TOKENIZER
from training.calibrate import Fit, at_even_odds, fit, left_out
from training.card import Facts, card
from training.export import INPUTS, export
from training.rows import NINE, SUPPORTED, Row
from training.scoring import Decided, answer_of, calibration_sets
from training.steps import about, digest, kept_rows, network_of
from veriscope.grounding.measure import measure_file
from veriscope.judges.embedded import batching, session
from veriscope.judges.embedded.scorer import OnnxScorer
from veriscope.judges.embedded.spec import find_model
from veriscope.judges.local import LocalJudge
from veriscope.metrics.detection import Detection, calibration_error, detection

NAME = "veriscope-minilm-l12"
FEATURES = ("logit", "best", "refuted", "length")
WORST = 1
"""What of a claim counts, and how many claims make an answer: of what was tried, that by which a
fit on the other validation sets told each one best."""
_ROWS_OF_A_SET = 500
Answer = tuple[bool, list[Decided]]
"""Whether people found an answer grounded, and what the judge has of its claims."""


def finish(data: Path, work: Path, out: Path, budget: int, bits: int, limit: int | None) -> None:
    """Export, quantise, calibrate and measure; write model, tokenizer, TOML and card to `out`."""
    out.mkdir(parents=True, exist_ok=True)
    small = export(network_of(work), work, bits)
    copyfile(small, out / "model.onnx")
    copyfile(work / "base" / TOKENIZER, out / TOKENIZER)
    _write_spec(out, budget, None)
    scorer = OnnxScorer(find_model(out))
    kept = kept_rows(work)
    sets = _sets(data, work, kept, scorer, budget)
    found = fit(sets, FEATURES, WORST)
    _write_spec(out, budget, found)
    judge = LocalJudge(OnnxScorer(find_model(out)))
    others = left_out(sets, FEATURES, WORST)
    tests = {name: _measured(data, name, judge, limit) for name in NINE}
    facts = Facts(
        name=NAME,
        digest=digest(small),
        size=small.stat().st_size,
        bits=bits,
        about=about(work),
        lost=_accuracies(work, scorer, kept),
        fit=found,
        validation=dict(zip(sets, (detection(*each) for each in others), strict=True)),
        even=calibration_error(*at_even_odds(others)),
        tests=tests,
    )
    (out / "README.md").write_text(card(facts), encoding="utf-8")


def _sets(
    data: Path, work: Path, kept: Sequence[Row], scorer: OnnxScorer, budget: int
) -> dict[str, list[Answer]]:
    """Return the calibration sets with what the model says of their claims.

    It is kept in `work`, so that another calibration of the same model takes seconds.
    """
    path = work / f"said-{scorer.version}-{budget}.pickle"
    if not path.exists():
        sets = calibration_sets(data, kept, _ROWS_OF_A_SET)
        said = {
            name: [answer_of(row, scorer, budget) for row in rows] for name, rows in sets.items()
        }
        path.write_bytes(pickle.dumps(said))
    found: dict[str, list[Answer]] = pickle.loads(path.read_bytes())
    return found


def _measured(data: Path, name: str, judge: LocalJudge, limit: int | None) -> Detection:
    return measure_file(str(data / "test" / f"{name}.jsonl.xz"), judge, limit).detection()


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


def _write_spec(out: Path, budget: int, found: Fit | None) -> None:
    lines = [
        f'name = "{NAME}"',
        f'sha256 = "{digest(out / "model.onnx")}"',
        "max_tokens = 256",
        f"evidence_tokens = {budget}",
        'order = ["evidence", "claim"]',
        'labels = ["supported", "refuted", "not_enough_info"]',
    ]
    if found:
        lines += ["", "[calibration]", f"bias = {found.bias:.4f}", "", "[calibration.weights]"]
        lines += [f"{name} = {weight:.4f}" for name, weight in found.weights.items()]
        lines += ["", "[response]", f"worst = {found.worst}"]
    (out / "model.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
