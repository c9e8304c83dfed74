"""What the emitter cannot do yet."""

from __future__ import annotations


class Unsupported(Exception):  # noqa: N818 (an answer: the caller takes the reference executor)
    """A construct for which no code is emitted yet; the message names it."""
