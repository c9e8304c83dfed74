"""Who learns what: every place of the rules where hidden facts reach somebody who could not know them."""
