"""Tools for playtests: they play many matches, measure them, test which findings are certain, and put these into words."""
