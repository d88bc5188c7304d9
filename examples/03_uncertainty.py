"""Is a system unsure because it does not know, or because the question is open?"""

from veriscope.metrics import HallucinationMetricsCalculator, HallucinationMetricsConfig

config = HallucinationMetricsConfig(uncertainty_measure="entropy")
calculator = HallucinationMetricsCalculator(config)

cases = {
    "sure": [[0.97, 0.02, 0.01], [0.96, 0.03, 0.01]],
    "open question": [[0.34, 0.33, 0.33], [0.33, 0.34, 0.33]],
    "does not know": [[0.98, 0.01, 0.01], [0.01, 0.98, 0.01]],
}
print(f"{'':15}{'total':>8}{'epistemic':>11}{'aleatoric':>11}  high")
for name, samples in cases.items():
    mean = [sum(column) / len(samples) for column in zip(*samples, strict=True)]
    found = calculator.compute_uncertainty(mean, samples)
    print(
        f"{name:15}{found.total:8.3f}{found.epistemic:11.3f}{found.aleatoric:11.3f}"
        f"  {found.is_high_uncertainty}"
    )

# The variance decomposition keeps its numbers, but the worst case reaches 0.5 of a limit of 0.8.
by_variance = HallucinationMetricsCalculator()
worst = by_variance.compute_uncertainty([0.5, 0.5], [[1.0, 0.0], [0.0, 1.0]])
print(f"variance, the worst case there is: total {worst.total}")
