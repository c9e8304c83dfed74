"""Modules that log events."""
