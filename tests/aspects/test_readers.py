"""Files of other tools, read as they are."""

import json
from pathlib import Path

import pyarrow.parquet
import pytest

from veriscope.aspects import entry_of, make_scorecard, read_rows
from veriscope.errors import InputError
from veriscope.io import BadLine


def write(folder: Path, name: str, text: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def rows(folder: Path, name: str, text: str | bytes) -> list:
    return list(read_rows(write(folder, name, text)))


def terms(entry) -> list:
    return [
        (a["term"], a["span"] and (a["span"]["start"], a["span"]["end"])) for a in entry["aspects"]
    ]


def holds(entry) -> bool:
    return make_scorecard(entry)["summary"]["quality_pass"]


SEMEVAL_2014 = """<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<sentences>
    <sentence id="3121">
        <text>But the staff was so horrible &amp; slow.</text>
        <aspectTerms>
            <aspectTerm term="staff" polarity="negative" from="8" to="13"/>
        </aspectTerms>
        <aspectCategories>
            <aspectCategory category="service" polarity="negative"/>
        </aspectCategories>
    </sentence>
    <sentence id="3122"><text>음식이 좋아요 😊 분위기도</text>
        <aspectTerms><aspectTerm term="분위기" polarity="positive" from="10" to="13"/>
        <aspectTerm term="음식" polarity="positive" from="x" to="2"/></aspectTerms>
    </sentence>
    <sentence id="3123"><text>Nothing here.</text></sentence>
</sentences>
"""
SEMEVAL_2016 = """<?xml version="1.0"?>
<Reviews><Review rid="1"><sentences>
<sentence id="1:0"><text>Judging from previous posts this used to be a good place.</text>
<Opinions>
<Opinion target="place" category="RESTAURANT#GENERAL" polarity="negative" from="51" to="56"/>
<Opinion target="NULL" category="SERVICE#GENERAL" polarity="negative" from="0" to="0"/>
</Opinions></sentence>
<sentence id="1:1" OutOfScope="TRUE"><text>See you.</text></sentence>
</sentences></Review></Reviews>
"""


def test_semeval_2014(tmp_path: Path) -> None:
    found = rows(tmp_path, "train.xml", SEMEVAL_2014)
    assert [e["text_id"] for e in found] == ["3121", "3122", "3123"]
    assert found[0]["text"] == "But the staff was so horrible & slow."
    assert found[0]["aspects"] == [
        {"term": "staff", "span": {"start": 8, "end": 13}, "polarity": "negative"}
    ]
    assert [f["cause"] for f in make_scorecard(found[1])["inputs"]["filtered_aspects"]] == [
        None, "H2",
    ]  # fmt: skip
    assert found[1]["aspects"][1]["span"] == {"start": "x", "end": 2}
    assert found[2]["aspects"] == []


def test_semeval_2015_and_2016_and_a_target_that_is_none(tmp_path: Path) -> None:
    found = rows(tmp_path, "reviews", b"\xef\xbb\xbf" + SEMEVAL_2016.encode())
    assert [e["text_id"] for e in found] == ["1:0", "1:1"]
    assert terms(found[0]) == [("place", (51, 56))]
    assert holds(found[0])


BOMB = """<?xml version="1.0"?>
<!DOCTYPE s [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>
<sentences><sentence id="1"><text>&b;</text></sentence></sentences>"""
LEAK = """<!DOCTYPE s [<!ENTITY a SYSTEM "file:///etc/passwd">]>
<sentences><sentence id="1"><text>&a;</text></sentence></sentences>"""


@pytest.mark.parametrize("hostile", [BOMB, LEAK, '<!DOCTYPE s SYSTEM "http://127.0.0.1/x"><s/>'])
def test_dangerous_xml_is_refused(tmp_path: Path, hostile: str) -> None:
    with pytest.raises(InputError, match="refused: XML with a document type"):
        rows(tmp_path, "a.xml", hostile)


def test_broken_xml_names_its_line(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"a\.xml:2: not well-formed XML"):
        rows(tmp_path, "a.xml", "<sentences>\n<sentence></sentences>")


def test_xml_is_read_as_a_stream(tmp_path: Path) -> None:
    sentence = '<sentence id="1"><text>a</text></sentence>\n'
    path = write(tmp_path, "a.xml", "<sentences>" + sentence * 5000 + "<broken")
    stream = read_rows(path)
    assert next(stream)["text"] == "a"
    with pytest.raises(InputError):
        list(stream)


CONLL = """-DOCSTART- O

# sent_id = s1
# text = The wine-list isn't long, but 직원 was kind.
The O
wine B-ASP
-list I-ASP
is O
n't O
long O
, O
but O
직원 B-positive
was O
kind O
. O

Good O
food S-ASP
bad B
old I
pizza E
here I-ASP
"""


def test_bio_columns(tmp_path: Path) -> None:
    first, second = rows(tmp_path, "a.conll", CONLL)
    assert (first["text_id"], second["text_id"]) == ("s1", None)
    assert first["text"] == "The wine-list isn't long, but 직원 was kind."
    assert terms(first) == [("wine-list", (4, 13)), ("직원", (30, 32))]
    assert first["aspects"][1]["polarity"] == "positive"
    assert second["text"] == "Good food bad old pizza here"
    assert terms(second) == [("food", (5, 9)), ("bad old pizza", (10, 23)), ("here", (24, 28))]
    assert holds(first)
    assert holds(second)


def test_columns_behind_and_before_the_tag_and_crlf(tmp_path: Path) -> None:
    text = "\ufeffThe\tDT\tO\t-100\r\nstaff\tNN\tB-ASP\tNegative\r\n\r\n\r\nOk\tUH\tO\t-100"
    first, second = rows(tmp_path, "a.txt", text)
    assert first["text"] == "The staff"
    assert first["aspects"] == [
        {"term": "staff", "span": {"start": 4, "end": 9}, "polarity": "negative"}
    ]
    assert second["aspects"] == []


def test_two_aspects_that_touch_are_two(tmp_path: Path) -> None:
    [one] = rows(tmp_path, "a.bio", "a B-ASP\nb B-ASP\nc I-ASP\nd I-OTHER\n")
    assert [a["term"] for a in one["aspects"]] == ["a", "b c", "d"]


@pytest.mark.parametrize("line", ["food", "food X", "food b-asp"])
def test_a_line_without_a_tag_is_named(tmp_path: Path, line: str) -> None:
    with pytest.raises(InputError, match=r"a\.conll:2: no BIO tag in this line"):
        rows(tmp_path, "a.conll", f"good O\n{line}\n")


def test_a_token_may_be_a_number_sign_or_a_tag(tmp_path: Path) -> None:
    [one] = rows(tmp_path, "a.conll", "# O\nB B\nI O\n")
    assert (one["text"], [a["term"] for a in one["aspects"]]) == ("# B I", ["B"])


def test_bytes_that_are_no_text_are_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"a\.conll:2: not UTF-8: byte 0"):
        rows(tmp_path, "a.conll", b"good O\n\xff B\n")


