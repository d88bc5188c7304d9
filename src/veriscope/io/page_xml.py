"""PAGE XML: the format of Transkribus, eScriptorium and the ground truths made with them."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from veriscope.io.safe_xml import local_name


def page_xml_text(root: Element) -> str:
    """Return the text, a line for every TextLine and an empty line between regions.

    Regions come in the reading order that the file states, those that it does not name after
    them. Of several readings of a line the one with the lowest index counts. A line without a
    text of its own is put together from its words, a region without lines has its own text.
    """
    regions = [element for element in root.iter() if local_name(element.tag) == "TextRegion"]
    order = {name: place for place, name in enumerate(_reading_order(root))}
    regions.sort(key=lambda region: order.get(region.get("id", ""), len(order)))
    return "\n\n".join(filter(None, map(_region, regions)))


def _reading_order(root: Element) -> Iterator[str]:
    for group in root.iter():
        if local_name(group.tag) in {"OrderedGroup", "OrderedGroupIndexed"}:
            named = [child for child in group if child.get("regionRef")]
            yield from (child.get("regionRef", "") for child in sorted(named, key=_index))


def _region(region: Element) -> str:
    lines = [child for child in region if local_name(child.tag) == "TextLine"]
    if lines:
        return "\n".join(map(_line, lines))
    return _equivalent(region) or ""


def _line(line: Element) -> str:
    own = _equivalent(line)
    if own is not None:
        return own
    words = [_equivalent(child) for child in line if local_name(child.tag) == "Word"]
    return " ".join(filter(None, words))


def _equivalent(element: Element) -> str | None:
    readings = [child for child in element if local_name(child.tag) == "TextEquiv"]
    for reading in sorted(readings, key=_index):
        for child in reading:
            if local_name(child.tag) == "Unicode":
                return (child.text or "").strip()
    return None


def _index(element: Element) -> int:
    given = element.get("index", "")
    return int(given) if given.isascii() and given.isdigit() and len(given) < 10 else 0
