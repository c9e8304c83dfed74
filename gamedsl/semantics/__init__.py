"""Meaning: names, types, bounds. Tree in, checked tree and problems out."""
