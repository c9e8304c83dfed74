"""Resolves names that stand alone."""

from __future__ import annotations

from gamedsl.diagnostics.problem import MOST_PROBLEMS
from gamedsl.graph.model import expressions, types
from gamedsl.semantics.construction import conversions
from gamedsl.semantics.construction.constants import BROKEN, number, refuse
from gamedsl.semantics.model.builtin_names import BUILTIN_NAMES, SIGNATURES
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.symbols import ClassSymbol, OwnBoardSymbol, ScoreSymbol
from gamedsl.semantics.model.types import describe, element_of
from gamedsl.semantics.model.values import ordinal
from gamedsl.semantics.model.world import World
from gamedsl.semantics.names.hiding import VALUES
from gamedsl.semantics.names.member_symbols import member_names, member_symbol
from gamedsl.semantics.names.members import member, of_symbol
from gamedsl.semantics.names.paths import paths_from_here
from gamedsl.semantics.names.references import FunctionRef, Ref
from gamedsl.semantics.problems.ambiguous import AmbiguousName, Hidden, HidesName, OuterElement
from gamedsl.semantics.problems.names import NobodyActs, UnknownName
from gamedsl.semantics.problems.terms import Role, Thing
from gamedsl.semantics.state.fields import round_field
from gamedsl.semantics.state.zones import box_zone
from gamedsl.source import Span
from gamedsl.syntax.tree import formulas
from gamedsl.syntax.tree.node import Ident

VALUE_WORDS = ("it", "me", "no", "none", "yes")
"""Words of the language that may stand alone in the place of a name."""


def is_local(world: World, name: str, scope: Scope) -> bool:
    return name in scope.names or (scope.element is not None and member_symbol(world, scope.element, name) is not None)


def resolve_bare_name(world: World, name: str, span: Span, scope: Scope, expected: types.Type | None) -> Ref:
    """Resolves a bare name."""
    if name == formulas.UNREAD:
        return BROKEN
    if scope.element is not None:
        found = member(world, scope.element, name, scope, span)
        if found is not None:
            hidden = "local" if name in scope.names else _find_hidden(world, scope, scope.element, name)
            if hidden is not None:
                world.problem(HidesName(span, name, describe(world, scope.element.type), "it", hidden))
            return found
    if name in scope.names:
        return scope.names[name]
    if scope.me is not None:
        found = member(world, scope.me, name, scope, span)
        if found is not None:
            hidden = _find_hidden(world, scope, scope.me, name)
            if hidden is not None:
                world.problem(HidesName(span, name, Thing.PLAYER, "me", hidden))
            scope.uses.me = True
            return found
    symbol = world.symbols.get(name)
    if symbol is not None:
        world.used.add(name)
        if world.meanings is not None:
            world.meanings.names[span] = name
        return of_symbol(world, symbol, name, None, scope, span)
    found = _builtin_name(world, name, span, scope)
    if found is not None:
        return found
    value = _value(world, name, span, scope, expected)
    if world.meanings is not None and isinstance(value, expressions.Const):
        world.meanings.names[span] = f"{owner_name(world, value)}.{name}"
    return value


def _find_hidden(world: World, scope: Scope, element: expressions.Expr, name: str) -> Hidden | None:
    """Returns the other owner of a name that this element's member hides: the acting player, a score line, or the shared names."""
    member_ = member_symbol(world, element, name)
    meant = member_.inner if isinstance(member_, OwnBoardSymbol) else member_
    own = world.members.get("player", {}).get(name) if scope.me is not None else None
    if isinstance(own, VALUES) and own != meant and not isinstance(types.plain(element.type), types.Player):
        return "me"
    shared = world.symbols.get(name)
    if isinstance(shared, ScoreSymbol) and shared != meant:
        line = world.score_decls[shared.index]
        is_same = isinstance(line.value, formulas.Name) and line.value.id == name and line.after is None
        return None if is_same else "score"
    return "shared" if isinstance(shared, VALUES) and shared != meant else None


