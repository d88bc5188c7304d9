"""What figures are written with: currencies, scale words, months, hedges, in four languages."""

from __future__ import annotations

from veriscope.figures.figure import Approximation

SYMBOLS = {
    "$": "USD",
    "€": "EUR",
    "£": "GBP",
    "¥": "JPY",
    "￥": "JPY",
    "₩": "KRW",
    "￦": "KRW",
    "₹": "INR",
    "₽": "RUB",
    "₺": "TRY",
    "₪": "ILS",
    "₫": "VND",
    "₱": "PHP",
    "฿": "THB",
}
DOLLARS = {"US": "USD", "C": "CAD", "CA": "CAD", "A": "AUD", "AU": "AUD", "NZ": "NZD"}
DOLLARS |= {"HK": "HKD", "S": "SGD", "NT": "TWD", "R": "BRL"}
_CODES = (
    "USD EUR GBP JPY KRW CNY RMB CHF CAD AUD NZD HKD SGD INR SEK NOK DKK PLN CZK HUF TRY RUB BRL "
    "MXN ZAR THB TWD ILS AED SAR IDR MYR PHP VND"
)
CODES = _CODES.split()
CURRENCY_WORDS = {
    "us dollars": "USD",
    "u.s. dollars": "USD",
    "us-dollar": "USD",
    "dollars": "USD",
    "dollar": "USD",
    "euros": "EUR",
    "euro": "EUR",
    "pounds sterling": "GBP",
    "livres sterling": "GBP",
    "pfund sterling": "GBP",
    "yens": "JPY",
    "yen": "JPY",
    "yuan": "CNY",
    "won": "KRW",
    "rupees": "INR",
    "swiss francs": "CHF",
    "francs suisses": "CHF",
    "schweizer franken": "CHF",
    "franken": "CHF",
}
KOREAN_CURRENCIES = {
    "미국 달러": "USD",
    "달러": "USD",
    "유로": "EUR",
    "엔화": "JPY",
    "엔": "JPY",
    "위안": "CNY",
    "파운드": "GBP",
    "원": "KRW",
}

LETTER_SCALES = {"k": 3, "m": 6, "mm": 6, "mn": 6, "mln": 6, "b": 9, "bn": 9, "bln": 9, "t": 12}
LETTER_SCALES |= {"tn": 12, "trn": 12}
WORD_SCALES = {
    "thousand": 3,
    "million": 6,
    "millions": 6,
    "billion": 9,
    "billions": 9,
    "trillion": 12,
    "trillions": 12,
    "lakh": 5,
    "crore": 7,
    "tsd.": 3,
    "tsd": 3,
    "tausend": 3,
    "mio.": 6,
    "mio": 6,
    "millionen": 6,
    "mrd.": 9,
    "mrd": 9,
    "milliarde": 9,
    "milliarden": 9,
    "bio.": 12,
    "billionen": 12,
    "mille": 3,
    "millier": 3,
    "milliers": 3,
    "milliard": 9,
    "milliards": 9,
    "mds": 9,
    "md": 9,
}
LONG_SCALE = {"billion": 12, "billions": 12}
"""What "billion" means in French and German."""
KOREAN_SCALES = {"십": 1, "백": 2, "천": 3, "만": 4, "억": 8, "조": 12}

PERCENT_WORDS = {
    "percentage points": "pp",
    "percentage point": "pp",
    "percentage-points": "pp",
    "percentage-point": "pp",
    "percent points": "pp",
    "percentage": "%",
    "percent": "%",
    "per cent": "%",
    "pct.": "%",
    "pct": "%",
    "pp": "pp",
    "ppts": "pp",
    "ppt": "pp",
    "p.p.": "pp",
    "basis points": "bp",
    "basis point": "bp",
    "basis-point": "bp",
    "bps": "bp",
    "bp": "bp",
    "prozentpunkten": "pp",
    "prozentpunkte": "pp",
    "prozentpunkt": "pp",
    "prozent": "%",
    "basispunkten": "bp",
    "basispunkte": "bp",
    "basispunkt": "bp",
    "points de pourcentage": "pp",
    "point de pourcentage": "pp",
    "points de base": "bp",
    "point de base": "bp",
    "pour cent": "%",
}
PERCENT_SIGNS = {
    "%-points": "pp",
    "%-point": "pp",
    "% points": "pp",
    "% point": "pp",
    "%-punkte": "pp",
    "%-pkt.": "pp",
    "%pts": "pp",
    "%p": "pp",
}
KOREAN_PERCENT = {"%포인트": "pp", "퍼센트포인트": "pp", "퍼센트 포인트": "pp", "퍼센트": "%"}

