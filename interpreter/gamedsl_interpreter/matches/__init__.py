"""Whole matches: who plays, one match, many matches, their rows and sums, replays."""
