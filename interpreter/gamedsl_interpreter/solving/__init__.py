"""Exact solutions for small games: `solve` describes the results, decision 53 gives the reasons."""
