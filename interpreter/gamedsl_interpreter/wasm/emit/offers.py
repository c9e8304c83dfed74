"""What a selection offers: its elements in normative order, each with how many of it, in working memory."""

from __future__ import annotations

from attrs import frozen

from gamedsl.graph.model import expressions, types
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.statements import Select
from gamedsl_interpreter.wasm.emit import compare, piece_subsets, scratch_values, streams
from gamedsl_interpreter.wasm.emit.context import Context
from gamedsl_interpreter.wasm.emit.ir import Ir, add, band, c, call, eq, eqz, ge, load, lt, mul, op2, select, sub
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.values import PiecesV, PieceV, Value

MOST = 1024
"""Most elements of one offer."""


@frozen
class Entries:
    """Elements from `at` on, each `step` bytes: the value, then how many."""

    at: int
    step: int
    of: types.Type
    low: Lowering
    count: Ir

    def get(self, i: Ir) -> Value:
        """The element at a place."""
        return scratch_values.get(self.low.ctx, self.of, self.low.fn.let(add(mul(i, c(self.step)), c(self.at))))

    def number(self, i: Ir) -> Ir:
        """How many of it."""
        return load("i32", mul(i, c(self.step)), self.at + self.step - 4)


def has_places(ctx: Context, part: Select) -> bool:
    """Whether it selects pieces, which are then no longer there for later selections."""
    return _has_places(ctx.game.locals[part.local].type)


def _has_places(of: types.Type) -> bool:
    match of:
        case types.Piece() | types.Pieces():
            return True
        case types.Optional(inner) | types.ListOf(inner) | types.SetOf(inner):
            return _has_places(inner)
        case _:
            return False


def element_type(of: types.Type) -> types.Type:
    """The type of the elements."""
    match of:
        case types.Bag(inner) | types.ListOf(inner) | types.SetOf(inner) | types.Ranking(inner):
            return inner
        case types.Pieces(classes):
            return types.Piece(classes)
        case _:
            return of


def written(low: Lowering, part: Select, before: tuple[Select, ...]) -> Entries:
    """Writes out what is offered on the position, given what was chosen before."""
    fn, selected = low.fn, low.game.locals[part.local].type
    of = element_type(part.sources[0].type)
    step = scratch_values.size(low.ctx, of) + 4
    entries = Entries(low.ctx.memory.space(step * MOST), step, of, low, fn.let_var(c(0)))
    counted = part.quantity != "one" and isinstance(selected, types.Pieces | types.Bag)
    sorts = counted and isinstance(selected, types.Bag)
    with fn.block() as done:
        for source in part.sources:
            fn.set(entries.count, c(0))
            _from(low, entries, source, _taking_from(low, part, before), counted=counted)
            if sorts and isinstance(source.type, types.ListOf):
                _sort(low, entries)
            if len(part.sources) > 1:
                fn.br_if(done, entries.count)
    return entries


def _taking_from(low: Lowering, part: Select, before: tuple[Select, ...]) -> tuple[Select, ...]:
    """Those of the earlier selections that may take what this one offers."""
    if not has_places(low.ctx, part):
        return ()
    places = _places(low, part)
    theirs = [(other, _places(low, other)) for other in before]
    return tuple(other for other, found in theirs if places is None or found is None or found & places)


def _places(low: Lowering, part: Select) -> frozenset[int] | None:
    """The zones out of which a selection takes; None if that is not plain to see."""
    found = [_families(low, source) for source in part.sources]
    return None if None in found else frozenset[int]().union(*(families or () for families in found))


