"""Runs the worked examples of a Game."""
