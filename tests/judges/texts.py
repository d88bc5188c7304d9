"""Documents made of sentences with figures and names, and changes to them."""

import random
import re
from collections.abc import Iterator

PEOPLE = ["Ines Varga", "Tomas Okoro", "Lena Brandt", "Maurice Petit", "Aiko Tanaka", "Omar Haddad"]
TOWNS = ["Bergen", "Lucerne", "Porto", "Krakow", "Seville", "Trieste", "Malmo", "Ghent"]
OTHERS = ["Zorbach", "Quillon", "Marvane", "Telosk", "Ibrandt", "Oskerly"]
SHAPES = [
    "The bridge at {town} was opened by {person} in {year}.",
    "{person} paid {count} million euros for the museum in {town}.",
    "About {count},500 people live in {town}, according to {person}.",
    "In {year}, the council of {town} voted against the plan of {person}.",
    "The company of {person} employs {count} engineers and sells pumps in {town}.",
    "It lost {count} percent of its trade to {town} after {year}.",
    "Its tower is {count}.5 metres tall, and its architect was {person}.",
    "The school has had {count} pupils since {person} left {town}.",
]
BREAKS = [
    ("The tower is 221 metres tall.", "The tower is 212 metres tall.", "figure"),
    ("It sold 5,000,000 pumps in May.", "It sold 5 million pumps in May.", None),
    ("He was conceived when she was 39.", "He was conceived when she was 40.", "figure"),
    ("It killed over 15 million people.", "It killed over 8 million people.", "figure"),
    ("The prize went to Ada Byron in Rome.", "The prize went to Ada Lovelace in Rome.", "name"),
    ("The prize went to Byron in Rome.", "The prize went to Ada Byron in Rome.", None),
    ("After the vote Byron left the town.", "After the vote he left the town.", "name"),
    ("The tower is very tall.", "The tower is quite tall.", None),
    ("Zebras sing in the rain.", "The tower is 212 metres tall.", None),
]
_NAME = re.compile(r"(?<=[a-z,] )[A-Z][a-z]+")


def documents(count: int) -> Iterator[tuple[str, list[str]]]:
    """Yield texts, each with its sentences."""
    chance = random.Random(5)
    for _ in range(count):
        lines = [
            shape.format(
                town=chance.choice(TOWNS),
                person=chance.choice(PEOPLE),
                year=chance.randrange(1850, 2020),
                count=chance.randrange(12, 400),
            )
            for shape in chance.sample(SHAPES, len(SHAPES))
        ]
        yield " ".join(lines), lines


def changed_figures(line: str, chance: random.Random) -> list[str]:
    """Return a sentence with one of its figures changed."""
    found = chance.choice(list(re.finditer(r"\d+", line)) or [None])
    if found is None:
        return []
    other = str(int(found[0]) + chance.choice([1, 7, 10, 100]))
    return [line[: found.start()] + other + line[found.end() :]]


def changed_names(line: str, chance: random.Random) -> list[str]:
    """Return a sentence with one of its names changed."""
    found = chance.choice(list(_NAME.finditer(line)) or [None])
    if found is None:
        return []
    return [line[: found.start()] + chance.choice(OTHERS) + line[found.end() :]]