TEXT = "It was pleasantly uncrowded , the service was delightful , the thin crust pizza adorable ."
PYABSA = {
    "sentence": TEXT,
    "IOB": ["O"],
    "tokens": TEXT.split(),
    "aspect": ["service", "thin crust pizza"],
    "position": [[6], [11, 12, 13]],
    "sentiment": ["Positive", "Positive"],
    "confidence": [0.99, 0.98],
}


def test_pyabsa() -> None:
    entry = entry_of(PYABSA)
    assert terms(entry) == [("service", (34, 41)), ("thin crust pizza", (63, 79))]
    assert entry["aspects"][0]["polarity"] == "Positive"
    assert holds(entry)


def test_pyabsa_in_a_language_without_spaces() -> None:
    row = {
        "sentence": "还有就是笔画屏幕键盘", "tokens": list("还有就是笔画屏幕键盘"),
        "aspect": ["屏 幕"], "position": [[6, 7]], "sentiment": ["Positive"],
    }  # fmt: skip
    assert terms(entry_of(row)) == [("屏幕", (6, 8))]


def test_pyabsa_with_an_invented_aspect_stays_invented() -> None:
    row = {**PYABSA, "aspect": ["waiter", "pizza"], "position": [[6], [99]]}
    found = make_scorecard(entry_of(row))["inputs"]["filtered_aspects"]
    assert [f["cause"] for f in found] == ["H1", "H2"]


