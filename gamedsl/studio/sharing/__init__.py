"""A match of several people, each with a page of their own: the host keeps it, and each page gets what its seat may know."""
