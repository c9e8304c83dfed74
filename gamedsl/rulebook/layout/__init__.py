"""Lays a book out for its readers: what is told where, in steps, and with which words; after its chapters are written, before it gets a form."""
