"""Analyses what a Game's rules reveal about hidden things, before any match."""
