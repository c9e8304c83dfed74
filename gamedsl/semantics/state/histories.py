"""Implements repeated positions: `history` names the parts of a position, `record` stores it, `times` counts.

A recorded position is kept as a digest, in hidden fields of the position, so everything that keeps, copies, saves and compares positions also handles
histories. A digest has some numbers, `lanes`; each is the sum of one random number for each value of each part of the position (Zobrist's hashing, with
sums). The random numbers are fixed: they come from SHA-256. Docs: decision 28.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import ceil, prod

from gamedsl.graph.model import expressions, statements, types
from gamedsl.graph.model.game import Dimension, FieldSpec, FunctionSpec, ZoneSpec
from gamedsl.semantics.construction import constants
from gamedsl.semantics.construction.constants import NONE, number
from gamedsl.semantics.data.claims import claim
from gamedsl.semantics.model.formula_words import words
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.symbols import FieldSymbol, HistorySymbol, OwnBoardSymbol, ZoneSymbol
from gamedsl.semantics.model.types import most, size
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.data import Amount, TooMany
from gamedsl.semantics.problems.names import DeclaredTwice, NobodyActs, UnknownName, WrongSort
from gamedsl.semantics.problems.occurrences import EndlessHistory, NotForHistory
from gamedsl.semantics.problems.terms import Role, Thing, about
from gamedsl.semantics.state.fields import declare_hidden_field
from gamedsl.semantics.state.start_room import has_room
from gamedsl.source import Span
from gamedsl.syntax.tree import declarations, formulas
from gamedsl.syntax.tree.node import Ident

BITS = 128
"""The least number of bits of a digest."""
MOST_VALUES = 300_000
"""The most random numbers that a history may need."""
MOST_RECORDS = 10_000
USUAL = 200
"""The number proposed where a limit is missing."""
TOGETHER = 256
"""The random numbers whose hashes are kept together."""

_Sum = Callable[[int, tuple[expressions.Expr, ...]], expressions.Expr]


def declare_histories(world: World, decls: tuple[declarations.Decl, ...]) -> None:
    """Makes the fields and functions of all histories; fields and zones are declared."""
    for decl in decls:
        if isinstance(decl, declarations.History):
            _declare(world, decl)


def times(world: World, symbol: HistorySymbol, scope: Scope, node: formulas.Expr) -> expressions.Expr:
    """Builds `times(boards)`: the number of recorded positions equal to the current one."""
    lanes = _lanes(world, symbol, scope, node)
    return expressions.Call(symbol.times, lanes, types.Int(0, symbol.most)) if lanes is not None else constants.BROKEN


def record(world: World, symbol: HistorySymbol, scope: Scope, node: formulas.Expr) -> list[statements.Effect]:
    """Builds `record boards`: the number of positions grows first, which is checked against its limit."""
    lanes = _lanes(world, symbol, scope, node)
    if lanes is None:
        return []
    site = world.site(node.span, scope.where)
    kept = expressions.FieldAt(symbol.kept, (), types.Int(0, symbol.most), site)
    grown = expressions.Arithmetic("+", kept, number(1), types.Int(1, symbol.most + 1), site)
    last = expressions.Arithmetic("-", kept, number(1), types.Int(0, symbol.most - 1), site)
    made: list[statements.Effect] = [statements.SetField(symbol.kept, (), grown, site)]
    for field, lane in zip(symbol.lanes, lanes, strict=True):
        made.append(statements.SetField(field, (last,), lane, site))
    return made


def forget(symbol: HistorySymbol) -> list[statements.Effect]:
    """Builds `forget boards`: removes all recorded positions."""
    return [statements.ResetFields((symbol.kept, *symbol.lanes), None)]


def unknown_history(world: World, node: formulas.Expr) -> UnknownName | WrongSort:
    """Returns the problem with a name in the place of a history."""
    known = tuple(sorted(n for n, v in world.symbols.items() if isinstance(v, HistorySymbol)))
    if isinstance(node, formulas.Name) and node.id not in world.symbols:
        return UnknownName(node.span, node.id, Role.HISTORY, known)
    return WrongSort(node.span, words(node), Thing.NO_HISTORY, Thing.HISTORY_NAME)


def _lanes(
    world: World, symbol: HistorySymbol, scope: Scope, node: formulas.Expr
) -> tuple[expressions.Expr, ...] | None:
    """Returns the digest of the current values."""
    args: tuple[expressions.Expr, ...] = ()
    if symbol.needs_me:
        if scope.me is None:
            world.problem(NobodyActs(node.span, words(node)))
            return None
        scope.uses.me = True
        args = (scope.me,)
    return tuple(expressions.Call(f, args, types.Int(0, symbol.highest)) for f in symbol.digests)


# ---------------------------------------------------------------- declaring


def _declare(world: World, decl: declarations.History) -> None:
    parts = [part for node in decl.parts if (part := _part(world, node)) is not None]
    bound = decl.most.value if decl.most is not None else USUAL
    if decl.most is None:
        after = Span(decl.name.span.source, decl.name.span.end, decl.name.span.end)
        world.problem(EndlessHistory(decl.name.span, decl.name.text, after, f" at most {USUAL}"))
    if not 1 <= bound <= MOST_RECORDS:
        world.problem(TooMany(decl.name.span, about(Amount.POSITIONS_IN, decl.name.text), bound, MOST_RECORDS))
        bound = 1
    terms = sum(part.terms for part in parts)
    values = sum(part.values for part in parts)
    if values > MOST_VALUES:
        world.problem(TooMany(decl.name.span, about(Amount.VALUES_OF_PARTS, decl.name.text), values, MOST_VALUES))
        parts, terms = [], 0
    spread = (2**31 - 1) // max(1, terms)
    lanes = ceil(BITS / (spread.bit_length() - 1))
    if not has_room(world, decl.name, lanes * bound + 1, 1):
        bound = 1
    name, highest = decl.name.text, spread * max(1, terms)
    digests = tuple(_digest(world, name, lane, spread, highest, parts) for lane in range(lanes))
    kept = declare_hidden_field(world, name, types.Int(0, bound), 0, told="never")
    row = (Dimension(types.Int(0, bound - 1), bound, 0),)
    fields = tuple(
        declare_hidden_field(world, f"{name}.{lane + 1}", types.Int(0, highest), 0, row, told="never")
        for lane in range(lanes)
    )
    counted = _count_function(world, name, kept, fields, bound, highest, world.site(decl.name.span, name))
    needs_me = any(part.of_me for part in parts)
    claim(world, decl.name, HistorySymbol(kept, fields, digests, counted, bound, highest, needs_me))


def _count_function(
    world: World,
    name: str,
    kept: types.FieldId,
    lanes: tuple[types.FieldId, ...],
    bound: int,
    highest: int,
    site: types.SiteId,
) -> types.FunctionId:
    """Builds the function that counts the recorded digests equal to the given one."""
    given = tuple(world.local(f"digest {i + 1}", types.Int(0, highest)) for i in range(len(lanes)))
    at = world.local("noted", types.Int(0, bound - 1))
    before = expressions.Arithmetic(
        "-", expressions.FieldAt(kept, (), types.Int(0, bound), site), number(1), types.Int(-1, bound - 1), site
    )
    source = expressions.Range(number(0), before, types.ListOf(types.Int(0, bound - 1), bound))
    same: expressions.Expr | None = None
    for field, value in zip(reversed(lanes), reversed(given), strict=True):
        equal = expressions.Equal(expressions.FieldAt(field, (at,), types.Int(0, highest), site), value, types.FLAG)
        same = equal if same is None else expressions.And(equal, same, types.FLAG)
    body = expressions.Fold("count", source, at.id, same or constants.YES, types.Int(0, bound), site)
    return _function(world, f"times {name}", tuple(local for local in given), body)


def _function(
    world: World, name: str, params: tuple[expressions.Local, ...], body: expressions.Expr
) -> types.FunctionId:
    world.functions.append(FunctionSpec(name, tuple(p.id for p in params), body))
    return types.FunctionId(len(world.functions) - 1)


# ---------------------------------------------------------------- parts


class _Part:
    """A part of a position: `sizes` are the numbers of values of its indexes and of itself. `terms`: the most summands that it has."""

    def __init__(self, name: str, sizes: tuple[int, ...], terms: int, body: _Sum, *, of_me: bool = False) -> None:
        self.name = name
        self.sizes = sizes
        self.terms = terms
        self.body = body
        self.of_me = of_me

    @property
    def values(self) -> int:
        return prod(self.sizes)


def _digest(world: World, name: str, lane: int, spread: int, highest: int, parts: list[_Part]) -> types.FunctionId:
    """Builds the function for one number of a digest: the sum over all parts."""
    site = world.site(world.at, name)
    me = world.local("me", world.player)
    total: expressions.Expr | None = None
    for part in parts:
        text = f"{name}.{lane + 1} {part.name}"
        values = _randoms(text, spread, part.values)
        table = world.table(text, (0,) * len(part.sizes), part.sizes, values)
        made = part.body(table, (me,) if part.of_me else ())
        total = made if total is None else expressions.Arithmetic("+", total, made, types.Int(0, highest), site)
    params = (me,) if any(part.of_me for part in parts) else ()
    return _function(world, f"{name} {lane + 1}", params, total or number(0))


def _randoms(text: str, spread: int, count: int) -> tuple[int, ...]:
    """Returns numbers from 0 to `spread`, always the same for the same text."""
    made: list[int] = []
    for block in range(ceil(count / TOGETHER)):
        hashes = _hashes(text, block)
        made += [int.from_bytes(hashes[at : at + 16], "big") % (spread + 1) for at in range(0, len(hashes), 16)]
    return tuple(made[:count])


@lru_cache(maxsize=16_384)
def _hashes(text: str, block: int) -> bytes:
    """Returns the 16 bytes that each of a block of numbers is made from. They are cached, because all setups of a game share them: only the number of values
    and the spread depend on the players. The cache has at most 64 MiB."""
    from hashlib import sha256  # imported here because OpenSSL is large, and few rules have a history

    numbers = range(block * TOGETHER, (block + 1) * TOGETHER)
    return b"".join([sha256(f"{text} {i}".encode()).digest()[:16] for i in numbers])


def _part(world: World, node: formulas.Expr) -> _Part | None:
    """Returns the part of a position that a name in the list of a history means."""
    if isinstance(node, formulas.Me):
        seats = len(world.seats)
        site = world.site(node.span, "history")

        def look_up(table: int, index: tuple[expressions.Expr, ...]) -> expressions.Expr:
            return expressions.Lookup(types.TableId(table), index, _entry(world, table), site)

        return _Part("me", (seats,), 1, look_up, of_me=True)
    found = _member(world, node)
    match found:
        case FieldSymbol():
            world.used.add(world.fields[found.id].name)
            if isinstance(world.fields[found.id].type, types.Unknown):
                return None
            return _field_part(world, node, found.id, world.fields[found.id])
        case ZoneSymbol():
            world.used.add(world.zones[found.id].name)
            return _zone_part(world, node, found, world.zones[found.id])
        case _:
            return None


def _member(world: World, node: formulas.Expr) -> FieldSymbol | ZoneSymbol | None:
    """Returns the field or zone of this name, shared or of any element: `stone`, `cell.stone`."""
    match node:
        case formulas.Name(id=name):
            owners = [owner for owner, members in world.members.items() if name in members]
            shared = world.symbols.get(name)
            found = [shared] if shared is not None else []
            found += [world.members[owner][name] for owner in owners]
        case formulas.Attribute(of=formulas.Name(id=owner), name=Ident(text=name)):
            found = [m for m in (world.members.get(owner, {}).get(name),) if m is not None]
        case _:
            found, name = [], words(node)
    made = [s.inner if isinstance(s, OwnBoardSymbol) else s for s in found]
    state = [s for s in made if isinstance(s, FieldSymbol | ZoneSymbol)]
    if len(state) > 1:
        world.problem(DeclaredTwice(node.span, name, world.spans.get(name, node.span)))
    elif not state:
        known = tuple(
            n for ms in world.members.values() for n, v in ms.items() if isinstance(v, FieldSymbol | ZoneSymbol)
        )
        shared_names = tuple(n for n, v in world.symbols.items() if isinstance(v, FieldSymbol | ZoneSymbol))
        world.problem(UnknownName(node.span, words(node), Role.FIELD_OR_ZONE, (*known, *shared_names)))
    return state[0] if len(state) == 1 else None


def _entry(world: World, table: int) -> types.Int:
    return types.Int(0, max((v for v in world.tables[table].values if isinstance(v, int)), default=0))


def _over(
    world: World,
    dimensions: tuple[Dimension, ...],
    site: types.SiteId,
    one: Callable[[tuple[expressions.Expr, ...]], expressions.Expr],
    terms: int,
) -> expressions.Expr:
    """Builds the sum over all instances of a field or zone."""

    def nest(index: tuple[expressions.Expr, ...]) -> expressions.Expr:
        if len(index) == len(dimensions):
            return one(index)
        dimension = dimensions[len(index)]
        type_ = (
            types.Int(0, dimension.size - 1) if isinstance(dimension.type, types.Int | types.Kind) else dimension.type
        )
        source = expressions.Const(tuple(range(dimension.size)), types.ListOf(type_, dimension.size))
        local = world.local("at", type_)
        body = nest((*index, local))
        high = body.type.high if isinstance(body.type, types.Int) else 0
        return expressions.Fold("sum", source, local.id, body, types.Int(0, high * dimension.size), site)

    return nest(())


def _field_part(world: World, node: formulas.Expr, field: types.FieldId, spec: FieldSpec) -> _Part | None:
    inner = types.plain(spec.type)
    of = inner.of if isinstance(inner, types.SetOf | types.Bag) else inner
    values = _values(world, of)
    if (
        spec.visibility.who != "everyone"
        or spec.hidden
        or values is None
        or (inner is not spec.type and inner is not of)
    ):
        why = "not everybody sees it" if spec.visibility.who != "everyone" else "its values are in order, or too many"
        world.problem(NotForHistory(node.span, spec.name, why))
        return None
    each = most(world, inner) if isinstance(inner, types.SetOf | types.Bag) else 1
    sizes = (*(d.size for d in spec.dimensions), values)
    terms = prod(sizes[:-1]) * max(1, each)
    site = world.site(node.span, spec.name)

    def body(table: int, _: tuple[expressions.Expr, ...]) -> expressions.Expr:
        entry = _entry(world, table)

        def one(index: tuple[expressions.Expr, ...]) -> expressions.Expr:
            value = expressions.FieldAt(field, index, spec.type, site)
            return _term(
                world, value, lambda v: expressions.Lookup(types.TableId(table), (*index, v), entry, site), site
            )

        return _over(world, spec.dimensions, site, one, terms)

    return _Part(spec.name, sizes, terms, body)


def _term(
    world: World, value: expressions.Expr, look_up: Callable[[expressions.Expr], expressions.Expr], site: types.SiteId
) -> expressions.Expr:
    """Builds the number for a value; for a collection, the sum of its elements' numbers; 0 for none and for no."""
    match value.type:
        case types.Flag():
            yes = look_up(number(0))
            return expressions.IfElse(value, yes, number(0), yes.type)
        case types.Int(low=low, high=high) if low != 0:
            return look_up(expressions.Arithmetic("-", value, number(low), types.Int(0, high - low), site))
        case types.Optional(of=of):
            there = _term(world, expressions.Need(value, of, site), look_up, site)
            missing = expressions.Equal(value, NONE, types.FLAG)
            return expressions.IfElse(missing, number(0), there, there.type)
        case types.SetOf(of=of) | types.Bag(of=of):
            local = world.local("value", of)
            body = _term(world, local, look_up, site)
            high = body.type.high if isinstance(body.type, types.Int) else 0
            return expressions.Fold("sum", value, local.id, body, types.Int(0, high * most(world, value.type)), site)
        case _:
            return look_up(value)


