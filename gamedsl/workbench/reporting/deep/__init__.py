"""The sections of a report that study some matches deeply: the values of positions, the values of options, and what decides a match."""
