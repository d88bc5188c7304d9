"""SemEval aspect files of 2014 to 2016, read sentence by sentence.

2014 writes `<aspectTerm term from to>`, 2015 and 2016 `<Opinion target from to>`; an opinion whose
target is NULL names no term and is no aspect. Such a file comes from outside: a document type
declaration, and with it every entity, is refused. XML turns CRLF in a text into LF, which is also
what the spans of these files count.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO, Any

from veriscope.aspects.readers.shapes import Entry, entry_of
from veriscope.errors import InputError, MissingExtraError

_ASPECTS = {"aspectTerm": "term", "Opinion": "target"}
_NO_TARGET = "NULL"


def read_semeval(stream: IO[bytes], source: str) -> Iterator[Entry]:
    """Yield one entry a sentence; what is no XML, or dangerous XML, is an `InputError`."""
    try:
        from defusedxml import DefusedXmlException  # noqa: PLC0415 - an optional package
        from defusedxml.ElementTree import ParseError, iterparse  # noqa: PLC0415
    except ImportError:
        raise MissingExtraError("reading SemEval XML", "aspects") from None
    parents: list[Any] = []
    try:
        for event, element in iterparse(stream, events=("start", "end"), forbid_dtd=True):
            if event == "start":
                parents.append(element)
                continue
            parents.pop()
            if element.tag != "sentence":
                continue
            yield _sentence(element)
            if parents:
                parents[-1].remove(element)  # what is read is let go, or memory would grow
    except ParseError as error:
        line = getattr(error, "position", (None, 0))[0]
        raise InputError("not well-formed XML", source=source, line=line) from None
    except DefusedXmlException:
        problem = "refused: XML with a document type declaration or entities"
        raise InputError(problem, source=source) from None


def _sentence(element: Any) -> Entry:
    aspects = []
    for child in element.iter():
        name = _ASPECTS.get(child.tag)
        if name is None or (name == "target" and child.get(name, _NO_TARGET) == _NO_TARGET):
            continue
        aspects.append({"term": child.get(name), **child.attrib})
    text = element.findtext("text") or ""
    return entry_of({"id": element.get("id"), "text": text, "aspects": aspects})
