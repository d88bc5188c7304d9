"""The failures that the base measures miss or mistake: each found, and called by its name."""

import pytest

from tests.transcription.pages import INVENTED, MODERN, OLD, TRUTH
from veriscope.model import BlockReason
from veriscope.transcription import PageReason, Profile, Reading, examine, left_out

NORMALISED = Profile(reading=Reading.NORMALISED)


def marked(output: str, found, reason: BlockReason) -> list[str]:
    return [output[slice(*f.span)] for f in found.findings if f.reason is reason]


def test_an_equal_page_has_nothing() -> None:
    found = examine(TRUTH, TRUTH)
    assert not found.flagged
    assert list(found.reasons) == []
    assert list(found.findings) == []
    assert (found.measures["cer"], found.measures["wer"]) == (0.0, 0.0)
    assert found.measures["wrong_lines"] == 0


def test_a_loop_is_repeated_text() -> None:
    loop = "\n".join([TRUTH] * 3)
    found = examine(TRUTH, loop)
    assert found.metrics.net_insertion_rate == 0.0
    assert found.metrics.hallucinated_blocks == []
    assert PageReason.REPEATED_TEXT in found.reasons
    assert PageReason.INVENTED_TEXT not in found.reasons
    assert "".join(marked(loop, found, BlockReason.REPEATED)) == "\n".join([TRUTH] * 2)
    assert left_out(TRUTH, loop) == []


def test_a_loop_within_the_length_of_the_page_is_found_too() -> None:
    line, rest = TRUTH.split("\n", 1)
    half = rest[: len(rest) // 2]
    loop = "\n".join([line] * 4) + "\n" + half
    found = examine(TRUTH, loop)
    assert found.metrics.is_hallucinating is False
    assert found.flagged
    assert {PageReason.REPEATED_TEXT, PageReason.LEFT_OUT} <= set(found.reasons)


def test_a_formula_that_the_page_itself_repeats_is_no_loop() -> None:
    page = "\n".join(["Item paid to the said master mason four pounds"] * 5)
    assert list(examine(page, page).reasons) == []


def test_a_comma_after_every_word_is_a_false_alarm_of_the_exact_reading_alone() -> None:
    commas = TRUTH.replace(" ", ", ")
    exact, normalised = examine(TRUTH, commas), examine(TRUTH, commas, NORMALISED)
    assert exact.metrics.is_hallucinating is True
    assert normalised.metrics.is_hallucinating is False
    assert not normalised.flagged
    assert {finding.reason for finding in exact.findings} == {BlockReason.RESPELLED}


def test_commas_after_short_words_make_no_long_output() -> None:
    assert not examine("a b c d e f", "a, b, c, d, e, f,", NORMALISED).flagged


def test_two_thirds_of_the_page_left_out() -> None:
    kept = TRUTH[: len(TRUTH) // 3]
    found = examine(TRUTH, kept)
    assert found.metrics.is_hallucinating is False
    assert list(found.reasons) == [PageReason.LEFT_OUT]
    assert found.flagged
    start, end = left_out(TRUTH, kept)[0]
    assert (TRUTH[start:end].endswith("lost."), start >= len(kept) - 10) == (True, True)


@pytest.mark.parametrize("reading", Reading)
def test_a_changed_year_and_sum(reading: Reading) -> None:
    output = TRUTH.replace("1789", "1798").replace("12 livres", "120 livres")
    found = examine(TRUTH, output, Profile(reading=reading))
    assert found.metrics.is_hallucinating is False
    assert list(found.reasons) == [PageReason.INVENTED_FIGURE]
    assert marked(output, found, BlockReason.FIGURE) == ["1798", "120"]
    expected = [TRUTH[slice(*f.expected)] for f in found.findings if f.expected]
    assert expected == ["1789", "12"]


def test_a_modernised_spelling_is_no_invention() -> None:
    exact, normalised = examine(OLD, MODERN), examine(OLD, MODERN, NORMALISED)
    assert exact.metrics.is_hallucinating is True
    assert PageReason.RESPELLED in exact.reasons
    assert PageReason.INVENTED_TEXT not in exact.reasons
    assert {finding.reason for finding in exact.findings} == {BlockReason.RESPELLED}
    assert normalised.metrics.is_hallucinating is False
    assert list(normalised.reasons) == [PageReason.RESPELLED]
    assert not normalised.flagged


@pytest.mark.parametrize("blank", ["", " \n\t", "\u00a0"])
def test_text_on_a_blank_page(blank: str) -> None:
    found = examine(blank, INVENTED)
    assert found.flagged
    assert found.reasons[0] is PageReason.TEXT_ON_BLANK_PAGE
    assert PageReason.INVENTED_TEXT in found.reasons
    assert (found.measures["cer"], found.measures["left_out_rate"]) == (None, None)


def test_a_blank_page_that_stays_blank_is_clean() -> None:
    assert not examine("", " ").flagged


def test_an_empty_output_is_no_invention() -> None:
    found = examine(TRUTH, "")
    assert found.flagged
    assert PageReason.EMPTY_OUTPUT in found.reasons
    assert PageReason.INVENTED_TEXT not in found.reasons


@pytest.mark.parametrize("reading", Reading)
def test_invented_text_is_marked_where_it_stands(reading: Reading) -> None:
    head, tail = TRUTH.split("\n", 1)
    output = f"{head}\n{INVENTED}\n{tail}"
    found = examine(TRUTH, output, Profile(reading=reading))
    assert PageReason.INVENTED_TEXT in found.reasons
    assert marked(output, found, BlockReason.INVENTED) == [INVENTED]
    assert PageReason.LEFT_OUT not in found.reasons


def test_invented_text_made_of_known_words_is_found() -> None:
    invented = "the bishop gave the carpenters two letters and the tower fell until Harrow returned"
    output = TRUTH.replace("\nNothing", f"\n{invented}\nNothing")
    found = examine(TRUTH, output)
    assert PageReason.INVENTED_TEXT in found.reasons


def test_misread_letters_are_no_invention() -> None:
    output = TRUTH.replace("e", "c").replace("u", "n").replace("h", "b")
    found = examine(TRUTH, output)
    assert found.metrics.is_hallucinating is True
    assert PageReason.INVENTED_TEXT not in found.reasons
    assert {f.reason for f in found.findings} <= {BlockReason.MISREAD, BlockReason.NAME}


def test_lines_in_another_order_are_no_invention() -> None:
    lines = TRUTH.split("\n")
    output = "\n".join(lines[3:] + lines[:3])
    found = examine(TRUTH, output)
    assert list(found.reasons) == []


def test_an_invented_name_is_listed_and_flags_nothing() -> None:
    output = TRUTH.replace("Roland Pike", "Roland Quill")
    found = examine(TRUTH, output)
    assert list(found.reasons) == [PageReason.INVENTED_NAME]
    assert marked(output, found, BlockReason.NAME) == ["Quill"]
    assert not found.flagged


def test_a_page_too_long_to_align_still_has_its_measures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("veriscope.transcription.alignment.MOST_WORDS", 20)
    found = examine(TRUTH, TRUTH + " " + INVENTED)
    assert found.aligned is False
    assert (found.measures["wer"], found.measures["lines"]) == (None, None)
    assert PageReason.INVENTED_TEXT in found.reasons
