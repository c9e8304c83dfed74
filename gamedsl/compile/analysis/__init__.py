"""Analyses of a graph while it is built: layout, live locals, exposed tops, capacities of piles."""
