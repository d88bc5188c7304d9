"""Sentences shortened, which leaves them true, and sentences made wrong, as summarisers do it.

Every wrong one may have been shortened before, so that being shorter says nothing.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence

from veriscope.judges.features import names_in

_FIGURE = re.compile(r"\b\d[\d.,]*\b")
_ASIDE = re.compile(r"\s*\([^()]{3,120}\)|, (?:which|who|where|whose)\b[^,]{5,120}(?=[,.])")
_OPENING = re.compile(
    r"^(?:In|On|At|After|Before|During|By|For|With|However|Meanwhile|Earlier|Later)\b[^,]{0,60}, "
)
_TAIL = re.compile(r", (?:\w+ing|with|after|before|according to|as|while|but|and)\b[^,]{5,120}\.?$")
_VERB = re.compile(
    r" (?:is|are|was|were|has|have|had|will|would|can|could|may|should|said|says|told|made|took|"
    r"won|lost|became|began|left|found|gave|got|came|went|led|held|\w{3,}ed)\b"
)
_AUXILIARY = re.compile(r"\b(?:is|are|was|were|has|have|had|will|would|can|could|may|should)\b")
_LIST = re.compile(r"\W*(?:\b(?:and|or)\b)?\W*")
_LEAST, _MOST = 5, 60

Sentences = Sequence[str]


def shortened(sentence: str, chance: random.Random) -> str | None:
    """Return a sentence without an aside, its opening or its tail; `None` where it has none."""
    cuts = [one for one in (_ASIDE, _OPENING, _TAIL) if one.search(sentence)]
    if not cuts:
        return None
    text = chance.choice(cuts).sub("", sentence, count=1).rstrip(" ,")
    text = text[:1].upper() + text[1:]
    return _usable(text if text.endswith((".", "!", "?")) else f"{text}.")


def exchanged(sentence: str, others: Sentences, chance: random.Random) -> str | None:
    """Return a sentence with a name or figure exchanged for another of the text."""
    text = " ".join(others)
    found = []
    for kinds in (names_in, _FIGURE.findall):
        own, all_ = set(kinds(sentence)), set(kinds(text))
        found += [(word, sorted(all_ - own)) for word in sorted(own) if all_ - own]
    if not found:
        return None
    word, rest = chance.choice(found)
    other = chance.choice(rest)
    return _usable(re.sub(rf"\b{re.escape(word)}\b", lambda _: other, sentence, count=1))


def swapped(sentence: str, _: Sentences, chance: random.Random) -> str | None:
    """Return a sentence in which two names stand in each other's place; no list's, of course."""
    names = [name for name in dict.fromkeys(names_in(sentence)) if len(name) > 2]
    if len(names) < 2:
        return None
    one, two = chance.sample(names, 2)
    first, second = sorted((sentence.find(one), sentence.find(two)))
    length = len(one) if sentence.find(one) == first else len(two)
    if _LIST.fullmatch(sentence[first + length : second]):
        return None
    parts = {one: two, two: one}
    pattern = rf"\b(?:{re.escape(one)}|{re.escape(two)})\b"
    return _usable(re.sub(pattern, lambda match: parts[match[0]], sentence))


def spliced(sentence: str, others: Sentences, chance: random.Random) -> str | None:
    """Return the subject of a sentence with what another sentence of the text says of its own."""
    own = _subject(sentence)
    rest = [one for one in others if one != sentence and _subject(one)]
    if own is None or not rest:
        return None
    other = chance.choice(rest)
    subject = _subject(other)
    if subject is None or subject == own:
        return None
    return _usable(own + other[len(subject) :])


def denied(sentence: str, _: Sentences, chance: random.Random) -> str | None:
    """Return a sentence with a "not" in it, or without the one that it has."""
    if " not " in sentence:
        return _usable(sentence.replace(" not ", " ", 1))
    places = [match.end() for match in _AUXILIARY.finditer(sentence)]
    if not places:
        return None
    at = chance.choice(places[:2])
    return _usable(f"{sentence[:at]} not{sentence[at:]}")


def _subject(sentence: str) -> str | None:
    verb = _VERB.search(sentence)
    if verb is None or not 1 <= len(sentence[: verb.start()].split()) <= 8:
        return None
    return sentence[: verb.start()]


def _usable(text: str) -> str | None:
    return text if _LEAST <= len(text.split()) <= _MOST else None


WAYS: Sequence[Callable[[str, Sentences, random.Random], str | None]] = (
    exchanged,
    exchanged,
    swapped,
    spliced,
    spliced,
    denied,
)
"""How sentences are made wrong; twice what happens most."""


def edited(sentence: str, others: Sentences, wrong: bool, chance: random.Random) -> str | None:
    """Return a sentence that is shortened or made wrong; `None` where it gives no occasion."""
    short = shortened(sentence, chance)
    if not wrong:
        return short
    way, before = chance.choice(WAYS), chance.random() < 0.6
    return way((before and short) or sentence, others, chance)
