"""What changes a position."""
