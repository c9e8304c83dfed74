"""The content of the box of a game, and how it is laid out."""
