"""Finds what the rules do although no sentence of theirs says it; printed books tell it where it is needed."""
