"""Questions about a Game: walks, cycles, data flow, hidden information, and the verifier."""
