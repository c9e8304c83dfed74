"""Names that stand alone."""

from __future__ import annotations

from typing import cast

from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import (
    DIRECTION,
    Enum,
    Int,
    Kind,
    ListOf,
    Piece,
    Pieces,
    Player,
    Position,
    Row,
    Type,
    Unknown,
    Zone,
)
from gamedsl.semantics.construction import conversions
from gamedsl.semantics.construction.constants import BROKEN, number
from gamedsl.semantics.data.fields import round_field
from gamedsl.semantics.data.zones import box_zone
from gamedsl.semantics.model.builtin_names import BUILTIN_NAMES, SIGNATURES
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.symbols import (
    ClassSymbol,
    OwnBoardSymbol,
    ScoreSymbol,
)
from gamedsl.semantics.model.types import describe, element_of, plain
from gamedsl.semantics.model.world import World
from gamedsl.semantics.names.hiding import VALUES
from gamedsl.semantics.names.members import member, member_names, member_symbol, of_symbol
from gamedsl.semantics.names.references import FunctionRef, Ref
from gamedsl.semantics.problems.problems import (
    MOST_PROBLEMS,
    AmbiguousName,
    Hidden,
    HidesName,
    NobodyActs,
    OuterElement,
    UnknownName,
)
from gamedsl.source import Span
from gamedsl.syntax import tree


def is_local(w: World, name: str, scope: Scope) -> bool:
    return name in scope.names or (scope.element is not None and member_symbol(w, scope.element, name) is not None)


def named(w: World, name: str, span: Span, scope: Scope, expected: Type | None) -> Ref:
    """What a bare name refers to."""
    if scope.element is not None:
        found = member(w, scope.element, name, scope, span)
        if found is not None:
            hidden = "local" if name in scope.names else _hidden(w, scope, scope.element, name)
            if hidden is not None:
                w.problem(HidesName(span, name, describe(w, scope.element.type), "it", hidden))
            return found
    if name in scope.names:
        return scope.names[name]
    if scope.me is not None:
        found = member(w, scope.me, name, scope, span)
        if found is not None:
            hidden = _hidden(w, scope, scope.me, name)
            if hidden is not None:
                w.problem(HidesName(span, name, "a player", "me", hidden))
            scope.uses.me = True
            return found
    symbol = w.symbols.get(name)
    if symbol is not None:
        w.used.add(name)
        return of_symbol(w, symbol, name, None, scope, span)
    found = _builtin_name(w, name, span, scope)
    if found is not None:
        return found
    return _value(w, name, span, scope, expected)


def _hidden(w: World, scope: Scope, element: expressions.Expr, name: str) -> Hidden | None:
    """What else has the name of a member of this element: something of the acting player, or something shared."""
    member_ = member_symbol(w, element, name)
    meant = member_.inner if isinstance(member_, OwnBoardSymbol) else member_
    own = w.members.get("player", {}).get(name) if scope.me is not None else None
    if isinstance(own, VALUES) and own != meant and not isinstance(plain(element.type), Player):
        return "me"
    shared = w.symbols.get(name)
    if isinstance(shared, ScoreSymbol) and shared != meant:
        line = w.score_decls[shared.index]
        is_same = isinstance(line.value, tree.Name) and line.value.id == name and line.after is None
        return None if is_same else "score"
    return "shared" if isinstance(shared, VALUES) and shared != meant else None


def shared_name(w: World, name: tree.Ident, scope: Scope) -> Ref:
    """`shared.coins`: what is declared outside of `each …:` blocks, whoever else has something of this name."""
    symbol = w.symbols.get(name.text)
    if not isinstance(symbol, VALUES) or isinstance(symbol, ScoreSymbol):
        known = (n for n, s in w.symbols.items() if isinstance(s, VALUES) and not isinstance(s, ScoreSymbol))
        w.problem(UnknownName(name.span, name.text, "shared field, zone or `let`", tuple(sorted(known))))
        return BROKEN
    w.used.add(name.text)
    return of_symbol(w, symbol, name.text, None, scope, name.span)


