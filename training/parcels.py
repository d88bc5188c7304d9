"""Weights in pieces small enough to travel, and whole again after a check."""

from __future__ import annotations

import hashlib
import io
import json
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

PIECE = 15 * 2**20
LISTING = "weights.json"


def send(weights: dict[str, Tensor], folder: Path) -> list[Path]:
    """Write weights as fp16 in pieces, and a listing with the digest of each."""
    whole = io.BytesIO()
    halves = {name: value.detach().cpu().half().numpy() for name, value in weights.items()}
    np.savez(whole, **halves)
    data = whole.getvalue()
    listing, paths = {}, []
    for number, start in enumerate(range(0, len(data), PIECE)):
        path = folder / f"weights.{number:02d}"
        path.write_bytes(piece := data[start : start + PIECE])
        listing[path.name] = hashlib.sha256(piece).hexdigest()
        paths.append(path)
    (folder / LISTING).write_text(json.dumps(listing, indent=1) + "\n", encoding="utf-8")
    return [*paths, folder / LISTING]


def receive(folder: Path) -> dict[str, Tensor]:
    """Read the pieces that `send` wrote; a damaged one ends the run."""
    listing = json.loads((folder / LISTING).read_text(encoding="utf-8"))
    data = b""
    for name, expected in listing.items():
        piece = (folder / name).read_bytes()
        if hashlib.sha256(piece).hexdigest() != expected:
            raise SystemExit(f"{folder / name}: is not what was sent")
        data += piece
    with np.load(io.BytesIO(data)) as arrays:
        return {name: torch.from_numpy(arrays[name]).float() for name in arrays.files}
