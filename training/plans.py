"""How a judge is trained: with teachers on a GPU, or from people's labels alone on a CPU."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Recipe:
    """What can be varied; a step takes about so many tokens.

    `told` is the weight of people's labels beside the teacher's, where there are both.
    """

    minutes: float = 25.0
    epochs: float = 2.0
    rate: float = 1e-4
    tokens: int = 24_576
    smoothing: float = 0.05
    told: float = 0.3
    dropout: float = 0.1
    seed: int = 1


@dataclass(frozen=True)
class Plan:
    """Teachers, the students that learn from them, and how much of each source is used.

    The first teacher sees no edited sentences, the second does: what they say is averaged. So are
    the weights of the students. Without teachers, rows of which nothing is told are left out.
    """

    students: tuple[Recipe, ...]
    teachers: tuple[Recipe, ...] = ()
    shares: Mapping[str, float] = field(default_factory=dict)


PLANS = {
    "distilled": Plan(
        teachers=(
            Recipe(minutes=5.5, epochs=1.9, rate=5e-5, seed=1),
            Recipe(minutes=5.5, epochs=1.7, rate=5e-5, seed=2),
        ),
        students=(
            Recipe(minutes=6.0, epochs=4.5, rate=1e-4, told=0.2, seed=1),
            Recipe(minutes=6.0, epochs=4.5, rate=1.5e-4, told=0.2, seed=2),
        ),
    ),
    # Two processors see about 20 million tokens in the time. What people said comes first; a
    # row that is seen once or twice is not learnt by heart, and dropout would cost time.
    "plain": Plan(
        students=(Recipe(minutes=95.0, epochs=1.6, rate=1e-4, tokens=8_192, dropout=0.0),),
        shares={
            "edits+right": 0.25,
            "edits+wrong": 0.25,
            "fever_dev_rte+hidden": 0.45,
            "mnli+hidden": 0.5,
            "snli+hidden": 0.3,
            "scitail+hidden": 0.5,
            "joined": 0.8,
            "sentence+in": 0.4,
            "sentence+out": 0.4,
        },
    ),
}
