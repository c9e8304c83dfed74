"""Looks for matches in which rules cause a fault, or in which a condition comes true, and shortens them: see decision 57."""
