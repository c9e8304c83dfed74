"""Guesses the intended text of a line: words that are misspelt or from other languages, slips of the pen, phrases of rulebooks."""
