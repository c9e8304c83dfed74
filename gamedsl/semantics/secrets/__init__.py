"""Finds every place of the rules where hidden facts reach a seat that could not know them."""
