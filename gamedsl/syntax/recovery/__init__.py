"""Lines that do not fit: what is wrong with them, and how they were probably meant."""
