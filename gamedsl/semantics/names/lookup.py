"""What names refer to. Look-up order: the innermost `where` element's own fields, locals, the acting player's fields, shared names, values.

A reference (`Ref`) is a formula, or something that is not yet one: a field or zone that still wants its index, a class, a board, a table, a function.
"""

from __future__ import annotations

from typing import cast

from attrs import frozen

from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import (
    DIRECTION,
    FLAG,
    Bag,
    ClassId,
    Enum,
    EnumId,
    FieldId,
    Int,
    Kind,
    KindId,
    ListOf,
    Optional,
    Piece,
    Pieces,
    Player,
    Position,
    Row,
    SetOf,
    Type,
    Unknown,
    Value,
    Zone,
    ZoneId,
)
from gamedsl.semantics.formulas import construct
from gamedsl.semantics.formulas.construct import BROKEN, is_broken, number
from gamedsl.semantics.model.board import Board
from gamedsl.semantics.model.builtin_names import BUILTIN_NAMES, SIGNATURES
from gamedsl.semantics.model.formula_words import words
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.symbols import (
    BoardSymbol,
    ClassSymbol,
    ConstSymbol,
    EnumSymbol,
    FieldSymbol,
    LetSymbol,
    ListTableSymbol,
    OwnBoardSymbol,
    PhaseSymbol,
    PickSymbol,
    RowTableSymbol,
    RuleSymbol,
    ScoreSymbol,
    Symbol,
    ZoneSymbol,
)
from gamedsl.semantics.model.types import MOST_NUMBERS, arguments, describe, element_of, most, optional, plain
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.problems import (
    MOST_PROBLEMS,
    AmbiguousName,
    DeclaredTwice,
    Hidden,
    HidesName,
    MayFail,
    Mismatch,
    NobodyActs,
    NotACollection,
    OuterElement,
    TooMany,
    UnknownMember,
    UnknownName,
    WrongArguments,
    WrongSort,
)
from gamedsl.source import Span
from gamedsl.syntax import tree


@frozen
class NeedsIndex:
    """A field or zone whose last index is still to come."""

    what: FieldId | ZoneId
    is_zone: bool
    index: tuple[expressions.Expr, ...]


@frozen
class FunctionRef:
    """A `let` with parameters, a built-in function; `owner` is the element whose derived field it is."""

    name: str
    let: LetSymbol | None
    owner: expressions.Expr | None


Ref = (
    expressions.Expr
    | NeedsIndex
    | FunctionRef
    | EnumSymbol
    | ClassSymbol
    | BoardSymbol
    | ListTableSymbol
    | RowTableSymbol
    | RuleSymbol
    | PickSymbol
    | PhaseSymbol
)
SHARED = tree.Name("shared")
"""What stands in front of the dot in `shared.coins`."""


# ---------------------------------------------------------------- references


def refer(
    w: World, e: tree.Name | tree.Attribute | tree.Index | tree.Apply, scope: Scope, expected: Type | None
) -> Ref:
    match e:
        case tree.Name():
            return named(w, e.id, e.span, scope, expected)
        case tree.Attribute():
            return _attribute(w, e, scope, expected)
        case tree.Index():
            return _index(w, e, scope, expected)
        case tree.Apply():
            target = tree.Name("no", span=e.of.span) if isinstance(e.of, tree.FlagLiteral) and not e.of.value else e.of
            if not isinstance(target, tree.Name | tree.Attribute):
                w.problem(WrongSort(e.of.span, "this", "a formula", "a function"))
                return BROKEN
            if isinstance(target, tree.Name) and target.id in SIGNATURES and not _is_local(w, target.id, scope):
                return w.check.builtin(target.id, e, scope, expected)
            found = refer(w, target, scope, None)
            if isinstance(found, FunctionRef):
                return _call(w, found, e, scope)
            if isinstance(found, expressions.Const) and is_broken(found):
                return BROKEN
            w.problem(WrongSort(target.span, words(target), "no function", "a function"))
            return BROKEN


def _is_local(w: World, name: str, scope: Scope) -> bool:
    return name in scope.names or (scope.element is not None and member_symbol(w, scope.element, name) is not None)


def as_formula(w: World, ref: Ref, scope: Scope, e: tree.Expr, expected: Type | None) -> expressions.Expr:
    """The formula that a reference stands for by itself: a type is the set of its values, a class the set of its kinds, and so on."""
    match ref:
        case EnumSymbol():
            return construct.all_values(w, Enum(ref.id, len(w.enums[ref.id].values)))
        case ClassSymbol():
            single = _single_kind(w, ref.id)
            if single is not None and isinstance(plain(expected) if expected else None, Kind | Piece | Bag | Pieces):
                return expressions.Const(single, Kind((ref.id,)))
            return expressions.Const(tuple(w.kinds_of((ref.id,))), SetOf(Kind((ref.id,))))
        case BoardSymbol():
            return construct.all_values(w, Position(ref.id, len(w.boards[ref.id].spec.places)))
        case ListTableSymbol():
            spec = w.tables[ref.table]
            return expressions.Const(spec.values, ListOf(ref.cell, len(spec.values)))
        case RowTableSymbol():
            return construct.all_values(w, Row(ref.id, len(ref.keys)))
        case NeedsIndex():
            what = w.zones[ref.what].name if ref.is_zone else w.fields[ref.what].name
            w.problem(WrongArguments(e.span, what, "an index in brackets", 0))
            return BROKEN
        case FunctionRef():
            if ref.let is not None:
                return _call(w, ref, e, scope)
            w.problem(WrongArguments(e.span, ref.name, SIGNATURES[ref.name].arguments, 0))
            return BROKEN
        case RuleSymbol() | PickSymbol() | PhaseSymbol():
            sort = {RuleSymbol: "a rule", PickSymbol: "a pick", PhaseSymbol: "a phase"}[type(ref)]
            w.problem(WrongSort(e.span, words(e), sort, "a value"))
            return BROKEN
        case _:
            return ref


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


