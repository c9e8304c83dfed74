"""Compares two sets of rules: `sides` → `things` → `compare` → `report`, then words for people or data for programs."""
