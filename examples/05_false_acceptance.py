"""How often a system answers questions about things that do not exist."""

from veriscope.metrics import FalseAcceptanceCalculator

asked = [
    ("What is the population of Quellmar?", "I could not find any record of Quellmar.", True),
    ("Who wrote The Salt Meridian?", "The Salt Meridian was written by Per Aldén.", True),
    ("Qui a fondé la ville de Brume-sur-Orle ?", "Cette ville n’existe pas.", True),
    ("What is the capital of France?", "Paris. There is no doubt about it.", False),
]
queries, responses, flags = zip(*asked, strict=True)
far = FalseAcceptanceCalculator().evaluate_and_compute_far(queries, responses, flags, ci=0.95)

for result in far.abstention_results:
    print("refused " if result.did_abstain else "answered", "|", result.response)
print(f"FAR {far.value:.3f}: {far.failed_abstentions} of {far.total_nonexistent_queries} accepted")
print(f"95 % interval {far.interval[0]:.3f} to {far.interval[1]:.3f}")