def _from(low: Lowering, entries: Entries, source: Expr, before: tuple[Select, ...], *, counted: bool) -> None:
    fn = low.fn

    def write(element: Value, number: Ir) -> None:
        low.room(lt(entries.count, c(MOST)))
        at = fn.let(add(mul(entries.count, c(entries.step)), c(entries.at)))
        scratch_values.put(low, entries.of, at, element)
        fn.store("32", at, number, entries.step - 4)
        fn.set(entries.count, add(entries.count, c(1)))

    def available(element: Value, number: Ir) -> None:
        assert isinstance(element, PieceV)
        left = fn.let(_left(low, element, number, before))
        with fn.when(op2("gt_s", left, c(0))):
            write(element, left)

    def once(element: Value, number: Ir) -> None:
        i = fn.let_var(c(0))
        with fn.block() as seen:
            with fn.block() as fresh, fn.loop() as again:
                fn.br_if(fresh, ge(i, entries.count))
                with fn.when(compare.equal(low, low.held(entries.get(i)), element)):
                    if counted:
                        where = fn.let(add(mul(i, c(entries.step)), c(entries.at + entries.step - 4)))
                        fn.store("32", where, add(load("i32", where), number))
                    fn.br(seen)
                fn.set(i, add(i, c(1)))
                fn.br(again)
            write(element, number if counted else c(1))

    offer = available if before and isinstance(entries.of, types.Piece) else write
    if isinstance(source.type, types.Pieces):
        if is_merged(low, source):
            low.stream(source, offer)
        else:
            streams.each_entry(low, piece_subsets.merged(low, low.pieces(source), MOST), offer)
    elif isinstance(source.type, types.ListOf | types.Ranking) and not _is_distinct(source):
        streams.copies(low, source, once)
    else:
        low.stream(source, offer if counted else lambda element, _: offer(element, c(1)))


def _is_distinct(source: Expr) -> bool:
    match source:
        case expressions.Range() | expressions.Seats():
            return True
        case expressions.Const(tuple() as value):
            return len(set(value)) == len(value)
        case expressions.Filter(inner) | expressions.While(inner):
            return _is_distinct(inner)
        case _:
            return False


def is_merged(low: Lowering, source: Expr) -> bool:
    """Whether the entries of some pieces come in the order of places and kinds, each once."""
    match source:
        case expressions.Contents(zone):
            inner = zone.type.of if isinstance(zone.type, types.Optional) else zone.type
            return isinstance(inner, types.Zone) and inner.form != "pile"
        case expressions.Filter(inner):
            return is_merged(low, inner)
        case expressions.Join(left, right):
            a, b = _families(low, left), _families(low, right)
            return a is not None and b is not None and not a & b and is_merged(low, left) and is_merged(low, right)
        case expressions.Call(function):
            return is_merged(low, low.game.functions[function].body)
        case _:
            return False


def _families(low: Lowering, source: Expr) -> frozenset[int] | None:
    match source:
        case expressions.Contents(expressions.ZoneAt(zone)):
            return frozenset((zone,))
        case expressions.Filter(inner):
            return _families(low, inner)
        case expressions.Join(left, right):
            a, b = _families(low, left), _families(low, right)
            return None if a is None or b is None else a | b
        case expressions.Call(function):
            return _families(low, low.game.functions[function].body)
        case _:
            return None


def _left(low: Lowering, piece: PieceV, number: Ir, before: tuple[Select, ...]) -> Ir:
    """How many of a piece are still there when what earlier selections took is gone."""
    fn = low.fn
    gone = fn.let_var(c(0))
    for part in before:
        value = low.local(part.local)

        def took(element: Value, count: Ir) -> None:
            assert isinstance(element, PieceV)
            same = band(eq(element.kind, piece.kind), eq(element.zone, piece.zone))
            fn.set(gone, add(gone, op2("and", count, op2("sub", c(0), same))))

        if isinstance(value, PieceV):
            took(value, c(1))
        elif isinstance(value, PiecesV):
            streams.each_entry(low, value, took)
    left = fn.let_var(number)
    with fn.when(band(gone, c(-1))), fn.when(eqz(lt(piece.zone, c(0)))):
        there = fn.let(sub(call("z_count", "i32", low.s, piece.zone, piece.kind), gone))
        fn.set(left, select(lt(there, number), there, number))
    return left


def _sort(low: Lowering, entries: Entries) -> None:
    """Entries of numbers or kinds, ascending."""
    fn, at = low.fn, c(entries.at)
    with fn.count(c(1), entries.count) as i:
        here = fn.let_var(add(mul(i, c(entries.step)), at))
        value, number = fn.let(load("i32", here)), fn.let(load("i32", here, 4))
        with fn.block() as placed, fn.loop() as again:
            fn.br_if(placed, op2("le_u", here, at))
            earlier = sub(here, c(entries.step))
            fn.br_if(placed, op2("le_s", load("i32", earlier), value))
            fn.copy(here, earlier, c(entries.step))
            fn.set(here, earlier)
            fn.br(again)
        fn.store("32", here, value)
        fn.store("32", here, number, 4)
