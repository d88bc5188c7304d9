"""Capitalised names of the output that the reference has nowhere."""

from __future__ import annotations

import re

from veriscope.model import Span
from veriscope.text.spelling import spelling_key

_NAME = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_STARTS_A_SENTENCE = frozenset(".!?…:;«»“”\"'‘(—–")
_LEAST = 3


def invented_names(reference: str, hypothesis: str) -> list[Span]:
    """Return where the output has a name that the reference lacks in every spelling.

    A name is a word of at least three letters with a capital first and a small letter after it,
    not at the start of a sentence, where any word has a capital.
    """
    known = {spelling_key(match[0]) for match in _NAME.finditer(reference)}
    found = []
    end = 0
    for match in _NAME.finditer(hypothesis):
        before = hypothesis[end : match.start()].strip()
        starts = end == 0 or bool(_STARTS_A_SENTENCE & set(before))
        end = match.end()
        if not starts and _is_name(match[0]) and spelling_key(match[0]) not in known:
            found.append(match.span())
    return found


def _is_name(word: str) -> bool:
    return len(word) >= _LEAST and word[0].isupper() and not word[1:].isupper()
