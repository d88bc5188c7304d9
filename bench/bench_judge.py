"""The judge of this machine: what it adds to the bare model, and what a model costs elsewhere.

It runs the model of the package, or the folder that VERISCOPE_BENCH_MODEL names.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from bench.rows import Row, best_of
from veriscope.judges import LocalJudge
from veriscope.judges.by_model import judge_by_model
from veriscope.judges.embedded import batching, session
from veriscope.judges.embedded.scorer import SHIPPED, OnnxScorer
from veriscope.judges.embedded.spec import MODEL
from veriscope.judges.selection import EvidenceIndex
from veriscope.model import Author, AuthorKind, Claim, Context

ANSWERS = 12
CLAIMS = 5
TOKENS = 512
AUTHOR = Author(AuthorKind.MODEL, "bench")
SUBJECTS = ["harbour", "council", "museum", "railway", "school", "market", "bridge", "theatre"]
VERBS = ["was closed", "was rebuilt", "lost its roof", "changed hands", "burnt down", "grew"]


def folder() -> Path:
    """Return the model that is measured."""
    return Path(os.environ.get("VERISCOPE_BENCH_MODEL", SHIPPED))


def context(number: int) -> str:
    """Return about three pages on one town."""
    return " ".join(
        f"In {1700 + 3 * i} the {SUBJECTS[i % 8]} of town {number} {VERBS[i % 6]}, which the "
        f"paper of the day told at some length on page {i}."
        for i in range(80)
    )


def cases() -> list[tuple[list[Claim], list[Context]]]:
    """Return answers as claims, each with its context."""
    return [
        (
            [
                Claim(f"The {SUBJECTS[(number + i) % 8]} {VERBS[i]} after {1720 + 5 * i} years")
                for i in range(CLAIMS)
            ],
            [Context(context(number), "0")],
        )
        for number in range(ANSWERS)
    ]


def memory() -> float:
    """Return the most memory that this process has held, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def batches_of(scorer: OnnxScorer, given: list[Any]) -> list[Any]:
    """Return the padded batches that the judge makes of each answer."""
    model = session.load(scorer.spec)
    feeds = []
    for claims, sources in given:
        index = EvidenceIndex([source.text for source in sources])
        pairs = [
            (index.select(claim.text, scorer.spec.budget).text, claim.text) for claim in claims
        ]
        found = batching.encode(pairs, scorer.spec, model.tokenizer)
        feeds += [part.feed for part in batching.batches(found, model.inputs, model.threads)]
    return feeds


def bench_whole(scorer: OnnxScorer) -> tuple[list[Row], float]:
    """Return the whole judge beside bare `session.run` on the same batches, and seconds an answer.

    Both use all threads, side by side.
    """
    given = cases()
    model = session.load(scorer.spec)
    feeds = batches_of(scorer, given)
    bare = best_of(lambda: model.run_all(feeds))

    def judge() -> None:
        for claims, sources in given:
            judge_by_model(claims, sources, scorer, AUTHOR)

    whole = best_of(judge)
    claims = ANSWERS * CLAIMS
    share = bare / whole
    against = f"bare session.run {claims / bare:.1f} claims/s, {model.threads} threads"
    return [
        Row("judge", "claims a second", claims / whole, "1/s", against),
        Row("judge", "answers a second", ANSWERS / whole, "1/s", f"{CLAIMS} claims each"),
        Row("judge", "whole judge", share, "x", against, ">= 0.8 x", share >= 0.8),
        Row("judge", "peak memory", memory(), "MB"),
    ], whole / ANSWERS


FIRST = {
    "bare": """
import onnxruntime
options = onnxruntime.SessionOptions()
options.log_severity_level = 4
onnxruntime.InferenceSession({model!r}, options, providers=["CPUExecutionProvider"])
""",
    "judge": """
import asyncio
from veriscope.judges import make_judge
judge = make_judge({judge!r})
asyncio.run(judge.verify(["The old tower stands in Bern"], ["Bern has a tower. It is grey."]))
""",
}


