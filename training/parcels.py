"""Weights in forms and pieces small enough to travel, and whole again after a check."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

Arrays = dict[str, NDArray[Any]]
PIECE = 15 * 2**20
LISTING = "weights.json"
_ROUNDED, _SCALE = ".int8", ".scale"


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


def packed(weights: Mapping[str, NDArray[np.float32]]) -> Arrays:
    """Return matrices as int8 with a scale a row, everything else as fp16."""
    found: Arrays = {}
    for name, value in weights.items():
        if value.ndim == 2:
            scale = np.maximum(np.abs(value).max(1, keepdims=True), 1e-12) / 127
            found[f"{name}{_ROUNDED}"] = np.round(value / scale).astype(np.int8)
            found[f"{name}{_SCALE}"] = scale.astype(np.float32)
        else:
            found[name] = value.astype(np.float16)
    return found


def unpacked(arrays: Mapping[str, NDArray[Any]]) -> dict[str, Tensor]:
    """Return the weights that were packed."""
    found = {}
    for name, value in arrays.items():
        if name.endswith(_ROUNDED):
            plain = name.removesuffix(_ROUNDED)
            found[plain] = torch.from_numpy(value * arrays[plain + _SCALE])
        elif not name.endswith(_SCALE):
            found[name] = torch.from_numpy(value.astype(np.float32))
    return found
