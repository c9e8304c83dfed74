"""What the emitter cannot do yet."""

from __future__ import annotations


class Unsupported(Exception):
    """A construct for which no code is emitted yet; the message names it."""
