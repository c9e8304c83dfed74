"""Conditions and sums over all elements of a set at once, as operations on words of bits."""
