"""Pages as files: every format gives the same text, and a hostile file does no harm."""

import pytest

from veriscope import InputError
from veriscope.io.page_files import find_pages, page_name, read_page

TEXT = "The toll-\nkeeper & son\n\n12 <pence>"

ALTO = """<?xml version="1.0"?>
<alto xmlns="http://www.loc.gov/standards/alto/ns-v3#"><Layout><Page>
<TopMargin><ComposedBlock><TextBlock ID="a">
<TextLine><String CONTENT="The"/><SP/><String CONTENT="toll"/><HYP CONTENT="-"/></TextLine>
<TextLine><String CONTENT="keeper"/><SP/><String CONTENT="&amp;"/><SP/>
<String CONTENT="son"/></TextLine></TextBlock></ComposedBlock></TopMargin>
<PrintSpace><TextBlock ID="b"><TextLine><String CONTENT="12"/>
<String CONTENT="&lt;pence&gt;"/></TextLine></TextBlock></PrintSpace>
</Page></Layout></alto>"""

PAGE = """<?xml version="1.0"?>
<PcGts xmlns="http://schema.primaresearch.org/PAGE/gts/pagecontent/2013-07-15"><Page>
<ReadingOrder><OrderedGroup id="o"><RegionRefIndexed index="1" regionRef="two"/>
<RegionRefIndexed index="0" regionRef="one"/></OrderedGroup></ReadingOrder>
<TextRegion id="none"/>
<TextRegion id="two"><TextEquiv><Unicode>12 &lt;pence&gt;</Unicode></TextEquiv></TextRegion>
<TextRegion id="one">
<TextLine><Word><TextEquiv><Unicode>wrong</Unicode></TextEquiv></Word>
<TextEquiv index="1"><Unicode>worse</Unicode></TextEquiv>
<TextEquiv index="0"><Unicode>The toll-</Unicode></TextEquiv></TextLine>
<TextLine><Word><TextEquiv><Unicode>keeper</Unicode></TextEquiv></Word>
<Word><TextEquiv><Unicode>&amp; son</Unicode></TextEquiv></Word></TextLine>
<TextEquiv><Unicode>the whole region again</Unicode></TextEquiv></TextRegion>
</Page></PcGts>"""

HOCR = """<!DOCTYPE html><html><head><title>not text</title></head><body>
<div class="ocr_page"><div class="ocr_carea"><p class="ocr_par">
<span class="ocr_line" title="bbox 0 0 1 1"><span class="ocrx_word">The</span>
<span class="ocrx_word">toll-</span><br></span>
<span class="ocr_line x"><span class="ocrx_word"><strong>kee</strong>per</span> &amp; son</span>
</p></div><p class="ocr_par"><span class="ocr_header">12 &lt;pence&gt;</span></p>
<p>outside</p></div></body></html>"""


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("p.txt", TEXT),
        ("p.gt.txt", "\ufeff" + TEXT),
        ("p.alto.xml", ALTO),
        ("p.xml", ALTO.replace(' xmlns="http://www.loc.gov/standards/alto/ns-v3#"', "")),
        ("p.xml", PAGE),
        ("p.hocr", HOCR),
        ("p.HTML", HOCR),
        ("p.xml", HOCR.replace("<!DOCTYPE html>", "").replace("<br>", "<br/>")),
    ],
)
def test_every_format_gives_the_same_text(tmp_path, name: str, source: str) -> None:
    path = tmp_path / name
    path.write_text(source, encoding="utf-8")
    assert read_page(path) == TEXT


BOMB = """<?xml version="1.0"?><!DOCTYPE alto [<!ENTITY a "aaaaaaaaaa">
<!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><alto><TextBlock><TextLine>
<String CONTENT="&b;"/></TextLine></TextBlock></alto>"""
OUTSIDE = """<?xml version="1.0"?><!DOCTYPE alto [<!ENTITY x SYSTEM "{secret}">]>
<alto><TextBlock>&x;</TextBlock></alto>"""


def test_entities_are_refused(tmp_path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("words nobody may see", encoding="utf-8")
    for number, source in enumerate((BOMB, OUTSIDE.format(secret=secret.as_uri()))):
        path = tmp_path / f"{number}.xml"
        path.write_text(source, encoding="utf-8")
        with pytest.raises(InputError, match=r"\.xml:1: declares an entity") as caught:
            read_page(path)
        assert "nobody" not in str(caught.value)


def test_a_document_type_from_elsewhere_is_not_fetched(tmp_path) -> None:
    path = tmp_path / "p.xml"
    path.write_text(
        '<!DOCTYPE alto SYSTEM "http://127.0.0.1:9/never.dtd">' + ALTO.partition("?>")[2],
        encoding="utf-8",
    )
    assert read_page(path) == TEXT


@pytest.mark.parametrize(
    ("name", "source", "said"),
    [
        ("p.xml", b"<alto><a></alto>", r"p\.xml:1: not XML: mismatched tag"),
        ("p.xml", b"", "not XML: no element found"),
        ("p.xml", b"\x00\x01", "not XML"),
        ("p.xml", b'<?xml version="1.0" encoding="klingon"?><alto/>', "not XML"),
        ("p.xml", b"<svg/>", "neither ALTO nor PAGE: its root is 'svg'"),
        ("p.txt", b"caf\xe9", r"p\.txt: not UTF-8: byte 3"),
    ],
)
def test_a_broken_file_is_named(tmp_path, name: str, source: bytes, said: str) -> None:
    (tmp_path / name).write_bytes(source)
    with pytest.raises(InputError, match=said):
        read_page(tmp_path / name)


def test_a_missing_file_is_named(tmp_path) -> None:
    with pytest.raises(InputError, match=r"none\.txt: No such file"):
        read_page(tmp_path / "none.txt")


def test_deep_nesting_is_read(tmp_path) -> None:
    path = tmp_path / "p.xml"
    path.write_text("<alto>" + "<a>" * 50_000 + "</a>" * 50_000 + "</alto>", encoding="utf-8")
    assert read_page(path) == ""


def test_an_empty_page_is_empty_text(tmp_path) -> None:
    (tmp_path / "a.xml").write_text("<alto><TextBlock/></alto>", encoding="utf-8")
    (tmp_path / "b.hocr").write_text("", encoding="utf-8")
    assert read_page(tmp_path / "a.xml") == read_page(tmp_path / "b.hocr") == ""


def test_pages_of_a_folder_are_found_by_name(tmp_path) -> None:
    for name in ("b.xml", "a.gt.txt", "vol/2.hocr", "scan.png", ".hidden.txt", ".git/x.txt"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("x", encoding="utf-8")
    assert list(find_pages(tmp_path)) == ["a", "b", "vol/2"]


def test_two_files_of_one_page_are_an_error(tmp_path) -> None:
    for name in ("a.txt", "a.xml"):
        (tmp_path / name).write_text("x", encoding="utf-8")
    with pytest.raises(InputError, match=r"a\.txt and a\.xml are the same page"):
        find_pages(tmp_path)


def test_what_is_no_folder_is_named(tmp_path) -> None:
    with pytest.raises(InputError, match="none: is no folder"):
        find_pages(tmp_path / "none")


@pytest.mark.parametrize(
    ("file", "page"),
    [("p1.ALTO.xml", "p1"), ("a/p.1.txt", "a/p.1"), ("p.jpg", None), ("a/.b/p.txt", None)],
)
def test_names_of_pages(file: str, page: str | None) -> None:
    assert page_name(file) == page
