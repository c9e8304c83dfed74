"""What is in the box of a game, and how it is laid out."""
