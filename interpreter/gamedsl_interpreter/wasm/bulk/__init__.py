"""Work that stays inside a module: batches of matches, playouts, game trees, searches."""
