"""RAG answers against their context, claim by claim."""

from veriscope.grounding.batch import run_batch
from veriscope.grounding.case import RAGTestCase
from veriscope.grounding.check import GroundingCheck
from veriscope.grounding.claim_evaluator import ClaimEvaluator, EmptyClaims
from veriscope.grounding.evaluator import Evaluator
from veriscope.grounding.faithfulness import FaithfulnessEvaluator
from veriscope.grounding.hallucination import HallucinationEvaluator
from veriscope.grounding.result import EvaluationResult

__all__ = [
    "ClaimEvaluator",
    "EmptyClaims",
    "EvaluationResult",
    "Evaluator",
    "FaithfulnessEvaluator",
    "GroundingCheck",
    "HallucinationEvaluator",
    "RAGTestCase",
    "run_batch",
]
