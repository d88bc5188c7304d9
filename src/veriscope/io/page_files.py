"""Pages as files: plain text, ALTO, PAGE XML and hOCR, alone or in folders."""

from __future__ import annotations

from pathlib import Path

from veriscope.errors import InputError
from veriscope.io.alto import alto_text
from veriscope.io.hocr import hocr_text
from veriscope.io.page_xml import page_xml_text
from veriscope.io.rows import open_bytes
from veriscope.io.safe_xml import local_name, read_xml

_ENDINGS = (
    ".gt.txt", ".txt", ".alto.xml", ".page.xml", ".xml", ".hocr.html", ".hocr", ".html", ".htm",
)  # fmt: skip


def read_page(path: str | Path) -> str:
    """Return the text of one page; the format is told by the file's ending and its content."""
    name = str(path).lower()
    if name.endswith(".xml"):
        return _xml(path)
    text = _decoded(path)
    return hocr_text(text) if name.endswith((".hocr", ".html", ".htm")) else text


def find_pages(folder: str | Path) -> dict[str, Path]:
    """Return the files of pages in a folder and below it, by page, in the order of their names.

    A page is named by its path in the folder without its ending, so that `p1.gt.txt`, `p1.txt`
    and `p1.xml` are one page. Hidden files and other endings, such as images, are passed over.
    """
    base = Path(folder)
    if not base.is_dir():
        raise InputError("is no folder", source=str(folder))
    found: dict[str, Path] = {}
    for path in sorted(base.rglob("*")):
        page = page_name(path.relative_to(base).as_posix())
        if page is None or not path.is_file():
            continue
        if page in found:
            other = found[page].name
            raise InputError(f"{other} and {path.name} are the same page", source=str(folder))
        found[page] = path
    return found


def page_name(path: str) -> str | None:
    """Return the page that a file name stands for; None for what is no page."""
    if any(part.startswith(".") for part in path.split("/")):
        return None
    ending = next((end for end in _ENDINGS if path.lower().endswith(end)), None)
    return path[: -len(ending)] if ending else None


def _decoded(path: str | Path) -> str:
    with open_bytes(path) as stream:
        try:
            return stream.read().decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise InputError(f"not UTF-8: byte {error.start}", source=str(path)) from None


def _xml(path: str | Path) -> str:
    root = read_xml(path)
    kind = local_name(root.tag)
    if kind.lower() == "alto":
        return alto_text(root)
    if kind == "PcGts":
        return page_xml_text(root)
    if kind == "html":
        return hocr_text(_decoded(path))
    raise InputError(f"neither ALTO nor PAGE: its root is {kind!r}", source=str(path))
