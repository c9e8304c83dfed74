"""Laws that hold for every input."""

from __future__ import annotations


class BrokenLawError(Exception):
    """The project promised something, and it is not so; the text says what."""


def law(holds: bool, broken: str) -> None:
    """Raises BrokenLawError with these words unless it holds."""
    if not holds:
        raise BrokenLawError(broken)
