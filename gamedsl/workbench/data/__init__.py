"""Writes matches and decisions as tables to files: CSV, JSON lines, Parquet."""
