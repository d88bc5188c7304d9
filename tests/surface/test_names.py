"""Public names: all load, none is missing, none is unknown."""

import pytest

import veriscope


def test_every_public_name_loads() -> None:
    for name in veriscope.__all__:
        assert getattr(veriscope, name) is not None
    assert set(veriscope.__all__) <= set(dir(veriscope))


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Hallucination'"):
        _ = veriscope.Hallucination
