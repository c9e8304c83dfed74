"""Checks moves of pieces: `move`, `swap`, `rotate`."""

from __future__ import annotations

from gamedsl.graph.analysis.presence import bare
from gamedsl.graph.analysis.walk import children
from gamedsl.graph.model import expressions, source_statements, statements
from gamedsl.graph.model.types import (
    FLAG,
    UNKNOWN,
    Bag,
    Enum,
    Int,
    Kind,
    ListOf,
    Optional,
    Piece,
    Pieces,
    Player,
    Position,
    SetOf,
    SiteId,
    Zone,
    ZoneId,
    plain,
)
from gamedsl.semantics.construction import constants, conversions, facts, sure
from gamedsl.semantics.construction.constants import is_broken
from gamedsl.semantics.formulas.comparisons import alike
from gamedsl.semantics.formulas.pile_ends import Ends, ends_of, must_leave_from_top
from gamedsl.semantics.model.formula_words import words
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.symbols import ClassSymbol, ZoneSymbol
from gamedsl.semantics.model.types import describe, most
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.certain import Idle
from gamedsl.semantics.problems.kinds_and_zones import CannotMove, NotAZone
from gamedsl.semantics.problems.names import UnknownName
from gamedsl.semantics.problems.rules import EqualInPile, Misplaced, Misplacement, NeedsOrder
from gamedsl.semantics.problems.terms import Role, Thing, about
from gamedsl.semantics.problems.values import Mismatch
from gamedsl.syntax.tree import formulas
from gamedsl.syntax.tree import statements as written


def zone_of(world: World, node: formulas.Expr, scope: Scope) -> expressions.Expr | None:
    """Returns a formula for a zone (instance); if its owner may be none, that is checked at run time."""
    found = _formula_for_zone(world, node, scope)
    return None if found is None else _as_zone(world, node, found, None)


def _formula_for_zone(world: World, node: formulas.Expr, scope: Scope) -> expressions.Expr | None:
    found = world.check.formula(node, scope)
    if is_broken(found):
        return None
    if isinstance(found.type, Optional) and isinstance(found.type.of, Zone):
        return facts.need(world, scope, found, node.span, words(node))
    return found


def _as_zone(
    world: World, node: formulas.Expr, found: expressions.Expr, pieces: expressions.Expr | None
) -> expressions.Expr | None:
    """Returns a formula if it is for a zone. `pieces`: what goes there, if it is known."""
    if isinstance(found.type, Zone):
        return found
    world.problem(NotAZone(node.span, describe(world, found.type), instead=_zones_of_place(world, node, found, pieces)))
    return None


def _zones_of_place(
    world: World, node: formulas.Expr, found: expressions.Expr, pieces: expressions.Expr | None
) -> tuple[str, ...]:
    """Returns the formulas for the zones of a place or player that may hold some pieces, where rules name the place or player instead of a zone; empty for
    other things."""
    if not isinstance(node, formulas.Name | formulas.Attribute | formulas.Index | formulas.Me) or "…" in words(node):
        return ()
    match found.type:
        case Position():
            members = world.members.get(world.boards[found.type.board].spec.name, {})
        case Player():
            members = world.members.get("player", {})
        case _:
            return ()
    of = UNKNOWN if pieces is None else plain(pieces.type)
    held = of.classes if isinstance(of, Piece | Pieces | Zone) else ()
    zones = {name: symbol.id for name, symbol in members.items() if isinstance(symbol, ZoneSymbol)}
    return tuple(f"{words(node)}.{name}" for name, zone in zones.items() if {*held} <= {*world.zones[zone].classes})


def move(world: World, node: written.Move, scope: Scope) -> list[source_statements.Stmt]:
    source = world.check.formula(node.source, scope) if node.source is not None else None
    # The target comes first: the graph numbers the lines that may fail, in the order in which they are looked at, and its digest may not change.
    target = _formula_for_zone(world, node.target, scope)
    what = pieces_to_move(world, node.what, source, node.source, scope)
    to = None if target is None else _as_zone(world, node.target, target, what)
    if what is not None and node.quantity is not None:
        what = _so_many(world, node, node.quantity, what, scope)
    if what is None or to is None or (source is not None and is_broken(source)):
        return []
    sure.note_moved(world, node.span, what, to)
    site = world.site(node.span, scope.where)
    parts = _parts_with_ends(world, what, to)
    if not all(ends & Ends.BOTH for _, ends in parts):
        world.problem(EqualInPile(node.what.span))
    _check_order(world, what, to, node)
    check_classes(world, what, to, node.what)
    is_under = node.side == "under"
    moves = [
        statements.Move(part, to, is_under, Ends.TOP not in ends and Ends.BOTTOM in ends, site) for part, ends in parts
    ]
    return [*(moves[::-1] if is_under else moves)]


