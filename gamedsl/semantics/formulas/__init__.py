"""Checks formulas: takes the syntax tree, returns typed expressions."""
