"""Worlds of games in which somebody chose a hidden value: they are drawn from whole courses of play that agree with a seat's observations."""
