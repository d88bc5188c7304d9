"""Verdicts to numbers: rates, consensus, agreement, uncertainty, abstention, profile."""
