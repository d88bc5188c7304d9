"""The training loop: passes over the rows until the time or the epochs are over."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional

from training.network import Network
from training.rows import SUPPORTED, UNSUPPORTED
from training.tokens import Tokens


@dataclass(frozen=True)
class Recipe:
    """What can be varied; a step takes about so many tokens."""

    minutes: float = 25.0
    epochs: float = 2.0
    rate: float = 1e-4
    tokens: int = 24_576
    smoothing: float = 0.05
    seed: int = 1


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


def loss(logits: Tensor, labels: Tensor, smoothing: float) -> Tensor:
    """Cross entropy; where a row is only known to be wrong, of the two wrong classes together."""
    logs = functional.log_softmax(logits.float(), dim=1)
    wrong = torch.logsumexp(logs[:, 1:], dim=1)
    exact = logs.gather(1, labels.clamp(max=2)[:, None])[:, 0]
    told = torch.where(labels == UNSUPPORTED, wrong, exact)
    other = torch.where(labels == SUPPORTED, wrong, logs[:, 0])
    return -((1 - smoothing) * told + smoothing * other).mean()


def fit(network: Network, rows: Tokens, recipe: Recipe, say: Callable[[str], None]) -> int:
    """Train in place, in bf16; return how many tokens were seen.

    Where there is no GPU the table of words stays as it was.
    """
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    network.to(device).train()
    network.words.requires_grad_(device.type == "cuda")
    torch.manual_seed(recipe.seed)
    trained = [weight for weight in network.parameters() if weight.requires_grad]
    optimiser = torch.optim.AdamW(trained, lr=recipe.rate, betas=(0.9, 0.98), weight_decay=0.01)
    labels = torch.from_numpy(rows.labels).long().to(device)
    chance = random.Random(recipe.seed)
    goal = int(rows.lengths.sum()) * recipe.epochs
    progress = _Progress(recipe, goal, time.monotonic())
    told, mean, step = 0.0, 0.0, 0
    while True:
        for ids, mask, sides, numbers in rows.batches(recipe.tokens, chance):
            if progress.done >= 1.0:
                return progress.seen
            for group in optimiser.param_groups:
                group["lr"] = progress.rate
            with torch.autocast(device.type, torch.bfloat16):
                logits = network(ids.to(device), mask.to(device), sides.to(device))
            value = loss(logits, labels[numbers], recipe.smoothing)
            value.backward()
            torch.nn.utils.clip_grad_norm_(trained, 1.0)
            optimiser.step()
            optimiser.zero_grad(set_to_none=True)
            progress.seen += int(mask.sum())
            step += 1
            mean += (value.item() - mean) * max(0.02, 1 / step)
            if progress.minutes - told > 1.0:
                told = progress.minutes
                say(f"{told:6.1f} min {progress.seen:>12,} tokens {step:>6} steps  loss {mean:.4f}")
