"""Judges that ask a language model behind an HTTP endpoint."""
