"""Checks rules, phases, ends of the game, ranking, and scripted seats."""
