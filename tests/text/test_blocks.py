"""Blocks of an answer in Markdown, and of one that is none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriscope.text.blocks import blocks


def kinds(text):
    return [(str(block.kind), text[slice(*block.span)]) for block in blocks(text)]


def test_running_text_is_one_paragraph():
    assert kinds("One. Two.") == [("paragraph", "One. Two.")]
    assert kinds("") == kinds(" \n ") == []


def test_lines_that_were_wrapped_belong_together():
    text = "A line that was wrapped by an editor at some column, so that it\ngoes on here.\n\nNew."
    assert [text for _, text in kinds(text)] == [text.split("\n\n", maxsplit=1)[0], "New."]


def test_short_lines_without_a_mark_stand_alone():
    assert [text for _, text in kinds("Bern is a city\nParis is a city\nand a capital")] == [
        "Bern is a city",
        "Paris is a city\nand a capital",
    ]


@pytest.mark.parametrize("mark", ["-", "*", "+", "•", "1.", "2)", "(3)", "–"])
def test_bullets(mark):
    text = f"{mark} one goes on,\n  indeed\n  {mark} two"
    assert kinds(text) == [("bullet", "one goes on,\n  indeed"), ("bullet", "two")]


def test_a_dash_without_a_blank_is_no_bullet():
    assert kinds("-5 degrees\n1.5 metres")[0][0] == "paragraph"


def test_headings():
    text = "# One\ntext\n\nTwo\n===\ntext\n\n**Three**\n- item"
    assert kinds(text) == [
        ("heading", "One"),
        ("paragraph", "text"),
        ("heading", "Two"),
        ("paragraph", "text"),
        ("heading", "**Three**"),
        ("bullet", "item"),
    ]


def test_code_keeps_its_lines_to_itself():
    text = "Before\n```python\n# no heading\n- no bullet\n```\nAfter"
    assert kinds(text) == [
        ("paragraph", "Before"),
        ("code", "```python\n# no heading\n- no bullet\n```"),
        ("paragraph", "After"),
    ]
    assert kinds("```\nnever closed\n# x") == [("code", "```\nnever closed\n# x")]


@pytest.mark.parametrize(
    "table", ["| A | B |\n|---|:-:|\n| 1 | 2 |\n| 3 | 4 |", "A | B\n--- | ---\n1 | 2\n3 | 4"]
)
def test_tables(table):
    assert [kind for kind, _ in kinds(f"Text:\n{table}\n\nEnd")] == [
        "paragraph",
        "table_head",
        "table_row",
        "table_row",
        "paragraph",
    ]


def test_a_bar_alone_makes_no_table():
    assert kinds("a | b\nc") == [("paragraph", "a | b\nc")]


def test_quotes_and_rules_and_windows_lines():
    assert kinds("> quoted\n\n---\n\ntext\r\n\r\nmore\r\n") == [
        ("paragraph", "quoted"),
        ("paragraph", "text"),
        ("paragraph", "more"),
    ]


@given(st.text(alphabet="ab|-#*`>\n 1.=:", max_size=60))
def test_blocks_are_in_order_and_inside(text):
    at = 0
    for block in blocks(text):
        start, end = block.span
        assert at <= start <= end <= len(text)
        at = end


@pytest.mark.parametrize(
    "line", ["- a\n", "|a|b\n", "> " * 50 + "\n", "# \n", "```\n", "- - - x\n"]
)
def test_many_lines(line):
    text = line * (200_000 // len(line))
    assert len(blocks(text)) <= len(text)


@pytest.mark.parametrize(
    "line",
    [
        ">" * 100_000,
        "-" * 100_000 + "x",
        "**" + "a" * 100_000,
        "| " * 60_000,
        " " * 100_000 + "x",
        "|-" * 200_000 + "x",
    ],
)
def test_one_line_without_end(line):
    assert len(blocks(f"{line}\n{line}")) <= 2
