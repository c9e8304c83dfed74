"""Formulas whose values are known while emitting, and the tables that hold these values."""
