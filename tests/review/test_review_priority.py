"""The most doubtful and the most harmful come first."""

import pytest

from tests.support.reviews import FLAGGED, review
from veriscope.errors import InputError
from veriscope.model import Assessment, CheckName, Claim, Verdict, VerdictLabel
from veriscope.review import ReviewQueue
from veriscope.review.priority import priority_of

REFUTED, UNPROVEN = VerdictLabel.REFUTED, VerdictLabel.NOT_ENOUGH_INFO


def assessed(label: VerdictLabel, support: float | None = None) -> Assessment:
    verdict = Verdict(label, claim_id="c1", support=support)
    return Assessment("r", CheckName.GROUNDING, [Claim("x", id="c1")], [verdict], flagged=True)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, 0.95),  # one of one claim flagged, sounded 0.9 sure
        ({"total_claims": 4}, (1 / 4 + 0.9) / 2),
        ({"original_confidence": 0.0}, 0.5),
        ({"original_confidence": None}, 0.75),
        ({"assessment": assessed(REFUTED, 0.2)}, (0.8 + 0.9) / 2),
        ({"assessment": assessed(UNPROVEN)}, (1 + 0.45) / 2),
        ({"total_claims": 0, "unverified_claims": 0, "flagged_claims": []}, 0.225),
    ],
)
def test_priority_is_the_mean_of_doubt_and_harm(
    changes: dict[str, object], expected: float
) -> None:
    assert priority_of(review(**changes)) == pytest.approx(expected, abs=1e-6)


def test_a_given_priority_is_kept() -> None:
    with ReviewQueue("sqlite://") as queue:
        assert queue.add(review(priority=0.0)).priority == 0.0
        assert queue.add(review(priority=1.0)).priority == 1.0
        assert [item.priority for item in queue.list()] == [1.0, 0.0]
    with pytest.raises(InputError, match="priority: must lie in"):
        review(priority=1.5)


def test_counts_that_do_not_fit_stay_in_range() -> None:
    odd = review(total_claims=1, unverified_claims=5, flagged_claims=[FLAGGED] * 9)
    assert 0 <= priority_of(odd) <= 1
