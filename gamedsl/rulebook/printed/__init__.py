"""What a printed rulebook has in its own way: the first page, the list of the box, the course of a round, variants, and notes."""
