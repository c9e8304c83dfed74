"""Lays a book out for its readers, after its chapters are written and before a format is chosen: in which place, in which steps, and with which words things
are told."""
