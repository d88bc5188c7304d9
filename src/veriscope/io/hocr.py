"""hOCR: HTML with the classes that Tesseract and OCRopus write."""

from __future__ import annotations

from html.parser import HTMLParser

_LINES = frozenset({"ocr_line", "ocrx_line", "ocr_header", "ocr_caption", "ocr_textfloat"})
_BLOCKS = frozenset({"ocr_par", "ocr_carea", "ocrx_block"})
_VOID = frozenset({"br", "hr", "img", "input", "link", "meta", "wbr", "area", "base", "col"})


def hocr_text(source: str) -> str:
    """Return the text, a line for every ocr_line and an empty line between paragraphs.

    Text outside lines, such as a title, is no text of the page.
    """
    parser = _Lines()
    parser.feed(source)
    parser.close()
    blocks = ("\n".join(" ".join("".join(line).split()) for line in lines) for lines in parser.done)
    return "\n\n".join(block for block in blocks if block.strip())


class _Lines(HTMLParser):
    """Collects the lines of a page by paragraph, a line in its parts."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.done: list[list[list[str]]] = [[]]
        self._depth = 0
        """How many elements are open inside the current line; 0 outside of any."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open a line or paragraph, or go one deeper."""
        classes = set((dict(attrs).get("class") or "").split())
        if self._depth:
            self._depth += tag not in _VOID
        elif classes & _LINES:
            self.done[-1].append([])
            self._depth = 1
        elif classes & _BLOCKS and self.done[-1]:
            self.done.append([])

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element without content changes nothing."""

    def handle_endtag(self, tag: str) -> None:
        """Close the innermost element."""
        if self._depth and tag not in _VOID:
            self._depth -= 1

    def handle_data(self, data: str) -> None:
        """Keep what stands inside a line."""
        if self._depth:
            self.done[-1][-1].append(data)
