"""The three steps of a training: here, on a machine with a GPU if there is one, here again."""

from __future__ import annotations

import json
import random
import tarfile
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from training import teacher
from training.base import TOKENIZER, Weights, fetch, read_weights
from training.network import MINILM, MPNET, Network
from training.parcels import Arrays, packed, receive, send, unpacked
from training.plans import PLANS, Plan, Recipe
from training.rows import UNTOLD, summary, thinned, training
from training.tokens import Tokens, encode
from training.train import Probabilities, average, fit, read

LENGTH = 224
PARCELS = ("parcel.0.tar", "parcel.1.tar", "parcel.2.tar")
"""Rows and base; two halves of the teacher. Each is under 60 MB."""
_ROWS, _BASE = "tokens.npz.xz", "base.npz"
_TEACHER = ("teacher.0.npz", "teacher.1.npz")
_ABOUT, _LEARNT = "about.json", "learnt.json"


def prepare(data: Path, work: Path, plan: str, seed: int) -> None:
    """Fetch the bases, build the rows, turn them into tokens; pack what `learn` needs."""
    from tokenizers import Tokenizer

    base = fetch(work / "base")
    rows = training(data, seed)
    teachers, shares = PLANS[plan].teachers, PLANS[plan].shares
    rows = thinned([r for r in rows if teachers or r.label != UNTOLD], shares, random.Random(seed))
    tokens = encode(Tokenizer.from_file(str(base / TOKENIZER)), rows, LENGTH)
    tokens.save(work / _ROWS)
    halves = {name: value.astype(np.float16) for name, value in read_weights(base).items()}
    np.savez_compressed(work / _BASE, **halves)  # type: ignore[arg-type]
    if teachers:
        _pack_teacher(teacher.read_weights(teacher.fetch(base)), work)
    about = {
        "plan": plan,
        "seed": seed,
        "rows": summary(rows),
        "tokens": int(tokens.lengths.sum()),
    }
    (work / _ABOUT).write_text(json.dumps(about, indent=1), encoding="utf-8")
    parts = [(_ROWS, _BASE, _ABOUT), *((name,) for name in _TEACHER if teachers)]
    for parcel, names in zip(PARCELS, parts, strict=False):
        with tarfile.open(work / parcel, "w") as archive:
            for name in names:
                archive.add(work / name, name)
    print(f"{len(rows):,} rows, {about['tokens']:,} tokens; {len(parts)} parcels in {work}")


def _pack_teacher(weights: Weights, work: Path) -> None:
    arrays = packed(weights)
    half = sum(value.nbytes for value in arrays.values()) / 2
    parts: tuple[dict[str, object], ...] = ({}, {})
    size = 0
    for name, value in sorted(arrays.items()):
        parts[size >= half][name] = value
        size += value.nbytes
    for path, part in zip(_TEACHER, parts, strict=True):
        np.savez_compressed(work / path, **part)  # type: ignore[arg-type]


def learn(work: Path, scale: float = 1.0) -> None:
    """Train from what `prepare` left; needs PyTorch and numpy alone.

    `scale` shortens or lengthens every training.
    """
    for parcel in PARCELS:
        if (work / parcel).exists():
            with tarfile.open(work / parcel) as archive:
                archive.extractall(work, filter="data")
    name = json.loads((work / _ABOUT).read_text(encoding="utf-8"))["plan"]
    plan, rows = PLANS[name], Tokens.load(work / _ROWS)
    seen: dict[str, int] = {}
    taught = _taught(work, rows, plan, scale, seen)
    learnt = []
    for recipe in plan.students:
        network = Network(MINILM, recipe.dropout)
        network.load_base(_arrays(work, (_BASE,)))
        say = _say(who := f"student {recipe.seed}")
        seen[who] = fit(network, rows, _scaled(recipe, scale), say, taught)
        learnt.append({key: value.float().cpu() for key, value in network.state_dict().items()})
    paths = [*send(average(learnt), work), work / _LEARNT]
    machine = torch.cuda.get_device_name() if torch.cuda.is_available() else "two cores of a CPU"
    told = {"recipe": asdict(plan), "scale": scale, "seen": seen, "machine": machine}
    (work / _LEARNT).write_text(json.dumps(told, indent=1), encoding="utf-8")
    print("\n".join(map(str, paths)))


def _taught(
    work: Path, rows: Tokens, plan: Plan, scale: float, seen: dict[str, int]
) -> Probabilities | None:
    """Return what the teachers of a plan say of the rows, each trained first."""
    told = rows.labels != UNTOLD
    says = []
    for recipe, wanted in zip(plan.teachers, (told & ~rows.edits, told), strict=False):
        network = Network(MPNET, recipe.dropout)
        network.load_base(unpacked(_read(work, _TEACHER)))
        say = _say(who := f"teacher {recipe.seed}")
        seen[who] = fit(network, rows.only(wanted), _scaled(recipe, scale), say)
        says.append(torch.softmax(torch.from_numpy(read(network, rows)), dim=1).numpy())
    return np.mean(says, axis=0) if says else None


def _scaled(recipe: Recipe, scale: float) -> Recipe:
    return replace(recipe, minutes=recipe.minutes * scale, epochs=recipe.epochs * scale)


def _say(who: str) -> Callable[[str], None]:
    return lambda line: print(f"{who}: {line}", flush=True)


def _read(work: Path, names: Sequence[str]) -> Arrays:
    found: Arrays = {}
    for name in names:
        with np.load(work / name) as arrays:
            found.update({key: arrays[key] for key in arrays.files})
    return found


def _arrays(work: Path, names: Sequence[str]) -> dict[str, Tensor]:
    return {key: torch.from_numpy(value).float() for key, value in _read(work, names).items()}


def network_of(work: Path) -> Network:
    """Return the trained network."""
    network = Network(dropout=0.0)
    network.load_state_dict(receive(work))
    return network


def about(work: Path) -> dict[str, object]:
    """Return what was trained on, and how."""
    found: dict[str, object] = json.loads((work / _ABOUT).read_text(encoding="utf-8"))
    return found | json.loads((work / _LEARNT).read_text(encoding="utf-8"))
