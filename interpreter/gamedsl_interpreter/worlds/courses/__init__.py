"""Worlds of games in which somebody chose a hidden value: drawn from whole courses of play that agree with what a seat was told."""
