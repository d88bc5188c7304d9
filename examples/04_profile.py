"""All that is known of a system in one profile, to JSON and back."""

from veriscope import Verdict, VerdictLabel
from veriscope.metrics import HallucinationMetricsCalculator, HallucinationProfile

S, R, N = VerdictLabel.SUPPORTED, VerdictLabel.REFUTED, VerdictLabel.NOT_ENOUGH_INFO
answers = [
    [Verdict(S, 0.9), Verdict(R, 0.8)],
    [Verdict(S, 0.9)],
    [Verdict(S, 0.7), Verdict(N, 0.5)],
]
verdicts = [verdict for answer in answers for verdict in answer]

profile = HallucinationMetricsCalculator().generate_hallucination_profile(
    verdicts=verdicts,
    response_verdicts=answers,
    judge_verdicts={"first": verdicts, "second": [*verdicts[:4], Verdict(S, 0.6)]},
    probabilities=[0.7, 0.2, 0.1],
    inference_samples=[[0.8, 0.1, 0.1], [0.6, 0.3, 0.1]],
    ci=0.95,
)
print(f"reliability {profile.reliability.value}, from {profile.evidence}")
print(profile.to_json())
assert HallucinationProfile.from_json(profile.to_json()) == profile
