"""A match that several people play, each at a page of their own: the host keeps it, and a page gets what its seat may know."""