def bench_first(model: Path) -> list[Row]:
    """Return the first verdict of a fresh process beside the load of the bare model."""
    judge = "local" if model == SHIPPED else f"local:{model}"
    names = {"model": str(model / MODEL), "judge": judge}

    def fresh(code: str) -> Callable[[], object]:
        program = [sys.executable, "-c", code.format(**names)]
        return lambda: subprocess.run(program, check=True, stdout=subprocess.DEVNULL)

    bare, ours = best_of(fresh(FIRST["bare"]), 5), best_of(fresh(FIRST["judge"]), 5)
    ratio = ours / bare
    against = f"load of the bare model {bare:.2f} s"
    return [Row("judge", "first verdict", ratio, "x", against, "<= 1.5 x", ratio <= 1.5)]


def has_torch() -> bool:
    """Whether the packages of the comparisons are there; they are no dependency of ours."""
    return all(find_spec(name) for name in ("torch", "transformers"))


def bench_torch(scorer: OnnxScorer, answer: float) -> list[Row]:
    """Return the model beside torch in fp32, and an answer beside a token classifier's pass."""
    if not has_torch():
        told = "torch and transformers are not installed"
        return [Row("judge", "against torch", 0.0, "not measured", told)]
    import torch
    from transformers import BertConfig, BertForSequenceClassification

    threads = session.load(scorer.spec).threads
    torch.set_num_threads(threads)
    feeds = batches_of(scorer, cases())
    twin = BertForSequenceClassification(
        BertConfig(
            hidden_size=384, num_hidden_layers=12, num_attention_heads=12, intermediate_size=1536
        )
    ).eval()
    tensors = [{name: torch.from_numpy(value) for name, value in feed.items()} for feed in feeds]

    def plain() -> None:
        with torch.inference_mode():
            for item in tensors:
                twin(**item)

    model = session.load(scorer.spec)
    ours, theirs = best_of(lambda: model.run_all(feeds)), best_of(plain)
    ratio = theirs / ours
    same = f"torch fp32, 12 layers of 384, the same batches, {theirs:.2f} s"
    rows = [Row("judge", "int8 ONNX", ratio, "x", same, ">= 2 x", ratio >= 2)]
    for what, goal, seconds in (
        ("ModernBERT-base", 5.0, token_classifier_seconds(768, 1152, 22, 12)),
        ("17M", 0.0, token_classifier_seconds(256, 384, 7, 4)),
    ):
        against = f"token classifier of {what} shape, random weights, torch, {TOKENS} tokens"
        times = seconds / answer
        met = times >= goal if goal else None
        rows.append(
            Row(
                "judge",
                "answers a second",
                times,
                "x",
                against,
                f">= {goal:g} x" if goal else "",
                met,
            )
        )
    return rows


def token_classifier_seconds(width: int, inner: int, layers: int, heads: int) -> float:
    """Return the seconds of one pass over context and answer, as LettuceDetect makes it."""
    import torch
    from transformers import ModernBertConfig, ModernBertForTokenClassification

    config = ModernBertConfig(
        hidden_size=width,
        intermediate_size=inner,
        num_hidden_layers=layers,
        num_attention_heads=heads,
        num_labels=2,
        reference_compile=False,
        attn_implementation="sdpa",
    )
    model = ModernBertForTokenClassification(config).eval()
    ids = torch.randint(100, 40_000, (1, TOKENS))
    with torch.inference_mode():
        return best_of(lambda: model(input_ids=ids, attention_mask=torch.ones_like(ids)))


def bench_words() -> list[Row]:
    """Return the claims a second where there is no model to measure."""
    judge, given = LocalJudge(), cases()
    start = time.perf_counter()
    for claims, sources in given:
        judge._verify(claims, sources)  # noqa: SLF001 - the verb is a coroutine
    seconds = time.perf_counter() - start
    return [Row("judge", "claims a second, words alone", ANSWERS * CLAIMS / seconds, "1/s")]


def run() -> list[Row]:
    """Run the benches of the judge of this machine."""
    model = folder()
    if not (model / MODEL).is_file():
        return bench_words()
    scorer = OnnxScorer(model)
    whole, answer = bench_whole(scorer)
    return [*whole, *bench_first(model), *bench_torch(scorer, answer)]
