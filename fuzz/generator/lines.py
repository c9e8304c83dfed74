"""Lines of rules."""

from __future__ import annotations

Lines = list[str]


def indented(lines: Lines) -> Lines:
    """One level further in."""
    return [f"    {line}" for line in lines]