VALUES = (FieldSymbol, ZoneSymbol, OwnBoardSymbol, LetSymbol, ScoreSymbol, ConstSymbol)
"""Symbols that have a value of their own: these are hidden by nothing. Types and components may share their names."""


def hides(w: World, scope: Scope, name: tree.Ident) -> Span | None:
    """The place of what a local of this name would hide; it may only share the name of a type or component."""
    if isinstance(w.symbols.get(name.text), EnumSymbol | ClassSymbol | BoardSymbol):
        return name.span if name.text in scope.names else None
    if scope.me is not None and isinstance(w.members.get("player", {}).get(name.text), VALUES):
        return w.spans[f"player.{name.text}"]
    if isinstance(w.symbols.get(name.text), (*VALUES, RuleSymbol, PickSymbol, PhaseSymbol)):
        return w.spans[name.text]
    return name.span if name.text in scope.names else None


def with_variable(w: World, scope: Scope, name: tree.Ident, local: expressions.Expr) -> Scope:
    """The scope in which a formula gives its element a name, which may hide nothing."""
    first = hides(w, scope, name)
    if first is not None:
        w.problem(DeclaredTwice(name.span, name.text, first))
    return scope.with_name(name.text, local)


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
    wanted = _element_wanted(expected)
    if wanted is not None:
        fitting = [c for c in candidates if construct.fits(w, c.type, plain(wanted))]
        fitting = _own(w, fitting, scope)
        if not fitting and isinstance(plain(wanted), Kind | Piece):
            kinds = Kind(plain(wanted).classes)  # type: ignore[union-attr]
            fitting = [
                cast("expressions.Const", k) for c in candidates if (k := construct.named_kind(w, c, kinds)) is not None
            ]
        if len(fitting) == 1:
            return fitting[0]
        candidates = fitting or candidates
    candidates = _own(w, candidates, scope)
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
            w.problem(AmbiguousName(span, name, tuple(f"{_owner_name(w, c)}.{name}" for c in candidates)))
            return BROKEN
    return candidates[0]


def _own(w: World, candidates: list[expressions.Const], scope: Scope) -> list[expressions.Const]:
    """Among kinds that differ only in their owner, the acting seat's own."""
    if len(candidates) < 2 or not isinstance(scope.me, expressions.Const):
        return candidates
    mine = [c for c in candidates if isinstance(c.type, Kind) and w.kinds[cast("int", c.value)].owner == scope.me.value]
    return mine if mine else candidates


def _owner_name(w: World, c: expressions.Const) -> str:
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


def _element_wanted(expected: Type | None) -> Type | None:
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
            from gamedsl.semantics.data.members import round_field

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
    from gamedsl.semantics.data.members import box_zone

    zone = box_zone(w)
    return expressions.ZoneAt(zone, (), Zone(w.zones[zone].classes, "bag"), w.site(Span("", 0, 0), "box"))


# ---------------------------------------------------------------- members of elements


def member_symbol(w: World, element: expressions.Expr, name: str) -> Symbol | str | None:
    """What `element.name` is: a declared member, or a word for a built-in one; None if there is none."""
    type_ = plain(element.type)
    match type_:
        case Player():
            if name in ("number", "human") and name not in w.members.get("player", {}):
                return name
            if name == "total" and w.score_decls:
                return name
            found = w.members.get("player", {}).get(name)
            if found is None and isinstance(w.symbols.get(name), ScoreSymbol):
                return w.symbols[name]
            return found
        case Enum():
            spec = w.enums[type_.id].name
            if (type_.id, name) in w.enum_columns:
                return "column"
            return w.members.get(spec, {}).get(name)
        case Position() if w.boards[type_.board].kind == "union":
            parts = [
                expressions.Const(0, Position(b, len(w.boards[b].spec.places))) for b, _ in w.boards[type_.board].parts
            ]
            return "joined" if all(member_symbol(w, part, name) is not None for part in parts) else None
        case Position():
            board = w.boards[type_.board]
            if (
                name in board.layers
                or (name in ("row", "col") and board.kind in ("grid", "hex"))
                or (name == "number" and board.kind in ("ring", "row"))
            ):
                return "layer"
            return w.members.get(board.spec.name, {}).get(name)
        case Row():
            table = _row_table(w, type_)
            return "column" if name in table.columns else None
        case Kind() | Piece():
            if any((c, name) in w.attributes for c in type_.classes):
                return "attribute"
            return None
        case Zone():
            if type_.form == "slot" and any((c, name) in w.attributes for c in type_.classes):
                return "attribute"
            return None
        case _:
            return None


