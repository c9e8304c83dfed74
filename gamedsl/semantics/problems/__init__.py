"""The problems that checking finds, with their words."""