MONTHS = (
    "january jan janvier janv januar jänner",
    "february feb février févr fév februar",
    "march mar mars märz mär mrz",
    "april apr avril avr",
    "may mai",
    "june jun juin juni",
    "july jul juillet juil juli",
    "august aug août",
    "september sept sep septembre",
    "october oct octobre oktober okt",
    "november nov novembre",
    "december dec décembre déc dezember dez",
)
MONTH_NUMBERS = {name: i for i, names in enumerate(MONTHS, start=1) for name in names.split()}

ORDINALS = {
    "first": 1,
    "second": 2,
    "third": 3,
    "fourth": 4,
    "1st": 1,
    "2nd": 2,
    "3rd": 3,
    "4th": 4,
    "premier": 1,
    "deuxième": 2,
    "troisième": 3,
    "quatrième": 4,
    "1er": 1,
    "2e": 2,
    "3e": 3,
    "4e": 4,
    "2ème": 2,
    "3ème": 3,
    "4ème": 4,
    "erstes": 1,
    "ersten": 1,
    "erste": 1,
    "zweites": 2,
    "zweiten": 2,
    "zweite": 2,
    "drittes": 3,
    "dritten": 3,
    "dritte": 3,
    "viertes": 4,
    "vierten": 4,
    "vierte": 4,
    "1.": 1,
    "2.": 2,
    "3.": 3,
    "4.": 4,
}

_HEDGES = {
    Approximation.ABOUT: (
        "about|around|approximately|approx.|approx|roughly|some|circa|ca.|ca|c.|~|≈|close to|"
        "environ|quelque|à peu près|autour de|"
        "etwa|rund|ungefähr|zirka|gegen|약|대략|"
        "estimated"
    ),
    Approximation.OVER: (
        "over|above|more than|greater than|exceeding|exceeded|in excess of|at least|north of|>|"
        "plus de|au moins|supérieur à|plus d'|"
        "über|mehr als|mindestens|gut"
    ),
    Approximation.UNDER: (
        "under|below|less than|fewer than|up to|at most|no more than|<|"
        "moins de|au plus|jusqu'à|inférieur à|moins d'|"
        "unter|weniger als|höchstens|bis zu"
    ),
    Approximation.NEARLY: (
        "nearly|almost|just under|just below|not quite|"
        "presque|près de|fast|knapp|beinahe|nahezu|거의"
    ),
}
HEDGES = {word: kind for kind, words in _HEDGES.items() for word in words.split("|")}
AFTER_HEDGES = {
    "가량": Approximation.ABOUT,
    "정도": Approximation.ABOUT,
    "안팎": Approximation.ABOUT,
    "이상": Approximation.OVER,
    "초과": Approximation.OVER,
    "이하": Approximation.UNDER,
    "미만": Approximation.UNDER,
    "or so": Approximation.ABOUT,
    "or more": Approximation.OVER,
    "or less": Approximation.UNDER,
}

RATIO_NAMES = (
    "dscr",
    "icr",
    "debt service coverage ratio",
    "debt service coverage",
    "interest coverage",
    "coverage ratio",
    "coverage",
    "ratios",
    "ratio",
    "quotient",
    "verhältnis",
    "multiple",
    "비율",
)
_LINKS = (
    "was is of at to were equals equal equalled reached averaged remains remained "
    "de est était à von bei beträgt betrug war ist lag auf"
)
RATIO_LINKS = frozenset(_LINKS.split())
