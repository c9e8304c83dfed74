"""Converts constants of a Game to the Python shape that their type promises, for code that needs more than `Value`."""

from __future__ import annotations

from gamedsl.graph.model.types import Value

__all__ = ["counts", "number", "numbers", "parts", "piece_counts"]


def number(value: Value) -> int:
    """Returns a number, flag, kind, place, or member of any other scale."""
    if isinstance(value, int):
        return int(value)
    raise TypeError(f"{value!r} is no number")


def parts(value: Value) -> tuple[Value, ...]:
    """Returns the elements of a collection; an empty tuple for none."""
    if value is None:
        return ()
    if isinstance(value, tuple):
        return value
    raise TypeError(f"{value!r} is no collection")


def numbers(value: Value) -> tuple[int, ...]:
    """Returns the elements of a list or set of numbers; an empty tuple for none."""
    return tuple([number(part) for part in parts(value)])


def counts(value: Value) -> tuple[tuple[int, int], ...]:
    """Returns the contents of a bag as (kind or number, count) pairs."""
    pairs = [numbers(pair) for pair in parts(value)]
    return tuple([(what, count) for what, count in pairs])


def piece_counts(value: Value) -> tuple[tuple[int, int, int], ...]:
    """Returns pieces as (place, kind, count) triples."""
    entries = [numbers(entry) for entry in parts(value)]
    return tuple([(place, kind, count) for place, kind, count in entries])
