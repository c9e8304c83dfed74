"""Tools for playtests: play many matches, measure them, test what is certain, and put it into words."""
