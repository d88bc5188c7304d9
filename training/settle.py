"""How a model decides, fitted on labelled answers, and how well: the TOML and the rest of the card.

It needs the model alone, not what it was trained with.
"""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Mapping
from pathlib import Path

from training.calibrate import Fit, at_even_odds, fit, left_out
from training.card import CARD, Settled, settled_as, without_figures
from training.rows import NINE, held_back
from training.scoring import Decided, answer_of, calibration_sets
from veriscope.grounding.measure import measure_file
from veriscope.judges.embedded.scorer import OnnxScorer
from veriscope.judges.embedded.spec import MODEL, SPEC, find_model
from veriscope.judges.local import LocalJudge
from veriscope.metrics.detection import Detection, calibration_error, detection

FEATURES = ("logit", "best", "refuted", "length")
WORST = 1
"""What of a claim counts, and how many claims make an answer: chosen by fits on the other
validation sets. None ranked answers better; the best balanced accuracy was 0.002 higher."""
_ROWS_OF_A_SET = 500
Answer = tuple[bool, list[Decided]]
"""Whether people found an answer grounded, and what the judge has of its claims."""


def settle(data: Path, work: Path, out: Path, limit: int | None) -> None:
    """Fit how the model in `out` decides, measure it, and write both down there."""
    scorer = OnnxScorer(find_model(out))
    sets = _sets(data, work, scorer)
    found, others = fit(sets, FEATURES, WORST), left_out(sets, FEATURES, WORST)
    write_spec(out, scorer.name, scorer.spec.budget, found)
    judge = LocalJudge(OnnxScorer(find_model(out)))
    settled = Settled(
        fit=found,
        validation=dict(zip(sets, (detection(*each) for each in others), strict=True)),
        even=calibration_error(*at_even_odds(others)),
        tests={name: _measured(data, name, judge, limit) for name in NINE},
    )
    card = out / CARD
    known = without_figures(card.read_text(encoding="utf-8"))
    card.write_text(known + settled_as(settled), encoding="utf-8")


def _sets(data: Path, work: Path, scorer: OnnxScorer) -> Mapping[str, list[Answer]]:
    """Return the calibration sets with what the model says of their claims.

    It is kept in `work`, so that another calibration of the same model takes seconds.
    """
    budget = scorer.spec.budget
    path = work / f"said-{scorer.version}-{budget}-{_ROWS_OF_A_SET}.pickle"
    if not path.exists():
        sets = calibration_sets(data, held_back(data), _ROWS_OF_A_SET)
        said = {
            name: [answer_of(row, scorer, budget) for row in rows] for name, rows in sets.items()
        }
        path.write_bytes(pickle.dumps(said))
    found: dict[str, list[Answer]] = pickle.loads(path.read_bytes())
    return found


def _measured(data: Path, name: str, judge: LocalJudge, limit: int | None) -> Detection:
    return measure_file(str(data / "test" / f"{name}.jsonl.xz"), judge, limit).detection()


def write_spec(out: Path, name: str, budget: int, found: Fit | None) -> None:
    """Write the TOML of a model, with its calibration if there is one."""
    lines = [
        f'name = "{name}"',
        f'sha256 = "{digest(out / MODEL)}"',
        "max_tokens = 256",
        f"evidence_tokens = {budget}",
        'order = ["evidence", "claim"]',
        'labels = ["supported", "refuted", "not_enough_info"]',
    ]
    if found:
        lines += ["", "[calibration]", f"bias = {found.bias:.4f}", "", "[calibration.weights]"]
        lines += [f"{name} = {weight:.4f}" for name, weight in found.weights.items()]
        lines += ["", "[response]", f"worst = {found.worst}"]
    (out / SPEC).write_text("\n".join(lines) + "\n", encoding="utf-8")


def digest(path: Path) -> str:
    """Return the SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()
