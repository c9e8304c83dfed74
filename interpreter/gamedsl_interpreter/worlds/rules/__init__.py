"""Analyses what the rules of a Game say about hidden things, before any match."""
