"""Memory: addresses, values in working memory, values in a state."""
