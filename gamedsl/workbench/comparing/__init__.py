"""Compares two or more sides that play the same matches: the differences between them, their size, and their certainty."""
