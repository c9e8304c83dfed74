"""Formulas, by the group that they belong to, and the class that hands each formula to its group."""
