"""Reads values computed before play in the Python shape that their type promises."""

from __future__ import annotations

from gamedsl.graph.model.types import Value


def ordinal(value: Value) -> int:
    """Returns the number of a value of a simple type. Raises TypeError for a value of another form."""
    if isinstance(value, int):
        return value
    raise TypeError(f"{value!r} is no value of a simple type")


def ordinals(value: Value) -> tuple[int, ...]:
    """Returns the elements of a list of simple values. Raises TypeError for a value of another form."""
    if isinstance(value, tuple):
        return tuple(ordinal(element) for element in value)
    raise TypeError(f"{value!r} is no list of simple values")


def bag_entries(value: Value) -> tuple[tuple[int, int], ...]:
    """Returns the kinds of a bag, each with its number. Raises TypeError for a value of another form."""
    if isinstance(value, tuple):
        return tuple(_entry(entry) for entry in value)
    raise TypeError(f"{value!r} is no bag")


def _entry(value: Value) -> tuple[int, int]:
    kind, number = ordinals(value)
    return kind, number
