"""Builds growing boards: grids without an edge, for pieces that are laid beside each other.

The places are those of a torus: whoever goes far enough comes round. It is so large that a connected group of all pieces, with the places beside it, never
meets itself. So the places of a match are those of an endless board, and there is a fixed number of them.

Every torus here has one form: the place in row r and column c has the number (c + width * r) mod size. With the radius k, the places are those at most k steps
away from place 0, each once, and a straight way comes back to its start after 2k + 1 steps at the earliest:

| neighbours | width | size |
|---|---|---|
| four | 2k + 1 | 2k² + 2k + 1 |
| six (hexagons) | 3k + 2 | 3k² + 3k + 1 |
| eight | 2k + 1 | (2k + 1)² |
"""

from __future__ import annotations

from typing import Literal

from gamedsl.graph.model.game import BoardSpec
from gamedsl.semantics.data.boards import HEX_SIDES, SIDES, STEPS
from gamedsl.semantics.model.board import Board, Torus
from gamedsl.syntax.tree import data

_APART = 3
"""A straight way round is longer than the largest group by this: the places beside both of its ends are neither the same ones nor neighbours."""


def torus_of(decl: data.GrowingGrid) -> Torus:
    """Returns the smallest torus for the pieces of a growing board."""
    k = (decl.pieces + _APART) // 2
    if decl.hex:
        return Torus(k, 3 * k + 2, 3 * k * k + 3 * k + 1)
    if decl.eight is not None:
        return Torus(k, 2 * k + 1, (2 * k + 1) ** 2)
    return Torus(k, 2 * k + 1, 2 * k * k + 2 * k + 1)


def growing(decl: data.GrowingGrid) -> Board:
    """Builds a growing board. Its first place is the one where it begins."""
    torus, name = torus_of(decl), decl.name.text
    around = range(-torus.radius, torus.radius + 1)
    at = {torus.place(r, c): (r, c) for r in around for c in around if _steps(decl, r, c) <= torus.radius}
    places = tuple(at[i] for i in range(torus.size))
    sides = HEX_SIDES if decl.hex else tuple(range(8)) if decl.eight is not None else SIDES
    neighbours = tuple(tuple(sorted(torus.place(r + STEPS[d][0], c + STEPS[d][1]) for d in sides)) for r, c in places)
    rays = tuple(
        tuple(torus.place(r + n * dr, c + n * dc) for n in range(1, _longest_ray(decl, torus, d) + 1))
        for r, c in places
        for d, (dr, dc) in enumerate(STEPS)
    )
    kind: Literal["grid", "hex"] = "hex" if decl.hex else "grid"
    spec = BoardSpec(name, kind, tuple(f"{name}[{r}, {c}]" for r, c in places), places)
    wide = 2 * torus.radius + 1
    return Board(
        spec,
        kind,
        wide,
        wide,
        {},
        neighbours,
        rays,
        (),
        (),
        None,
        None,
        (),
        torus=torus,
        laid=None if decl.of is None else decl.of.text,
    )


def _steps(decl: data.GrowingGrid, row: int, column: int) -> int:
    """Returns the distance from place 0 in steps to neighbours."""
    if decl.hex:
        return max(abs(row), abs(column), abs(row + column))
    return max(abs(row), abs(column)) if decl.eight is not None else abs(row) + abs(column)


def _longest_ray(decl: data.GrowingGrid, torus: Torus, direction: int) -> int:
    """Returns the number of places of a ray: all before it could come back to its start."""
    if decl.hex and direction not in HEX_SIDES:
        return 0
    return 2 * torus.radius // _steps(decl, *STEPS[direction])
