"""Built-in functions of pieces: where they lie, and what lies on them."""

from __future__ import annotations

from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import FLAG, Int, Kind, ListOf, Optional, Piece, Pieces, SetOf, Zone, ZoneId
from gamedsl.semantics.construction import conversions, facts, logic
from gamedsl.semantics.construction.constants import BROKEN, is_broken, number
from gamedsl.semantics.formulas.builtin_calls import BuiltinCall, Make
from gamedsl.semantics.model.formula_words import words
from gamedsl.semantics.model.types import describe, most, optional
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.problems import Mismatch


def _where_is(world: World, call: BuiltinCall) -> expressions.Expr:
    """`where_is(piece)`: the element (place, player, …) in whose zone a piece lies of which there is one only; none if it lies elsewhere."""
    piece = conversions.as_kind(world.check.formula(call.args[0], call.scope))
    if isinstance(piece.type, Optional):
        piece = facts.need(world, call.scope, piece, call.args[0].span, words(call.args[0]))
    if not isinstance(piece.type, Kind):
        if not is_broken(piece):
            world.problem(Mismatch(call.args[0].span, "a kind of piece", describe(world, piece.type)))
        return BROKEN
    classes = set(piece.type.classes)
    families = [
        ZoneId(i)
        for i, z in enumerate(world.zones)
        if z.owned and len(z.dimensions) == 1 and classes <= set(z.classes) and not z.hidden
    ]
    if len(families) != 1:
        world.problem(
            Mismatch(
                call.args[0].span,
                "a piece that can lie in the zones of one `each` block",
                f"one with {len(families)} such blocks",
            )
        )
        return BROKEN
    family = world.zones[families[0]]
    element = family.dimensions[0].type
    local = world.local("it", element)
    site = world.site(call.node.span, call.scope.where)
    here = expressions.ZoneAt(families[0], (local,), Zone(family.classes, family.form), site)
    bag = conversions.as_bag(world, here) or BROKEN
    holding = expressions.Filter(
        conversions.all_values(world, element), local.id, expressions.Has(bag, piece, FLAG), SetOf(element)
    )
    return expressions.Pick("first", holding, optional(element), site)


def _above(world: World, call: BuiltinCall) -> expressions.Expr:
    """`above(piece)`: the pieces that lie on it in its pile, lowest first."""
    piece = world.check.formula(call.args[0], call.scope)
    if isinstance(piece.type, Optional):
        piece = facts.need(world, call.scope, piece, call.args[0].span, words(call.args[0]))
    if not isinstance(piece.type, Piece):
        if not is_broken(piece):
            world.problem(
                Mismatch(
                    call.args[0].span,
                    "a piece that lies somewhere (of a selection or a loop)",
                    describe(world, piece.type),
                )
            )
        return BROKEN
    pile = expressions.Contents(
        expressions.PlaceOf(piece, Zone(piece.type.classes, "pile")),
        Pieces(piece.type.classes, most(world, piece.type) or 1),
    )
    copies = max(1, world.copies_of(piece.type.classes))
    pile = expressions.Contents(pile.zone, Pieces(piece.type.classes, copies))
    local = world.local("it", piece.type)
    kind = Kind(piece.type.classes)
    below = expressions.While(
        pile,
        local.id,
        logic.negated(expressions.Equal(expressions.KindOf(local, kind), expressions.KindOf(piece, kind), FLAG)),
        pile.type,
    )
    count = Int(0, copies)
    site = world.site(call.node.span, call.scope.where)
    rest = expressions.Arithmetic(
        "-", expressions.Count(pile, count), expressions.Count(below, count), Int(-copies, copies), site
    )
    number_on = expressions.Extreme(
        "max",
        expressions.MakeList(
            (number(0), expressions.Arithmetic("-", rest, number(1), Int(-copies - 1, copies), site)),
            ListOf(Int(-copies - 1, copies), 2),
        ),
        count,
        site,
    )
    return expressions.Some("last", pile, number_on, pile.type)


PIECE_FUNCTIONS: dict[str, Make] = {
    "above": _above,
    "where_is": _where_is,
}
