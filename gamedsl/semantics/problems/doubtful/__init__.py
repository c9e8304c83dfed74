"""Finds lines of a text that are allowed but probably not meant."""
