"""Lowers checked statements to nodes of the graph."""
