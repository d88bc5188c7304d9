"""Audit what a program holds: rows from anywhere, one of them broken."""

import veriscope


def answers():
    """Stand in for a system that answers, one row after another."""
    source = "The Meridian Tower is 221 metres tall. It was designed by Ines Varga."
    yield {"id": "right", "response": "The tower is 221 metres tall.", "contexts": [source]}
    yield {"id": "wrong", "response": "The tower is 312 metres tall.", "contexts": [source]}
    yield {"id": "broken", "response": None}


result = veriscope.audit(answers(), checks="grounding", fail_on="mihr>0.2")
print(result)
for answer in result.answers:
    if any(assessment.flagged for assessment in answer.assessments):
        print("flagged:", answer.record.id)
for failure in result.failures:
    print("failed:", failure)
print("passed" if result.passed else "a gate failed")
