"""Drawings of graphs in the sentences of the rulebook."""
