"""BERT as one reads it in a page: the network that is trained and exported."""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn
from torch.nn import functional

WIDTH, LAYERS, HEADS, INNER, WORDS, PLACES = 384, 12, 12, 1536, 30522, 512
CLASSES = 3
"""Supported, refuted, not enough information."""


class Layer(nn.Module):
    """Attention and a feed-forward part, each with a residual and a norm after it."""

    def __init__(self, dropout: float) -> None:
        super().__init__()
        self.qkv = nn.Linear(WIDTH, 3 * WIDTH)
        self.mix = nn.Linear(WIDTH, WIDTH)
        self.mixed = nn.LayerNorm(WIDTH, eps=1e-12)
        self.up = nn.Linear(WIDTH, INNER)
        self.down = nn.Linear(INNER, WIDTH)
        self.out = nn.LayerNorm(WIDTH, eps=1e-12)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        """Return the states after this layer; `mask` is added to the attention's scores."""
        rows, length, _ = x.shape
        parts = self.qkv(x).view(rows, length, 3, HEADS, WIDTH // HEADS).permute(2, 0, 3, 1, 4)
        # Written out: on a CPU the backward pass of the fused form takes five times as long.
        scores = parts[0] @ parts[1].transpose(-1, -2) / math.sqrt(WIDTH // HEADS) + mask
        seen = torch.softmax(scores, dim=-1).to(parts.dtype) @ parts[2]
        seen = seen.transpose(1, 2).reshape(rows, length, WIDTH)
        x = self.mixed(x + self.dropout(self.mix(seen)))
        return self.out(x + self.dropout(self.down(functional.gelu(self.up(x)))))


class Network(nn.Module):
    """A cross-encoder over a passage and a claim, three classes."""

    def __init__(self, dropout: float = 0.1) -> None:
        super().__init__()
        self.words = nn.Embedding(WORDS, WIDTH)
        self.places = nn.Embedding(PLACES, WIDTH)
        self.sides = nn.Embedding(2, WIDTH)
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.dropout = nn.Dropout(dropout)
        self.layers = nn.ModuleList(Layer(dropout) for _ in range(LAYERS))
        self.pool = nn.Linear(WIDTH, WIDTH)
        self.head = nn.Linear(WIDTH, CLASSES)

    def forward(self, input_ids: Tensor, attention_mask: Tensor, token_type_ids: Tensor) -> Tensor:
        """Return the three logits of each row."""
        places = torch.arange(input_ids.shape[1], device=input_ids.device)
        x = self.words(input_ids) + self.places(places) + self.sides(token_type_ids)
        x = self.dropout(self.norm(x))
        mask = (1.0 - attention_mask[:, None, None, :].to(x.dtype)) * -10000.0
        for layer in self.layers:
            x = layer(x, mask.to(x.dtype))
        return self.head(self.dropout(torch.tanh(self.pool(x[:, 0]))))

    def load_base(self, base: dict[str, Tensor]) -> None:
        """Take over the weights of the base model; the head starts near what it said before."""
        own = self.state_dict()
        for name, value in base.items():
            if name.startswith("bert.embeddings.LayerNorm"):
                own[name.replace("bert.embeddings.LayerNorm", "norm")] = value
        own["words.weight"] = base["bert.embeddings.word_embeddings.weight"]
        own["places.weight"] = base["bert.embeddings.position_embeddings.weight"]
        own["sides.weight"] = base["bert.embeddings.token_type_embeddings.weight"]
        own["pool.weight"], own["pool.bias"] = (
            base["bert.pooler.dense.weight"],
            base["bert.pooler.dense.bias"],
        )
        for i in range(LAYERS):
            old, new = f"bert.encoder.layer.{i}.", f"layers.{i}."
            for kind in ("weight", "bias"):
                own[f"{new}qkv.{kind}"] = torch.cat(
                    [base[f"{old}attention.self.{p}.{kind}"] for p in ("query", "key", "value")]
                )
                for ours, theirs in _PARTS.items():
                    own[f"{new}{ours}.{kind}"] = base[f"{old}{theirs}.{kind}"]
        head = base["classifier.weight"]
        own["head.weight"] = torch.cat([head, -head / 2, -head / 2]) / 4
        own["head.bias"] = torch.zeros(CLASSES)
        self.load_state_dict(own)


_PARTS = {
    "mix": "attention.output.dense",
    "mixed": "attention.output.LayerNorm",
    "up": "intermediate.dense",
    "down": "output.dense",
    "out": "output.LayerNorm",
}
