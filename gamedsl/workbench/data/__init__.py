"""Matches and decisions as tables in files: CSV, JSON lines, Parquet."""
