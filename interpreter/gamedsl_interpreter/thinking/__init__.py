"""Agents that search, for every game: `tree` describes the search, decision 49 the reasons."""
