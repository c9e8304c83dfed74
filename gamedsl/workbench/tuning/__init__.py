"""Searches for the numbers of a game that fulfil what a designer wishes of its matches."""
