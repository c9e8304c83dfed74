"""Things that a game needs besides its cards and boards: counters, tracks, dice, score sheets, cards for places."""
