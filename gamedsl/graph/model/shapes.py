"""Constants of a Game in the shape that their type promises: what they hold, for code that needs more than that they are values."""

from __future__ import annotations

from gamedsl.graph.model.types import Value

__all__ = ["counts", "number", "numbers", "parts", "piece_counts"]


def number(value: Value) -> int:
    """A number, flag, kind, place, or member of any other scale."""
    if isinstance(value, int):
        return int(value)
    raise TypeError(f"{value!r} is no number")


def parts(value: Value) -> tuple[Value, ...]:
    """The elements of a collection; none has none."""
    if value is None:
        return ()
    if isinstance(value, tuple):
        return value
    raise TypeError(f"{value!r} is no collection")


def numbers(value: Value) -> tuple[int, ...]:
    """The elements of a list or set of numbers; none has none."""
    return tuple([number(part) for part in parts(value)])


def counts(value: Value) -> tuple[tuple[int, int], ...]:
    """A bag: what it holds, and how many of each."""
    pairs = [numbers(pair) for pair in parts(value)]
    return tuple([(what, count) for what, count in pairs])


def piece_counts(value: Value) -> tuple[tuple[int, int, int], ...]:
    """Pieces: their place, kind and number."""
    entries = [numbers(entry) for entry in parts(value)]
    return tuple([(place, kind, count) for place, kind, count in entries])
