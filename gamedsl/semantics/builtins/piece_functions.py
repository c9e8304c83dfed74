"""Built-in functions of pieces: their zone, and the pieces on top of them."""

from __future__ import annotations

from gamedsl.graph.model import expressions, types
from gamedsl.semantics.builtins.calls import BuiltinCall, Make
from gamedsl.semantics.construction import conversions, facts, logic
from gamedsl.semantics.construction.constants import BROKEN, is_broken, number, refuse
from gamedsl.semantics.model.formula_words import words
from gamedsl.semantics.model.types import describe, most, optional
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.terms import Thing, about
from gamedsl.semantics.problems.values import Mismatch


def _where_is(world: World, call: BuiltinCall) -> expressions.Expr:
    """Builds `where_is(piece)`: the element (place, player, …) whose zone holds a unique piece; none if the piece lies elsewhere."""
    piece = conversions.as_kind(_read_piece(world, call))
    if not isinstance(piece.type, types.Kind):
        return refuse(world, Mismatch(call.args[0].span, Thing.KIND, describe(world, piece.type)), piece)
    zone = _find_holding_zone(world, call, piece, piece.type)
    return BROKEN if zone is None else zone.index[0]


def _read_piece(world: World, call: BuiltinCall) -> expressions.Expr:
    """Returns the piece or kind in the brackets; a value of a type or a place that names the kinds of one component becomes that kind."""
    piece = world.check.formula(call.args[0], call.scope)
    value = types.plain(piece.type)
    if isinstance(value, types.Enum | types.Position):
        named = tuple(c for c, link in world.kind_of_value.items() if link[0] == value)
        if len(named) == 1:
            piece = conversions.kind_of_value(world, piece, types.Kind(named)) or piece
    if isinstance(piece.type, types.Optional):
        piece = facts.need(world, call.scope, piece, call.args[0].span, words(call.args[0]))
    return piece


def _find_holding_zone(
    world: World, call: BuiltinCall, piece: expressions.Expr, kind: types.Kind
) -> expressions.ZoneAt | None:
    """Returns the zone of one `each` block that holds a unique piece. Its index is none if the piece lies elsewhere."""
    classes = set(kind.classes)
    families = [
        types.ZoneId(i)
        for i, z in enumerate(world.zones)
        if z.owned and len(z.dimensions) == 1 and classes <= set(z.classes) and not z.hidden
    ]
    if len(families) != 1:
        world.problem(
            Mismatch(call.args[0].span, Thing.PIECE_OF_ONE_BLOCK, about(Thing.PIECE_OF_BLOCKS, len(families)))
        )
        return None
    family = world.zones[families[0]]
    element = family.dimensions[0].type
    local = world.local("it", element)
    site = call.site(world)
    type_ = types.Zone(family.classes, family.form)
    here = expressions.ZoneAt(families[0], (local,), type_, site)
    bag = conversions.as_bag(world, here) or BROKEN
    holding = expressions.Filter(
        conversions.all_values(world, element), local.id, expressions.Has(bag, piece, types.FLAG), types.SetOf(element)
    )
    place = expressions.Pick("first", holding, optional(element), site)
    return expressions.ZoneAt(families[0], (place,), types.Optional(type_), site)


def _above(world: World, call: BuiltinCall) -> expressions.Expr:
    """Builds `above(piece)`: the pieces that lie on it in its pile, lowest first."""
    found = _from_piece_on(world, call)
    if found is None:
        return BROKEN
    pile, number_of = found
    copies = most(world, pile.type)
    count = types.Int(0, copies)
    site = call.site(world)
    number_on = expressions.Extreme(
        "max",
        expressions.MakeList(
            (number(0), expressions.Arithmetic("-", number_of, number(1), types.Int(-copies - 1, copies), site)),
            types.ListOf(types.Int(-copies - 1, copies), 2),
        ),
        count,
        site,
    )
    return expressions.Some("last", pile, number_on, pile.type)


def _stack_from(world: World, call: BuiltinCall) -> expressions.Expr:
    """Builds `stack_from(piece)`: the piece and all that lie on it in its pile, lowest first."""
    found = _from_piece_on(world, call)
    return BROKEN if found is None else expressions.Some("last", found[0], found[1], found[0].type)


def _from_piece_on(world: World, call: BuiltinCall) -> tuple[expressions.Expr, expressions.Expr] | None:
    """Returns the pieces of the pile that holds a piece, and their number from that piece up."""
    piece = _read_piece(world, call)
    match piece.type:
        case types.Piece(classes):
            zone: expressions.Expr | None = expressions.PlaceOf(piece, types.Zone(classes, "pile"))
        case types.Kind(classes) if not is_broken(piece):
            zone = _find_holding_zone(world, call, piece, piece.type)
        case _:
            if not is_broken(piece):
                world.problem(Mismatch(call.args[0].span, Thing.LYING_PIECE, describe(world, piece.type)))
            return None
    if zone is None:
        return None
    copies = max(1, world.copies_of(classes))
    pile = expressions.Contents(zone, types.Pieces(classes, copies))
    local = world.local("it", types.Piece(classes))
    kind = types.Kind(classes)
    below = expressions.While(
        pile,
        local.id,
        logic.negate(expressions.Equal(expressions.KindOf(local, kind), conversions.as_kind(piece), types.FLAG)),
        pile.type,
    )
    count = types.Int(0, copies)
    site = call.site(world)
    return pile, expressions.Arithmetic(
        "-", expressions.Count(pile, count), expressions.Count(below, count), types.Int(-copies, copies), site
    )


PIECE_FUNCTIONS: dict[str, Make] = {"above": _above, "stack_from": _stack_from, "where_is": _where_is}
