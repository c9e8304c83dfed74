"""What checking works on: the merged declarations, the symbols of a setup, the checked tree."""
