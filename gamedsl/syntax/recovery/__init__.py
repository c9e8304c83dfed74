"""Explains lines that do not fit, and guesses the intended lines."""
