"""Choices at the table, in words, and how answers of persons are read."""
