"""Exact solutions for small games: `solve` says what is computed, decision 53 why."""
