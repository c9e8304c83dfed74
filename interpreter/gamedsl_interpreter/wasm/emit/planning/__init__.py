"""Decisions that are made before any code is written: forms, capacities, and what becomes a function."""
