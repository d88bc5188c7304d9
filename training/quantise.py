"""From fp32 ONNX to int8 whose answer for a row hangs on that row alone.

Dynamic quantisation as onnxruntime writes it has one scale for a whole batch, so that a row's
neighbours and its padding change its logits. Here every token has a scale of its own: what a token
becomes depends on nothing beside it, and the same row gives the same bits in every batch.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import ModelProto, NodeProto, helper, numpy_helper

_OPSET = 17
_LARGE = 1_000_000
_LEAST = 16
"""A matrix with fewer columns, the last one, stays as it is."""


def quantise(model: ModelProto, bits: int = 8) -> ModelProto:
    """Return the model with int8 weights, one scale an output column and one a token.

    Seven bits keep the sums of a processor without VNNI from overflowing 16 bits.
    """
    return _Quantiser(model, bits).run()


class _Quantiser:
    def __init__(self, model: ModelProto, bits: int) -> None:
        self._graph = model.graph
        self._fixed = {t.name: numpy_helper.to_array(t) for t in model.graph.initializer}
        self._top = 2 ** (bits - 1) - 1
        self._nodes: list[NodeProto] = []
        self._scaled: set[str] = set()
        self._new: dict[str, NDArray[np.generic]] = {
            "int8.top": np.array(127, np.float32),
            "int8.least": np.array(1e-12, np.float32),
            "int8.one": np.array(1, np.float32),
            "int8.middle": np.array(128, np.uint8),
        }

    def run(self) -> ModelProto:
        for node in self._graph.node:
            fixed = next((self._fixed[name] for name in node.input if name in self._fixed), None)
            if node.op_type == "MatMul" and self._is_weight(node):
                self._matmul(node)
            elif node.op_type == "Gather" and fixed is not None and fixed.size > _LARGE:
                self._table(node)
            else:
                self._nodes.append(node)
        used = {name for node in self._nodes for name in node.input}
        tensors = [t for t in self._graph.initializer if t.name in used]
        tensors += [numpy_helper.from_array(v, k) for k, v in self._new.items() if k in used]
        graph = helper.make_graph(
            self._nodes, "judge", self._graph.input, self._graph.output, tensors
        )
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", _OPSET)])
        model.ir_version = 8
        onnx.checker.check_model(model)
        return model

    def _is_weight(self, node: NodeProto) -> bool:
        weight = self._fixed.get(node.input[1])
        return weight is not None and weight.ndim == 2 and weight.shape[1] >= _LEAST

    def _add(self, kind: str, inputs: list[str], output: str, **attributes: Any) -> None:
        self._nodes.append(helper.make_node(kind, inputs, [output], **attributes))

    def _matmul(self, node: NodeProto) -> None:
        x, name, out = node.input[0], node.input[1], node.output[0]
        if x not in self._scaled:
            self._scaled.add(x)
            self._add("Abs", [x], f"{x}.abs")
            self._add("ReduceMax", [f"{x}.abs"], f"{x}.max", axes=[-1], keepdims=1)
            self._add("Max", [f"{x}.max", "int8.least"], f"{x}.top")
            self._add("Div", [f"{x}.top", "int8.top"], f"{x}.scale")
            self._add("Div", [x, f"{x}.scale"], f"{x}.unit")
            self._add("QuantizeLinear", [f"{x}.unit", "int8.one", "int8.middle"], f"{x}.u8")
        weight = self._fixed[name]
        scale = np.maximum(np.abs(weight).max(0), 1e-12) / self._top
        self._new[f"{name}.q"] = np.round(weight / scale).astype(np.int8)
        self._new[f"{name}.s"] = scale.astype(np.float32)
        self._add("MatMulInteger", [f"{x}.u8", f"{name}.q", "int8.middle"], f"{out}.sum")
        self._add("Cast", [f"{out}.sum"], f"{out}.float", to=onnx.TensorProto.FLOAT)
        self._add("Mul", [f"{out}.float", f"{name}.s"], f"{out}.scaled")
        self._add("Mul", [f"{out}.scaled", f"{x}.scale"], out)

    def _table(self, node: NodeProto) -> None:
        name, ids, out = node.input[0], node.input[1], node.output[0]
        table = self._fixed[name]
        scale = np.maximum(np.abs(table).max(1, keepdims=True), 1e-12) / 127
        self._new[f"{name}.q"] = np.round(table / scale).astype(np.int8)
        self._new[f"{name}.s"] = scale.astype(np.float32)
        self._add("Gather", [f"{name}.q", ids], f"{out}.q", axis=0)
        self._add("Cast", [f"{out}.q"], f"{out}.float", to=onnx.TensorProto.FLOAT)
        self._add("Gather", [f"{name}.s", ids], f"{out}.s", axis=0)
        self._add("Mul", [f"{out}.float", f"{out}.s"], out)
