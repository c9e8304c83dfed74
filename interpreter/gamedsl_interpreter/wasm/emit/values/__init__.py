"""Formulas that are numbers, flags, pieces or places, and the way into all formulas."""
