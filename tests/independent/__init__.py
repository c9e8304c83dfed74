"""Scorers written from the fact sheets alone, to be compared with what the engines say."""
