"""Checked statements become nodes of the graph."""
