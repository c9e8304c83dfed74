"""Formulas that are numbers, flags, pieces or places, and the entry to all formulas."""
