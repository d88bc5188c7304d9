"""The three steps of a training: here, on a machine with a GPU if there is one, here again."""

from __future__ import annotations

import hashlib
import json
import tarfile
from dataclasses import asdict
from pathlib import Path

import numpy as np
import torch

from training.base import TOKENIZER, fetch, read_weights
from training.network import Network
from training.parcels import receive, send
from training.rows import Row, summary, training
from training.tokens import Tokens, encode
from training.train import Recipe, fit

LENGTH = 224
PARCEL = "parcel.tar"
_ROWS, _BASE, _KEPT = "tokens.npz", "base.npz", "kept.json"
_ABOUT, _LEARNT = "about.json", "learnt.json"


def prepare(data: Path, work: Path, seed: int) -> None:
    """Fetch the base, build the rows, turn them into tokens; put what `learn` needs in one file."""
    from tokenizers import Tokenizer

    base = fetch(work / "base")
    rows, kept = training(data, seed)
    tokens = encode(Tokenizer.from_file(str(base / TOKENIZER)), rows, LENGTH)
    tokens.save(work / _ROWS)
    halves = {name: value.astype(np.float16) for name, value in read_weights(base).items()}
    np.savez_compressed(work / _BASE, **halves)  # type: ignore[arg-type]
    (work / _KEPT).write_text(json.dumps([asdict(row) for row in kept]), encoding="utf-8")
    about = {"seed": seed, "rows": summary(rows), "tokens": int(tokens.lengths.sum())}
    (work / _ABOUT).write_text(json.dumps(about, indent=1), encoding="utf-8")
    with tarfile.open(work / PARCEL, "w") as parcel:
        for name in (_ROWS, _BASE):
            parcel.add(work / name, name)
    print(f"{len(rows):,} rows, {about['tokens']:,} tokens; {work / PARCEL}")


def learn(work: Path, recipe: Recipe) -> None:
    """Train from what `prepare` left; needs PyTorch and numpy alone."""
    if not (work / _ROWS).exists():
        with tarfile.open(work / PARCEL) as parcel:
            parcel.extractall(work, filter="data")
    with np.load(work / _BASE) as arrays:
        base = {name: torch.from_numpy(arrays[name]).float() for name in arrays.files}
    # One pass over rows that are seen once or twice overfits nothing; on a CPU dropout costs time.
    network = Network(dropout=0.1 if torch.cuda.is_available() else 0.0)
    network.load_base(base)
    rows = Tokens.load(work / _ROWS)
    seen = fit(network, rows, recipe, lambda line: print(line, flush=True))
    paths = send(network.state_dict(), work)
    machine = torch.cuda.get_device_name() if torch.cuda.is_available() else "a CPU"
    learnt = {"recipe": asdict(recipe), "seen": seen, "machine": machine}
    (work / _LEARNT).write_text(json.dumps(learnt, indent=1), encoding="utf-8")
    paths.append(work / _LEARNT)
    print("\n".join(map(str, paths)))


def network_of(work: Path) -> Network:
    """Return the trained network."""
    network = Network(dropout=0.0)
    network.load_state_dict(receive(work))
    return network


def kept_rows(work: Path) -> list[Row]:
    """Return the rows that were kept back."""
    return [Row(**row) for row in json.loads((work / _KEPT).read_text(encoding="utf-8"))]


def about(work: Path) -> dict[str, object]:
    """Return what was trained on, and how."""
    found: dict[str, object] = json.loads((work / _ABOUT).read_text(encoding="utf-8"))
    return found | json.loads((work / _LEARNT).read_text(encoding="utf-8"))


def digest(path: Path) -> str:
    """Return the SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()
