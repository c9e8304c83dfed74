"""Describes how a statement moves pieces. Two analyses use it: which pieces can show on top of a pile, and how many pieces a pile can hold."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import assert_never

from gamedsl.graph.model import statements
from gamedsl.graph.model.expressions import Const, Expr, ZoneAt
from gamedsl.graph.model.game import ZoneSpec
from gamedsl.graph.model.source_statements import Choose, DrawKeep, Each, EndGame, Require, RollBlock, Stmt
from gamedsl.graph.model.types import SiteId, Zone, ZoneId
from gamedsl.values import frozen


@frozen
class Transfer:
    """Pieces that may go to a zone. `pieces` is a formula for the pieces, or for a zone from which any piece may go. None stands for any pieces, or any
    zone."""

    pieces: Expr | None
    to: Expr | None


@frozen
class Movement:
    """The movement of one statement."""

    transfers: tuple[Transfer, ...] = ()
    shuffled: tuple[Expr, ...] = ()
    """The zones whose order becomes unknown."""
    is_everywhere: bool = False
    """Pieces may leave any zone."""


def movement(zones: Sequence[ZoneSpec], box: ZoneId | None, stmt: Stmt) -> Movement:
    """Returns how a statement moves pieces, without the statements inside it. `box` is where pieces of eliminated players go."""
    if isinstance(stmt, statements.Still):
        return Movement()
    match stmt:
        case statements.Move():
            return Movement((Transfer(stmt.what, stmt.to),))
        case statements.SwapZones() | statements.SwapPieces():
            return Movement((Transfer(stmt.first, None), Transfer(stmt.second, None)))
        case statements.Shuffle():
            moved = () if stmt.what is None or stmt.into is None else (Transfer(stmt.what, stmt.into),)
            return Movement(moved, tuple(zone for zone in (stmt.zone, stmt.into) if zone is not None))
        case statements.Draw():
            return Movement((Transfer(stmt.source, stmt.to),))
        case DrawKeep():
            drawn, source = stmt.draw.to, stmt.draw.source
            return Movement((Transfer(source, drawn), Transfer(drawn, stmt.to), Transfer(drawn, stmt.rest or source)))
        case statements.Rotate():
            return Movement(tuple(Transfer(zone, zone) for zone in instances(zones, stmt.zone)))
        case statements.Eliminate():
            boxes = () if box is None else instances(zones, box)
            return Movement(tuple(Transfer(None, zone) for zone in boxes), is_everywhere=True)
        case (
            statements.If()
            | statements.For()
            | statements.Repeat()
            | statements.CallRule()
            | statements.Roll()
            | RollBlock()
            | statements.Resolve()
            | Choose()
            | Require()
            | Each()
            | EndGame()
        ):
            return Movement()
        case _:
            assert_never(stmt)


def instances(zones: Sequence[ZoneSpec], family: ZoneId) -> tuple[ZoneAt, ...]:
    """Returns formulas for all instances of a zone."""
    spec = zones[family]
    of = Zone(spec.classes, spec.form)
    ranges = [range(d.size) for d in spec.dimensions]
    return tuple(
        ZoneAt(family, tuple(Const(i, d.type) for i, d in zip(index, spec.dimensions, strict=True)), of, SiteId(-1))
        for index in product(*ranges)
    )
