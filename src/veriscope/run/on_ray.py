"""Records through the checks on a cluster, by Ray Data: order kept, memory bounded.

Ray Data reads no stream of its driver, so the stream goes through it in windows of a few batches
for each processor. A window is a dataset with one block a batch. Its inputs stay with the driver
until its last batch is written, so what was on a node that died can be assessed again elsewhere.
"""

from __future__ import annotations

import logging
import os
import pickle
import secrets
import socket
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import chdir, contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, islice
from pathlib import Path
from typing import Any, cast

from veriscope import __version__
from veriscope.errors import InputError, MissingExtraError, VeriscopeError
from veriscope.run.checks import Check, CheckOptions, build_checks
from veriscope.run.pipeline import (
    ATTEMPTS,
    BATCH,
    Done,
    Item,
    assess_items,
    batches,
    named,
    share_the_machine,
)

# Read when Ray is imported: it reports its usage to its makers, and a thread of Ray Data that ends
# late would join any cluster that it finds.
os.environ.update(RAY_USAGE_STATS_ENABLED="0", RAY_ENABLE_AUTO_CONNECT="0")
try:
    import pyarrow as pa
    import ray
    import ray.data
    from ray.data.exceptions import ExecutionTimeoutError
    from ray.exceptions import RayError
except ImportError:
    raise MissingExtraError("running on a cluster", "ray") from None

WINDOW = 8
"""How many batches for each processor go through Ray Data as one dataset."""
PATIENCE = 10.0
"""For how many seconds an address may keep silent."""
ADDRESS = "RAY_ADDRESS"
CARRIED = ("ANTHROPIC_", "HALLUCINATION_", "OPENAI_", "PG", "VERISCOPE_")
"""How the environment variables begin that checks, judges and databases read."""


@dataclass(frozen=True)
class Errand:
    """What a worker must know to assess a batch as this process would."""

    version: str
    folder: str
    # Keys and passwords are in these; what is not shown is in no log.
    options: CheckOptions = field(repr=False)
    environment: tuple[tuple[str, str], ...] = field(repr=False)


@dataclass(frozen=True)
class Refusal:
    """Why a worker could not assess a batch at all."""

    why: str


def run_ray(
    items: Iterable[Item], options: CheckOptions, *, workers: int = 0, size: int = BATCH
) -> Generator[Done]:
    """Yield each batch with its assessments, in the order of the items.

    The cluster is the one that `RAY_ADDRESS` names, else one on this machine for this run alone.
    At most `workers` batches are assessed at a time; 0 is one for each processor.
    """
    stream = batches(items, size)
    first = next(stream, None)
    if first is None:
        return
    stream = chain([first], stream)
    errand = Errand(__version__, str(Path.cwd()), options, _carried())
    with _cluster(workers):
        while window := list(islice(stream, WINDOW * _processors(workers))):
            yield from _through(window, errand, workers)


def _carried() -> tuple[tuple[str, str], ...]:
    return tuple((name, text) for name, text in os.environ.items() if name.startswith(CARRIED))


@contextmanager
def _cluster(workers: int) -> Iterator[None]:
    """Join the cluster for as long as it is needed; one that the caller has joined is left so."""
    if ray.is_initialized():
        yield
        return
    address = os.environ.get(ADDRESS, "").strip() or "local"
    if address.startswith("ray://"):
        problem = "must be an address inside the cluster (auto, HOST:6379), not one of Ray Client"
        raise InputError(problem, field=ADDRESS)
    own: dict[str, Any] = {}
    if address == "local":
        # Ray listens on every interface, and keeps strangers out by a token; that of this cluster
        # is in no file and ends with it.
        os.environ.setdefault("RAY_AUTH_TOKEN", secrets.token_hex())
        own = {"num_cpus": workers or None, "include_dashboard": False}
    try:
        _knock(address)
        ray.init(address, log_to_driver=False, logging_level=logging.CRITICAL, **own)
    except Exception as error:  # noqa: BLE001 - Ray says so with bare ones too
        why = " ".join(str(error).split())
        raise InputError(f"no cluster at {address}: {why}", field=ADDRESS) from None
    _quiet()
    try:
        yield
    finally:
        ray.shutdown()


