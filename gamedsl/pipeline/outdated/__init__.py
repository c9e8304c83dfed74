"""Finds sentences that a variant inherits and that name what it has changed."""
