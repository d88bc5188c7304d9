"""Pure functions on text: sentences, blocks, statements, words, windows. Linear time throughout."""
