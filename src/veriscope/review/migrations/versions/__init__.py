"""The steps, in the order of their numbers."""
