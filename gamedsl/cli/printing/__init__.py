"""Writes what commands find out: findings, results and tables on a terminal, as data, and in files."""
