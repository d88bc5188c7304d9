"""Short ways to write verdicts in tests."""

from veriscope import Verdict, VerdictLabel

LETTERS = {"S": "SUPPORTED", "R": "REFUTED", "N": "NOT_ENOUGH_INFO"}


def v(letters: str) -> list[Verdict]:
    """Return a verdict for each of S, R and N."""
    return [Verdict(VerdictLabel(LETTERS[letter]), 0.9, [], "") for letter in letters]


def by(*letters: str) -> list[list[Verdict]]:
    """Return the verdicts of several responses."""
    return [v(response) for response in letters]
