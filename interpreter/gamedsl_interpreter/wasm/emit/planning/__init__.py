"""Decisions before any code is written: forms of values, capacities, and which parts become functions."""