def member_names(w: World, element: expressions.Expr) -> list[str]:
    """All names that `member` finds, for suggestions."""
    type_ = plain(element.type)
    match type_:
        case Player():
            scores = [n for n, s in w.symbols.items() if isinstance(s, ScoreSymbol)]
            return [*w.members.get("player", {}), *scores, "number", "human", "total"]
        case Enum():
            return [c for i, c in w.enum_columns if i == type_.id] + [*w.members.get(w.enums[type_.id].name, {})]
        case Position():
            board = w.boards[type_.board]
            return [
                *board.layers,
                *(("row", "col") if board.kind in ("grid", "hex") else ()),
                *w.members.get(board.spec.name, {}),
            ]
        case Row():
            return list(_row_table(w, type_).columns)
        case Kind() | Piece() | Zone():
            return [n for c, n in w.attributes if c in type_.classes]
        case _:
            return []


def _row_table(w: World, type_: Row) -> RowTableSymbol:
    symbol = w.symbols[w.tables[type_.table].name]
    assert isinstance(symbol, RowTableSymbol)
    return symbol


def member(w: World, element: expressions.Expr, name: str, scope: Scope, span: Span) -> Ref | None:
    """`element.name` where it exists. An attribute of none is none."""
    symbol = member_symbol(w, element, name)
    if symbol is None:
        return None
    type_ = plain(element.type)
    site = w.site(span, scope.where)
    if not isinstance(symbol, str):
        return of_symbol(w, symbol, name, element, scope, span)
    match symbol:
        case "number" if isinstance(type_, Player):
            return _through(w, element, Int(1, type_.size), tuple(range(1, type_.size + 1)), "number", site)
        case "human":
            return _through(w, element, FLAG, tuple(i < w.humans for i in range(len(w.seats))), "human", site)
        case "total":
            return expressions.Call(
                w.check.total(), (_certain(w, element, scope, span, name),), Int(-(2**31), 2**31 - 1)
            )
        case "attribute":
            kind = construct.as_kind(element)
            classes = cast("Kind", plain(kind.type)).classes
            found = w.attribute(classes, name)
            if found is None:
                w.problem(
                    Mismatch(span, f"one meaning of `{name}` for all of these pieces", "attributes of different types")
                )
                return BROKEN
            table, cell = found
            return construct.folded(
                w,
                expressions.Lookup(table, (kind,), optional(cell) if isinstance(kind.type, Optional) else cell, site),
                kind,
            )
        case "column" if isinstance(type_, Enum):
            column = w.enum_columns[(type_.id, name)]
            return _through(w, element, column.type, column.values, name, site)
        case "column":
            column = _row_table(w, cast("Row", type_)).columns[name]
            return _through(w, element, column.type, column.values, name, site)
        case "joined" if isinstance(type_, Position):
            return _joined(w, element, type_, name, scope, span)
        case "layer" if isinstance(type_, Position):
            return _layer(w, element, w.boards[type_.board], name, site)
        case _:
            return None


def _joined(
    w: World, element: expressions.Expr, type_: Position, name: str, scope: Scope, span: Span
) -> expressions.Expr:
    """What all the boards of a union have: of the board that the place is on."""
    element = _certain(w, element, scope, span, name)
    made: expressions.Expr | None = None
    for board, first in reversed(w.boards[type_.board].parts):
        size_ = len(w.boards[board].spec.places)
        own = Position(board, size_)
        inside = tuple(i - first if first <= i < first + size_ else 0 for i in range(type_.size))
        table = w.table(
            f"{w.boards[type_.board].spec.name} on {w.boards[board].spec.name}", (0,), (type_.size,), inside
        )
        place = construct.folded(w, expressions.Lookup(table, (element,), own, w.site(span, scope.where)), element)
        ref = member(w, place, name, scope, span)
        value = as_formula(w, ref, scope, tree.Name(name, span=span), None) if ref is not None else BROKEN
        if made is None:
            made = value
            continue
        if value.type != made.type:
            w.problem(Mismatch(span, describe(w, made.type), describe(w, value.type)))
            return BROKEN
        here = expressions.Compare("<", element, expressions.Const(first + size_, type_), FLAG)
        made = expressions.IfElse(here, value, made, made.type)
    return made if made is not None else BROKEN


