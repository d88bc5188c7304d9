"""Make `examples/data/tiny-judge`: a classifier of two layers with random weights, and its words.

It shows what `--judge local:PATH` reads; it knows nothing, so its TOML gives word coverage all the
weight. `python examples/make_tiny_judge.py [FOLDER]`; needs `pip install onnx`.
"""

from __future__ import annotations

import string
import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import helper, numpy_helper
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors

WIDTH = 16
POSITIONS = 96
LETTERS = string.ascii_lowercase + string.digits
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
WORDS = ["the", "of", "in", "is", "was", "and", "tower", "river", "opened", "deck", "metres"]
TOML = f"""name = "tiny"
labels = ["supported", "refuted", "not_enough_info"]
order = ["evidence", "claim"]
max_tokens = {POSITIONS}
evidence_tokens = 60

[calibration]
bias = -4.0

[calibration.weights]
logit = 0.1
coverage = 6.0
figures = -4.0
names = -3.0
"""


def vocabulary() -> list[str]:
    """Return special tokens, letters with and without what stands before them, a few words."""
    marks = list(".,;:!?%€$()'-")
    return [*SPECIAL, *marks, *LETTERS, *(f"##{letter}" for letter in LETTERS), *WORDS]


def tokenizer() -> Tokenizer:
    """Return a WordPiece tokenizer of pairs."""
    ids = {word: number for number, word in enumerate(vocabulary())}
    made = Tokenizer(models.WordPiece(ids, unk_token="[UNK]"))
    made.normalizer = normalizers.BertNormalizer(lowercase=True)
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    made.decoder = decoders.WordPiece()
    made.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", ids["[CLS]"]), ("[SEP]", ids["[SEP]"])],
    )
    return made


class Graph:
    """Nodes and weights under construction."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.weights: list[onnx.TensorProto] = []
        self.chance = np.random.default_rng(8)

    def op(self, kind: str, *inputs: str, **attributes: object) -> str:
        """Add a node and return the name of what it gives."""
        name = f"{kind}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [name], **attributes))
        return name

    def constant(self, value: np.ndarray) -> str:
        """Add a weight and return its name."""
        name = f"w_{len(self.weights)}"
        self.weights.append(numpy_helper.from_array(value, name))
        return name

    def random(self, *shape: int) -> str:
        """Add a random weight."""
        return self.constant(self.chance.normal(0, 0.4, shape).astype(np.float32))


def model(outputs: int = 3, inputs: tuple[str, ...] = ()) -> onnx.ModelProto:
    """Return the classifier; its attention leaves padding out, as BERT's does."""
    names = inputs or ("input_ids", "attention_mask", "token_type_ids")
    graph = Graph()
    x = graph.op("Gather", graph.random(len(vocabulary()), WIDTH), names[0])
    if "token_type_ids" in names:
        x = graph.op("Add", x, graph.op("Gather", graph.random(2, WIDTH), "token_type_ids"))
    mask = graph.op("Cast", names[1], to=onnx.TensorProto.FLOAT)
    one, far = graph.constant(np.float32(1)), graph.constant(np.float32(-1e9))
    ahead = graph.constant(np.array([1], np.int64))
    hidden = graph.op("Mul", graph.op("Sub", one, graph.op("Unsqueeze", mask, ahead)), far)
    for _ in range(2):
        query, key, value = (graph.op("MatMul", x, graph.random(WIDTH, WIDTH)) for _ in range(3))
        seen = graph.op("MatMul", query, graph.op("Transpose", key, perm=[0, 2, 1]))
        shares = graph.op("Softmax", graph.op("Add", seen, hidden), axis=-1)
        x = graph.op("Tanh", graph.op("Add", x, graph.op("MatMul", shares, value)))
    first = graph.op("Gather", x, graph.constant(np.int64(0)), axis=1)
    graph.nodes.append(
        helper.make_node("MatMul", [first, graph.random(WIDTH, outputs)], ["logits"])
    )
    whole = onnx.TensorProto.INT64
    made = helper.make_model(
        helper.make_graph(
            graph.nodes,
            "tiny",
            [helper.make_tensor_value_info(name, whole, ["batch", "sequence"]) for name in names],
            [helper.make_tensor_value_info("logits", onnx.TensorProto.FLOAT, ["batch", outputs])],
            graph.weights,
        ),
        opset_imports=[helper.make_opsetid("", 17)],
    )
    made.ir_version = 8
    onnx.checker.check_model(made)
    return made


def write(folder: Path, outputs: int = 3, inputs: tuple[str, ...] = ()) -> Path:
    """Write model, tokenizer and TOML into a folder, and return it."""
    folder.mkdir(parents=True, exist_ok=True)
    onnx.save(model(outputs, inputs), folder / "model.onnx")
    tokenizer().save(str(folder / "tokenizer.json"))
    (folder / "model.toml").write_text(TOML, encoding="utf-8")
    return folder


if __name__ == "__main__":
    here = Path(__file__).parent / "data" / "tiny-judge"
    print(write(Path(sys.argv[1]) if len(sys.argv) > 1 else here))
