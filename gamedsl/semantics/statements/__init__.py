"""Statements of rules: moves, choices, chance, loops."""
