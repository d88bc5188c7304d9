"""XML from outside: parsed with nothing expanded and nothing fetched."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from veriscope.errors import InputError
from veriscope.io.rows import open_bytes


def read_xml(path: str | Path) -> Element:
    """Return the root of an XML file; tags carry their namespace as `{uri}name`.

    A file that declares an entity is refused: no format of transcriptions needs one, and entities
    are how a small file becomes a huge one or reads another. Whatever is wrong is an `InputError`
    with the file and the line.
    """
    builder = TreeBuilder()
    parser = expat.ParserCreate(namespace_separator="}")
    parser.buffer_text = True
    parser.StartElementHandler = lambda tag, attributes: builder.start(
        _qualified(tag), {_qualified(name): value for name, value in attributes.items()}
    )
    parser.EndElementHandler = lambda tag: builder.end(_qualified(tag))
    parser.CharacterDataHandler = builder.data
    parser.EntityDeclHandler = _refuse
    with open_bytes(path) as stream:
        try:
            parser.ParseFile(stream)
        except expat.ExpatError as error:
            raise InputError(f"not XML: {expat.ErrorString(error.code)}", source=str(path),
                             line=error.lineno) from None  # fmt: skip
        except InputError as error:
            raise error.at(str(path), parser.CurrentLineNumber) from None
        except (LookupError, ValueError) as error:
            raise InputError(f"not XML: {error}", source=str(path)) from None
    return builder.close()


def local_name(tag: str) -> str:
    """Return a tag without its namespace."""
    return tag.rpartition("}")[2]


def _qualified(name: str) -> str:
    return "{" + name if "}" in name else name


def _refuse(*_: Any) -> None:
    raise InputError("declares an entity, which a page never needs")
