"""Selects the unchanged lines that are shown around changed ones: their neighbours, and the heads of the blocks around them."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.differences.model import LineChange


def in_context(lines: Sequence[LineChange]) -> list[LineChange | None]:
    """Returns the lines that are shown; None marks lines that are left out."""
    shown = _select(lines)
    made: list[LineChange | None] = []
    for number, line in enumerate(lines):
        if number in shown:
            made.append(line)
        elif not made or made[-1] is not None:
            made.append(None)
    return made


def _select(lines: Sequence[LineChange]) -> set[int]:
    found: set[int] = set()
    for number, line in enumerate(lines):
        if line.deed != "same":
            found |= {number - 1, number, number + 1} & set(range(len(lines)))
            found |= _heads(lines, number)
    left_out = [number for number in range(len(lines)) if number not in found]
    # A single hidden line would save nothing, since the mark takes a line too.
    return found | {n for n in left_out if n - 1 not in left_out and n + 1 not in left_out}


def _heads(lines: Sequence[LineChange], number: int) -> set[int]:
    """Returns the heads of the blocks around a line."""
    found: set[int] = set()
    depth = lines[number].depth
    for at in range(number - 1, -1, -1):
        if lines[at].depth < depth and lines[at].deed != ("added" if lines[number].deed == "removed" else "removed"):
            depth = lines[at].depth
            found.add(at)
    return found
