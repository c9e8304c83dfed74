"""Looks for matches in which rules break a promise, or in which something comes true, and makes them short: see decision 58."""
