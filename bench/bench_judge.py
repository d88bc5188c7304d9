"""The judge of this machine: what it adds to the bare model, and what a model costs elsewhere.

It runs the model of the package, or the folder that VERISCOPE_BENCH_MODEL names. Where
VERISCOPE_DATA names the folder that holds RAGTruth's answers, those are what is answered; else
answers made here. The rows say which.
"""

from __future__ import annotations

import asyncio
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from bench.rows import Row, best_of
from veriscope.grounding.measure import read_labelled, sampled
from veriscope.io.rows import read_rows
from veriscope.judges import LocalJudge
from veriscope.judges.by_model import cases_of
from veriscope.judges.claims import rule_claims
from veriscope.judges.embedded import batching, session
from veriscope.judges.embedded.scorer import SHIPPED, OnnxScorer
from veriscope.judges.embedded.spec import MODEL
from veriscope.judges.running import run_sync
from veriscope.model import Author, AuthorKind, Claim, Context

ANSWERS = 24
CLAIMS = 5
FILE = "grounding/test/ragtruth_qa_test.jsonl.xz"
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


@dataclass(frozen=True)
class Answers:
    """Answers as claims, each with its context; `texts` is what a token classifier reads."""

    what: str
    cases: Sequence[tuple[Sequence[Claim], Sequence[Context]]]
    texts: Sequence[tuple[str, str]]

    @property
    def claims(self) -> int:
        """How many claims there are in all."""
        return sum(len(claims) for claims, _ in self.cases)


def answers() -> Answers:
    """Return the answers of RAGTruth, or such as are made here."""
    path = Path(os.environ.get("VERISCOPE_DATA", "")) / FILE
    if not path.is_file():
        return made()
    rows = [read_labelled(row).record for _, row in sampled(read_rows(str(path)), ANSWERS)]
    return Answers(
        f"{ANSWERS} answers of RAGTruth-QA",
        [(rule_claims(row.response), row.contexts) for row in rows],
        [(row.contexts[0].text, row.response) for row in rows],
    )


def made() -> Answers:
    """Return answers that no rule decides."""
    texts = []
    for number in range(ANSWERS):
        claims = [
            f"The {SUBJECTS[(number + i) % 8]} {VERBS[i]} after {1720 + 5 * i} years."
            for i in range(CLAIMS)
        ]
        texts.append((context(number), " ".join(claims)))
    cases = [(rule_claims(answer), [Context(text, "0")]) for text, answer in texts]
    return Answers(f"{ANSWERS} made answers of {CLAIMS} claims", cases, texts)


def memory() -> float:
    """Return the most memory that this process has held, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def batches_of(scorer: OnnxScorer, given: Answers) -> list[Any]:
    """Return the padded batches that the judge makes of each answer."""
    model = session.load(scorer.spec)
    feeds = []
    for claims, sources in given.cases:
        found = cases_of(claims, sources, scorer.spec.budget, AUTHOR)
        pairs = [(case.selected.text, case.claim.text) for case in found if case.ruled is None]
        coded = batching.encode(list(dict.fromkeys(pairs)), scorer.spec, model.tokenizer)
        feeds += [part.feed for part in batching.batches(coded, model.inputs, model.threads)]
    return feeds


def judge_all(judge: LocalJudge, given: Answers) -> None:
    """Judge all answers side by side, as the check does it."""

    async def work() -> None:
        await asyncio.gather(*(judge.verify(claims, sources) for claims, sources in given.cases))

    run_sync(work)


def bench_whole(scorer: OnnxScorer, given: Answers) -> tuple[list[Row], float]:
    """Return the whole judge beside bare `session.run` on the same batches, and seconds an answer.

    Both use all threads.
    """
    model, judge = session.load(scorer.spec), LocalJudge(scorer)
    feeds = batches_of(scorer, given)
    seconds = [
        (best_of(lambda: model.run_all(feeds), 1), best_of(lambda: judge_all(judge, given), 1))
        for _ in range(5)
    ]
    bare, whole = (min(column) for column in zip(*seconds, strict=True))
    share, count = bare / whole, len(given.cases)
    against = f"bare session.run {given.claims / bare:.1f} claims/s, {model.threads} threads"
    return [
        Row("judge", "claims a second", given.claims / whole, "1/s", against),
        Row("judge", "answers a second", count / whole, "1/s", given.what),
        Row("judge", "whole judge", share, "x", against, ">= 0.8 x", share >= 0.8),
        Row("judge", "peak memory", memory(), "MB"),
    ], whole / count


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


def bench_torch(scorer: OnnxScorer, given: Answers, answer: float) -> list[Row]:
    """Return the model beside torch in fp32, and an answer beside a token classifier's pass."""
    if not has_torch():
        told = "torch and transformers are not installed"
        return [Row("judge", "against torch", 0.0, "not measured", told)]
    import torch

    torch.set_num_threads(session.load(scorer.spec).threads)
    return [*bench_twin(scorer, given), *bench_classifiers(scorer, given, answer)]


def bench_twin(scorer: OnnxScorer, given: Answers) -> list[Row]:
    """Return int8 beside a network of the same shape in fp32, which torch runs."""
    import torch
    from transformers import BertConfig, BertForSequenceClassification

    feeds = batches_of(scorer, given)
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
    return [Row("judge", "int8 ONNX", ratio, "x", same, ">= 2 x", ratio >= 2)]


SHAPES = (("ModernBERT-base", (768, 1152, 22, 12), 5.0), ("17M", (256, 384, 7, 4), 0.0))
"""Encoders of token classifiers: width, inner width, layers, heads; how many times we must be."""


def bench_classifiers(scorer: OnnxScorer, given: Answers, answer: float) -> list[Row]:
    """Return an answer beside one pass over context and answer, as LettuceDetect makes it."""
    words = session.load(scorer.spec).tokenizer
    lengths = [len(words.encode(*text)) for text in given.texts]
    rows = []
    for what, shape, goal in SHAPES:
        times = classifier_seconds(shape, lengths) / len(lengths) / answer
        against = f"token classifier of {what} shape, random weights, torch, {given.what}"
        told, met = (f">= {goal:g} x", times >= goal) if goal else ("", None)
        rows.append(Row("judge", "answers a second", times, "x", against, told, met))
    return rows


def classifier_seconds(shape: tuple[int, int, int, int], lengths: Sequence[int]) -> float:
    """Return the seconds of a token classifier over texts of so many tokens, one by one."""
    import torch
    from transformers import ModernBertConfig, ModernBertForTokenClassification

    width, inner, layers, heads = shape
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
    texts = [torch.randint(100, 40_000, (1, length)) for length in lengths]

    def read() -> None:
        with torch.inference_mode():
            for ids in texts:
                model(input_ids=ids, attention_mask=torch.ones_like(ids))

    return best_of(read, 2)


def bench_words() -> list[Row]:
    """Return the claims a second where there is no model to measure."""
    judge, given = LocalJudge(), answers()
    start = time.perf_counter()
    judge_all(judge, given)
    seconds = time.perf_counter() - start
    return [Row("judge", "claims a second, words alone", given.claims / seconds, "1/s")]


def run() -> list[Row]:
    """Run the benches of the judge of this machine."""
    model = folder()
    if not (model / MODEL).is_file():
        return bench_words()
    scorer, given = OnnxScorer(model), answers()
    whole, answer = bench_whole(scorer, given)
    return [*whole, *bench_first(model), *bench_torch(scorer, given, answer)]
