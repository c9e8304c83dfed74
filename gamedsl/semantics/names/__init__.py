"""Resolves names: finds the declaration or value that each name refers to."""
