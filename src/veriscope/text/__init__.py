"""Pure functions on text: sentences, blocks, statements, words, windows; linear time throughout."""
