"""Lowering of formulas, a module for each group, and the class that hands each formula to its group."""
