"""Searches for values of a game's numbers that fulfil a designer's wishes about its matches."""
