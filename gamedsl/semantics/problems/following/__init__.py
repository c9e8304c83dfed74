"""One mistake, one diagnostic: finds the problems that only follow from others."""
