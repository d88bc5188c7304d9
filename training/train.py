"""The training loop: passes over the rows until the time or the epochs are over."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from training.network import CLASSES, Network
from training.plans import Recipe
from training.rows import SUPPORTED, UNSUPPORTED, UNTOLD
from training.tokens import Tokens

_PIECE = 2_048
"""Tokens that a processor takes at once; larger pieces leave its cache and are slower."""
Probabilities = NDArray[np.float32]
"""What teachers say of rows: three probabilities each."""


@dataclass
class _Progress:
    """How far a training is, by its clock or by its tokens, whichever is further."""

    recipe: Recipe
    goal: float
    start: float
    seen: int = 0

    @property
    def minutes(self) -> float:
        return (time.monotonic() - self.start) / 60

    @property
    def done(self) -> float:
        return max(self.minutes / self.recipe.minutes, self.seen / self.goal)

    @property
    def rate(self) -> float:
        """A short warm-up, then a straight line down to nothing."""
        return self.recipe.rate * max(0.0, min(self.done / 0.06, (1 - self.done) / 0.94))


def by_labels(logits: Tensor, labels: Tensor, smoothing: float) -> Tensor:
    """Cross entropy a row; where one is only known to be wrong, of the two wrong classes together.

    A row of which nothing is told counts nothing.
    """
    logs = functional.log_softmax(logits.float(), dim=1)
    wrong = torch.logsumexp(logs[:, 1:], dim=1)
    exact = logs.gather(1, labels.clamp(max=2)[:, None])[:, 0]
    told = torch.where(labels == UNSUPPORTED, wrong, exact)
    other = torch.where(labels == SUPPORTED, wrong, logs[:, 0])
    return -((1 - smoothing) * told + smoothing * other) * (labels != UNTOLD)


def by_teacher(logits: Tensor, taught: Tensor) -> Tensor:
    """Cross entropy a row against what teachers say."""
    return -(taught * functional.log_softmax(logits.float(), dim=1)).sum(1)


def loss(logits: Tensor, labels: Tensor, taught: Tensor | None, recipe: Recipe) -> Tensor:
    """Return the mean loss of rows, by people's labels and, where there is one, by a teacher."""
    told = by_labels(logits, labels, recipe.smoothing)
    if taught is None:
        return told.mean()
    weight = torch.where(labels == UNTOLD, 0.0, recipe.told)
    return (weight * told + (1 - weight) * by_teacher(logits, taught)).mean()


def device_of() -> torch.device:
    """Return the GPU if there is one."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def fit(
    network: Network,
    rows: Tokens,
    recipe: Recipe,
    say: Callable[[str], None],
    taught: Probabilities | None = None,
) -> int:
    """Train in place, in bf16; return how many tokens were seen.

    Where there is no GPU the table of words stays as it was, and a step is taken in pieces that
    fit into a processor's cache.
    """
    device = device_of()
    on_gpu = device.type == "cuda"
    network.to(device).train()
    network.words.requires_grad_(on_gpu)
    torch.manual_seed(recipe.seed)
    trained = [weight for weight in network.parameters() if weight.requires_grad]
    optimiser = torch.optim.AdamW(
        trained, lr=recipe.rate, betas=(0.9, 0.98), weight_decay=0.01, fused=True
    )
    labels = torch.from_numpy(rows.labels).long().to(device)
    targets = None if taught is None else torch.from_numpy(taught).to(device)
    chance = random.Random(recipe.seed)
    progress = _Progress(recipe, int(rows.lengths.sum()) * recipe.epochs, time.monotonic())
    told, total, step = 0.0, torch.zeros((), device=device), 0
    while True:
        for parts in rows.steps(recipe.tokens, None if on_gpu else _PIECE, chance):
            if progress.done >= 1.0:
                return progress.seen
            for group in optimiser.param_groups:
                group["lr"] = progress.rate
            count = sum(len(numbers) for *_, numbers in parts)
            for ids, mask, sides, numbers in parts:
                with torch.autocast(device.type, torch.bfloat16):
                    logits = network(ids.to(device), mask.to(device), sides.to(device))
                given = None if targets is None else targets[numbers]
                value = loss(logits, labels[numbers], given, recipe) * (len(numbers) / count)
                value.backward()
                total += value.detach()
                progress.seen += int(mask.sum())
            torch.nn.utils.clip_grad_norm_(trained, 1.0)
            optimiser.step()
            optimiser.zero_grad(set_to_none=True)
            step += 1
            if progress.minutes - told > 0.5:
                told, mean = progress.minutes, total.item() / step
                say(f"{told:6.1f} min {progress.seen:>12,} tokens {step:>6} steps  loss {mean:.4f}")


@torch.inference_mode()
def read(network: Network, rows: Tokens, tokens: int = 65_536) -> NDArray[np.float32]:
    """Return the logits of all rows, in bf16 arithmetic."""
    device = device_of()
    network.to(device).eval()
    found = np.zeros((len(rows), CLASSES), np.float32)
    for ids, mask, sides, numbers in rows.batches(tokens):
        with torch.autocast(device.type, torch.bfloat16):
            logits = network(ids.to(device), mask.to(device), sides.to(device))
        found[numbers] = logits.float().cpu().numpy()
    return found


def average(learnt: Sequence[Mapping[str, Tensor]]) -> dict[str, Tensor]:
    """Return the mean of several networks' weights."""
    return {name: torch.stack([one[name] for one in learnt]).mean(0) for name in learnt[0]}
