"""Finds inherited sentences that name things that a variant has changed."""
