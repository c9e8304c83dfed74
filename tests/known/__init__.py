"""Numbers that are known from elsewhere."""