def resolve_shared_name(world: World, name: Ident, scope: Scope) -> Ref:
    """Resolves `shared.coins`: a declaration outside of `each …:` blocks, also where another one hides it."""
    symbol = world.symbols.get(name.text)
    if not isinstance(symbol, VALUES) or isinstance(symbol, ScoreSymbol):
        known = (n for n, s in world.symbols.items() if isinstance(s, VALUES) and not isinstance(s, ScoreSymbol))
        return refuse(world, UnknownName(name.span, name.text, Role.SHARED, tuple(sorted(known))))
    world.used.add(name.text)
    return of_symbol(world, symbol, name.text, None, scope, name.span)


def _value(world: World, name: str, span: Span, scope: Scope, expected: types.Type | None) -> expressions.Expr:
    candidates = world.values.get(name, [])
    wanted = find_element_type(expected)
    if wanted is not None:
        fitting = [c for c in candidates if conversions.fits(world, c.type, types.plain(wanted))]
        fitting = own_kinds(world, fitting, scope)
        element = types.plain(wanted)
        if not fitting and isinstance(element, types.Kind | types.Piece):
            kinds = types.Kind(element.classes)
            fitting = [
                k for c in candidates if isinstance(k := conversions.kind_of_value(world, c, kinds), expressions.Const)
            ]
        if len(fitting) == 1:
            return fitting[0]
        candidates = fitting or candidates
    candidates = own_kinds(world, candidates, scope)
    if not candidates:
        _unknown(world, name, span, scope)
        return BROKEN
    if len(candidates) > 1:
        players = [c for c in candidates if isinstance(c.type, types.Player)]
        if len(players) == 1 and wanted is None:
            return players[0]
        enums = [c for c in candidates if isinstance(c.type, types.Enum)]
        if len(enums) == 1:
            return enums[0]
        places = [c for c in candidates if isinstance(c.type, types.Position)]
        if len(places) == 1 and all(isinstance(c.type, types.Position | types.Kind) for c in candidates):
            return places[0]
        if (
            wanted is None
            or not all(isinstance(c.type, types.Kind) for c in candidates)
            or _differ_in_owner(world, candidates)
        ):
            return refuse(world, AmbiguousName(span, name, tuple(f"{owner_name(world, c)}.{name}" for c in candidates)))
    return candidates[0]


def _differ_in_owner(world: World, kinds: list[expressions.Const]) -> bool:
    """Whether kinds belong to several players: which of them is meant is not known before a match."""
    return len({world.kinds[ordinal(kind.value)].owner for kind in kinds}) > 1


def own_kinds(world: World, candidates: list[expressions.Const], scope: Scope) -> list[expressions.Const]:
    """Selects the acting seat's own kinds among those that differ only in their owner."""
    if len(candidates) < 2 or not isinstance(scope.me, expressions.Const):
        return candidates
    mine = [
        c
        for c in candidates
        if isinstance(c.type, types.Kind) and world.kinds[ordinal(c.value)].owner == scope.me.value
    ]
    return mine if mine else candidates


def owner_name(world: World, c: expressions.Const) -> str:
    match c.type:
        case types.Enum():
            return world.enums[c.type.id].name
        case types.Kind():
            return world.classes[c.type.classes[0]].name
        case types.Position():
            return world.boards[c.type.board].spec.name
        case types.Row():
            return world.tables[c.type.table].name
        case types.Player():
            return "player"
        case _:
            return "direction"


def find_element_type(expected: types.Type | None) -> types.Type | None:
    if expected is None or isinstance(types.plain(expected), types.Unknown):
        return None
    expected = types.plain(expected)
    if isinstance(expected, types.Piece | types.Pieces | types.Zone):
        return types.Kind(expected.classes)
    element = element_of(expected)
    return element if element is not None else expected


_OF_EACH_PLAYER = ("number", "human")
"""Members that every player has without a declaration."""


