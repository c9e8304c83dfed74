"""Matches are played: a stretch of the matches of a seed, in this process or in several, with as much detail as is asked for."""