def _parts_with_ends(world: World, what: expressions.Expr, to: expressions.Expr) -> list[tuple[expressions.Expr, Ends]]:
    """Returns the parts of a move, each with the ends of the piles from which its pieces leave. `first(a) + last(b)` leaves from different ends, so it moves
    in two parts. They do not affect each other, because they lie in different zones."""
    whole = [(what, ends_of(world, what))]
    if whole[0][1] & Ends.BOTH:
        return whole
    parts, waiting = list[expressions.Expr](), [what]
    while waiting:
        part = waiting.pop()
        if isinstance(part, expressions.Join):
            waiting += [part.right, part.left]
        else:
            parts.append(part)
    zones = [_zones_in(part) for part in (to, *parts)]
    together = frozenset(zone for of in zones for zone in of)
    is_apart = all(zones) and sum(len(of) for of in zones) == len(together)
    return [(part, ends_of(world, part)) for part in parts] if is_apart else whole


def _zones_in(expr: expressions.Expr) -> frozenset[ZoneId]:
    """Returns the zones that a formula names; none if a name for pieces leaves that open."""
    found, waiting = set[ZoneId](), [expr]
    while waiting:
        part = waiting.pop()
        if isinstance(part, expressions.Local | expressions.Call) and isinstance(
            plain(part.type), Piece | Pieces | Zone
        ):
            return frozenset()
        if isinstance(part, expressions.ZoneAt):
            found.add(part.zone)
        waiting += children(part)
    return frozenset(found)


def check_classes(world: World, what: expressions.Expr, to: expressions.Expr, node: formulas.Expr) -> None:
    """Reports pieces that the target zone is not declared for."""
    if not isinstance(what.type, Pieces | Piece | Zone) or not isinstance(to.type, Zone):
        return
    if what.type.classes and not set(what.type.classes) & set(to.type.classes):
        world.problem(Mismatch(node.span, describe(world, Pieces(to.type.classes, 1)), describe(world, what.type)))


def _so_many(
    world: World, node: written.Move, quantity: written.Quantity, what: expressions.Expr, scope: Scope
) -> expressions.Expr | None:
    """Checks `move [up to] e of S`: a number of pieces that the position determines."""
    if not isinstance(what.type, Pieces):
        world.problem(CannotMove(node.what.span, describe(world, what.type)))
        return None
    if quantity.kind not in ("one", "up_to", "exactly"):
        world.problem(Misplaced(quantity.span, Misplacement.QUANTITY_OF_MOVE))
        return None
    wanted = constants.number(1) if quantity.number is None else world.check.integer(quantity.number, scope)
    if not isinstance(wanted.type, Int):
        return None
    sure.note_nothing(world, quantity.span, wanted.type, Idle.MOVE)
    bound = max(0, min(wanted.type.high, what.type.most))
    site = world.site(node.span, scope.where)
    return expressions.TakeSome(wanted, what, quantity.kind == "up_to", Pieces(what.type.classes, bound), site)


def _check_order(world: World, what: expressions.Expr, to: expressions.Expr, node: written.Move) -> None:
    """Reports several pieces moved from an unordered zone onto a pile that everybody sees: they have no order."""
    if not isinstance(to.type, Zone) or to.type.form != "pile" or not isinstance(to, expressions.ZoneAt):
        return
    visibility = world.zones[to.zone].visibility
    if node.any_order or (visibility.who != "everyone" and not visibility.top_seen):
        return
    if not isinstance(what.type, Pieces) or what.type.most <= 1:
        return
    if not _is_ordered(world, what) and not _is_of_one_kind(what) and len(world.kinds_of(what.type.classes)) > 1:
        world.problem(NeedsOrder(node.span, world.zones[to.zone].name))


