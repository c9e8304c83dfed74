"""Writes the results of commands: findings, outcomes and tables on a terminal, as data, and in files."""
