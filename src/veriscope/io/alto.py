"""ALTO: the layout format of libraries, in every version of its namespace."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from veriscope.io.safe_xml import local_name


def alto_text(root: Element) -> str:
    """Return the text, a line for every TextLine and an empty line between blocks.

    Words are joined by one space, as they stand on the page: a word that is broken over two lines
    stays broken, with its hyphen.
    """
    blocks = []
    for block in root.iter():
        if local_name(block.tag) == "TextBlock":
            lines = [_line(line) for line in block if local_name(line.tag) == "TextLine"]
            blocks.append("\n".join(lines))
    return "\n\n".join(blocks)


def _line(line: Element) -> str:
    text = ""
    for part in line:
        kind = local_name(part.tag)
        if kind == "String":
            text += (" " if text else "") + part.get("CONTENT", "")
        elif kind == "HYP":
            text += part.get("CONTENT", "-")
    return text
