"""Sentences in four languages: where they end, and where only a point stands."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriscope.text.sentences import sentences


def cut(text):
    return [text[start:end] for start, end in sentences(text)]


# Each entry is a text with its borders written as "|".
CASES = [
    "One sentence.| Another one!| A third?",
    "No terminator at the end",
    "Dr. Smith met Mr. J. K. Jones and Prof. Lee.| They talked.",
    "It costs $3.50, i.e. a lot, e.g. for Ann.| See Fig. 3 and p. 12.",
    "The U.S. economy grew.| He lives in the U.S.| The rest is known.",
    "Apple Inc. sued.| He works at Apple Inc.| The firm is big.",
    "It opened on Jan. 5 and closed on Dec. 7.| It rained.",
    "At 5 p.m. they left.| It was 5 p.m.| The sun set.",
    'He said "Stop."| She left.| (It was late.)| So it goes.',
    "The version 3.2.1 is out.| Visit example.com now.",
    "In 2020. | The year 1999 was hot.",
    "Vitamin C.| The rest follows.",
    "It was founded in 1850 by A. B. Clark.| It grew.",
    "Am 3. Mai kam er.| Der 2. Weltkrieg endete im 20. Jahrhundert.| Gut.",
    "Das gilt z. B. für Bern, d. h. bzw. ca. 5 Orte.| Nr. 7 fehlt.",
    "Das gilt z.B. für Bern.| Dr. Huber kam u.a. aus Wien.",
    "Sie wurde 3. | Er wurde 4.",
    "M. Dupont et Mme. Roy sont venus.| Voir art. 5, p. ex. ici.",
    "Il a dit : « Non. »| Elle est partie.",
    "서울은 수도이다.| 인구는 약 940만 명입니다.| 정말요?| 네.",
    "これは文です。|次の文です！|終わり",
    "First paragraph\n\n|Second paragraph",
    "A line break\nends nothing.| Here.",
]


@pytest.mark.parametrize("marked", CASES)
def test_borders(marked):
    text = marked.replace("|", "")
    wanted = [part.strip() for part in marked.split("|")]
    assert cut(text) == wanted


def test_a_small_letter_goes_on():
    assert cut("Really?! Yes... and no… Good.") == ["Really?!", "Yes... and no…", "Good."]
    assert cut('"Really?" he asked. Yes.') == ['"Really?" he asked.', "Yes."]
    assert cut("It sells. eBay too.") == ["It sells. eBay too."]


@pytest.mark.parametrize("text", ["", " ", "\n\n \t", "\u00a0"])
def test_blank_text_has_none(text):
    assert sentences(text) == []


def test_a_part_of_a_text():
    text = "One. Two. Three. Four."
    assert [text[slice(*span)] for span in sentences(text, 5, 16)] == ["Two.", "Three."]


@given(st.text(alphabet="ab A.?!…。\n\"' 1)", max_size=60))
def test_spans_are_in_order_and_lose_nothing_but_white_space(text):
    spans = sentences(text)
    at = 0
    for start, end in spans:
        assert at <= start < end
        assert not text[at:start].strip()
        assert text[start:end] == text[start:end].strip()
        at = end
    assert not text[at:].strip()


@pytest.mark.parametrize(
    "text",
    [
        "." * 200_000,
        ". " * 100_000,
        "a" * 200_000,
        "Dr. " * 50_000,
        "\n" * 200_000,
        " " * 200_000 + ".",
        '."' * 100_000,
        "A. B. " * 30_000,
        "! a" * 60_000,
    ],
    ids=[
        "dots",
        "dots-and-blanks",
        "one-word",
        "titles",
        "lines",
        "blanks",
        "quotes",
        "initials",
        "marks",
    ],
)
def test_many_characters_made_to_be_slow(text):
    assert len(sentences(text)) <= len(text)
