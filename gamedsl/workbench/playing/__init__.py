"""Plays matches of a seed, in this process or in several, with the requested detail."""
