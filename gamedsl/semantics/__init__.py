"""Checks the meaning of rules: names, types, bounds. Takes the tree, returns the checked tree and problems."""
