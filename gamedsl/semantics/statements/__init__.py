"""Checks statements of rules: moves, choices, chance, loops."""
