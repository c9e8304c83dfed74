"""Functions that only hosts call: many matches side by side, trees."""