def test_pyabsa_lists_that_differ_in_length_are_named() -> None:
    with pytest.raises(InputError, match="position: must be a list as long as `aspect`"):
        entry_of({**PYABSA, "position": [[6]]})


@pytest.mark.parametrize(
    "row",
    [
        {"text": "good food", "aspects": [{"term": "food", "span": {"start": 5, "end": 9}}]},
        {"response": "good food", "aspects": [{"term": "food", "span": [5, 9]}]},
        {"sentence": "good food", "aspects": [{"aspect": "food", "start": 5, "end": 9}]},
        {"raw_text": "good food", "aspectTerms": [{"term": "food", "from": "5", "to": "9"}]},
        {"text": "good food", "Opinions": [{"target": "food", "from": 5, "to": 9}]},
        {"text": "good food",
         "entities": [{"entity_group": "ASP", "word": "food", "start": 5, "end": 9}]},
        {"text": "good food", "label": [[5, 9, "ASPECT"]]},
        {"text": "good food", "spans": [{"start": 5, "end": 9, "label": "ASP"}]},
        {"words": ["good", "food"], "aspects": [{"term": ["food"], "from": 1, "to": 2}]},
        {
            "raw_words": "good food", "words": ["good", "food"],
            "aspects": [{"index": 0, "from": 1, "to": 2, "term": ["food"], "polarity": "POS"}],
        },
        {"meta": {"input_text": "good food", "text_id": "x"},
         "stage1_ate": {"aspects": [{"term": "food", "span": {"start": 5, "end": 9}}]}},
    ],
    ids=" ".join,
)  # fmt: skip
def test_json_of_aspect_models(row) -> None:
    entry = entry_of(row)
    assert entry["text"] == "good food"
    assert terms(entry) == [("food", (5, 9))]
    assert holds(entry)


def test_terms_without_spans_stay_without() -> None:
    rows_ = [
        {"text": "good food", "aspects": [{"span": "food", "polarity": "positive"}]},
        {"text": "good food", "aspects": [["food", "positive"]]},
        {"text": "good food", "aspects": [{"term": "food", "polarity": "positive"}]},
    ]
    for row in rows_:
        assert entry_of(row)["aspects"] == [{"term": "food", "span": None, "polarity": "positive"}]


