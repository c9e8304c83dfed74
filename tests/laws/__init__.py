"""Laws of the two large games, written from the fact sheets, on random and steered matches; and rules with planted mistakes, which the laws must notice."""
