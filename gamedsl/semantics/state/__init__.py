"""Declares the parts of a position: fields and zones."""
