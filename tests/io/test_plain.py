"""Values of Python and its data tools as JSON."""

from datetime import UTC, date, datetime
from decimal import Decimal
from enum import Enum
from pathlib import PurePosixPath
from uuid import UUID

import numpy as np
import pytest

from veriscope import InputError, Verdict
from veriscope.io.plain import plain, without_nulls


class Colour(Enum):
    RED = "red"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (np.array([[1, 2], [3, 4]]), [[1, 2], [3, 4]]),
        (np.float32(0.5), 0.5),
        (np.bool_(True), True),
        ((1, {2}), [1, [2]]),
        ({"a": {1: np.int64(7)}}, {"a": {"1": 7}}),
        (datetime(2026, 1, 2, tzinfo=UTC), "2026-01-02T00:00:00+00:00"),
        (date(2026, 1, 2), "2026-01-02"),
        (Decimal("1.10"), "1.10"),
        (UUID(int=0), "00000000-0000-0000-0000-000000000000"),
        (PurePosixPath("a/b"), "a/b"),
        (Colour.RED, "red"),
        ([Verdict("SUPPORTED")], [{"label": "SUPPORTED"}]),
    ],
)
def test_what_tools_hold_becomes_json(value, expected) -> None:
    assert plain(value) == expected
    assert type(plain(value)) is type(expected)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"a": [1, {"b": object()}]}, r"a\[1\]\.b: cannot hold a value of type object"),
        ({"a": [0.5, float("nan")]}, r"a\[1\]: must be a finite number"),
        (b"x", "cannot hold a value of type bytes"),
    ],
)
def test_what_json_lacks_is_named_by_its_path(value, message) -> None:
    with pytest.raises(InputError, match=message):
        plain(value)


def test_a_list_that_holds_itself_is_an_error() -> None:
    endless: list = []
    endless.append(endless)
    with pytest.raises(InputError, match="nested too deeply"):
        plain(endless)


def test_nulls_go_from_objects_and_stay_in_lists() -> None:
    row = {"a": None, "b": [{"c": None, "d": 1}, None]}
    assert without_nulls(row) == {"b": [{"d": 1}, None]}
