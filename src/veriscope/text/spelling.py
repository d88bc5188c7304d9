"""One key for the spellings of one word: the long s, u and v, accents, old and modern endings.

The rules are those by which printed French, English, German and Latin before 1850 differ from
their modern spelling. They make a key to compare by, never a text to show.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from veriscope.text.words import strip_ends

_SIGNS = {"&": "et", "ꝛc": "etc", "ﬅ": "st", "ꝑ": "per", "ꝙ": "quod"}
_LETTERS = str.maketrans(
    {
        "ſ": "s", "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ꝛ": "r", "ı": "i",
        "v": "u", "j": "i", "y": "i", "\u0364": "e", "’": "'", "ʼ": "'", "-": None, "¬": None,
        "\u00ad": None,
    }
)  # fmt: skip
_DOUBLED = re.compile(r"(\w)\1+")
_RULES = (
    (re.compile(r"[szx]$"), ""),  # amitiez, amitiés; loix, lois
    (re.compile(r"(?<=[aeiou])s(?=[cdlmnpqt])"), ""),  # estre, isle, escuyer: être, île, écuyer
    (re.compile(r"eu$"), "u"),  # receu, reçu
    (re.compile(r"oi(?=(?:t|ent|tre)?$)"), "ai"),  # avoit, connoitre: avait, connaître
    (re.compile(r"ph"), "f"),
    (re.compile(r"th"), "t"),  # Theil, Thür
    (re.compile(r"ck$"), "c"),  # publick
    (re.compile(r"(?<=[aou])e(?=[^aeiou]|$)"), ""),  # ue for ü, ae for ä
    (re.compile(r"(?<=[^aeiou])e$"), ""),  # olde, whiche
)


_REMEMBERED = 64
"""Longer words are rare, and would be kept alive by the memory of keys."""


def spelling_key(word: str) -> str:
    """Return what the old and the modern spelling of a word have in common.

    Words with a digit keep every letter and figure: no spelling rule turns one number into
    another. A word of punctuation alone has an empty key.
    """
    return _remembered(word) if len(word) <= _REMEMBERED else _key(word)


def _key(word: str) -> str:
    plain = unicodedata.normalize("NFKC", word).casefold()
    bare = _SIGNS.get(plain) or strip_ends(plain)
    bare = "".join(bare.split())  # a compatibility form may hold a space
    if any(map(str.isdigit, bare)):
        return bare
    letters = unicodedata.normalize("NFD", bare.translate(_LETTERS))
    key = "".join(letter for letter in letters if not unicodedata.combining(letter))
    for rule, put in _RULES:
        key = rule.sub(put, key)
    return _DOUBLED.sub(r"\1", key) or bare


_remembered = lru_cache(maxsize=65536)(_key)
