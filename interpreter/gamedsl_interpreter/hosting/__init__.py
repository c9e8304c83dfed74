"""What hosts without Python get: the model of a game, and its module with all that belongs to it."""
