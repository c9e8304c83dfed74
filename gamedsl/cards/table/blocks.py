"""Parts of a picture with their sizes, and how they are put beside and below each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gamedsl.cards.drawing.marks import At, Mark
from gamedsl.values import frozen


@frozen
class Block:
    """A part of a picture with its top left corner at 0, 0, and a description in words."""

    width: float
    height: float
    marks: tuple[Mark, ...]
    told: tuple[str, ...] = ()


def beside(blocks: Sequence[Block], gap: float, width: float) -> Block:
    """Puts blocks in rows of at most this width, one after the other; blocks of one row are aligned."""
    rows: list[list[Block]] = []
    used = 0.0
    for block in blocks:
        if rows and used + gap + block.width <= width:
            rows[-1].append(block)
            used += gap + block.width
        else:
            rows.append([block])
            used = block.width
    return below([_row(row, gap) for row in rows], gap)


def _row(blocks: Sequence[Block], gap: float) -> Block:
    marks: list[Mark] = []
    x = 0.0
    for block in blocks:
        marks.append(At(x, 0, block.marks))
        x += block.width + gap
    return Block(x - gap, max(block.height for block in blocks), tuple(marks), _texts_of(blocks))


def below(blocks: Iterable[Block], gap: float, *, middle: float = 0.0) -> Block:
    """Puts blocks below each other; if `middle` is not 0, each is centred in this width."""
    marks: list[Mark] = []
    found = [block for block in blocks if block.height > 0]
    y = 0.0
    for block in found:
        marks.append(At(max(0.0, (middle - block.width) / 2), y, block.marks))
        y += block.height + gap
    width = max((block.width for block in found), default=0.0)
    return Block(max(width, middle), max(y - gap, 0.0), tuple(marks), _texts_of(found))


def _texts_of(blocks: Iterable[Block]) -> tuple[str, ...]:
    return tuple(one for block in blocks for one in block.told)
