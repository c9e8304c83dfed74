"""Builds typed formulas of the graph from others."""
