"""Guesses what a line was meant to be: words misspelt or from other languages, slips of the pen, phrases of rulebooks."""
