"""Maps: places with names and the roads between them, as a drawing in characters and as a list."""
