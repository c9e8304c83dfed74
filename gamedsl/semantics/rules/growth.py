"""Checks that the pieces on a board without an edge stay within its size: they are connected, and occupy no more places than the board has."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.graph.model import expressions
from gamedsl.graph.model.game import InvariantSpec
from gamedsl.graph.model.types import FLAG, BoardId, Int, ListOf, Position, SetOf
from gamedsl.semantics.builtins.growing_functions import laying_zones, places_in_use
from gamedsl.semantics.construction import conversions
from gamedsl.semantics.construction.board_tables import neighbours_of
from gamedsl.semantics.construction.constants import is_broken, number
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.symbols import BoardSymbol, ClassSymbol
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.data import BadGrowth, GrowthFlaw
from gamedsl.semantics.problems.names import UnknownName
from gamedsl.semantics.problems.terms import Role, about
from gamedsl.syntax.tree import data, declarations


def growth_invariants(world: World, decls: tuple[declarations.Decl, ...]) -> Iterator[InvariantSpec]:
    """Yields an invariant for each board without an edge."""
    for decl in decls:
        symbol = world.symbols.get(decl.name.text) if isinstance(decl, data.GrowingGrid) else None
        if isinstance(decl, data.GrowingGrid) and isinstance(symbol, BoardSymbol):
            _report_stock(world, decl, symbol.id)
            condition = _stays_small(world, decl, symbol.id)
            if condition is not None:
                name, site = decl.name.text, world.site(decl.span, decl.name.text)
                sentence = f"What lies on `{name}` hangs together, on at most {decl.pieces} places."
                yield InvariantSpec(f"{name}_hangs_together", condition, sentence, site)


def _report_stock(world: World, decl: data.GrowingGrid, board: BoardId) -> None:
    """Reports a name that is no component, and a component with more pieces than the board has places. If each player has a board of its own, the number of
    pieces on it is checked only in a match."""
    name = decl.name.text
    if decl.of is not None and not isinstance(world.symbols.get(decl.of.text), ClassSymbol):
        components = (key for key, symbol in world.symbols.items() if isinstance(symbol, ClassSymbol))
        world.problem(UnknownName(decl.of.span, decl.of.text, Role.COMPONENT, (*components, "pieces")))
        return
    if name in world.own_boards:
        return
    zones = [world.zones[zone.id].classes for zone in laying_zones(world, board)]
    pieces = world.copies_of(sorted({cls for classes in zones for cls in classes}))
    if pieces <= decl.pieces:
        return
    tiles = max(zones, key=lambda classes: world.copies_of(sorted(classes)))
    most = world.copies_of(sorted(tiles))
    if most < pieces and len(tiles) == 1:
        component = world.classes[tiles[0]].name
        flaw = about(GrowthFlaw.MORE_ON_THEM, name, decl.pieces, pieces, component, most)
        world.problem(BadGrowth(decl.name.span, flaw))
    else:
        world.problem(BadGrowth(decl.name.span, about(GrowthFlaw.TOO_FEW_PIECES, name, decl.pieces, pieces)))


def _stays_small(world: World, decl: data.GrowingGrid, board: BoardId) -> expressions.Expr | None:
    scope = Scope(decl.name.text)
    if decl.name.text not in world.own_boards:
        return _one_group(world, decl, board, scope)
    everyone = conversions.all_values(world, world.player)
    local = world.local("me", world.player)
    condition = _one_group(world, decl, board, Scope(decl.name.text, me=local))
    if condition is None:
        return None
    return expressions.Fold("all", everyone, local.id, condition, FLAG, world.site(decl.span, decl.name.text))


def _one_group(world: World, decl: data.GrowingGrid, board: BoardId, scope: Scope) -> expressions.Expr | None:
    laid = places_in_use(world, board, scope, decl.name.span)
    if is_broken(laid):
        return None
    size = len(world.boards[board].spec.places)
    place = Position(board, size)
    groups = expressions.Groups(neighbours_of(world, world.boards[board]), laid, ListOf(SetOf(place), size))
    few = expressions.Compare("<=", expressions.Count(laid, Int(0, size)), number(decl.pieces), FLAG)
    one = expressions.Compare("<=", expressions.Count(groups, Int(0, size)), number(1), FLAG)
    return expressions.And(few, one, FLAG)
