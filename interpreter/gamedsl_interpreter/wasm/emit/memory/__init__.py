"""Addresses in memory, and the cells that functions share."""
