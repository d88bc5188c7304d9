"""JSON Lines: every fault has its file and line, nothing is lost in silence."""

import io
import sys

import pytest

from veriscope import InputError
from veriscope.io import BadLine, read_records


def write(path, data: bytes):
    path.write_bytes(data)
    return path


def test_bom_blank_lines_and_crlf_are_fine(tmp_path) -> None:
    path = write(tmp_path / "a.jsonl", b'\xef\xbb\xbf{"response":"a"}\r\n\r\n  \n{"response":"b"}')
    assert [record.response for record in read_records(path)] == ["a", "b"]


def test_line_separators_inside_a_string_do_not_end_a_line(tmp_path) -> None:
    path = write(tmp_path / "a.jsonl", '{"response":"a\u2028b\u0085c"}\n'.encode())
    assert [record.response for record in read_records(path)] == ["a\u2028b\u0085c"]


@pytest.mark.parametrize(
    "bad", [b"{", b'{"respons":"a"}', b"\xff\xfe{}", b'{"response":NaN}', b"7"]
)
def test_a_bad_line_is_named(tmp_path, bad) -> None:
    path = write(tmp_path / "a.jsonl", b'{"response":"a"}\n\n' + bad + b"\n")
    with pytest.raises(InputError) as caught:
        list(read_records(path))
    assert str(caught.value).startswith(f"{path}:3: ")


def test_skip_bad_keeps_the_place_of_a_bad_line(tmp_path) -> None:
    path = write(tmp_path / "a.jsonl", b'{"response":"a"}\n{\n{"response":"b"}\n')
    first, bad, last = read_records(path, skip_bad=True)
    assert (first.response, last.response) == ("a", "b")
    assert isinstance(bad, BadLine)
    assert bad.error.line == 2


def test_what_cannot_be_opened_is_an_input_error(tmp_path) -> None:
    for path in (tmp_path / "none.jsonl", tmp_path):
        with pytest.raises(InputError, match=str(path)):
            list(read_records(path))


def test_a_dash_is_standard_input(monkeypatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b'{"response":"a"}\n{')))
    with pytest.raises(InputError, match="stdin:2"):
        list(read_records("-"))
