"""The weights of the model that ships, read back to train on from it."""

import numpy as np
import onnx
import pytest
from onnx import numpy_helper
from training.ours import MODEL, read_weights

from veriscope.judges.embedded.scorer import SHIPPED


@pytest.fixture(scope="module")
def weights() -> dict[str, np.ndarray]:
    return read_weights(SHIPPED)


def test_every_weight_of_the_network_is_there(weights: dict[str, np.ndarray]) -> None:
    parts = ("qkv", "mix", "mixed", "up", "down", "out")
    names = {f"layers.{i}.{part}" for i in range(12) for part in parts} | {"norm", "pool", "head"}
    wanted = {f"{name}.{kind}" for name in names for kind in ("weight", "bias")}
    assert set(weights) == wanted | {"words.weight", "places.weight", "sides.weight"}
    assert weights["words.weight"].shape == (30_522, 384)
    assert weights["layers.0.qkv.weight"].shape == (1_152, 384)
    assert weights["layers.11.down.weight"].shape == (384, 1_536)
    assert weights["head.weight"].shape == (3, 384)
    assert {value.dtype for value in weights.values()} == {np.dtype(np.float32)}


def test_rounding_them_again_changes_nothing(weights: dict[str, np.ndarray]) -> None:
    graph = onnx.load(str(SHIPPED / MODEL)).graph
    tensors = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    first = next(node for node in graph.node if node.op_type == "MatMulInteger")
    stem = first.input[1].removesuffix(".q")
    again = np.round(weights["layers.0.qkv.weight"].T / tensors[f"{stem}.s"]).astype(np.int8)
    assert np.array_equal(again, tensors[f"{stem}.q"])
