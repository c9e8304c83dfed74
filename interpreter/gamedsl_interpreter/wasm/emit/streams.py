"""Formulas over collections. Most are never made: what goes through a collection is written into the loop that produces its elements.

`stream` gives each entry once, with how many there are of it; `copies` gives every copy. Where a collection is needed as a whole it is laid out in
working memory of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, assert_never, cast

from gamedsl.graph.model import expressions, types
from gamedsl.graph.model.expressions import Expr
from gamedsl_interpreter.plans.spans import scale_span
from gamedsl_interpreter.wasm.emit import (
    connectivity,
    piece_subsets,
    places,
    queries,
    scratch_values,
    sorting,
    zones,
)
from gamedsl_interpreter.wasm.emit.ir import (
    Ir,
    add,
    c,
    c64,
    eqz,
    ge,
    known,
    load,
    lt,
    mul,
    op1,
    op2,
    select,
    sub,
    wrap,
)
from gamedsl_interpreter.wasm.emit.values import NONE, BagV, ListV, MaskV, MaybeV, PiecesV, PieceV, RankV, Value

if TYPE_CHECKING:
    from gamedsl_interpreter.wasm.emit.lowering import Lowering

Body = Callable[[Value, Ir], None]

asked = queries.asked
ranking = sorting.ranking

UNROLLED = 3
"""Constant collections of so few elements are written out, …"""
MOST_COPIES = 27
"""… as long as that makes no more copies of what is done with them, where one loop stands in another."""


def stream(low: Lowering, expr: Expr, body: Body) -> None:
    """Each entry of a collection, in order."""
    fn = low.fn
    match expr:
        case expressions.Const(value, of):
            _constant(low, value, of, body)
        case expressions.Call():
            _called(low, expr, body)
        case expressions.Contents(zone):
            zones.stream(low, low.zone(zone), body)
        case expressions.Filter(source, local, condition) if not isinstance(expr.type, types.SetOf | types.Ranking):

            def passing(element: Value, number: Ir) -> None:
                low.bound(local, element)
                held = low.env[local]
                with fn.when(low.scalar(condition)):
                    body(held, number)

            stream(low, source, passing)
        case expressions.While() if not isinstance(expr.type, types.Ranking):
            leading(low, expr, body)
        case expressions.MapList(source, local, inner):

            def mapped(element: Value, _: Ir) -> None:
                low.bound(local, element)
                body(low.held(low.value(inner)), c(1))

            copies(low, source, mapped)
        case expressions.FlatMap(source, local, inner) if not isinstance(expr.type, types.SetOf):

            def flattened(element: Value, _: Ir) -> None:
                low.bound(local, element)
                held = low.env[local]

                def inside(part: Value, number: Ir) -> None:
                    body(part, number)
                    low.env[local] = held  # what was done may have gone through the same formula

                stream(low, inner, inside)

            copies(low, source, flattened)
        case expressions.Join(left, right, types.ListOf() | types.Pieces()):
            stream(low, left, body)
            stream(low, right, body)
        case expressions.Subsets():
            sorting.subsets(low, expr, body)
        case expressions.Without(left, right, types.ListOf()):
            list_without(low, left, right, body)
        case expressions.Convert() if not isinstance(expr.type, types.SetOf) or isinstance(
            expr.operand.type, types.SetOf
        ):
            piece_subsets.converted(low, expr, body)
        case expressions.TakeSome():
            piece_subsets.some_pieces(low, expr, body)
        case expressions.LyingIn():
            piece_subsets.lying_in(low, expr, body)
        case expressions.Some() if not isinstance(expr.type, types.SetOf | types.Ranking):
            piece_subsets.first_or_last(low, expr, body)
        case expressions.Rest(source) if not isinstance(expr.type, types.SetOf):
            piece_subsets.rest(low, source, body)
        case expressions.Seats():
            _seats(low, expr, body)
        case expressions.MakeList(items, types.ListOf()):
            for item in items:
                body(low.held(low.value(item)), c(1))
        case _:
            of_value(low, low.value(expr), body)


def up_to(low: Lowering, expr: Expr, body: Body) -> None:
    """Each entry, where the body may leave the loop: what can fail in the collection fails before."""
    if low.ctx.analysis.totality.is_total(expr):
        stream(low, expr, body)
    else:
        of_value(low, low.held(low.value(expr)), body)


def copies(low: Lowering, expr: Expr, body: Body) -> None:
    """Every copy of a collection's elements."""

    def each(element: Value, number: Ir) -> None:
        if known(number) == 1:
            body(element, number)
        else:
            with low.fn.count(c(0), low.fn.cheap(number)):
                body(element, c(1))

    stream(low, expr, each)


