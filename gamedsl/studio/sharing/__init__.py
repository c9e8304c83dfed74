"""A match of several people, each with a page of their own: the host keeps the match, and each page gets only the data that its seat may see."""
