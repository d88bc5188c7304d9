"""Which claims three models share, and whether three judges agree on a model's claims."""

from veriscope import Claim, Verdict, VerdictLabel
from veriscope.metrics import (
    ClaimVerificationMatrixBuilder,
    HallucinationMetricsCalculator,
    cohen_kappa,
    gwet_ac1,
    krippendorff_alpha,
)

S, R = VerdictLabel.SUPPORTED, VerdictLabel.REFUTED


def claims(*texts: str) -> list[Claim]:
    """Return claims without a place in a text."""
    return [Claim(text) for text in texts]


matrix = ClaimVerificationMatrixBuilder().build_matrix(
    {
        "harbor": claims("the dam is 84 m high", "it opened in 1958"),
        "lantern": claims("The dam is 84 m high", "it opened in 1962"),
        "tide": claims("the dam is 84 m high", "it opened in 1958", "it is made of clay"),
    }
)
calculator = HallucinationMetricsCalculator()
for model in matrix.models:
    found = calculator.compute_consensus_f1(matrix, model)
    print(
        f"{model:8} precision {found.precision:.2f}  recall {found.recall:.2f}  F1 {found.f1:.2f}"
    )
print("shared:  ", [claim.text for claim in matrix.get_consensus_claims()])
print("disputed:", [claim.text for claim in matrix.get_disputed_claims()])

judges = {
    "a": [Verdict(label, 0.9) for label in (S, S, R, R, S)],
    "b": [Verdict(label, 0.9) for label in (S, S, R, S, S)],
    "c": [Verdict(label, 0.9) for label in (S, S, R, R, R)],
}
kappa = calculator.compute_fleiss_kappa_from_verdicts(judges)
print(f"Fleiss' kappa {kappa.kappa:.3f}: {kappa.interpretation}")
print(f"Cohen, a with b      {cohen_kappa(judges['a'], judges['b']):.3f}")
print(f"Krippendorff's alpha {krippendorff_alpha(judges):.3f}")
print(f"Gwet's AC1           {gwet_ac1(judges):.3f}")
