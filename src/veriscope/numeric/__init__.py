"""Figures in an answer, checked by arithmetic against a database and documents."""

from veriscope.numeric.accuracy import measure_accuracy
from veriscope.numeric.check import NumericCheck, assess
from veriscope.numeric.config import HallucinationConfig
from veriscope.numeric.detector import HallucinationDetector, Queue
from veriscope.numeric.mapping import FactsMapping, default_mapping

__all__ = [
    "FactsMapping",
    "HallucinationConfig",
    "HallucinationDetector",
    "NumericCheck",
    "Queue",
    "assess",
    "default_mapping",
    "measure_accuracy",
]
