"""The canonical bytes of positions."""
