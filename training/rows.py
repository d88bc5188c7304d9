"""Labelled files to pairs of a passage and a claim; what was used, and under which licence."""

from __future__ import annotations

import json
import lzma
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from training.edits import edited
from veriscope.judges.claims import rule_claims
from veriscope.judges.selection import select_evidence
from veriscope.text.search_words import stems
from veriscope.text.sentences import sentences

SUPPORTED, REFUTED, UNKNOWN, UNSUPPORTED, UNTOLD = 0, 1, 2, 3, 4
"""The fourth is either of the second and the third: the source says only that it is wrong.

Of the fifth no person said anything; a teacher does.
"""

LABELS = {
    "supported": SUPPORTED,
    "refuted": REFUTED,
    "not_enough_info": UNKNOWN,
    "not_supported": UNSUPPORTED,
}

PAIRS = ("snli", "mnli", "scitail", "cb", "fever_dev_rte", "fool_me_twice_dev", "begin_wow")
"""Training files whose licence is stated."""
ANSWERS = ("summedits_test", "factcheck_gpt_stance", "xsumfaith")
"""Public test files that are trained on, and therefore no longer tests."""
HELD_OUT = ("climate_fever_evidence", "covidfact", "rte", "attributionbench_dev", "healthver_dev")
"""Files without a stated licence: they choose between models, none is trained on them."""
NINE = (
    "ragtruth_qa_test",
    "summeval",
    "bump",
    "wice_claim",
    "qags_sent",
    "fool_me_twice_test",
    "attributionbench_ood_test500",
    "fever_symmetric_test",
    "rank19_falke",
)
"""The tests."""

_KEPT = {"snli": 0.35, "scitail": 0.7}
_HIDDEN = {
    "fever_dev_rte": 2.5,
    "fool_me_twice_dev": 4.0,
    "begin_wow": 3.0,
    "snli": 0.15,
    "mnli": 0.5,
    "scitail": 0.5,
}
"""How often a row of a file is hidden among other passages."""
_BEREFT = {"fever_dev_rte": 0.5, "fool_me_twice_dev": 1.0, "begin_wow": 1.0, "mnli": 0.2}
"""How often its claim is put beside other passages without its own."""
_JOINED, _SENTENCES, _EDITS, _TIMES = 30_000, 16_000, 64_000, 4
"""Answers put together, sentences with and without their place, edits, cuts of an answer."""
EDITS = "edits"
"""How the sources of edited sentences begin."""
_WRONG = 0.4
"""How many edits are tried to make wrong: more of these succeed."""
_PIECE = 60
"""A context is shared when twice as many letters and digits in a row also stand in a test."""
_EVERY = {**dict.fromkeys(PAIRS, 25), **dict.fromkeys((*ANSWERS, "summedits_evaluation"), 7)}
"""One text of so many is kept back for validation."""


@dataclass(frozen=True, slots=True)
class Row:
    """A passage, a claim and what a person said of them."""

    passage: str
    claim: str
    label: int
    source: str


