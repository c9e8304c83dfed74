"""The studio: a local web page of a game that is updated whenever its rules file changes."""