def _layer(w: World, element: expressions.Expr, board: Board, name: str, site: int) -> expressions.Expr:
    from gamedsl.graph.model.types import SiteId

    places = len(board.spec.places)
    if name in board.layers:
        column = board.layers[name]
        return _through(w, element, column.type, column.values, name, SiteId(site))
    if name == "number":
        return _through(w, element, Int(1, places), tuple(range(1, places + 1)), "number", SiteId(site))
    rows = tuple(i // board.columns + 1 for i in range(places))
    columns = tuple(i % board.columns + 1 for i in range(places))
    if name == "row":
        return _through(w, element, Int(1, board.rows), rows, "row", SiteId(site))
    return _through(w, element, Int(1, board.columns), columns, "col", SiteId(site))


def _through(
    w: World, element: expressions.Expr, type_: Type, values: tuple[Value, ...], name: str, site: int
) -> expressions.Expr:
    """A table look-up by the ordinal of the element."""
    from gamedsl.graph.model.types import SiteId

    table = w.table(name, (0,), (len(values),), values)
    possible = image(w, element)
    blanks = None in values if possible is None else any(values[i] is None for i in possible)
    full = optional(type_) if blanks or isinstance(element.type, Optional) else type_
    return construct.folded(w, expressions.Lookup(table, (element,), full, SiteId(site)), element)


def image(w: World, element: expressions.Expr) -> frozenset[int] | None:
    """The ordinals that an attribute of kinds can have, where that is known: it proves blanks away (no event card is a banquet)."""
    while isinstance(element, expressions.Need):
        element = element.operand
    if not isinstance(element, expressions.Lookup) or len(element.index) != 1:
        return None
    cells: tuple[Value, ...] = w.tables[element.table].values
    index = plain(element.index[0].type)
    if isinstance(index, Kind):
        cells = tuple(cells[k] for k in w.kinds_of(index.classes))
    return frozenset(int(c) for c in cells if isinstance(c, int))


def of_symbol(w: World, symbol: Symbol, name: str, element: expressions.Expr | None, scope: Scope, span: Span) -> Ref:
    """A declared name, with the element (or none) that it belongs to."""
    owner = () if element is None else (element,)
    match symbol:
        case FieldSymbol():
            return _field(w, symbol.id, owner, scope, span)
        case ZoneSymbol():
            return _zone(w, symbol.id, owner, scope, span)
        case OwnBoardSymbol():
            if scope.me is None:
                w.problem(NobodyActs(span, name))
                return BROKEN
            scope.uses.me = True
            if isinstance(symbol.inner, FieldSymbol):
                return _field(w, symbol.inner.id, (scope.me, *owner), scope, span)
            return _zone(w, symbol.inner.id, (scope.me, *owner), scope, span)
        case ConstSymbol():
            return symbol.value
        case LetSymbol():
            if element is None and symbol.owner is not None and scope.me is not None:
                element = scope.me
            return FunctionRef(name, symbol, element)
        case ScoreSymbol():
            if element is None:
                if scope.me is None:
                    w.problem(NobodyActs(span, name))
                    return BROKEN
                element = scope.me
                scope.uses.me = True
            function, type_ = w.check.score(symbol.index)
            return expressions.Call(function, (_certain(w, element, scope, span, name),), type_)
        case _:
            return symbol


def _certain(w: World, element: expressions.Expr, scope: Scope, span: Span, name: str) -> expressions.Expr:
    return construct.need(w, scope, element, span, name) if isinstance(element.type, Optional) else element


def _field(w: World, field: FieldId, index: tuple[expressions.Expr, ...], scope: Scope, span: Span) -> Ref:
    spec = w.fields[field]
    if len(index) < len(spec.dimensions):
        return NeedsIndex(field, False, index)
    blank = any(isinstance(i.type, Optional) for i in index)
    return expressions.FieldAt(field, index, optional(spec.type) if blank else spec.type, w.site(span, scope.where))


def _zone(w: World, zone: ZoneId, index: tuple[expressions.Expr, ...], scope: Scope, span: Span) -> Ref:
    spec = w.zones[zone]
    if len(index) < len(spec.dimensions):
        return NeedsIndex(zone, True, index)
    blank = any(isinstance(i.type, Optional) for i in index)
    type_ = Zone(spec.classes, spec.form)
    return expressions.ZoneAt(zone, index, Optional(type_) if blank else type_, w.site(span, scope.where))


# ---------------------------------------------------------------- x.name


def _attribute(w: World, e: tree.Attribute, scope: Scope, expected: Type | None) -> Ref:

    if e.of == SHARED:
        return shared_name(w, e.name, scope)
    static = _static_attribute(w, e, scope)
    if static is not None:
        return static
    if isinstance(e.of, tree.Name | tree.Attribute | tree.Index | tree.Apply):
        ref = refer(w, e.of, scope, None)
        of = as_formula(w, ref, scope, e.of, None)
    else:
        of = w.check.formula(e.of, scope)
    if is_broken(of):
        return BROKEN
    return member_of(w, of, e.name, scope)


def member_of(w: World, of: expressions.Expr, name: tree.Ident, scope: Scope) -> Ref:
    """`of.name`, also of every element of a collection."""
    found = member(w, of, name.text, scope, name.span)
    if found is not None:
        return found
    source = construct.as_list(w, of)
    element = element_of(source.type)
    if element is not None and not isinstance(source.type, Zone) and not isinstance(element, Int):
        local = w.local("it", element)
        inner = member(w, local, name.text, scope, name.span)
        if inner is not None:
            return _spread(w, source, local, as_formula(w, inner, scope, tree.Name(name.text, span=name.span), None))
        w.problem(UnknownMember(name.span, name.text, describe(w, element), tuple(sorted(member_names(w, local)))))
        return BROKEN
    w.problem(UnknownMember(name.span, name.text, describe(w, of.type), tuple(sorted(member_names(w, of)))))
    return BROKEN


def _spread(w: World, source: expressions.Expr, local: expressions.Local, body: expressions.Expr) -> expressions.Expr:
    """`S.f`: the different values of data, all pieces of zones."""
    if is_broken(body):
        return BROKEN
    pieces = construct.as_pieces(w, body) if isinstance(plain(body.type), Zone | Pieces | Piece) else None
    if pieces is not None and isinstance(pieces.type, Pieces):
        total = min(w.copies_of(pieces.type.classes), pieces.type.most * max(1, most(w, source.type)))
        return expressions.FlatMap(source, local.id, pieces, Pieces(pieces.type.classes, max(1, total)))
    if isinstance(body.type, SetOf):
        return construct.folded(w, expressions.FlatMap(source, local.id, body, body.type), source)
    if isinstance(body.type, ListOf):
        return construct.folded(
            w,
            expressions.FlatMap(
                source, local.id, body, ListOf(body.type.of, body.type.most * max(1, most(w, source.type)))
            ),
            source,
        )
    return construct.folded(w, expressions.Distinct(source, local.id, body, SetOf(plain(body.type))), source)


def _static_attribute(w: World, e: tree.Attribute, scope: Scope) -> Ref | None:
    """`Three.Red`, `pirate.Ann`, `symbol.Horse`."""
    if not isinstance(e.of, tree.Name | tree.Index):
        return None
    if isinstance(e.of, tree.Index):
        of_seat = e.name.text in w.seats
        if of_seat and isinstance(e.of.of, tree.Name) and isinstance(w.symbols.get(e.of.of.id), ClassSymbol):
            return _keyed(w, cast("ClassSymbol", w.symbols[e.of.of.id]), e.of, scope, e.name.text)
        return None
    if e.of.id in scope.names:
        return None
    kinds = w.pivot_kinds.get((e.of.id, e.name.text))
    if kinds is not None:
        return expressions.Const(kinds[0], w.kind_type(kinds[0]))
    symbol = w.symbols.get(e.of.id)
    if isinstance(symbol, EnumSymbol | ClassSymbol | BoardSymbol):
        for c in w.values.get(e.name.text, []):
            if _owner_name(w, c) == e.of.id:
                return c
    return None


# ---------------------------------------------------------------- x[...]


def _index(w: World, e: tree.Index, scope: Scope, expected: Type | None) -> Ref:

    ref: Ref
    match e.of:
        case tree.Name() | tree.Attribute() | tree.Index() | tree.Apply():
            ref = refer(w, e.of, scope, None)
        case _:
            ref = w.check.formula(e.of, scope)
    if isinstance(ref, expressions.Expr) and is_broken(ref):
        return BROKEN
    match ref:
        case NeedsIndex():
            return _complete(w, ref, e, scope)
        case ClassSymbol():
            return _keyed(w, ref, e, scope, None)
        case BoardSymbol():
            return _place(w, w.boards[ref.id], ref, e, scope)
        case ListTableSymbol():
            return _list_cell(w, ref, e, scope)
        case RowTableSymbol():
            return _row_cell(w, ref, e, scope)
        case _:
            return _item(w, as_formula(w, ref, scope, e.of, None), e, scope)


def _args(w: World, e: tree.Index | tree.Apply, count: int, what: str) -> tuple[tree.Expr, ...] | None:
    plain_args = tuple(a for a in e.args if not isinstance(a, tree.Named | tree.Comprehension))
    if len(plain_args) != len(e.args) or len(plain_args) != count:
        w.problem(WrongArguments(e.span, what, f"{count} " + ("part" if count == 1 else "parts"), len(e.args)))
        return None
    return plain_args


def _complete(w: World, ref: NeedsIndex, e: tree.Index, scope: Scope) -> Ref:

    spec = w.zones[cast("ZoneId", ref.what)] if ref.is_zone else w.fields[cast("FieldId", ref.what)]
    args = _args(w, e, len(spec.dimensions) - len(ref.index), spec.name)
    if args is None:
        return BROKEN
    index = list(ref.index)
    for arg, dimension in zip(args, spec.dimensions[len(ref.index) :], strict=True):
        at = w.check.typed(
            arg, scope, optional(dimension.type) if not isinstance(dimension.type, Int) else dimension.type
        )
        if is_broken(at):
            return BROKEN
        if isinstance(dimension.type, Int):
            at = construct.arithmetic(w, scope, "-", at, number(dimension.low), arg.span) if dimension.low else at
        index.append(at)
    if ref.is_zone:
        return _zone(w, cast("ZoneId", ref.what), tuple(index), scope, e.span)
    return _field(w, cast("FieldId", ref.what), tuple(index), scope, e.span)


def _keyed(w: World, ref: ClassSymbol, e: tree.Index, scope: Scope, suffix: str | None) -> expressions.Expr:
    """`event[Hunting, 1]`, `card[4]`: the kind with these leading cells."""

    name = w.classes[ref.id].name
    types = w.key_types.get(name, [])
    wanted: list[Value | str] = []
    for i, arg in enumerate(e.args):
        if isinstance(arg, tree.Named | tree.Comprehension):
            w.problem(WrongArguments(e.span, name, "the leading cells of a row", len(e.args)))
            return BROKEN
        type_ = types[i] if i < len(types) else None
        if type_ is None and isinstance(arg, tree.Name):
            wanted.append(arg.id)
            continue
        at = w.check.formula(arg, scope, type_)
        if not isinstance(at, expressions.Const):
            if not is_broken(at):
                return _dynamic_kind(w, ref, e, scope)
            return BROKEN
        wanted.append(at.value)
    found = [k for key, k in w.keyed_kinds.get(name, []) if key[: len(wanted)] == tuple(wanted)]
    if suffix is not None:
        found = [k for k in found if w.kinds[k].owner is not None and w.seats[cast("int", w.kinds[k].owner)] == suffix]
    if len(found) > 1:
        found = [
            KindId(cast("int", c.value)) for c in _own(w, [expressions.Const(k, w.kind_type(k)) for k in found], scope)
        ]
    if len(found) != 1:
        w.problem(
            UnknownName(
                e.span, words(e), f"single kind of `{name}`", tuple(w.kinds[k].name for k in w.kinds_of((ref.id,)))
            )
        )
        return BROKEN
    return expressions.Const(found[0], Kind((ref.id,)))


def _dynamic_kind(w: World, ref: ClassSymbol, e: tree.Index, scope: Scope) -> expressions.Expr:
    """`card[round]` of a class whose kinds are numbered."""
    name = w.classes[ref.id].name
    keys = [(key[0], k) for key, k in w.keyed_kinds.get(name, []) if len(key) == 1 and isinstance(key[0], int)]
    if len(e.args) != 1 or not keys or len(keys) != w.classes[ref.id].count:
        w.problem(UnknownName(e.span, words(e), f"single kind of `{name}`", ()))
        return BROKEN
    low, high = min(n for n, _ in keys), max(n for n, _ in keys)
    if high - low > MOST_NUMBERS:
        w.problem(TooMany(e.span, f"numbers of `{name}`", high - low + 1, MOST_NUMBERS))
        return BROKEN
    by_number = dict(keys)
    table = w.table(
        f"{name} by number", (low,), (high - low + 1,), tuple(by_number.get(n) for n in range(low, high + 1))
    )
    at = w.check.integer(cast("tree.Expr", e.args[0]), scope)
    if is_broken(at):
        return BROKEN
    _index_risk(w, scope, at, low, high, e.span)
    return expressions.Lookup(table, (at,), Kind((ref.id,)), w.site(e.span, scope.where))


def _index_risk(w: World, scope: Scope, at: expressions.Expr, low: int, high: int, span: Span) -> None:
    if isinstance(at.type, Int) and (at.type.low < low or at.type.high > high):
        construct.risk(
            w,
            scope,
            MayFail(
                span, f"the index may lie outside {low}..{high}", "limit it with `min(…)` or `max(…)`, or test it first"
            ),
        )


def _place(w: World, board: Board, ref: BoardSymbol, e: tree.Index, scope: Scope) -> expressions.Expr:

    grid = board.kind in ("grid", "hex")
    sizes = (board.rows, board.columns) if grid else (len(board.spec.places),)
    args = _args(w, e, len(sizes), board.spec.name)
    if args is None:
        return BROKEN
    at = [w.check.integer(a, scope) for a in args]
    if any(is_broken(a) for a in at):
        return BROKEN
    for a, size in zip(at, sizes, strict=True):
        _index_risk(w, scope, a, 1, size, e.span)
    table = w.table(board.spec.name, (1,) * len(sizes), sizes, tuple(range(len(board.spec.places))))
    found = construct.folded(
        w,
        expressions.Lookup(table, tuple(at), Position(ref.id, len(board.spec.places)), w.site(e.span, scope.where)),
        *at,
    )
    if isinstance(found, expressions.Lookup) and all(isinstance(a, expressions.Const) for a in at):
        w.problem(UnknownName(e.span, words(e), f"place of `{board.spec.name}`", ()))
        return BROKEN
    return found


def _list_cell(w: World, ref: ListTableSymbol, e: tree.Index, scope: Scope) -> expressions.Expr:

    args = _args(w, e, 1, ref.name)
    if args is None:
        return BROKEN
    at = w.check.integer(args[0], scope)
    if is_broken(at):
        return BROKEN
    spec = w.tables[ref.table]
    _index_risk(w, scope, at, spec.lows[0], spec.lows[0] + spec.sizes[0] - 1, e.span)
    cell = Optional(ref.cell) if None in spec.values else ref.cell
    return construct.folded(w, expressions.Lookup(ref.table, (at,), cell, w.site(e.span, scope.where)), at)


def _row_cell(w: World, ref: RowTableSymbol, e: tree.Index, scope: Scope) -> expressions.Expr:
    """`t[key]` is a row, `t[key, column]` a cell."""

    if len(e.args) not in (1, 2) or any(isinstance(a, tree.Named | tree.Comprehension) for a in e.args):
        w.problem(WrongArguments(e.span, ref.name, "a row, or a row and a column", len(e.args)))
        return BROKEN
    args = cast("tuple[tree.Expr, ...]", e.args)
    row_type = Row(ref.id, len(ref.keys))
    if ref.key_type is None:
        row = w.check.typed(args[0], scope, row_type)
    elif isinstance(ref.key_type, Int):
        row = _row_by_number(w, ref, w.check.integer(args[0], scope), row_type, e, scope)
    else:
        key = w.check.typed(args[0], scope, ref.key_type)
        row = _row_by_value(w, ref, key, row_type, e, scope)
    if is_broken(row) or len(args) == 1:
        return row
    column = args[1]
    if isinstance(column, tree.Name) and column.id in ref.columns:
        found = member(w, row, column.id, scope, column.span)
        return cast("expressions.Expr", found)
    by_value = _column_by_value(w, row, tree.Index(e.of, (column,), span=e.span), scope)
    if by_value is not None:
        return by_value
    return _numbered_cell(w, ref, row, w.check.integer(column, scope), e, scope)


def _row_by_number(
    w: World, ref: RowTableSymbol, key: expressions.Expr, row_type: Row, e: tree.Index, scope: Scope
) -> expressions.Expr:
    if is_broken(key):
        return BROKEN
    keys = [int(cast("int", k)) for k in ref.keys]
    low, high = min(keys), max(keys)
    row_of = {key: row for row, key in reversed(tuple(enumerate(keys)))}  # the first row of a key counts
    rows = tuple(row_of.get(n) for n in range(low, high + 1))
    w.effort.spend(len(rows) // 4)
    _index_risk(w, scope, key, low, high, e.span)
    table = w.table(f"{ref.name} rows", (low,), (len(rows),), rows)
    found = expressions.Lookup(
        table, (key,), Optional(row_type) if None in rows else row_type, w.site(e.span, scope.where)
    )
    certain = construct.need(w, scope, found, e.span, ref.name) if None in rows else found
    return construct.folded(w, certain, key)


def _row_by_value(
    w: World, ref: RowTableSymbol, key: expressions.Expr, row_type: Row, e: tree.Index, scope: Scope
) -> expressions.Expr:
    if is_broken(key):
        return BROKEN
    from gamedsl.semantics.model.types import size

    row_of = {key: row for row, key in reversed(tuple(enumerate(ref.keys)))}  # the first row of a key counts
    rows = tuple(row_of.get(v) for v in range(size(w, cast("Type", ref.key_type))))
    w.effort.spend(len(rows) // 4)
    table = w.table(f"{ref.name} rows", (0,), (len(rows),), rows)
    found = expressions.Lookup(
        table, (key,), Optional(row_type) if None in rows else row_type, w.site(e.span, scope.where)
    )
    certain = construct.need(w, scope, found, e.span, ref.name) if None in rows else found
    return construct.folded(w, certain, key)


def _numbered_cell(
    w: World, ref: RowTableSymbol, row: expressions.Expr, at: expressions.Expr, e: tree.Index, scope: Scope
) -> expressions.Expr:
    if is_broken(at) or not ref.numbered:
        if not is_broken(at):
            w.problem(WrongArguments(e.span, ref.name, "the name of a column", len(e.args)))
        return BROKEN
    low, high = min(ref.numbered), max(ref.numbered)
    if tuple(ref.numbered) != tuple(range(low, high + 1)):
        w.problem(WrongArguments(e.span, ref.name, "columns with consecutive numbers", len(e.args)))
        return BROKEN
    _index_risk(w, scope, at, low, high, e.span)
    table = w.table(f"{ref.name} cells", (0, low), (len(ref.keys), len(ref.numbered)), ref.cells.values)
    return construct.folded(
        w, expressions.Lookup(table, (row, at), ref.cells.full_type, w.site(e.span, scope.where)), row, at
    )


def row_as_list(w: World, row: expressions.Expr) -> expressions.Expr | None:
    """A row with numbered columns read as the list of those cells (blanks left out)."""
    if not isinstance(row.type, Row):
        return None
    ref = _row_table(w, row.type)
    if not ref.numbered:
        return None
    width = len(ref.numbered)
    lists = tuple(
        tuple(c for c in ref.cells.values[i * width : (i + 1) * width] if c is not None) for i in range(len(ref.keys))
    )
    table = w.table(f"{ref.name} lists", (0,), (len(lists),), lists)
    return construct.folded(
        w, expressions.Lookup(table, (row,), ListOf(ref.cells.type, width), w.site(Span("", 0, 0), ref.name)), row
    )


def _column_by_value(w: World, of: expressions.Expr, e: tree.Index, scope: Scope) -> expressions.Expr | None:
    """`card[gem]`: columns that are headed by the values of a type, read by a value of it. None if this is no such reading."""

    if len(e.args) != 1 or isinstance(e.args[0], tree.Named | tree.Comprehension | tree.Number):
        return None
    element = construct.as_kind(of)
    type_ = plain(element.type)
    if isinstance(type_, Row):
        columns = _row_table(w, type_).columns
    elif isinstance(type_, Kind) and len(type_.classes) == 1:
        columns = {n: c for (cls, n), c in w.attributes.items() if cls == type_.classes[0]}
    else:
        return None
    headed = [(i, s) for i, s in enumerate(w.enums) if all(v in columns for v in s.values)]
    if not headed:
        return None
    at = w.check.formula(e.args[0], scope, Enum(EnumId(headed[0][0]), len(headed[0][1].values)))
    enum = plain(at.type)
    if not isinstance(enum, Enum) or enum.id not in [i for i, _ in headed]:
        return None
    if isinstance(at.type, Optional):
        at = construct.need(w, scope, at, e.span, w.enums[enum.id].name)
    made = [columns[v] for v in w.enums[enum.id].values]
    cells = tuple(column.values[r] for r in range(len(made[0].values)) for column in made)
    cell: Type = construct.hull([c.type for c in made])
    first = w.classes[type_.classes[0]].first if isinstance(type_, Kind) else 0
    table = w.table(f"by {w.enums[enum.id].name}", (first, 0), (len(made[0].values), len(made)), cells)
    full = optional(cell) if None in cells or isinstance(element.type, Optional) else cell
    return construct.folded(w, expressions.Lookup(table, (element, at), full, w.site(e.span, scope.where)), element, at)


def _item(w: World, of: expressions.Expr, e: tree.Index, scope: Scope) -> expressions.Expr:

    if is_broken(of):
        return BROKEN
    if isinstance(plain(of.type), Kind | Piece | Row | Zone):
        by_value = _column_by_value(w, of, e, scope)
        if by_value is not None:
            return by_value
    if isinstance(of.type, Row):
        args = _args(w, e, 1, "the row")
        return (
            BROKEN
            if args is None
            else _numbered_cell(w, _row_table(w, of.type), of, w.check.integer(args[0], scope), e, scope)
        )
    source = construct.as_list(w, of)
    if not isinstance(source.type, ListOf):
        w.problem(NotACollection(e.of.span, describe(w, of.type)))
        return BROKEN
    args = _args(w, e, 1, "the list")
    if args is None:
        return BROKEN
    at = w.check.integer(args[0], scope)
    if is_broken(at):
        return BROKEN
    if not (
        isinstance(source, expressions.Const)
        and isinstance(at.type, Int)
        and at.type.low >= 1
        and at.type.high <= source.type.most
    ):
        construct.risk(
            w,
            scope,
            MayFail(
                e.span,
                "the list may be shorter than this index",
                "use `first(…)` or `last(…)`, or test `count(…)` first",
            ),
        )
    zero_based = construct.arithmetic(w, scope, "-", at, number(1), e.span)
    return construct.folded(
        w, expressions.Item(source, zero_based, source.type.of, w.site(e.span, scope.where)), source, zero_based
    )


# ---------------------------------------------------------------- calls


def _call(w: World, ref: FunctionRef, e: tree.Expr, scope: Scope) -> expressions.Expr:
    """A call of a declared function (`let`)."""

    if ref.let is None:
        w.problem(WrongSort(e.span, ref.name, "a built-in function", "a formula"))
        return BROKEN
    function = w.check.let(ref.name, ref.let, e.span)
    if function is None:
        return BROKEN
    given = e.args if isinstance(e, tree.Apply) else ()
    args: list[expressions.Expr] = []
    if function.owner is not None:
        if ref.owner is None:
            w.problem(NobodyActs(e.span, ref.name))
            return BROKEN
        args.append(_certain(w, ref.owner, scope, e.span, ref.name))
    if function.needs_me:
        if scope.me is None:
            w.problem(NobodyActs(e.span, ref.name))
            return BROKEN
        scope.uses.me = True
        args.append(scope.me)
    if len(given) != len(function.params) or any(isinstance(a, tree.Named | tree.Comprehension) for a in given):
        w.problem(WrongArguments(e.span, ref.name, arguments(len(function.params)), len(given)))
        return BROKEN
    for arg, (_, type_) in zip(cast("tuple[tree.Expr, ...]", given), function.params, strict=True):
        args.append(w.check.typed(arg, scope, type_))
    for risk in function.risks:
        construct.risk(w, scope, risk.problem)
    if any(is_broken(a) for a in args) or isinstance(function.type, Unknown):
        return BROKEN
    call = expressions.Call(function.id, tuple(args), function.type)
    return construct.folded(w, call, *args) if args else _constant_call(w, call)


def _constant_call(w: World, call: expressions.Call) -> expressions.Expr:
    body = w.functions[call.function]
    return body.body if body is not None and isinstance(body.body, expressions.Const) else construct.folded(w, call)


# ---------------------------------------------------------------- small questions


def some_of(w: World, e: tree.SomeOf, scope: Scope, expected: Type | None) -> expressions.Expr:
    """`3 Horse`: a bag with one entry."""
    kind = kind_named(w, e.name, scope, expected)
    if kind is None:
        return BROKEN
    return expressions.MakeBag(((number(e.number), kind),), Bag(plain(kind.type), e.number))


def some_kind(
    w: World, number_: int, e: tree.Attribute | tree.Index, scope: Scope, expected: Type | None
) -> expressions.Expr:
    """`2 Wager.Red`: a bag with one entry, the kind written with its parts."""

    kind = construct.as_kind(w.check.formula(e, scope, _element_wanted(expected)))
    if is_broken(kind):
        return BROKEN
    if not isinstance(kind.type, Kind):
        w.problem(Mismatch(e.span, "a kind of piece", describe(w, kind.type)))
        return BROKEN
    return expressions.MakeBag(((number(number_), kind),), Bag(kind.type, number_))


def kind_named(w: World, name: tree.Ident, scope: Scope, expected: Type | None) -> expressions.Expr | None:
    symbol = w.symbols.get(name.text)
    if isinstance(symbol, ClassSymbol):
        single = _single_kind(w, symbol.id)
        if single is not None:
            return expressions.Const(single, Kind((symbol.id,)))
    wanted = _element_wanted(expected)
    found = named(w, name.text, name.span, scope, wanted if isinstance(wanted, Kind) else None)
    if not isinstance(found, expressions.Expr):
        w.problem(WrongSort(name.span, name.text, "no kind of piece", "a kind of piece"))
        return None
    if is_broken(found):
        return None
    if isinstance(found.type, Enum):
        kinds = Kind(tuple(ClassId(i) for i in range(len(w.classes))))
        found = construct.named_kind(w, found, wanted if isinstance(wanted, Kind) else kinds) or found
    if not isinstance(plain(found.type), Kind | Int):
        w.problem(Mismatch(name.span, "a kind of piece", describe(w, found.type)))
        return None
    return found


def _single_kind(w: World, cls: ClassId) -> KindId | None:
    spec = w.classes[cls]
    return spec.first if spec.count == 1 else None


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
            if _is_local(w, e.id, scope) or e.id in w.symbols or e.id in BUILTIN_NAMES:
                return isinstance(w.symbols.get(e.id), ClassSymbol) and not _is_local(w, e.id, scope)
            return scope.me is None or member_symbol(w, scope.me, e.id) is None
        case tree.Index():
            return isinstance(e.of, tree.Name) and isinstance(w.symbols.get(e.of.id), ClassSymbol)
        case _:
            return False