def read(data: Path, part: str, name: str) -> Iterator[dict[str, object]]:
    """Yield the rows of a labelled file."""
    with lzma.open(data / part / f"{name}.jsonl.xz", "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def pairs(data: Path, name: str) -> list[Row]:
    """Return a training file's rows as they are."""
    return [
        Row(str(row["premise"]), str(row["hypothesis"]), LABELS[str(row["label"])], name)
        for row in read(data, "train", name)
    ]


def answers(data: Path, name: str) -> list[Row]:
    """Return a public test file's rows, whole answers against their context.

    What shares its context with one of the nine tests is left out.
    """
    taken = _tested(data)
    known: dict[str, bool] = {}
    part, key = ("train", "premise") if name == "summedits_evaluation" else ("test", "context")
    rows = []
    for row in read(data, part, name):
        context, claim = str(row[key]), str(row["response" if key == "context" else "hypothesis"])
        wrong = row["hallucinated"] if key == "context" else row["label"] != "supported"
        if context not in known:
            known[context] = _shared(_plain(context), taken)
        if not known[context]:
            rows.append(Row(context, claim, UNSUPPORTED if wrong else SUPPORTED, name))
    return rows


@cache
def _tested(data: Path) -> set[str]:
    """Return pieces of every context of the nine tests, end to end."""
    texts = {str(row["context"]) for test in NINE for row in read(data, "test", test)}
    return {
        plain[at : at + _PIECE]
        for plain in map(_plain, texts)
        for at in range(0, len(plain) - _PIECE + 1, _PIECE)
    }


@cache
def _plain(text: str) -> str:
    return "".join(sign for sign in text.lower() if sign.isalnum())


def _shared(text: str, taken: set[str]) -> bool:
    return any(text[at : at + _PIECE] in taken for at in range(len(text) - _PIECE + 1))


def _split(text: str) -> list[str]:
    return [text[start:end] for start, end in sentences(text)]


def kept_back(row: Row) -> bool:
    """Whether a row's text belongs to validation: always the same texts."""
    return sum(map(ord, row.passage[:200])) % _EVERY[row.source] == 0


def held_back(data: Path) -> list[Row]:
    """Return, uncut, the rows that are kept back of the files that are trained on."""
    natural = [row for name in PAIRS if name != "snli" for row in pairs(data, name)]
    whole = [row for name in (*ANSWERS, "summedits_evaluation") for row in answers(data, name)]
    return [row for row in [*natural, *whole] if kept_back(row)]


def training(data: Path, seed: int) -> list[Row]:
    """Return the rows to train on."""
    chance = random.Random(seed)
    train = {name: [r for r in pairs(data, name) if not kept_back(r)] for name in PAIRS}
    whole = [row for name in (*ANSWERS, "summedits_evaluation") for row in answers(data, name)]
    whole = [row for row in whole if not kept_back(row)]
    rows = [row for _ in range(_TIMES) for row in balanced_wrong(whole, chance)]
    for name, found in train.items():
        rows += [row for row in found if chance.random() < _KEPT.get(name, 1.0)]
        among = Neighbours(found)
        rows += hidden(list(repeated(found, _HIDDEN.get(name, 0.0), chance)), among, chance)
        rows += bereft(list(repeated(found, _BEREFT.get(name, 0.0), chance)), among, chance)
    right = [r for name in ("snli", "mnli", "fever_dev_rte", "scitail") for r in train[name]]
    rows += joined(right, _JOINED, chance)
    texts = [row.passage for row in whole] + [
        row.passage for name in ("fool_me_twice_dev", "fever_dev_rte") for row in train[name]
    ]
    rows += with_and_without(texts, _SENTENCES, chance)
    rows += edits([*whole, *train["fever_dev_rte"], *train["begin_wow"]], _EDITS, chance)
    rows += by_claims(whole)
    rows = [cut(row, chance) for row in rows]
    chance.shuffle(rows)
    return rows


def repeated(rows: Sequence[Row], times: float, chance: random.Random) -> Iterator[Row]:
    """Yield each row so many times; of a fraction, that share of the rows once more."""
    for row in rows:
        for _ in range(int(times) + (chance.random() < times % 1)):
            yield row


def by_claims(rows: Sequence[Row]) -> Iterator[Row]:
    """Yield answers of several claims claim by claim.

    Each claim of a right one is right; of a wrong one nobody said which claim is wrong.
    """
    for row in rows:
        claims = rule_claims(row.claim)
        if len(claims) >= 2:
            label = row.label if row.label == SUPPORTED else UNTOLD
            for claim in claims:
                yield Row(row.passage, claim.text, label, f"{row.source}+claims")


def balanced_wrong(rows: Sequence[Row], chance: random.Random) -> Iterator[Row]:
    """Yield rows of each source with at most twice as many wrong ones as right ones."""
    for source in dict.fromkeys(row.source for row in rows):
        mine = [row for row in rows if row.source == source]
        right = [row for row in mine if row.label == SUPPORTED]
        wrong = [row for row in mine if row.label != SUPPORTED]
        yield from right
        yield from chance.sample(wrong, min(len(wrong), 2 * len(right)))


class Neighbours:
    """The passages of a file by the stems that they hold."""

    def __init__(self, pool: Sequence[Row]) -> None:
        self._pool = pool
        self._holding: dict[str, list[int]] = {}
        for number, other in enumerate(pool):
            for stem in set(stems(other.passage)):
                self._holding.setdefault(stem, []).append(number)

    def of(self, row: Row, chance: random.Random) -> list[str]:
        """Return some passages, of which half speak of the same things as a row's claim."""
        held = self._holding
        own = set(stems(row.claim))
        wanted = sorted(own, key=lambda stem: (len(held.get(stem, ())), stem))[:3]
        near = [number for stem in wanted for number in held.get(stem, ())[:40]]
        others = chance.sample(near, min(len(near), 4)) + [
            chance.randrange(len(self._pool)) for _ in range(chance.randint(1, 4))
        ]
        return sorted({self._pool[number].passage for number in others} - {row.passage})


def hidden(rows: Sequence[Row], among: Neighbours, chance: random.Random) -> Iterator[Row]:
    """Yield rows with their passage hidden among others."""
    for row in rows:
        parts = [row.passage, *among.of(row, chance)]
        chance.shuffle(parts)
        yield Row(" ".join(parts), row.claim, row.label, f"{row.source}+hidden")


def bereft(rows: Sequence[Row], among: Neighbours, chance: random.Random) -> Iterator[Row]:
    """Yield claims beside other passages than their own: mostly, but not surely, without ground."""
    for row in rows:
        parts = among.of(row, chance)
        chance.shuffle(parts)
        yield Row(" ".join(parts), row.claim, UNTOLD, f"{row.source}+bereft")


def joined(rows: Sequence[Row], count: int, chance: random.Random) -> Iterator[Row]:
    """Yield answers of two to four claims, mostly with at most one wrong."""
    right = [row for row in rows if row.label == SUPPORTED]
    wrong = [row for row in rows if row.label != SUPPORTED]
    for _ in range(count):
        size = chance.randint(2, 4)
        bad = chance.random() < 0.5
        parts = chance.sample(right, size - bad) + ([chance.choice(wrong)] if bad else [])
        chance.shuffle(parts)
        passages = [part.passage for part in parts]
        chance.shuffle(passages)
        label = next((part.label for part in parts if part.label != SUPPORTED), SUPPORTED)
        yield Row(" ".join(passages), " ".join(part.claim for part in parts), label, "joined")


def with_and_without(texts: Sequence[str], count: int, chance: random.Random) -> Iterator[Row]:
    """Yield sentences of a text: right against the text, unknown once they are taken out."""
    usable = [parts for text in dict.fromkeys(texts) if len(parts := _split(text)) >= 3]
    for _ in range(count):
        parts = chance.choice(usable)
        number = chance.randrange(len(parts))
        claim = parts[number]
        if not 6 <= len(claim.split()) <= 60:
            continue
        if chance.random() < 0.4:
            yield Row(" ".join(parts), claim, SUPPORTED, "sentence+in")
        else:
            rest = [part for place, part in enumerate(parts) if place != number]
            yield Row(" ".join(rest), claim, UNKNOWN, "sentence+out")


def edits(rows: Sequence[Row], count: int, chance: random.Random) -> Iterator[Row]:
    """Yield sentences of passages, about half of them shortened, the others made wrong.

    What a person found supported is made wrong like a sentence of the passage.
    """
    usable = [(row, parts) for row in rows if len(parts := _split(row.passage)) >= 2]
    for _ in range(count):
        row, parts = chance.choice(usable)
        wrong = chance.random() < _WRONG
        from_claim = wrong and row.label == SUPPORTED and chance.random() < 0.3
        sentence = row.claim if from_claim else chance.choice(parts)
        claim = edited(sentence, parts, wrong, chance)
        if claim is not None and claim not in row.passage:
            label = UNSUPPORTED if wrong else SUPPORTED
            yield Row(row.passage, claim, label, f"{EDITS}+{'wrong' if wrong else 'right'}")


def cut(row: Row, chance: random.Random) -> Row:
    """Return a row with of its passage only what is near to the claim."""
    passage = select_evidence(row.claim, [row.passage], chance.randint(90, 240)).text
    return replace(row, passage=passage or " ".join(row.passage.split()[:60]))


def thinned(rows: Sequence[Row], shares: Mapping[str, float], chance: random.Random) -> list[Row]:
    """Return of the rows of each source so large a share; of a source without one, all."""
    return [row for row in rows if chance.random() < shares.get(row.source, 1.0)]


def summary(rows: Iterable[Row]) -> dict[str, dict[str, int]]:
    """Return how many rows of each label each source gave."""
    found: dict[str, dict[str, int]] = {}
    names = ("supported", "refuted", "not_enough_info", "not_supported", "by_teacher")
    for row in rows:
        counts = found.setdefault(row.source, {})
        counts[names[row.label]] = counts.get(names[row.label], 0) + 1
    return found
