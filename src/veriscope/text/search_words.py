"""The words of a text as search knows them: folded, without endings, figures whole."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from veriscope.text.abbreviations import word_set

_TOKEN = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+(?:['’][^\W\d_]{1,2}\b)?|\d+")
_WIDE = re.compile(r"[\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_STOP = word_set(
    "a an the of to in on at by for with from as and or but is are was were be been being it its "
    "this that these those he she they his her their we you i has have had do does did not no so "
    "than then there which who whom whose what when where also into over under about after before "
    "can could will would may might must should shall if such via per "
    "le la les l un une des du de d et ou est sont était a ont il elle ils elles ce cette ces que "
    "qui dans en sur au aux par pour avec ne pas se sa son ses "
    "der die das den dem des ein eine einer eines einem und oder ist sind war waren hat haben er "
    "sie es im am von zu zum zur mit auf für bei als auch nicht sich wurde wurden wird"
)
_STEM = 6


def tokens(text: str) -> list[str]:
    """Return the words of `text` in order, folded; figures keep their points and commas."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return _TOKEN.findall(folded)


@lru_cache(maxsize=8192)
def stems(text: str) -> tuple[str, ...]:
    """Return what `text` is about: content words cut to their stem, figures as written.

    Scripts that write words together, or hang particles on them, are cut into pairs of letters.
    A text of function words alone keeps those. The same sentence is asked about several times on
    its way, so the last answers are kept.
    """
    words = tokens(text)
    kept = [word for word in words if word not in _STOP] or words
    return tuple(stem for word in kept for stem in _stem(word))


def is_function_word(word: str) -> bool:
    """Whether a word only joins others and names nothing."""
    return word.casefold() in _STOP


def is_figure(stem: str) -> bool:
    """Whether a stem is a number."""
    return stem[:1].isdigit()


def _stem(word: str) -> list[str]:
    if word[0].isdigit():
        return [_figure(word)]
    if _WIDE.match(word):
        return [word[i : i + 2] for i in range(len(word) - 1)] or [word]
    bare = word.partition("'")[0].partition("’")[0] or word
    if len(bare) > 4 and bare.endswith("s") and not bare.endswith("ss"):
        bare = bare[:-1]
    return [bare[:_STEM]]


def _figure(word: str) -> str:
    """Write 1,234 and 1234 alike; what may be a decimal comma stays."""
    parts = word.split(",")
    if len(parts) > 1 and all(len(part.partition(".")[0]) == 3 for part in parts[1:]):
        return "".join(parts)
    return word