def test_what_a_row_says_of_its_run_is_carried() -> None:
    row = {
        "id": 7, "text": "a", "aspects": None, "run_id": "r", "mode": "m", "split": "s",
        "case_type": "c", "metadata": {"profile": "smoke"}, "unknown": 1,
    }  # fmt: skip
    assert entry_of(row) == {
        "text_id": "7", "text": "a", "run_id": "r", "mode": "m", "split": "s", "case_type": "c",
        "metadata": {"profile": "smoke"}, "profile": "smoke", "aspects": [],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ([], "must be an object"),
        ({"aspects": []}, "text: is missing"),
        ({"text": 3, "aspects": []}, "text: must be a string"),
        ({"text": "a"}, "aspects: is missing"),
        ({"text": "a", "aspects": "food"}, "aspects: must be a list"),
        ({"text": "a", "aspects": [], "extra_allow": "food"}, "extra_allow: must be a list"),
    ],
)
def test_a_row_that_cannot_be_used_is_named(row, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        entry_of(row)


def test_a_scorecard_stays_as_it_is() -> None:
    for block in ("ate", "ate_score", "inputs", "summary"):
        card = {block: None, "extra": {"a": 1}}
        assert entry_of(card) == card
    row = {"inputs": "x", "text": "good food", "aspects": ["food"]}
    assert entry_of(row)["aspects"] == ["food"]


GOOD = {"text_id": "1", "text": "good food", "aspects": []}


def test_json_lines_with_bom_crlf_blank_and_broken_lines(tmp_path: Path) -> None:
    line = json.dumps(GOOD).encode()
    text = b"\xef\xbb\xbf" + b"\r\n".join([line, b"", b"{broken", b"\xff", b"[]", b"3", line])
    found = rows(tmp_path, "a.jsonl", text)
    assert [type(row) for row in found] == [dict, BadLine, BadLine, BadLine, BadLine, dict]
    numbers = [row.error.line for row in found if isinstance(row, BadLine)]
    assert numbers == [3, 4, 5, 6]


@pytest.mark.parametrize(
    "line", ['{"text": NaN}', '{"a": ' + "[" * 100_000, '{"a": ' + "9" * 5000 + "}"]
)
def test_a_hostile_line_is_a_bad_line(tmp_path: Path, line: str) -> None:
    found = rows(tmp_path, "a.jsonl", f"{line}\n{json.dumps(GOOD)}\n")
    assert [isinstance(row, BadLine) for row in found] == [True, False]


@pytest.mark.parametrize("name", ["a.jsonl", "a.json", "a.xml", "a.conll", "a"])
@pytest.mark.parametrize("text", ["", "\n\n", "\ufeff"])
def test_an_empty_file_has_no_rows(tmp_path: Path, name: str, text: str) -> None:
    assert [row for row in rows(tmp_path, name, text) if not isinstance(row, BadLine)] == []


def test_a_json_document_is_a_list_an_object_or_objects_by_id(tmp_path: Path) -> None:
    bare = {"text": "good food", "aspects": []}
    listed = rows(tmp_path, "a.json", json.dumps([GOOD, 3, GOOD], indent=1))
    assert [isinstance(row, BadLine) for row in listed] == [False, True, False]
    assert str(listed[1].error).endswith("a.json: [1]: must be an object")
    assert rows(tmp_path, "b.json", json.dumps(GOOD, indent=1)) == [GOOD]
    named = rows(tmp_path, "c.json", json.dumps({"x": bare, "y": bare}, indent=1))
    assert [row["text_id"] for row in named] == ["x", "y"]
    lines = rows(tmp_path, "d.json", f"{json.dumps(GOOD)}\n{json.dumps(GOOD)}\n")
    assert lines == [GOOD, GOOD]


def test_a_broken_document_and_a_missing_file_are_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"a\.json: not JSON"):
        rows(tmp_path, "a.json", "[\n{]")
    with pytest.raises(InputError, match="No such file"):
        list(read_rows(tmp_path / "none.jsonl"))
    with pytest.raises(InputError, match="read more than once"):
        list(read_rows("-"))


def test_tables_hold_lists_as_json(tmp_path: Path) -> None:
    made = [{"term": "food", "span": {"start": 5, "end": 9}}]
    cell = json.dumps(made).replace('"', '""')
    text = f'id,text,aspects\n1,good food,"{cell}"\n2,bad,\n3,bad,oops\n'
    first, second, third = rows(tmp_path, "a.csv", text)
    assert first == {"text_id": "1", "text": "good food", "aspects": made}
    assert "a.csv:3: aspects: is missing" in str(second.error)
    assert "a.csv:4: aspects: cannot be read" in str(third.error)
    pyarrow.parquet.write_table(
        pyarrow.table({"id": ["1"], "text": ["good food"], "aspects": [made]}),
        tmp_path / "a.parquet",
    )
    assert list(read_rows(tmp_path / "a.parquet")) == [first]
