"""A report on a game: what matches show of it, findings first, each with a picture, a table, and how it was made."""
