"""Looks for matches in which rules break a promise, or in which a condition comes true, and shortens them: see decision 57."""
