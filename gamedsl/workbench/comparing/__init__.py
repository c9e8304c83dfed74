"""Two or more sides play the same matches: what differs between them, how much, and how sure that is."""
