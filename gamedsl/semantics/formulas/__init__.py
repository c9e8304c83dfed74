"""Formulas: syntax tree in, typed expressions out."""
