"""Players that think, for every game: see `tree` for how they search, and decision 49 for why."""