def _is_ordered(world: World, what: expressions.Expr) -> bool:
    """Whether pieces have an order: the pieces of a pile, and single pieces that are named one after the other."""
    origin = bare(what)
    if isinstance(origin, expressions.Join):
        return all(_is_ordered(world, part) or _is_one(part) for part in (origin.left, origin.right))
    is_pile = isinstance(origin, expressions.ZoneAt) and world.zones[origin.zone].form == "pile"
    return is_pile or isinstance(origin, expressions.Some)


def _is_of_one_kind(what: expressions.Expr) -> bool:
    """Whether pieces are filtered by one kind, as by `where it is Red`: equal pieces need no order."""
    source = bare(what)
    source = source.source if isinstance(source, expressions.TakeSome) else source
    if not isinstance(source, expressions.Filter) or not isinstance(source.condition, expressions.Equal):
        return False
    sides = bare(source.condition.left), source.condition.right
    return (
        isinstance(sides[0], expressions.Local)
        and sides[0].id == source.local
        and isinstance(sides[1], expressions.Const)
    )


def _is_one(what: expressions.Expr) -> bool:
    return isinstance(what.type, Pieces) and what.type.most <= 1


def pieces_to_move(
    world: World, node: formulas.Expr, source: expressions.Expr | None, source_node: formulas.Expr | None, scope: Scope
) -> expressions.Expr | None:
    """Returns the pieces with places that a `move`, `swap` or `shuffle` takes."""
    lying = conversions.as_pieces(world, source) if source is not None else None
    if source is not None and lying is None:
        if not is_broken(source) and source_node is not None:
            world.problem(NotAZone(source_node.span, describe(world, source.type)))
        return None
    if isinstance(node, formulas.SomeOf) and isinstance(symbol := world.symbols.get(node.name.text), ClassSymbol):
        return _some_of_class(world, node, symbol, lying, scope)
    if (
        isinstance(node, formulas.SomeOf)
        and (kinds := alike(world, formulas.Name(node.name.text, span=node.name.span), scope)) is not None
    ):
        return _some_of_kinds(world, node, kinds, lying, scope)
    expected = Kind(lying.type.classes) if lying is not None and isinstance(lying.type, Pieces) else None
    found = world.check.formula(
        node,
        scope,
        Bag(expected, 0)
        if expected is not None and isinstance(node, formulas.ListLiteral | formulas.SomeOf)
        else expected,
    )
    if is_broken(found):
        return None
    site = world.site(node.span, scope.where)
    is_list_of_pieces = isinstance(found.type, ListOf) and isinstance(found.type.of, Piece)
    if is_list_of_pieces or isinstance(plain(found.type), Zone | Pieces | Piece):
        pieces = conversions.as_pieces(world, found)
        if pieces is None or lying is None:
            return pieces
        return _all_lying_in(pieces, lying, site)
    bag = _as_kinds(world, found, expected)
    if bag is None or not isinstance(bag.type, Bag):
        world.problem(CannotMove(node.span, describe(world, found.type)))
        return None
    if lying is None:
        world.problem(CannotMove(node.span, about(Thing.LIES_NOWHERE, describe(world, found.type))))
        return None
    return expressions.TakeFrom(
        bag, lying, Pieces(bag.type.of.classes if isinstance(bag.type.of, Kind) else (), bag.type.most), site
    )


def _all_lying_in(pieces: expressions.Expr, lying: expressions.Expr, site: SiteId) -> expressions.Expr:
    """Builds `move X from Z`, if X tells itself where its pieces lie: all pieces of X must lie in Z, so that none is silently left out."""
    if bare(origin_of(pieces)) == bare(lying) or not isinstance(pieces.type, Pieces):
        return pieces
    count = expressions.Count(pieces, Int(0, pieces.type.most))
    return expressions.TakeSome(count, expressions.LyingIn(pieces, lying, pieces.type), False, pieces.type, site)


def origin_of(pieces: expressions.Expr) -> expressions.Expr:
    """Returns the collection below filters and conversions."""
    while True:
        match pieces:
            case expressions.Filter() | expressions.While():
                pieces = pieces.source
            case expressions.Convert():
                pieces = pieces.operand
            case _:
                return pieces


