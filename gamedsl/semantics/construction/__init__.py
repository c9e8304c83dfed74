"""Typed formulas of the graph, put together from others."""
