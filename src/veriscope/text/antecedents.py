"""Who "she" is, where an answer leaves no doubt."""

from __future__ import annotations

import re

_PRONOUN = re.compile(
    r"(?P<plain>He|She|Er|Elle|Il(?!\s+(?:est|y|faut|s['’]|semble|pleut|a\s+fallu|existe|suffit))|"
    r"Sie(?=\s+(?:ist|war|hat|hatte|wurde|wird|kam|starb|gewann|studierte|arbeitete)\b)|"
    r"그는|그녀는)(?=\s)"
    r"|(?P<own>His|Her)(?=\s+[a-z])"
)
_NAME = re.compile(
    r"(?<![\w-])[A-ZÀ-ÖØ-Þ][\w'’-]+(?:\s+(?:(?:de|da|di|du|del|la|le|van|von|der|den|ter|bin|ibn|al|el)\s+)?[A-ZÀ-ÖØ-Þ][\w'’-]+){1,3}"
)
_KOREAN_NAME = re.compile(r"^([가-힣]{2,4})(?:은|는)\s")


class Antecedents:
    """The names that an answer has brought so far, in one stretch under one heading.

    A pronoun is replaced only when it opens its sentence and exactly one name of two words or
    more has been seen, at the head of a sentence, and no other name beside it. Anything less
    certain stays as written.
    """

    def __init__(self) -> None:
        self._person: str | None = None
        self._doubt = False

    def saw(self, text: str) -> None:
        """Take note of the names in a sentence."""
        korean = _KOREAN_NAME.match(text)
        if korean:
            self._note(korean.group(1))
            return
        first = _NAME.match(text)
        if first:
            self._note(first.group())
        if _NAME.search(text, first.end() if first else 1):
            self._doubt = True

    def _note(self, name: str) -> None:
        if self._person is None:
            self._person = name
        elif name != self._person:
            self._doubt = True

    def resolve(self, text: str) -> str:
        """Return `text` with the pronoun that opens it replaced, where that is certain."""
        person = self._person
        found = None if person is None or self._doubt else _PRONOUN.match(text)
        if person is None or found is None:
            return text
        rest = text[found.end() :]
        if _NAME.search(rest):
            return text
        if found.group("own"):
            return f"{person}'s{rest}"
        particle = _topic_particle(person) if found.group().startswith("그") else ""
        return f"{person}{particle}{rest}"


def _topic_particle(name: str) -> str:
    """Return 은 after a final consonant, 는 after a vowel."""
    return "은" if (ord(name[-1]) - ord("가")) % 28 else "는"
