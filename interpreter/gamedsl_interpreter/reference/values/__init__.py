"""Values while a match is played: where they lie, how they are written and read."""
