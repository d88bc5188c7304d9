"""How the embedded judge is made; nothing here is needed to use it."""
