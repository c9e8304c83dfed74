"""The data structures of checking: the merged declarations, the symbols of a setup, the checked tree."""