def _value(w: World, name: str, span: Span, scope: Scope, expected: Type | None) -> expressions.Expr:
    candidates = w.values.get(name, [])
    wanted = element_wanted(expected)
    if wanted is not None:
        fitting = [c for c in candidates if conversions.fits(w, c.type, plain(wanted))]
        fitting = own_kinds(w, fitting, scope)
        if not fitting and isinstance(plain(wanted), Kind | Piece):
            kinds = Kind(plain(wanted).classes)  # type: ignore[union-attr]
            fitting = [
                cast("expressions.Const", k)
                for c in candidates
                if (k := conversions.named_kind(w, c, kinds)) is not None
            ]
        if len(fitting) == 1:
            return fitting[0]
        candidates = fitting or candidates
    candidates = own_kinds(w, candidates, scope)
    if not candidates:
        _unknown(w, name, span, scope)
        return BROKEN
    if len(candidates) > 1:
        players = [c for c in candidates if isinstance(c.type, Player)]
        if len(players) == 1 and wanted is None:
            return players[0]
        enums = [c for c in candidates if isinstance(c.type, Enum)]
        if len(enums) == 1:
            return enums[0]
        if wanted is None or not all(isinstance(c.type, Kind) for c in candidates):
            w.problem(AmbiguousName(span, name, tuple(f"{owner_name(w, c)}.{name}" for c in candidates)))
            return BROKEN
    return candidates[0]


def own_kinds(w: World, candidates: list[expressions.Const], scope: Scope) -> list[expressions.Const]:
    """Among kinds that differ only in their owner, the acting seat's own."""
    if len(candidates) < 2 or not isinstance(scope.me, expressions.Const):
        return candidates
    mine = [c for c in candidates if isinstance(c.type, Kind) and w.kinds[cast("int", c.value)].owner == scope.me.value]
    return mine if mine else candidates


def owner_name(w: World, c: expressions.Const) -> str:
    match c.type:
        case Enum():
            return w.enums[c.type.id].name
        case Kind():
            return w.classes[c.type.classes[0]].name
        case Position():
            return w.boards[c.type.board].spec.name
        case Row():
            return w.tables[c.type.table].name
        case Player():
            return "player"
        case _:
            return "direction"


def element_wanted(expected: Type | None) -> Type | None:
    if expected is None or isinstance(plain(expected), Unknown):
        return None
    expected = plain(expected)
    if isinstance(expected, Piece | Pieces | Zone):
        return Kind(expected.classes)
    element = element_of(expected)
    return element if element is not None else expected


def _unknown(w: World, name: str, span: Span, scope: Scope) -> None:
    for outer in (*scope.outer, *([scope.me] if scope.me is not None and scope.element is not None else [])):
        if member_symbol(w, outer, name) is not None:
            w.problem(OuterElement(span, name))
            return
    if scope.me is None and name in w.members.get("player", {}):
        w.problem(NobodyActs(span, name))
        return
    if len(w.problems) >= MOST_PROBLEMS:  # of those that are shown no more, the number is enough
        w.problem(UnknownName(span, name, "name", ()))
        return
    known = [*scope.names, *w.symbols, *w.values, *BUILTIN_NAMES]
    if scope.me is not None:
        known.extend(w.members.get("player", {}))
    if scope.element is not None:
        known.extend(member_names(w, scope.element))
    owners = tuple(owner for owner, members in w.members.items() if name in members and owner != "player")
    w.problem(UnknownName(span, name, "name", tuple(sorted(set(known))), owners))


def _builtin_name(w: World, name: str, span: Span, scope: Scope) -> Ref | None:
    match name:
        case "players":
            return expressions.Const(tuple(range(len(w.seats))), ListOf(w.player, len(w.seats)))
        case "playing":
            if w.out_field is None:
                return expressions.Const(tuple(range(len(w.seats))), ListOf(w.player, len(w.seats)))
            return expressions.Seats(None, True, ListOf(w.player, len(w.seats)))
        case "humans":
            return number(w.humans)
        case "round":
            return expressions.FieldAt(round_field(w), (), Int(0, w.round_limit), w.site(span, scope.where))
        case "box":
            return box(w)
        case "directions":
            return expressions.Const(tuple(range(8)), ListOf(DIRECTION, 8))
        case _:
            if name in SIGNATURES:
                return FunctionRef(name, None, None)
            return None


def box(w: World) -> expressions.Expr:

    zone = box_zone(w)
    return expressions.ZoneAt(zone, (), Zone(w.zones[zone].classes, "bag"), w.site(Span("", 0, 0), "box"))


def needs_expectation(w: World, e: tree.Expr, scope: Scope) -> bool:
    """Whether a formula is (built of) bare value names, whose meaning the other side of a comparison tells."""
    match e:
        case tree.ListLiteral():
            return True
        case tree.NoneLiteral():
            return True
        case tree.SomeOf():
            return True
        case tree.Name():
            if is_local(w, e.id, scope) or e.id in w.symbols or e.id in BUILTIN_NAMES:
                return isinstance(w.symbols.get(e.id), ClassSymbol) and not is_local(w, e.id, scope)
            return scope.me is None or member_symbol(w, scope.me, e.id) is None
        case tree.Index():
            return isinstance(e.of, tree.Name) and isinstance(w.symbols.get(e.of.id), ClassSymbol)
        case _:
            return False
