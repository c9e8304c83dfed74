"""The compiled games against the independent scorers, which were written from the fact sheets alone."""
