"""Encoders as one reads them in a page: the judge that is trained and exported, and its teacher."""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

CLASSES = 3
"""Supported, refuted, not enough information."""


@dataclass(frozen=True)
class Shape:
    """How large a network is, and in what it differs from BERT.

    `first` is the number of the first place. With `buckets` the distance of two tokens counts in
    their attention. `shift` turns the word numbers of BERT into the network's own, `specials`
    those of padding, unknown, begin and end.
    """

    width: int
    heads: int
    inner: int
    words: int
    places: int
    layers: int = 12
    eps: float = 1e-12
    first: int = 0
    buckets: int = 0
    shift: int = 0
    specials: tuple[tuple[int, int], ...] = ()


MINILM = Shape(width=384, heads=12, inner=1536, words=30522, places=512)
MPNET = Shape(
    width=768,
    heads=12,
    inner=3072,
    words=30527,
    places=514,
    eps=1e-5,
    first=2,
    buckets=32,
    shift=4,
    specials=((0, 1), (100, 3), (101, 0), (102, 2)),
)
_FARTHEST = 128
NEAR = "bert.encoder.relative_attention_bias.weight"
"""The one weight of MPNet that BERT has none of."""


class Layer(nn.Module):
    """Attention and a feed-forward part, each with a residual and a norm after it."""

    def __init__(self, shape: Shape, dropout: float) -> None:
        super().__init__()
        self.heads = shape.heads
        self.qkv = nn.Linear(shape.width, 3 * shape.width)
        self.mix = nn.Linear(shape.width, shape.width)
        self.mixed = nn.LayerNorm(shape.width, eps=shape.eps)
        self.up = nn.Linear(shape.width, shape.inner)
        self.down = nn.Linear(shape.inner, shape.width)
        self.out = nn.LayerNorm(shape.width, eps=shape.eps)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        """Return the states after this layer; `mask` is added to the attention's scores."""
        rows, length, width = x.shape
        each = width // self.heads
        parts = self.qkv(x).view(rows, length, 3, self.heads, each).permute(2, 0, 3, 1, 4)
        if x.is_cuda:
            seen = functional.scaled_dot_product_attention(
                parts[0], parts[1], parts[2], attn_mask=mask.to(parts.dtype)
            )
        else:
            # On a CPU the backward pass of the fused form takes five times as long.
            scores = parts[0] @ parts[1].transpose(-1, -2) / math.sqrt(each) + mask
            seen = torch.softmax(scores, dim=-1).to(parts.dtype) @ parts[2]
        seen = seen.transpose(1, 2).reshape(rows, length, width)
        x = self.mixed(x + self.dropout(self.mix(seen)))
        return self.out(x + self.dropout(self.down(functional.gelu(self.up(x)))))


class Network(nn.Module):
    """A cross-encoder over a passage and a claim, three classes."""

    def __init__(self, shape: Shape = MINILM, dropout: float = 0.1) -> None:
        super().__init__()
        self.shape = shape
        self.words = nn.Embedding(shape.words, shape.width)
        self.places = nn.Embedding(shape.places, shape.width)
        self.sides = nn.Embedding(2, shape.width)
        self.norm = nn.LayerNorm(shape.width, eps=shape.eps)
        self.dropout = nn.Dropout(dropout)
        self.near = nn.Embedding(shape.buckets, shape.heads) if shape.buckets else None
        self.layers = nn.ModuleList(Layer(shape, dropout) for _ in range(shape.layers))
        self.pool = nn.Linear(shape.width, shape.width)
        self.head = nn.Linear(shape.width, CLASSES)

    def forward(self, input_ids: Tensor, attention_mask: Tensor, token_type_ids: Tensor) -> Tensor:
        """Return the three logits of each row; `input_ids` are BERT's."""
        length = input_ids.shape[1]
        places = torch.arange(length, device=input_ids.device)
        x = self.words(self._own(input_ids)) + self.places(places + self.shape.first)
        x = self.dropout(self.norm(x + self.sides(token_type_ids)))
        mask = (1.0 - attention_mask[:, None, None, :].to(x.dtype)) * -10000.0
        if self.near is not None:
            far = buckets(places[None, :] - places[:, None], self.shape.buckets)
            mask = mask + self.near(far).permute(2, 0, 1)[None]
        for layer in self.layers:
            x = layer(x, mask.to(x.dtype))
        return self.head(self.dropout(torch.tanh(self.pool(x[:, 0]))))

    def _own(self, ids: Tensor) -> Tensor:
        if not self.shape.shift:
            return ids
        own = ids + self.shape.shift
        for theirs, ours in self.shape.specials:
            own = torch.where(ids == theirs, ours, own)
        return own

    def load_base(self, base: dict[str, Tensor]) -> None:
        """Take over the weights of a base model, under the names that BERT gives them.

        The head starts near what a base says that has one, at nothing elsewhere.
        """
        own = self.state_dict()
        own["words.weight"] = base["bert.embeddings.word_embeddings.weight"]
        own["places.weight"] = base["bert.embeddings.position_embeddings.weight"]
        none = torch.zeros_like(own["sides.weight"])
        own["sides.weight"] = base.get("bert.embeddings.token_type_embeddings.weight", none)
        for kind in ("weight", "bias"):
            own[f"norm.{kind}"] = base[f"bert.embeddings.LayerNorm.{kind}"]
            own[f"pool.{kind}"] = base[f"bert.pooler.dense.{kind}"]
            for i in range(self.shape.layers):
                old, new = f"bert.encoder.layer.{i}.", f"layers.{i}."
                own[f"{new}qkv.{kind}"] = torch.cat(
                    [base[f"{old}attention.self.{p}.{kind}"] for p in ("query", "key", "value")]
                )
                for ours, theirs in _PARTS.items():
                    own[f"{new}{ours}.{kind}"] = base[f"{old}{theirs}.{kind}"]
        if self.near is not None:
            own["near.weight"] = base[NEAR]
        head = base.get("classifier.weight", torch.zeros(1, self.shape.width))
        own["head.weight"] = torch.cat([head, -head / 2, -head / 2]) / 4
        own["head.bias"] = torch.zeros(CLASSES)
        self.load_state_dict(own)


def buckets(distance: Tensor, count: int) -> Tensor:
    """Return the bucket of each distance: one a token nearby, logarithmic further off.

    The second half of them is for what stands behind, as T5 and MPNet number them.
    """
    half = count // 2
    exact = half // 2
    size = distance.abs()
    scale = (half - exact) / math.log(_FARTHEST / exact)
    far = exact + (torch.log(size.clamp(min=1).float() / exact) * scale).long()
    near = torch.where(size < exact, size, far.clamp(max=half - 1))
    return near + torch.where(distance > 0, half, 0)


_PARTS = {
    "mix": "attention.output.dense",
    "mixed": "attention.output.LayerNorm",
    "up": "intermediate.dense",
    "down": "output.dense",
    "out": "output.LayerNorm",
}
