"""Decisions: the search for complete moves, selections, refusals, and scripted seats."""
