"""Formulas of a Game, compiled to Python closures."""
