"""The trained network as ONNX, fp32 and int8."""

from __future__ import annotations

from pathlib import Path

import onnx
import torch

from training.network import Network
from training.quantise import quantise

INPUTS = ("input_ids", "attention_mask", "token_type_ids")


def export(network: Network, folder: Path, bits: int = 8) -> Path:
    """Write `fp32.onnx` and `model.onnx` (int8) to a folder; return the latter's path."""
    network.cpu().float().eval()
    example = torch.ones((2, 16), dtype=torch.int64)
    plain, small = folder / "fp32.onnx", folder / "model.onnx"
    axes = {name: {0: "rows", 1: "tokens"} for name in INPUTS}
    torch.onnx.export(
        network,
        (example, example, torch.zeros_like(example)),
        str(plain),
        input_names=list(INPUTS),
        output_names=["logits"],
        dynamic_axes={**axes, "logits": {0: "rows"}},
        opset_version=17,
        dynamo=False,
    )
    onnx.save(quantise(onnx.load(str(plain)), bits), str(small))
    return small
