"""Exact answers for small games: see `solve` for what is computed, and decision 53 for why."""
