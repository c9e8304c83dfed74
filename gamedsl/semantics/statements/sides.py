"""Checks `flip`: a piece shows its other side."""

from __future__ import annotations

from gamedsl.graph.model import expressions, source_statements, statements
from gamedsl.graph.model.types import Bag, Kind, Optional, Piece, Pieces, Zone, plain
from gamedsl.semantics.construction import conversions, facts
from gamedsl.semantics.construction.constants import is_broken, number
from gamedsl.semantics.formulas.pile_ends import must_leave_from_top
from gamedsl.semantics.model.formula_words import words
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.types import describe
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.terms import Thing
from gamedsl.semantics.problems.values import Mismatch
from gamedsl.semantics.state.zones import sides_zone
from gamedsl.syntax.tree import formulas
from gamedsl.syntax.tree import statements as written
from gamedsl.syntax.tree.node import Ident


def flip(world: World, node: written.Flip, scope: Scope) -> list[source_statements.Stmt]:
    """Builds a `flip`: the piece changes places with its other side, which lies in a zone that the rules cannot name. So the number of pieces never changes."""
    piece = world.check.formula(node.piece, scope)
    if is_broken(piece):
        return []
    shown = plain(piece.type)
    one = isinstance(shown, Piece) or (isinstance(shown, Zone) and shown.form == "slot")
    if not isinstance(shown, Piece | Zone) or not one or not set(shown.classes) & set(world.sides):
        world.problem(Mismatch(node.piece.span, Thing.PIECE_WITH_SIDES, describe(world, piece.type)))
        return []
    names = {world.sides[cls] for cls in shown.classes if cls in world.sides}
    if len(names) > 1:
        world.problem(Mismatch(node.piece.span, Thing.PIECE_WITH_SIDES, describe(world, piece.type)))
        return []
    site = world.site(node.span, scope.where)
    here = conversions.as_pieces(world, piece)
    side = Ident(names.pop(), span=node.piece.span)
    kind = world.check.formula(formulas.Attribute(node.piece, side, span=node.piece.span), scope)
    if here is None or is_broken(kind):
        return []
    if isinstance(kind.type, Optional):
        kind = facts.need(world, scope, kind, node.piece.span, f"{words(node.piece)}.{side.text}")
    must_leave_from_top(world, here, node.piece.span)
    zone = sides_zone(world)
    of = Kind(tuple(cls for cls in shown.classes if cls in world.sides))
    hidden = expressions.ZoneAt(zone, (), Zone(world.zones[zone].classes, "bag"), site)
    lying = conversions.as_pieces(world, hidden)
    if lying is None:
        return []
    wanted = expressions.MakeBag(((number(1), kind),), Bag(of, 1))
    other = expressions.TakeFrom(wanted, lying, Pieces(of.classes, 1), site)
    return [statements.SwapPieces(here, other, site)]
