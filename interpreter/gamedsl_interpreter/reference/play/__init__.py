"""Playing: the walk over the graph, effects, moves of pieces, chance, and outcomes."""
