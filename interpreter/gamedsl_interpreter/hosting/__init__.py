"""The files for hosts without Python: the model of a game, and its module with all its sections."""
