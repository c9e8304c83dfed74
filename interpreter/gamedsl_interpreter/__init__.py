"""Execution: a Game in, matches out. Never reads source text."""
