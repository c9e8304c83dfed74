"""Changes of a position."""