def of_value(low: Lowering, value: Value, body: Body) -> None:
    """Each entry of a collection that is at hand."""
    fn = low.fn
    match value:
        case MaskV():
            each_bit(low, value, lambda bit: body(bit, c(1)))
        case ListV(count, get) | RankV(count, get):
            size = known(count)
            if size is not None and _is_written_out(low, size):
                with _copies(low, size):
                    for place in range(size):
                        body(low.held(get(c(place))), c(1))
            else:
                with fn.count(c(0), fn.cheap(count)) as i:
                    body(low.held(get(i)), c(1))
        case BagV(first, size, get):
            with fn.count(c(0), c(size)) as i:
                number = fn.let(get(i))
                with fn.when(number):
                    body(fn.cheap(add(i, c(first))), number)
        case PiecesV():
            each_entry(low, value, body)
        case MaybeV(there, inner):
            with fn.when(there):
                of_value(low, inner, body)
        case _:
            raise AssertionError(f"{type(value).__name__} is no collection")


def each_bit(low: Lowering, value: MaskV, body: Callable[[Ir], None]) -> None:
    """The elements of a set, ascending."""
    fn = low.fn
    if all(known(word) == 0 for word in value.words):
        return
    if len(value.words) == 1:
        _bits_of(low, value.words[0], c(value.low), body)
        return
    at = low.ctx.memory.space(8 * len(value.words))
    for number, word in enumerate(value.words):
        fn.store("i64", c(at), word, 8 * number)
    with fn.count(c(0), c(len(value.words))) as i:
        base = fn.let(add(mul(i, c(64)), c(value.low)))
        _bits_of(low, load("i64", mul(i, c(8)), at), base, body)


def _bits_of(low: Lowering, word: Ir, base: Ir, body: Callable[[Ir], None]) -> None:
    fn = low.fn
    left = fn.let_var(word)
    with fn.block() as out, fn.loop() as again:
        fn.br_if(out, eqz(left))
        bit = fn.let(add(wrap(op1("ctz", left)), base))
        fn.set(left, op2("and", left, op2("sub", left, c64(1))))
        body(bit)
        fn.br(again)


def each_entry(low: Lowering, value: PiecesV, body: Body) -> None:
    """Piece entries in working memory."""
    fn = low.fn
    at, end = fn.let_var(value.at), fn.cheap(value.end)
    with fn.block() as out, fn.loop() as again:
        fn.br_if(out, ge(at, end))
        piece = PieceV(fn.let(load("i32", at)), fn.let(load("i32", at, 4)))
        number = fn.let(load("i32", at, 8))
        fn.set(at, add(at, c(12)))
        body(piece, number)
        fn.br(again)


# ---------------------------------------------------------------- sources


def _constant(low: Lowering, value: types.Value, of: types.Type, body: Body) -> None:
    items = cast(tuple[Any, ...], value or ())
    match of:
        case types.SetOf() | types.ListOf():
            of_value(low, constant_list(low, items, of.of), body)
        case types.Bag() if low.copies * len(items) <= MOST_COPIES:
            with _copies(low, len(items)):
                for kind, number in items:
                    body(c(kind), c(number))
        case types.Pieces() if low.copies * len(items) <= MOST_COPIES:
            with _copies(low, len(items)):
                for zone, kind, number in items:
                    body(PieceV(c(zone), c(kind)), c(number))
        case _:
            of_value(low, _table_entry(low, value, of), body)


def _is_written_out(low: Lowering, size: int) -> bool:
    return size <= UNROLLED and low.copies * size <= MOST_COPIES


@contextmanager
def _copies(low: Lowering, number: int) -> Generator[None]:
    """What is written here is written so many times."""
    before, low.copies = low.copies, low.copies * max(1, number)
    yield
    low.copies = before


def _table_entry(low: Lowering, value: types.Value, of: types.Type) -> Value:
    """A constant out of working memory."""
    return scratch_values.get(low.ctx, of, c(scratch_values.table(low.ctx, of, (value,))[0]))


def constant_list(low: Lowering, items: tuple[Any, ...], of: types.Type) -> ListV:
    """A list of constants."""
    return ListV(c(len(items)), lambda i: places.entry(low, items, i, of))


