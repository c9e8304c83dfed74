"""Values during a match: where they are stored, how they are written and read."""
