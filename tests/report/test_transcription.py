"""The page: complete, escaped, the worst first, every page to be opened."""

import re
from html.parser import HTMLParser

from tests.transcription.pages import INVENTED, TRUTH
from veriscope import Record
from veriscope.report import transcription as room
from veriscope.report.transcription import write_transcription_report
from veriscope.transcription import assess, compare_engines, read_page_set

EVIL = "<script>alert(1)</script>"


class Marks(HTMLParser):
    """Collects what is marked, by class, and the pages in their order."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.marks: list[tuple[str, str]] = []
        self.pages: list[str] = []
        self.scripts = 0
        self._open: str | None = None
        self.feed(source)

    def handle_starttag(self, tag, attrs) -> None:
        found = dict(attrs)
        if tag == "mark":
            self._open = found["class"]
            self.marks.append((self._open, ""))
        if tag == "details":
            self.pages.append(found["id"])
        self.scripts += tag == "script"

    def handle_endtag(self, tag) -> None:
        if tag == "mark":
            self._open = None

    def handle_data(self, data) -> None:
        if self._open is not None:
            self.marks[-1] = (self._open, self.marks[-1][1] + data)


def write(folder, records: list[Record], missing=()):
    found = assess(records)
    engines = compare_engines([*found, *missing])
    return write_transcription_report(folder, records, found, engines, missing)


def test_blocks_are_marked_and_the_worst_page_comes_first(tmp_path) -> None:
    records = [
        Record(TRUTH, reference=TRUTH, id="clean", model="one"),
        Record(TRUTH[: TRUTH.index("On the")] + INVENTED, reference=TRUTH, id="bad", model="two"),
    ]
    page = write(tmp_path / "new" / "out", records)
    text = page.read_text(encoding="utf-8")
    seen = Marks(text)
    assert ("bad", INVENTED) in seen.marks
    assert any(kind == "doubt" and shown.endswith("is lost.") for kind, shown in seen.marks)
    assert seen.pages == ["p1", "p2"]
    assert text.index("<strong>bad</strong>") < text.index("<strong>clean</strong>")
    assert "invented text" in text
    assert 'xlink:href="report.html#p1"' in text
    assert "1 of 2 pages need a look" in text


def test_text_from_outside_is_escaped_wherever_it_stands(tmp_path) -> None:
    evil = Record(EVIL, reference=TRUTH + EVIL, id=EVIL, model=EVIL)
    text = write(tmp_path, [evil]).read_text(encoding="utf-8")
    assert EVIL not in text
    assert Marks(text).scripts == 1  # the page's own
    assert not re.findall(r'(?:src|href)="(?!#|report)[^"]*"', text.replace("xlink:", ""))


def test_many_pages_are_spread_over_files_and_all_can_be_opened(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(room, "PAGES_A_FILE", 2)
    records = [Record(f"{TRUTH} {i}", reference=TRUTH, id=f"n{i}", model="e") for i in range(5)]
    write(tmp_path, records)
    files = sorted(path.name for path in tmp_path.iterdir())
    assert files == ["report-2.html", "report-3.html", "report.html"]
    texts = [(tmp_path / name).read_text(encoding="utf-8") for name in files]
    assert sorted(page for text in texts for page in Marks(text).pages) == [
        f"p{i}" for i in range(1, 6)
    ]
    assert all(f'href="{name}"' in texts[2] for name in files[:2])
    assert all(f"<strong>n{i}</strong>" in "".join(texts) for i in range(5))


def test_no_pages_make_a_page_too(tmp_path) -> None:
    text = write(tmp_path, []).read_text(encoding="utf-8")
    assert "0 pages" in text


def test_pages_without_output_are_listed(tmp_path) -> None:
    for name in ("gt", "ocr"):
        (tmp_path / name).mkdir()
    (tmp_path / "gt" / "lost-page.txt").write_text(TRUTH, encoding="utf-8")
    pages = read_page_set(tmp_path / "gt", {"ocr": tmp_path / "ocr"})
    text = write(tmp_path / "out", [], pages.missing).read_text(encoding="utf-8")
    assert "ocr: lost-page" in text
    assert "Pages without output" in text
