"""How much of two answers has no ground: MiHR, MaHR and FactScore, with intervals."""

from veriscope import Verdict, VerdictLabel
from veriscope.metrics import HallucinationMetricsCalculator

S, R, N = VerdictLabel.SUPPORTED, VerdictLabel.REFUTED, VerdictLabel.NOT_ENOUGH_INFO
answers = [
    [Verdict(S, 0.98), Verdict(S, 0.91), Verdict(R, 0.88)],
    [Verdict(S, 0.95)],
    [Verdict(N, 0.60), Verdict(S, 0.97)],
    [],  # an answer without claims is clean, and stays in the denominator of MaHR
]
calculator = HallucinationMetricsCalculator()

# Verdicts grouped by answer: claims of one answer are not independent, and the interval knows it.
mihr = calculator.compute_mihr(answers, ci=0.95)
mahr = calculator.compute_mahr(answers, ci=0.95)
claims = [verdict for answer in answers for verdict in answer]

print(f"MiHR      {mihr.value:.3f}  {mihr.unsupported_claims} of {mihr.total_claims} claims")
print(f"          95 % interval {mihr.interval[0]:.3f} to {mihr.interval[1]:.3f}")
print(f"MaHR      {mahr.value:.3f}  {mahr.responses_with_hallucinations} of {mahr.total_responses}")
print(f"FactScore {calculator.compute_factscore(claims):.3f}")
print(f"no claims: MiHR is {calculator.compute_mihr([]).value}, not 0")
