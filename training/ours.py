"""The weights of a model that was made here before: its int8 graph as floats again.

What rounding took stays lost: a 63rd of the largest weight of a column at most, halved.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from training.base import Weights

MODEL = "model.onnx"
_BY = "/MatMul_output_0.sum"


def read_weights(folder: Path) -> Weights:
    """Return every weight of a quantised graph under the name that the network gives it."""
    import onnx
    from onnx import numpy_helper

    graph = onnx.load(str(folder / MODEL)).graph
    tensors = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    weights: Weights = {
        name: value for name, value in tensors.items() if name.endswith((".weight", ".bias"))
    }
    table = "words.weight"
    weights[table] = tensors[f"{table}.q"].astype(np.float32) * tensors[f"{table}.s"]
    for node in graph.node:
        if node.op_type == "MatMulInteger":
            stem = node.input[1].removesuffix(".q")
            name = node.output[0].removesuffix(_BY).strip("/").replace("/", ".")
            whole = tensors[f"{stem}.q"].astype(np.float32) * tensors[f"{stem}.s"]
            weights[f"{name}.weight"] = whole.T.copy()
    return weights
