"""What holds of the reader whatever the text is."""

from decimal import Decimal

from hypothesis import example, given, settings
from hypothesis import strategies as st

from veriscope.figures import Figure, FigureKind, read_figures

PIECES = (
    "$ € £ ¥ ₩ % ( ) - – − , . : / ' ’ x × 1 2 12 123 1,234 1.234,5 2024 0 00 K M mm bn t T "
    "million Mio. Mrd. Md milliards thousand percent pct bps pp points USD EUR US$ DSCR ratio "
    "coverage of was at to between and from about over nearly Q3 Q1 H1 FY S1 T3 December Dec mars "
    "first quarter half of fiscal year 억 만 천 조 원 달러 년 월 일 분기 퍼센트 배 약 이상 "
    "1st 3. Quartal 2e trimestre d' euros fois fach"
)
figure_like = st.lists(
    st.sampled_from([*PIECES.split(), " ", " ", "\u00a0", "\n", "ſ", "K", "İ", "Straße"]),
    max_size=14,
).map("".join)
locales = st.sampled_from(["en", "fr", "de", "ko"])


def same(one: Figure, other: Figure) -> bool:
    return (one.kind, one.value, one.upper, one.unit, one.date) == (
        other.kind,
        other.value,
        other.upper,
        other.unit,
        other.date,
    )


def check(text: str, locale: str, day_first: bool) -> None:
    end = 0
    for figure in read_figures(text, locale=locale, day_first=day_first):
        start, stop = figure.span
        assert end <= start < stop
        assert text[start:stop] == figure.text
        end = stop
        assert (figure.value is None) == (figure.kind is FigureKind.DATE)
        assert figure.value is None or (isinstance(figure.value, Decimal))
        alone = read_figures(figure.text, locale=locale, day_first=day_first)
        assert len(alone) == 1, (text, figure, alone)
        assert same(alone[0], figure), (text, figure, alone)


@settings(max_examples=1500, deadline=None)
@given(figure_like, locales, st.booleans())
@example("$(4) - $5", "en", False)
@example("5-$3", "en", False)
def test_figure_like_text(text: str, locale: str, day_first: bool) -> None:
    check(text, locale, day_first)


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=80), locales, st.booleans())
def test_any_text(text: str, locale: str, day_first: bool) -> None:
    check(text, locale, day_first)