def _knock(address: str) -> None:
    """Raise what keeps an address from answering; Ray alone tries for minutes before it says so."""
    host, colon, port = address.rpartition(":")
    if colon:
        socket.create_connection((host.strip("[]"), int(port)), timeout=PATIENCE).close()


def _quiet() -> None:
    """Leave the terminal to the run; Ray Data still writes all it has to say into its own log."""
    for handler in logging.getLogger("ray.data").handlers:
        if isinstance(handler, logging.StreamHandler):
            handler.setLevel(logging.CRITICAL)


def _processors(workers: int) -> int:
    """Return how many batches can be assessed at a time; clusters grow and shrink."""
    there = max(1, int(ray.cluster_resources().get("CPU", 0)))
    return min(workers or there, there)


def _through(window: Sequence[list[Item]], errand: Errand, workers: int) -> Iterator[Done]:
    """Assess a window of batches as one dataset."""
    try:
        dataset = ray.data.from_arrow([_block(batch) for batch in window]).map_batches(
            assess_block,
            batch_size=None,
            batch_format="pyarrow",
            fn_kwargs={"errand": errand},
            num_cpus=1,
            concurrency=workers or None,
        )
        dataset.context.execution_options.preserve_order = True
        dataset.context.enable_progress_bars = False
        dataset.context.print_on_execution_start = False
        blocks = dataset.iter_batches(batch_size=None, batch_format="pyarrow")
        for batch, block in zip(window, blocks, strict=True):
            yield _done(batch, block)
    except (RayError, ExecutionTimeoutError) as error:
        raise VeriscopeError(f"the cluster gave up: {_line(error)}") from error


def _block(content: object) -> pa.Table:
    return pa.table({"pickled": pa.array([pickle.dumps(content)], pa.large_binary())})


def _content(block: pa.Table) -> Any:
    return pickle.loads(block["pickled"][0].as_py())  # noqa: S301 - by this run or its workers


def _done(batch: Sequence[Item], block: pa.Table) -> Done:
    answer = _content(block)
    if isinstance(answer, Refusal):
        raise VeriscopeError(f"a worker cannot assess {named(batch)}: {answer.why}")
    return cast("Done", answer)


def _line(error: Exception) -> str:
    """Return what an error says; those of Ray hold a whole trace, and say it in the last line."""
    return next(reversed(str(error).strip().splitlines()), type(error).__name__)


def assess_block(block: pa.Table, errand: Errand) -> pa.Table:
    """Assess the one batch of a block; this runs in a process of the cluster."""
    try:
        _check_attempts()
        here = chdir(errand.folder) if Path(errand.folder).is_dir() else nullcontext()
        with here:
            return _block(assess_items(_checks(errand), _content(block)))
    except VeriscopeError as error:
        return _block(Refusal(str(error)))
    except Exception as error:  # noqa: BLE001 - it is the run, on the other side, that must say it
        return _block(Refusal(f"{type(error).__name__}: {error}"))


def _check_attempts() -> None:
    """Refuse a batch that ended the process each time: Ray itself would begin it for ever."""
    worker = ray._private.worker.global_worker  # noqa: SLF001 - Ray says it nowhere else
    begun = worker.core_worker.get_current_task_attempt_number()
    if begun >= ATTEMPTS:
        raise VeriscopeError(f"the process that does ended {begun} times")


@lru_cache(maxsize=1)
def _checks(errand: Errand) -> list[Check]:
    """Make the checks once in each process, as the process that runs would make them."""
    if errand.version != __version__:
        raise VeriscopeError(f"it has Veriscope {__version__}, and the run {errand.version}")
    os.environ.update(errand.environment)
    share_the_machine()
    return build_checks(errand.options)