def _called(low: Lowering, expr: expressions.Call, body: Body) -> None:
    """The parameters of the function are only known while its elements are made, not in what is done with them."""
    spec = low.game.functions[expr.function]
    values = [low.held(low.value(arg)) for arg in expr.args]
    outer = {param: low.env.get(param) for param in spec.params}

    def restored(known_values: dict[Any, Any]) -> None:
        for param, value in known_values.items():
            if value is None:
                low.env.pop(param, None)
            else:
                low.env[param] = value

    inner = dict(zip(spec.params, values, strict=True))

    def outside(element: Value, number: Ir) -> None:
        restored(outer)
        body(element, number)
        restored(inner)

    restored(inner)
    stream(low, spec.body, outside)
    restored(outer)


def leading(low: Lowering, expr: expressions.While, body: Body) -> None:
    """The elements before the first one for which the condition fails."""
    fn = low.fn
    with fn.block() as out:

        def before(element: Value, number: Ir) -> None:
            low.bound(expr.local, element)
            held = low.env[expr.local]
            fn.br_if(out, eqz(low.scalar(expr.condition)))
            body(held, number)

        up_to(low, expr.source, before)


def list_without(low: Lowering, left: Expr, right: Expr, body: Body) -> None:
    """The elements that are not in the other collection."""
    gone = low.value(right)

    def remaining(element: Value, number: Ir) -> None:
        with low.fn.when(eqz(queries.in_value(low, gone, element))):
            body(element, number)

    stream(low, left, remaining)


def _seats(low: Lowering, expr: expressions.Seats, body: Body) -> None:
    fn, count, out = low.fn, len(low.game.seats), low.game.builtins.out
    first = c(0) if expr.first is None else fn.cheap(low.scalar(expr.first))

    def seated(i: Ir) -> None:
        seat = fn.cheap(add(i, first))
        if known(first) != 0:
            seat = fn.cheap(select(ge(seat, c(count)), sub(seat, c(count)), seat))
        if expr.playing and out is not None:
            with fn.when(eqz(load("u8", places.field_address(low, out, seat)))):
                body(seat, c(1))
        else:
            body(seat, c(1))

    if known(first) is not None and _is_written_out(low, count):
        with _copies(low, count):
            for number in range(count):
                seated(c(number))
    else:
        with fn.count(c(0), c(count)) as i:
            seated(i)


# ---------------------------------------------------------------- whole collections


def at_hand(
    low: Lowering,
    expr: expressions.Local
    | expressions.FieldAt
    | expressions.Lookup
    | expressions.Item
    | expressions.Pick
    | expressions.Need,
) -> Value:
    """A collection that lies somewhere."""
    match expr:
        case expressions.Local(id):
            return low.local(id)
        case expressions.FieldAt():
            return places.field(low, expr)
        case expressions.Lookup():
            return places.lookup(low, expr)
        case expressions.Item() | expressions.Pick():
            return queries.asked(low, expr)
        case expressions.Need(operand, _, site):
            found = low.held(low.value(operand))
            if isinstance(found, MaybeV):
                low.check(found.there, "E_NONE", site)
                return found.value
            assert not isinstance(found, Ir), "none is no collection"
            return found
        case _:
            assert_never(expr)


def maybe(low: Lowering, expr: Expr) -> Value:
    """A collection, or none."""
    of = expr.type
    assert isinstance(of, types.Optional)
    match expr:
        case expressions.Const(None):
            return c(NONE)
        case expressions.Const(value):
            return low.value(expressions.Const(value, of.of))
        case (
            expressions.Local() | expressions.FieldAt() | expressions.Lookup() | expressions.Item() | expressions.Pick()
        ):
            return at_hand(low, expr)
        case expressions.Call():
            return low.called(expr, lambda body: low.value(body))
        case expressions.IfElse(condition, yes, no):
            return one_of_two(low, of, condition, yes, no)
        case _:
            raise AssertionError(f"{type(expr).__name__} is no collection or none")


def one_of_two(low: Lowering, of: types.Type, condition: Expr, yes: Expr, no: Expr) -> Value:
    """One of two values, in working memory."""
    at, fn = low.scratch(of), low.fn
    with fn.when(fn.let_var(low.scalar(condition))):
        scratch_values.put(low, of, at, low.held(low.value(yes)))
    with fn.orelse():
        scratch_values.put(low, of, at, low.held(low.value(no)))
    return scratch_values.get(low.ctx, of, at)


