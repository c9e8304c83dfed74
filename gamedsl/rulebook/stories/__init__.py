"""Tells worked examples and starts: the position, and what happens in it."""
