"""Formulas of a Game as Python closures."""