def _some_of_class(
    world: World, node: formulas.SomeOf, symbol: ClassSymbol, lying: expressions.Expr | None, scope: Scope
) -> expressions.Expr | None:
    site = world.site(node.span, scope.where)
    if lying is None or not isinstance(lying.type, Pieces):
        world.problem(
            CannotMove(node.span, about(Thing.LIES_NOWHERE, about(Thing.NUMBER_OF, node.number, node.name.text)))
        )
        return None
    world.used.add(node.name.text)
    if set(lying.type.classes) == {symbol.id}:
        return expressions.TakeSome(
            constants.number(node.number), lying, False, Pieces((symbol.id,), node.number), site
        )
    kinds = expressions.Const(tuple(world.kinds_of((symbol.id,))), SetOf(Kind((symbol.id,))))
    return _some_of_kinds(world, node, kinds, lying, scope)


def _some_of_kinds(
    world: World, node: formulas.SomeOf, kinds: expressions.Const, lying: expressions.Expr | None, scope: Scope
) -> expressions.Expr | None:
    """Builds a number of pieces of these kinds."""
    if lying is None or not isinstance(lying.type, Pieces):
        world.problem(
            CannotMove(node.span, about(Thing.LIES_NOWHERE, about(Thing.NUMBER_OF, node.number, node.name.text)))
        )
        return None
    classes = kinds.type.of.classes if isinstance(kinds.type, SetOf) and isinstance(kinds.type.of, Kind) else ()
    local = world.local("it", Piece(lying.type.classes))
    is_of = expressions.Has(kinds, expressions.KindOf(local, Kind(lying.type.classes)), FLAG)
    those = expressions.Filter(lying, local.id, is_of, Pieces(classes, lying.type.most))
    return expressions.TakeSome(
        constants.number(node.number), those, False, Pieces(classes, node.number), world.site(node.span, scope.where)
    )


def _as_kinds(world: World, found: expressions.Expr, expected: Kind | None) -> expressions.Expr | None:
    """Returns kinds, lists of kinds, and lists of values that name kinds, as a bag."""
    if expected is not None:
        if isinstance(plain(found.type), Enum | Position):
            found = conversions.kind_of_value(world, found, expected) or found
        elif isinstance(found.type, ListOf | SetOf) and isinstance(found.type.of, Enum | Position):
            local = world.local("it", found.type.of)
            named = conversions.kind_of_value(world, local, expected)
            if named is not None:
                mapped = expressions.MapList(found, local.id, named, ListOf(plain(named.type), most(world, found.type)))
                found = constants.fold_if_fixed(world, mapped, found)
    if isinstance(found.type, Kind):
        return expressions.MakeBag(((constants.number(1), found),), Bag(found.type, 1))
    return conversions.as_bag(world, found)


def swap(world: World, node: written.Swap, scope: Scope) -> list[source_statements.Stmt]:
    first, second = world.check.formula(node.first, scope), world.check.formula(node.second, scope)
    if is_broken(first) or is_broken(second):
        return []
    site = world.site(node.span, scope.where)
    if isinstance(plain(first.type), Zone) and isinstance(plain(second.type), Zone):
        first = facts.need(world, scope, first, node.first.span, words(node.first))
        second = facts.need(world, scope, second, node.second.span, words(node.second))
        check_classes(world, first, second, node.first)
        return [statements.SwapZones(first, second, site)]
    a, b = conversions.as_pieces(world, first), conversions.as_pieces(world, second)
    if a is None or b is None:
        wrong = node.first if a is None else node.second
        world.problem(CannotMove(wrong.span, describe(world, (first if a is None else second).type)))
        return []
    must_leave_from_top(world, a, node.first.span)
    must_leave_from_top(world, b, node.second.span)
    return [statements.SwapPieces(a, b, site)]


def rotate(world: World, node: written.Rotate) -> list[source_statements.Stmt]:
    symbol = world.members.get("player", {}).get(node.zone.id) if isinstance(node.zone, formulas.Name) else None
    if not isinstance(symbol, ZoneSymbol):
        zones = tuple(n for n, v in world.members.get("player", {}).items() if isinstance(v, ZoneSymbol))
        world.problem(UnknownName(node.zone.span, words(node.zone), Role.PLAYERS_ZONE, zones))
        return []
    return [statements.Rotate(symbol.id, node.side)]
