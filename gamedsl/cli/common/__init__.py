"""Shared parts of several commands: reading rules, showing findings, writing results and files."""
