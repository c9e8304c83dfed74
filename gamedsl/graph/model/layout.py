"""The position of each part of a state in its canonical bytes: fixed size, little-endian, narrowest width, no undefined padding."""

from __future__ import annotations

from typing import Literal

from gamedsl.graph.model.types import Type
from gamedsl.values import frozen


@frozen
class Cell:
    """A part of the layout, `size` bytes at `offset`: the node number, a field instance, a zone instance, or a local (zero where it is not live).

    `id` is the instance number (field, zone) or the local id; `type` is that of the stored value (for zones the Zone type). See `codec.py` for the
    coding.
    """

    what: Literal["node", "field", "zone", "local"]
    id: int
    offset: int
    size: int
    type: Type | None


@frozen
class Layout:
    cells: tuple[Cell, ...]
    size: int