def listed(low: Lowering, expr: Expr) -> ListV:
    """A list as a whole."""
    match expr:
        case expressions.Const(value, types.ListOf(of)):
            return constant_list(low, cast(tuple[Any, ...], value or ()), of)
        case (
            expressions.Local()
            | expressions.FieldAt()
            | expressions.Lookup()
            | expressions.Item()
            | expressions.Pick()
            | expressions.Need()
        ):
            return cast(ListV, at_hand(low, expr))
        case expressions.Call():
            return cast(ListV, low.called(expr, lambda body: listed(low, body)))
        case expressions.Range(first, last):
            start = low.fn.cheap(low.scalar(first))
            size = low.fn.let(sub(add(low.scalar(last), c(1)), start))
            return ListV(select(lt(size, c(0)), c(0), size), lambda i: add(i, start))
        case expressions.OutsideIn(source):
            return sorting.outside_in(low, low.whole_list(source))
        case expressions.KindSets(bag):
            return sorting.kind_sets(low, low.bag(bag))
        case expressions.Leaders(groups):
            return sorting.leaders(low, low.value(groups))
        case expressions.Groups():
            return connectivity.groups(low, expr)
        case _:
            return _laid_out_list(low, expr)


def _laid_out_list(low: Lowering, expr: Expr) -> ListV:
    """A list laid out in working memory."""
    of = expr.type
    assert isinstance(of, types.ListOf)
    at, fn = low.scratch(of), low.fn
    step = scratch_values.size(low.ctx, of.of)
    fn.store("32", at, c(0))
    end = fn.let_var(add(at, c(4)))

    def write(element: Value, _: Ir) -> None:
        low.room(lt(load("i32", at), c(of.most)))
        scratch_values.put(low, of.of, end, element)
        fn.set(end, add(end, c(step)))
        fn.store("32", at, add(load("i32", at), c(1)))

    if isinstance(expr, expressions.IfElse):
        with fn.when(fn.let_var(low.scalar(expr.condition))):
            copies(low, expr.yes, write)
        with fn.orelse():
            copies(low, expr.no, write)
    else:
        copies(low, expr, write)
    return cast(ListV, scratch_values.get(low.ctx, of, at))


def pieces(low: Lowering, expr: Expr) -> PiecesV:
    """Piece entries in working memory."""
    match expr:
        case (
            expressions.Local()
            | expressions.FieldAt()
            | expressions.Lookup()
            | expressions.Item()
            | expressions.Pick()
            | expressions.Need()
        ):
            return cast(PiecesV, at_hand(low, expr))
        case expressions.Call():
            return cast(PiecesV, low.called(expr, lambda body: pieces(low, body)))
        case expressions.Without(left, right):
            return piece_subsets.pieces_without(low, left, right)
        case expressions.TakeFrom():
            return piece_subsets.taken_from(low, expr)
        case _:
            return laid_out(low, expr)


def laid_out(low: Lowering, expr: Expr) -> PiecesV:
    """Entries that a formula makes, one after the other."""
    fn, of = low.fn, expr.type
    assert isinstance(of, types.Pieces)
    at = add(low.scratch(of), c(4))
    end = fn.let_var(at)

    def write(element: Value, number: Ir) -> None:
        piece = cast(PieceV, element)
        low.room(lt(end, add(at, c(12 * (of.most + 1)))))
        fn.store("32", end, piece.zone)
        fn.store("32", end, piece.kind, 4)
        fn.store("32", end, number, 8)
        fn.set(end, add(end, c(12)))

    if isinstance(expr, expressions.IfElse):
        with fn.when(fn.let_var(low.scalar(expr.condition))):
            stream(low, expr.yes, write)
        with fn.orelse():
            stream(low, expr.no, write)
    else:
        stream(low, expr, write)
    return PiecesV(at, end)


def bag(low: Lowering, expr: Expr) -> BagV:
    """Counts in working memory."""
    match expr:
        case (
            expressions.Local()
            | expressions.FieldAt()
            | expressions.Lookup()
            | expressions.Item()
            | expressions.Pick()
            | expressions.Need()
        ):
            return cast(BagV, at_hand(low, expr))
        case expressions.Call():
            return cast(BagV, low.called(expr, lambda body: bag(low, body)))
        case _:
            pass
    of, fn = expr.type, low.fn
    assert isinstance(of, types.Bag)
    first, size = scale_span(low.game, of.of)
    at = low.scratch(of)
    fn.fill(at, c(4 * size))

    def more(element: Value, number: Ir) -> None:
        where = fn.let(mul(sub(cast(Ir, element), c(first)), c(4)))
        fn.store("32", add(where, at), add(load("i32", add(where, at)), number))

    piece_subsets.counted(low, expr, more)
    return cast(BagV, scratch_values.get(low.ctx, of, at))
