"""Random rules files that are valid by construction: small, well typed, and sure to end."""