def _unknown(world: World, name: str, span: Span, scope: Scope) -> None:
    for outer in (*scope.outer, *([scope.me] if scope.me is not None and scope.element is not None else [])):
        if member_symbol(world, outer, name) is not None:
            world.problem(OuterElement(span, name))
            return
    of_players = {*world.members.get("player", {}), *_OF_EACH_PLAYER}
    if scope.element is not None or scope.me is not None:
        of_players -= {attribute for _, attribute in world.attributes}
    if scope.me is None and name in of_players:
        world.problem(NobodyActs(span, name))
        return
    if len(world.problems) >= MOST_PROBLEMS:  # the problem will not be shown, so its number is enough
        world.problem(UnknownName(span, name, Role.NAME, ()))
        return
    known = [*scope.names, *world.symbols, *world.values, *BUILTIN_NAMES, *VALUE_WORDS]
    if scope.me is not None:
        known.extend(of_players)
    if scope.element is not None:
        known.extend(member_names(world, scope.element))
    owners = tuple(owner for owner, members in world.members.items() if name in members and owner != "player")
    is_team = scope.where == "ranking" and owners and owners[0] in world.members.get("player", {})
    sort = Role.KEY_OF_RANKING if is_team else Role.NAME
    piece = scope.names.get("it")  # set in the rules of a kind
    is_of_it = piece is not None and member_symbol(world, piece, name) is not None
    # Kinds whose names consist of several cells, the first of which is this name.
    kinds = tuple(kind.name for kind in world.kinds if kind.name.startswith(f"{world.classes[kind.cls].name}[{name}, "))
    examples = _kinds_of_each(world) if scope.where == "given" else ()
    paths = paths_from_here(world, scope, name) if sort is Role.NAME else ()
    known_here = tuple(sorted(set(known)))
    world.problem(UnknownName(span, name, sort, known_here, owners, kinds, is_of_it, examples=examples, paths=paths))


def _kinds_of_each(world: World) -> tuple[str, ...]:
    """Returns a kind of each of the first components."""
    return tuple(world.kinds[one.first].name for one in world.classes[:2] if one.count)


def _builtin_name(world: World, name: str, span: Span, scope: Scope) -> Ref | None:
    match name:
        case "players":
            return expressions.Const(tuple(range(len(world.seats))), types.ListOf(world.player, len(world.seats)))
        case "playing":
            if world.out_field is None:
                return expressions.Const(tuple(range(len(world.seats))), types.ListOf(world.player, len(world.seats)))
            return expressions.Seats(None, True, types.ListOf(world.player, len(world.seats)))
        case "humans":
            return number(world.humans)
        case "round":
            return expressions.FieldAt(
                round_field(world), (), types.Int(0, world.round_limit), world.site(span, scope.where)
            )
        case "box":
            return box(world)
        case "directions":
            return expressions.Const(tuple(range(8)), types.ListOf(types.DIRECTION, 8))
        case _:
            if name in SIGNATURES:
                return FunctionRef(name, None, None)
            return None


def box(world: World) -> expressions.Expr:

    zone = box_zone(world)
    return expressions.ZoneAt(zone, (), types.Zone(world.zones[zone].classes, "bag"), world.site(Span("", 0, 0), "box"))


def needs_expectation(world: World, node: formulas.Expr, scope: Scope) -> bool:
    """Whether a formula consists of bare names of values, so that the other side of a comparison decides their meaning."""
    match node:
        case formulas.ListLiteral():
            return True
        case formulas.NoneLiteral():
            return True
        case formulas.SomeOf():
            return True
        case formulas.Name():
            if is_local(world, node.id, scope) or node.id in world.symbols or node.id in BUILTIN_NAMES:
                return isinstance(world.symbols.get(node.id), ClassSymbol) and not is_local(world, node.id, scope)
            return scope.me is None or member_symbol(world, scope.me, node.id) is None
        case formulas.Index():
            return isinstance(node.of, formulas.Name) and isinstance(world.symbols.get(node.of.id), ClassSymbol)
        case _:
            return False