def _values(world: World, type_: types.Type) -> int | None:
    """Returns the number of values; None for a type without a digest."""
    match type_:
        case types.Flag():
            return 1
        case types.Int(low=low, high=high):
            return high - low + 1
        case types.Enum() | types.Position() | types.Player() | types.Row() | types.Direction():
            return size(world, type_)
        case types.Kind():
            return len(world.kinds)
        case _:
            return None


def _zone_part(world: World, node: formulas.Expr, symbol: ZoneSymbol, spec: ZoneSpec) -> _Part | None:
    if spec.visibility.who != "everyone" or spec.form == "pile":
        why = "not everybody sees it" if spec.visibility.who != "everyone" else "it is a pile, whose order may be open"
        world.problem(NotForHistory(node.span, spec.name, why))
        return None
    kinds = len(world.kinds)
    each = 1 if spec.form == "slot" else max(1, world.copies_of(spec.classes))
    if spec.capacity is not None:
        each = min(each, spec.capacity)
    sizes = (*(d.size for d in spec.dimensions), kinds)
    terms = prod(sizes[:-1]) * each
    site = world.site(node.span, spec.name)

    def body(table: int, _: tuple[expressions.Expr, ...]) -> expressions.Expr:
        entry = _entry(world, table)

        def one(index: tuple[expressions.Expr, ...]) -> expressions.Expr:
            zone = expressions.ZoneAt(symbol.id, index, types.Zone(spec.classes, spec.form), site)
            pieces = expressions.Contents(zone, types.Pieces(spec.classes, each))
            piece = world.local("piece", types.Piece(spec.classes))
            kind = expressions.KindOf(piece, types.Kind(spec.classes))
            number_ = expressions.Lookup(types.TableId(table), (*index, kind), entry, site)
            return expressions.Fold("sum", pieces, piece.id, number_, types.Int(0, entry.high * each), site)

        return _over(world, spec.dimensions, site, one, terms)

    return _Part(spec.name, sizes, terms, body)
