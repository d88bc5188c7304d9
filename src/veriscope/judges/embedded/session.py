"""A model loaded once in a process, and how many threads may run it."""

from __future__ import annotations

import os
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from veriscope.errors import InputError
from veriscope.judges.embedded.processors import processors
from veriscope.judges.embedded.spec import ModelSpec

if TYPE_CHECKING:
    import onnxruntime
    import tokenizers

THREADS = "VERISCOPE_THREADS"
"""The environment variable that limits the threads of a process."""
_NEEDED = {"input_ids", "attention_mask"}
_KNOWN = _NEEDED | {"token_type_ids"}

Feed = dict[str, Any]


def thread_count() -> int:
    """Return how many threads this process may use: its processors, or as it was told.

    `VERISCOPE_THREADS` tells it; what is no whole number from 1 on is an error.
    """
    told = os.environ.get(THREADS)
    if not told:
        return processors()
    if not told.isdecimal() or int(told) < 1:
        raise InputError(f"must be a whole number from 1 on, not {told!r}", field=THREADS)
    return int(told)


class Loaded:
    """A session and a tokenizer.

    Each run takes one thread, and as many runs go side by side as there are threads, whoever asks:
    while the last batch of one response is read, the first of the next one is. On a processor this
    beats several threads in one run, which wait for each other at every step.
    """

    def __init__(self, spec: ModelSpec) -> None:
        self.threads = thread_count()
        self._workers = ThreadPoolExecutor(self.threads, thread_name_prefix="judge")
        # The two are read side by side: the first verdict then waits for the slower one alone.
        with ThreadPoolExecutor(2) as pool:
            session, words = pool.submit(_session, spec), pool.submit(_tokenizer, spec)
        self._session = _made(session, "not an ONNX model that runs here", spec.path)
        self.tokenizer = _made(words, "not a tokenizer", spec.tokenizer)
        self.inputs = frozenset(item.name for item in self._session.get_inputs())
        self._output = self._session.get_outputs()[0].name
        _check(spec, self._session, self.inputs)

    def run_all(self, feeds: list[Feed]) -> list[Any]:
        """Return the logits of each batch, one row for each of its rows; they run side by side."""
        return list(self._workers.map(self._run, feeds))

    def _run(self, feed: Feed) -> Any:
        (found,) = self._session.run([self._output], feed)
        return np.asarray(found, dtype=np.float64).reshape(len(feed["input_ids"]), -1)

    def probe(self, spec: ModelSpec) -> None:
        """Run the longest row that the model may get, so that a wrong TOML is found at once."""
        row = np.zeros((1, spec.max_tokens), dtype=np.int64)
        done = self._workers.submit(self._run, dict.fromkeys(self.inputs, row))
        problem = f"does not run on max_tokens = {spec.max_tokens}"
        _check_width(spec, _made(done, problem, spec.path).shape[-1])


def _made(done: Future[Any], problem: str, source: Path) -> Any:
    """Return what was made; both libraries raise types of their own, which a user cannot know."""
    error = done.exception()
    if error is None:
        return done.result()
    if isinstance(error, (ImportError, MemoryError)) or not isinstance(error, Exception):
        raise error
    reason = " ".join(str(error).split()) or type(error).__name__
    raise InputError(f"{problem}: {reason}", source=str(source)) from None


def _session(spec: ModelSpec) -> onnxruntime.InferenceSession:
    import onnxruntime  # noqa: PLC0415 - heavy

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    # An arena keeps what the longest batch took for as long as the process lives.
    options.enable_cpu_mem_arena = False
    options.enable_mem_pattern = False
    options.log_severity_level = 4
    return onnxruntime.InferenceSession(str(spec.path), options, providers=["CPUExecutionProvider"])


def _tokenizer(spec: ModelSpec) -> tokenizers.Tokenizer:
    import tokenizers  # noqa: PLC0415 - heavy

    made = tokenizers.Tokenizer.from_str(spec.tokenizer.read_text(encoding="utf-8"))
    made.no_padding()
    made.no_truncation()
    return made


def _check(spec: ModelSpec, session: onnxruntime.InferenceSession, inputs: frozenset[str]) -> None:
    source = str(spec.path)
    if missing := sorted(_NEEDED - inputs):
        raise InputError(f"lacks the input {', '.join(missing)}", source=source)
    if strange := sorted(inputs - _KNOWN):
        raise InputError(f"wants inputs that nobody gives: {', '.join(strange)}", source=source)
    shape = session.get_outputs()[0].shape
    width = shape[-1] if len(shape) == 2 else 1
    if isinstance(width, int):
        _check_width(spec, width)


def _check_width(spec: ModelSpec, width: int) -> None:
    if width != len(spec.labels):
        raise InputError(
            f"has {width} outputs, and its TOML names {len(spec.labels)} labels",
            source=str(spec.path),
        )


_lock = threading.Lock()
_loaded: dict[Path, Loaded] = {}


def load(spec: ModelSpec) -> Loaded:
    """Return the model, read once in a process whoever asks."""
    with _lock:
        key = spec.path.resolve()
        if key not in _loaded:
            model = Loaded(spec)
            if not spec.trusted:
                model.probe(spec)
            _loaded[key] = model
        return _loaded[key]


def begin(spec: ModelSpec) -> None:
    """Begin to load a model while the caller does something else; `load` then has less to wait.

    What is wrong with it `load` says too.
    """

    def work() -> None:
        with suppress(InputError, ImportError, MemoryError):
            load(spec)

    if spec.path.resolve() not in _loaded:
        threading.Thread(target=work, name="judge-load", daemon=True).start()


def _forget() -> None:
    """Begin anew in a forked process: it has neither the threads nor the holder of the lock."""
    global _lock  # noqa: PLW0603 - a lock held by a thread that is gone would never open
    _lock = threading.Lock()
    _loaded.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
