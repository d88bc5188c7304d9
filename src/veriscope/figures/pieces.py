"""The pieces that the patterns of figures are put together from.

None of them can backtrack over more than a few characters: what repeats without bound is
possessive and starts only where nothing like it stands before, so that each character is looked
at a fixed number of times whatever the text holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from veriscope.figures.numerals import COMMA_DECIMAL

LETTERS = "0-9A-Za-z_\u00c0-\u024f"
START = rf"(?<![{LETTERS}])"
"""Not inside a Latin word or number. Korean particles may stand right before a figure."""
END = rf"(?![{LETTERS}])"
BLANK = "[ \\t\\r\\n\u00a0\u202f\u2009]"
GAP = rf"{BLANK}{{0,2}}+"
YEAR = r"(?:1[5-9]|20|21)[0-9][0-9](?![0-9])"

_BLOB = "[0-9]++(?:[.,'’\u00a0\u202f\u2009][0-9]++)*+"
_THREES = r"[0-9]{1,3}(?: [0-9]{3}(?![0-9])){1,6}+"


def words(choices: Iterable[str]) -> str:
    """Return a pattern for any of these words in any case, the longest first.

    Only ASCII letters are folded: Unicode folding would match letters that no table holds. Words
    are grouped by their first character, which rules out nearly all of them in one step.
    """
    every = {form for word in choices for form in (word, word.upper())}
    longest = sorted(every, key=lambda word: (-len(word), word))
    heads: dict[str, list[str]] = {}
    for word in longest:
        rest = re.escape(word[1:]).replace(r"\ ", f"{BLANK}{{1,2}}")
        heads.setdefault(word[0].lower(), []).append(rest)
    groups = (
        f"{_either(head)}(?:{'|'.join(dict.fromkeys(rests))})" for head, rests in heads.items()
    )
    return f"(?:{'|'.join(groups)})".replace("(?:", "(?ai:", 1)


def _either(char: str) -> str:
    """Return the class of a character in both cases; a class is cheap to rule out."""
    return f"[{re.escape(''.join(sorted({char, char.upper()})))}]"


def plain(choices: Iterable[str]) -> str:
    """Return a pattern for any of these strings as they stand, the longest first."""
    choices = list(choices)
    if all(len(choice) == 1 for choice in choices):
        return f"[{re.escape(''.join(choices))}]"
    return f"(?:{'|'.join(map(re.escape, sorted(choices, key=lambda w: (-len(w), w))))})"


def number(locale: str) -> str:
    """Return the pattern of a written number.

    Plain blanks set off thousands in French; elsewhere only where a decimal comma follows, since
    "Table 3 850 units" is more often two numbers.
    """
    comma = "(?:,[0-9]++)?+" if locale == "fr" else ",[0-9]++"
    dotted = r"\.[0-9]++" if locale not in COMMA_DECIMAL else r",[0-9]++"
    return rf"(?>{_THREES}{comma}|{_BLOB}|(?<![.,0-9]){dotted})"


def normal(written: str) -> str:
    """Return a matched word as it stands in its table."""
    return " ".join(written.split()).lower()
