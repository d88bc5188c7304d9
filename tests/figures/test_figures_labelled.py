"""Precision and recall of the reader on sentences that a person marked."""

from bench.labelled_figures import measure, sentences


def test_the_set_is_as_wide_as_promised() -> None:
    found = sentences()
    assert len(found) >= 300
    assert len({s.domain for s in found}) == 5
    assert {s.locale for s in found} == {"en", "fr", "de", "ko"}
    for sentence in found:
        for gold in sentence.figures:
            assert 0 <= gold.span[0] < gold.span[1] <= len(sentence.text)


def test_every_kind_is_read_well() -> None:
    tallies, faults = measure()
    for kind, tally in tallies.items():
        assert tally.right >= 20, kind
        assert tally.precision >= 0.97, (kind, faults)
        assert tally.recall >= 0.97, (kind, faults)
