"""What an answer claims, and what only keeps it company."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriscope.text.statements import StatementKind, claim_statements, statements


def claims(text):
    return [found.text for found in claim_statements(text)]


COMPANY = {
    StatementKind.COURTESY: [
        "Hello!",
        "Hi there,",
        "Good morning!",
        "Thank you for your question!",
        "Sure!",
        "Certainly.",
        "Great question!",
        "You're welcome!",
        "Best regards, Anna",
        "Of course!",
        "Bonjour !",
        "Merci pour votre question.",
        "Bien sûr !",
        "Hallo!",
        "Guten Tag!",
        "Vielen Dank für Ihre Frage!",
        "Gerne!",
        "안녕하세요.",
        "감사합니다.",
        "네, ",
    ],
    StatementKind.REMARK: [
        "I hope this helps!",
        "Hope that answers your question.",
        "Let me know if you have any other questions.",
        "Feel free to ask.",
        "If you have any further questions, just ask.",
        "Please don't hesitate to contact me.",
        "I'd be happy to help with anything else.",
        "Here is a summary of the document:",
        "Based on the provided context, here are the facts:",
        "J'espère que cela vous aide.",
        "N'hésitez pas à demander.",
        "Voici la réponse :",
        "Ich hoffe, das hilft Ihnen.",
        "Falls Sie weitere Fragen haben, melden Sie sich.",
        "도움이 되었기를 바랍니다.",
        "궁금한 점이 있으시면 말씀해 주세요.",
        "👍",
    ],
    StatementKind.REFUSAL: [
        "I cannot answer this question.",
        "I'm sorry, but I don't have that information.",
        "I don't know.",
        "Sorry, I can't help with that.",
        "As an AI, I have no opinion.",
        "Unable to answer based on given passages.",
        "The provided context does not mention the price.",
        "The passages do not contain information about this.",
        "Unfortunately, the text does not say.",
        "There is not enough information to answer.",
        "I'm unable to determine the date.",
        "Je ne sais pas.",
        "Désolé, je ne peux pas répondre.",
        "Le contexte ne mentionne pas le prix.",
        "Ich weiß es nicht.",
        "Es tut mir leid, das kann ich nicht sagen.",
        "Der Kontext enthält keine Angaben dazu.",
        "죄송합니다.",
        "제공된 문서에는 가격 정보가 없습니다.",
        "정확한 날짜는 알 수 없습니다.",
    ],
    StatementKind.QUESTION: [
        "Would you like more details?",
        "Et vous ?",
        "Wie geht es Ihnen?",
        "더 알고 싶으신가요?",
        'Did he say "yes"?',
        "(Is it?)",
    ],
    StatementKind.HEADING: ["The main products are:", "# Overview", "**Summary**", "## Ergebnis"],
    StatementKind.CODE: ["```\nx = 1\n```"],
}


@pytest.mark.parametrize(
    ("kind", "text"), [(kind, text) for kind, texts in COMPANY.items() for text in texts]
)
def test_what_is_no_claim(kind, text):
    assert [found.kind for found in statements(text)] == [kind]
    assert claims(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Hello World was printed in 1978.",
        "Thank you cards sell well in May.",
        "Sure Start is a British programme.",
        "The context of the war was economic.",
        "The document contains five chapters.",
        "Sorry is a song by Justin Bieber.",
        "Questions were asked in parliament.",
        "Good Morning America airs at seven.",
        "The text mentions Bern twice.",
        "Unfortunately, 12 people died.",
        "I am the walrus was written by Lennon.",
        "Note that the bridge was closed in 1990.",
        "Based on the census, Bern has 134,000 people.",
        "Merci Miles was a racehorse.",
        "Gerne-Lakes is a region.",
        "네덜란드는 유럽에 있다.",
        "42 million",
        "Paris",
        "Yes, it is.",
    ],
)
def test_what_is_a_claim_all_the_same(text):
    assert claims(text) == [text]


def test_spans_are_those_of_the_answer():
    text = "Hello! **Bern** lies on the *Aare* [1]. It is [old](http://x.y)."
    found = claim_statements(text)
    assert [item.text for item in found] == ["Bern lies on the Aare.", "It is old."]
    assert [text[slice(*item.span)] for item in found] == [
        "**Bern** lies on the *Aare* [1].",
        "It is [old](http://x.y).",
    ]


def test_signs_that_are_no_markdown_stay():
    text = "The file my_old_name.txt has 2 * 3 * 4 lines [sic] and array[0]."
    assert claims(text) == [text]


def test_bullets_carry_the_line_that_leads_them():
    text = "The products are:\n- apples\n- green pears\n\nThey sell well."
    assert claims(text) == [
        "The products are: apples",
        "The products are: green pears",
        "They sell well.",
    ]


def test_bullets_that_are_sentences_stand_alone():
    text = "Facts:\n1. Bern lies on the Aare. It is old.\n2. Paris lies on the Seine."
    assert claims(text) == ["Bern lies on the Aare.", "It is old.", "Paris lies on the Seine."]


def test_table_rows_carry_their_heads():
    text = "| City | People |\n|---|---|\n| Bern | 134,000 |\n| Ulm | |"
    found = claim_statements(text)
    assert [item.text for item in found] == ["City: Bern; People: 134,000", "City: Ulm"]
    assert text[slice(*found[0].span)] == "| Bern | 134,000 |"


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (
            "Bern is the capital of Switzerland; Paris is the capital of France.",
            ["Bern is the capital of Switzerland", "Paris is the capital of France."],
        ),
        (
            "The bridge was opened in 1932, but the tunnel was never built.",
            ["The bridge was opened in 1932", "the tunnel was never built."],
        ),
        (
            "Die Brücke wurde 1932 gebaut, aber der Tunnel wurde nie fertig.",
            ["Die Brücke wurde 1932 gebaut", "der Tunnel wurde nie fertig."],
        ),
        ("It sells apples, pears, and the finest plums of Europe.", None),
        ("He ran; she won.", None),
        ("She was born in Bern, studied in Paris, and died in Rome.", None),
        ("The river is long, and wide at its mouth near the sea.", None),
    ],
)
def test_clauses_with_their_own_subject_are_claims_of_their_own(text, parts):
    assert claims(text) == (parts or [text])


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("Marie Curie won two prizes. She was born in Warsaw.", "Marie Curie was born in Warsaw."),
        ("Marie Curie won. Her mother taught.", "Marie Curie's mother taught."),
        ("Max Planck forschte. Er starb 1947.", "Max Planck starb 1947."),
        ("Marie Curie a gagné. Elle est née à Varsovie.", "Marie Curie est née à Varsovie."),
        ("이순신은 장군이다. 그는 1598년에 죽었다.", "이순신은 1598년에 죽었다."),
        # Where there is any doubt the pronoun stays.
        ("Marie Curie met Albert Einstein. She won.", "She won."),
        ("Marie Curie won. Pierre Curie won. He died.", "He died."),
        ("The city grew. It is old.", "It is old."),
        ("Curie won two prizes. She was born in Warsaw.", "She was born in Warsaw."),
        ("Marie Curie won. She met Albert Einstein.", "She met Albert Einstein."),
        ("Jean Moulin est mort. Il est important de le dire.", "Il est important de le dire."),
        ("# Marie Curie\n\nMarie Curie won.\n\n# Others\n\nShe lost.", "She lost."),
        ("Marie Curie won. Sheffield is far.", "Sheffield is far."),
    ],
)
def test_pronouns_get_their_antecedent_where_it_is_certain(text, last):
    assert claims(text)[-1] == last


@pytest.mark.parametrize("text", ["#", "# ", "#  \n", "a\n\n## \nb"])
def test_an_empty_heading_is_no_statement(text):
    assert all(found.text.strip() for found in statements(text))


@given(st.text(alphabet="aB .?!\n-#|*`[](1):;,", max_size=80))
def test_statements_are_in_order_and_lose_only_marks(text):
    at = 0
    for found in statements(text):
        start, end = found.span
        assert at <= start < end <= len(text)
        at = end


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        "[a](" * 40_000,
        "**" * 60_000,
        "i hope this " * 60_000,
        "sorry, " * 100_000,
        "The " + "provided " * 40_000,
        "Hello " * 100_000,
        "A b; " * 20_000,
        "x is y, and the " * 30_000,
        "Ab Cd. She " * 60_000,
        "- x\n" * 40_000,
        "| a " * 40_000,
        "[1" + ",1" * 60_000,
    ],
    ids=range(13),
)
def test_texts_made_to_be_slow(text):
    assert len(statements(text)) <= len(text)
