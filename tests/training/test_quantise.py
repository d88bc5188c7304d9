"""int8 that keeps rows apart."""

import numpy as np
import onnx
import onnxruntime
import pytest
from onnx import TensorProto, helper, numpy_helper
from training.quantise import quantise


def network(width: int = 32) -> onnx.ModelProto:
    """A table of words and two matrices, as small as the quantiser takes them."""
    chance = np.random.default_rng(0)
    table = chance.normal(size=(40_000, width)).astype(np.float32)
    one, two = (chance.normal(size=(width, width)).astype(np.float32) for _ in range(2))
    nodes = [
        helper.make_node("Gather", ["table", "ids"], ["x"]),
        helper.make_node("MatMul", ["x", "one"], ["y"]),
        helper.make_node("Tanh", ["y"], ["z"]),
        helper.make_node("MatMul", ["z", "two"], ["logits"]),
    ]
    graph = helper.make_graph(
        nodes,
        "made",
        [helper.make_tensor_value_info("ids", TensorProto.INT64, ["rows", "tokens"])],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["rows", "tokens", width])],
        [numpy_helper.from_array(a, n) for a, n in ((table, "table"), (one, "one"), (two, "two"))],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    model.ir_version = 8
    return model


def run(model: onnx.ModelProto, ids: np.ndarray) -> np.ndarray:
    session = onnxruntime.InferenceSession(model.SerializeToString())
    return session.run(None, {"ids": ids})[0]


@pytest.fixture(scope="module")
def models() -> tuple[onnx.ModelProto, onnx.ModelProto]:
    plain = network()
    return plain, quantise(plain, 8)


def test_it_is_a_quarter_of_the_size_and_near(
    models: tuple[onnx.ModelProto, onnx.ModelProto],
) -> None:
    plain, small = models
    assert small.ByteSize() < 0.3 * plain.ByteSize()
    ids = np.random.default_rng(1).integers(0, 40_000, (8, 20))
    before, after = run(plain, ids), run(small, ids)
    assert np.corrcoef(before.ravel(), after.ravel())[0, 1] > 0.999


def test_neighbours_and_padding_change_no_bit(
    models: tuple[onnx.ModelProto, onnx.ModelProto],
) -> None:
    _, small = models
    ids = np.random.default_rng(2).integers(0, 40_000, (16, 24))
    whole = run(small, ids)
    for row in range(16):
        assert np.array_equal(run(small, ids[row : row + 1]), whole[row : row + 1])
    padded = run(small, np.pad(ids, ((0, 0), (0, 9))))
    assert np.array_equal(padded[:, :24], whole)


def test_seven_bits_stay_within_seven_bits() -> None:
    small = quantise(network(), 7)
    weights = {t.name: numpy_helper.to_array(t) for t in small.graph.initializer}
    assert np.abs(weights["one.q"].astype(int)).max() == 63
