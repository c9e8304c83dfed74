"""Rules, phases, ends of the game, ranking, and scripted seats."""
