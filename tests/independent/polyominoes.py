"""An independent reading of the polyomino duel: pieces as complex numbers, moves by trying every square of the board."""

from __future__ import annotations

from collections.abc import Iterable

SIZE = 14
Squares = frozenset[complex]
"""Squares by column and row: the second one of the first row is 1, the first one of the second row is 1j."""

SIDES = (1, -1, 1j, -1j)
CORNERS = (1 + 1j, 1 - 1j, -1 + 1j, -1 - 1j)
STARTS = (4 + 4j, 9 + 9j)


def _placed(squares: Iterable[complex]) -> Squares:
    """The same squares with the smallest column and row 0."""
    found = list(squares)
    corner = complex(min(s.real for s in found), min(s.imag for s in found))
    return frozenset(s - corner for s in found)


def lying(piece: Squares) -> frozenset[Squares]:
    """All different ways in which a piece can lie."""
    mirrored = [s.conjugate() for s in piece]
    return frozenset(_placed(s * turn for s in squares) for squares in (piece, mirrored) for turn in (1, 1j, -1, -1j))


def free_polyominoes(most: int) -> list[frozenset[Squares]]:
    """All polyominoes of up to so many squares, grown square by square; each as the ways in which it can lie."""
    found: set[frozenset[Squares]] = {lying(frozenset([0j]))}
    every = set(found)
    for _ in range(most - 1):
        found = {
            lying(_placed({*piece, square + side}))
            for ways in found
            for piece in ways
            for square in piece
            for side in SIDES
            if square + side not in piece
        }
        every |= found
    return sorted(every, key=lambda ways: len(next(iter(ways))))


def moves(pieces: Iterable[frozenset[Squares]], own: Squares, others: Squares, start: complex) -> set[Squares]:
    """The squares that a piece may cover: with the start in it, or touching own ones by corners only."""
    board = {complex(c, r) for c in range(SIZE) for r in range(SIZE)}
    taken = own | others
    beside = {square + side for square in own for side in SIDES}
    diagonal = {square + corner for square in own for corner in CORNERS}
    found: set[Squares] = set()
    for ways in pieces:
        for way in ways:
            for at in board:
                covered = frozenset(square + at for square in way)
                if not covered <= board or covered & taken or covered & beside:
                    continue
                if covered & diagonal if own else start in covered:
                    found.add(covered)
    return found
