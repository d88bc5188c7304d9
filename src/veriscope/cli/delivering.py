"""A run whose flagged answers go to a review queue, where one is named."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

from veriscope.run.batch import Assessed

if TYPE_CHECKING:
    from veriscope.review.delivery import Delivery


class Delivering:
    """Hands on what a run assessed; without a queue, to nobody."""

    def __init__(self, delivery: Delivery | None = None) -> None:
        self._delivery = delivery

    def take(self, item: Assessed) -> None:
        """Take one assessed record."""
        if self._delivery is not None:
            self._delivery.take(item.record, item.assessments)

    def tell(self) -> None:
        """Say what reached the queue; what did not is exit code 2."""
        done = self._delivery
        if done is None:
            return
        typer.echo(f"Queue: {done.added:,} new, {done.present:,} there already.")
        if done.error is not None:
            typer.echo(
                f"veriscope: {done.undelivered:,} flagged answers did not reach the queue: "
                f"{done.error}; the same command with --resume delivers them",
                err=True,
            )
            raise typer.Exit(2)


@contextmanager
def delivering(url: str | None) -> Iterator[Delivering]:
    """Open the queue before the run starts, so that one that cannot be reached costs no run."""
    if url is None:
        yield Delivering()
        return
    from veriscope.review import ReviewQueue  # noqa: PLC0415 - an extra that a run may do without
    from veriscope.review.delivery import Delivery  # noqa: PLC0415

    with ReviewQueue(url) as queue:
        delivery = Delivery(queue)
        yield Delivering(delivery)
        delivery.flush()
