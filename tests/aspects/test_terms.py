"""Term lists from files."""

from pathlib import Path

import pytest

from veriscope.aspects import load_terms
from veriscope.aspects.terms import TermLists
from veriscope.errors import InputError


def write(folder: Path, name: str, text: str, encoding: str = "utf-8") -> Path:
    path = folder / name
    path.write_bytes(text.encode(encoding))
    return path


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.json", '["밥", "battery life", "no"]'),
        ("a.json", '{"allow": ["밥", "battery life", "no"], "stop": ["x"]}'),
        ("a.yaml", "- 밥\n- battery life\n- no\n"),
        ("a.yml", "allow:\n  - 밥\n  - battery life\n  - no\nstop: [x]\n"),
        ("a.txt", "# our targets\n밥\r\n\n battery life \r\nno\n"),
        ("words", "밥\nbattery life\nno"),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_every_kind_of_file(tmp_path: Path, name: str, text: str, encoding: str) -> None:
    path = write(tmp_path, name, text, encoding)
    assert load_terms(path, "allow") == {"밥", "battery life", "no"}


def test_an_empty_list_is_a_list(tmp_path: Path) -> None:
    assert load_terms(write(tmp_path, "a.json", "[]")) == frozenset()
    assert load_terms(write(tmp_path, "a.txt", "")) == frozenset()


def test_a_hashtag_is_a_term_and_a_comment_is_none(tmp_path: Path) -> None:
    assert load_terms(write(tmp_path, "a.txt", "#맛집\n# note\n")) == {"#맛집"}


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("a.json", '{"stop": []}', "allow: is missing"),
        ("a.json", '["a", 1]', "allow: must be a list of strings"),
        ("a.json", '"a"', "allow: must be a list of strings"),
        ("a.json", "[", "not JSON"),
        ("a.yaml", "a: [", "not YAML"),
        ("a.yaml", "- {a: 1}", "allow: must be a list of strings"),
        ("a.yaml", "", "allow: must be a list of strings"),
    ],
)
def test_a_wrong_file_is_named(tmp_path: Path, name: str, text: str, problem: str) -> None:
    path = write(tmp_path, name, text)
    with pytest.raises(InputError) as caught:
        load_terms(path)
    assert str(caught.value).startswith(str(path))
    assert problem in str(caught.value)


def test_a_yaml_tag_makes_nothing(tmp_path: Path) -> None:
    path = write(tmp_path, "a.yaml", f"- !!python/object/apply:pathlib.Path.touch [{tmp_path}/x]\n")
    with pytest.raises(InputError):
        load_terms(path)
    assert not (tmp_path / "x").exists()


def test_bytes_that_are_no_text_and_a_file_that_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"ok\n\xff\n")
    with pytest.raises(InputError, match="not UTF-8: byte 3"):
        load_terms(path)
    with pytest.raises(InputError, match="No such file"):
        load_terms(tmp_path / "none.json")


def test_length_counts_letters_not_marks() -> None:
    assert not TermLists().is_target("e\u0301")
    assert TermLists().is_target("ae\u0301")
