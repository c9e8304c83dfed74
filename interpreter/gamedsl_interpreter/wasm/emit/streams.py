"""Formulas over collections. Most are never made: what goes through a collection is written into the loop that produces its elements.

`stream` gives each entry once, with how many there are of it; `copies` gives every copy. Where a collection is needed as a whole it is laid out in
working memory of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from gamedsl.graph import expr as e
from gamedsl.graph import types as t
from gamedsl.graph.expr import Expr
from gamedsl_interpreter.wasm.emit import asking, links, masks, places, sorting, taking, wide, zones
from gamedsl_interpreter.wasm.emit.context import scale_span, words_of
from gamedsl_interpreter.wasm.emit.ir import (
    Ir,
    add,
    band,
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
from gamedsl_interpreter.wasm.emit.ir import wide as widened
from gamedsl_interpreter.wasm.emit.unsupported import Unsupported
from gamedsl_interpreter.wasm.emit.values import NONE, BagV, ListV, MaskV, PiecesV, PieceV, RankV, Value, ZoneV

if TYPE_CHECKING:
    from gamedsl_interpreter.wasm.emit.lowering import Lowering

Body = Callable[[Value, Ir], None]

asked = asking.asked
ranking = sorting.ranking

UNROLLED = 3
"""Constant collections of so few elements are written out."""


def stream(low: Lowering, expr: Expr, body: Body) -> None:
    """Each entry of a collection, in order."""
    fn = low.fn
    match expr:
        case e.Const(value, of):
            _constant(low, value, of, body)
        case e.Call():
            _called(low, expr, body)
        case e.Contents(zone):
            zones.stream(low, low.zone(zone), body)
        case e.Filter(source, local, condition) if not isinstance(expr.type, t.SetOf | t.Ranking):

            def passing(element: Value, number: Ir) -> None:
                low.bound(local, element)
                held = low.env[local]
                with fn.when(low.scalar(condition)):
                    body(held, number)

            stream(low, source, passing)
        case e.While(source, local, condition):
            _while(low, expr, body)
        case e.MapList(source, local, inner):

            def mapped(element: Value, _: Ir) -> None:
                low.bound(local, element)
                body(low.held(low.value(inner)), c(1))

            copies(low, source, mapped)
        case e.FlatMap(source, local, inner) if not isinstance(expr.type, t.SetOf):

            def flattened(element: Value, _: Ir) -> None:
                low.bound(local, element)
                held = low.env[local]

                def inside(part: Value, number: Ir) -> None:
                    body(part, number)
                    low.env[local] = held  # what was done may have gone through the same formula

                stream(low, inner, inside)

            copies(low, source, flattened)
        case e.Join(left, right, t.ListOf() | t.Pieces()):
            stream(low, left, body)
            stream(low, right, body)
        case e.Without(left, right, t.ListOf()):
            _list_without(low, left, right, body)
        case e.Convert():
            taking.converted(low, expr, body)
        case e.TakeSome():
            taking.some_pieces(low, expr, body)
        case e.LyingIn():
            taking.lying_in(low, expr, body)
        case e.Some() if not isinstance(expr.type, t.SetOf):
            taking.first_or_last(low, expr, body)
        case e.Rest(source) if not isinstance(expr.type, t.SetOf):
            taking.rest(low, source, body)
        case e.Seats():
            _seats(low, expr, body)
        case e.MakeList(items, t.ListOf()):
            for item in items:
                body(low.held(low.value(item)), c(1))
        case _ if isinstance(expr.type, t.ListOf) and not isinstance(expr, _AT_HAND | e.IfElse):
            raise Unsupported(f"{type(expr).__name__} as a list")
        case _:
            of_value(low, low.value(expr), body)


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
            if size is not None and size <= UNROLLED:
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
        case _:
            raise Unsupported(f"going through {type(value).__name__}")


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


def _constant(low: Lowering, value: t.Value, of: t.Type, body: Body) -> None:
    items = cast(tuple[Any, ...], value or ())
    match of:
        case t.SetOf():
            of_value(low, ListV(c(len(items)), lambda i: places.entry(low, items, i, of.of)), body)
        case t.ListOf():
            of_value(low, constant_list(low, items, of.of), body)
        case t.Bag():
            for kind, number in items:
                body(c(kind), c(number))
        case t.Pieces():
            for zone, kind, number in items:
                body(PieceV(c(zone), c(kind)), c(number))
        case _:
            raise Unsupported(f"a constant {type(of).__name__}")


def constant_list(low: Lowering, items: tuple[Any, ...], of: t.Type) -> ListV:
    """A list of constants."""
    return ListV(c(len(items)), lambda i: places.entry(low, items, i, of))


def _called(low: Lowering, expr: e.Call, body: Body) -> None:
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


def _while(low: Lowering, expr: e.While, body: Body) -> None:
    fn = low.fn
    with fn.block() as out:

        def leading(element: Value, number: Ir) -> None:
            low.bound(expr.local, element)
            held = low.env[expr.local]
            fn.br_if(out, eqz(low.scalar(expr.condition)))
            body(held, number)

        stream(low, expr.source, leading)


def _list_without(low: Lowering, left: Expr, right: Expr, body: Body) -> None:
    gone = low.value(right)

    def remaining(element: Value, number: Ir) -> None:
        with low.fn.when(eqz(asking.in_value(low, gone, element))):
            body(element, number)

    stream(low, left, remaining)


def _seats(low: Lowering, expr: e.Seats, body: Body) -> None:
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

    if count <= UNROLLED and known(first) is not None:
        for number in range(count):
            seated(c(number))
    else:
        with fn.count(c(0), c(count)) as i:
            seated(i)


# ---------------------------------------------------------------- whole collections


def listed(low: Lowering, expr: Expr) -> ListV:
    """A list as a whole."""
    match expr:
        case e.Const(value, t.ListOf(of)):
            return constant_list(low, cast(tuple[Any, ...], value or ()), of)
        case e.Local(id):
            return cast(ListV, low.local(id))
        case e.FieldAt():
            return cast(ListV, places.field(low, expr))
        case e.Lookup():
            return cast(ListV, places.lookup(low, expr))
        case e.Call():
            return cast(ListV, low.called(expr, lambda body: _whole_list(low, body)))
        case e.Item() | e.Pick():
            return cast(ListV, asking.asked(low, expr))
        case e.Range(first, last):
            start = low.fn.cheap(low.scalar(first))
            size = low.fn.let(sub(add(low.scalar(last), c(1)), start))
            return ListV(select(lt(size, c(0)), c(0), size), lambda i: add(i, start))
        case e.OutsideIn(source):
            return sorting.outside_in(low, low.whole_list(source))
        case e.KindSets(bag):
            return sorting.kind_sets(low, low.bag(bag))
        case e.Leaders(groups):
            return sorting.leaders(low, low.value(groups))
        case e.Groups():
            return links.groups(low, expr)
        case _:
            return _whole_list(low, expr)


_AT_HAND = (
    e.Const | e.Local | e.FieldAt | e.Lookup | e.Call | e.Item | e.Pick | e.Range | e.OutsideIn | e.KindSets | e.Leaders | e.Groups
)  # fmt: skip
"""Formulas of lists that `listed` gives without laying them out."""


def _whole_list(low: Lowering, expr: Expr) -> ListV:
    """A list laid out in working memory, if it is not at hand."""
    if isinstance(expr, _AT_HAND):
        return listed(low, expr)
    of = expr.type
    assert isinstance(of, t.ListOf)
    at, fn = low.scratch(of), low.fn
    step = wide.size(low.ctx, of.of)
    fn.store("32", at, c(0))
    end = fn.let_var(add(at, c(4)))

    def write(element: Value, _: Ir) -> None:
        low.room(lt(load("i32", at), c(of.most)))
        wide.put(low, of.of, end, element)
        fn.set(end, add(end, c(step)))
        fn.store("32", at, add(load("i32", at), c(1)))

    if isinstance(expr, e.IfElse):
        with fn.when(fn.let_var(low.scalar(expr.condition))):
            copies(low, expr.yes, write)
        with fn.orelse():
            copies(low, expr.no, write)
    else:
        copies(low, expr, write)
    return cast(ListV, wide.get(low.ctx, of, at))


def pieces(low: Lowering, expr: Expr) -> PiecesV:
    """Piece entries in working memory."""
    match expr:
        case e.Local(id):
            return cast(PiecesV, low.local(id))
        case e.Call():
            return cast(PiecesV, low.called(expr, lambda body: pieces(low, body)))
        case e.FieldAt():
            return places.field_pieces(low, expr)
        case e.Without(left, right):
            return taking.pieces_without(low, left, right)
        case e.TakeFrom():
            return taking.taken_from(low, expr)
        case _:
            return laid_out(low, expr)


_ENTRIES = (
    e.Const | e.Contents | e.Filter | e.While | e.FlatMap | e.Join | e.Convert | e.TakeSome | e.LyingIn | e.Some | e.Rest
)  # fmt: skip
"""Formulas whose pieces `stream` makes one by one."""


def laid_out(low: Lowering, expr: Expr) -> PiecesV:
    """Entries that a formula makes, one after the other."""
    fn, of = low.fn, expr.type
    assert isinstance(of, t.Pieces)
    at = add(low.scratch(of), c(4))
    end = fn.let_var(at)

    def write(element: Value, number: Ir) -> None:
        piece = cast(PieceV, element)
        low.room(lt(end, add(at, c(12 * (of.most + 1)))))
        fn.store("32", end, piece.zone)
        fn.store("32", end, piece.kind, 4)
        fn.store("32", end, number, 8)
        fn.set(end, add(end, c(12)))

    if isinstance(expr, e.IfElse):
        with fn.when(fn.let_var(low.scalar(expr.condition))):
            stream(low, expr.yes, write)
        with fn.orelse():
            stream(low, expr.no, write)
    elif isinstance(expr, _ENTRIES):
        stream(low, expr, write)
    else:
        raise Unsupported(f"{type(expr).__name__} of pieces")
    return PiecesV(at, end)


def bag(low: Lowering, expr: Expr) -> BagV:
    """Counts in working memory."""
    match expr:
        case e.Local(id):
            return cast(BagV, low.local(id))
        case e.FieldAt():
            return cast(BagV, places.field(low, expr))
        case e.Call():
            return cast(BagV, low.called(expr, lambda body: bag(low, body)))
        case _:
            pass
    of, fn = expr.type, low.fn
    assert isinstance(of, t.Bag)
    first, size = scale_span(low.game, of.of)
    at = low.scratch(of)
    fn.fill(at, c(4 * size))

    def more(element: Value, number: Ir) -> None:
        where = fn.let(mul(sub(cast(Ir, element), c(first)), c(4)))
        fn.store("32", add(where, at), add(load("i32", add(where, at)), number))

    taking.counted(low, expr, more)
    return cast(BagV, wide.get(low.ctx, of, at))


# ---------------------------------------------------------------- sets


def mask(low: Lowering, expr: Expr) -> MaskV:
    """A set as bits."""
    of = expr.type
    inner = of.of if isinstance(of, t.SetOf) else of
    match expr:
        case e.Const(value):
            first = scale_span(low.game, inner)[0]
            bits = sum(1 << int(item) - first for item in cast(tuple[int, ...], value or ()))
            return MaskV(tuple(c64(bits >> 64 * i) for i in range(words_of(low.game, inner))), first)
        case e.Local(id):
            return cast(MaskV, low.local(id))
        case e.FieldAt():
            return cast(MaskV, places.field(low, expr))
        case e.Lookup():
            return cast(MaskV, places.lookup(low, expr))
        case e.Call():
            return cast(MaskV, low.called(expr, lambda body: mask(low, body)))
        case e.Item() | e.Pick():
            return cast(MaskV, asking.asked(low, expr))
        case e.Join(left, right):
            return _words(low, rescaled(low, mask(low, left), inner), rescaled(low, mask(low, right), inner), "or")
        case e.Without(left, right) if isinstance(right.type, t.SetOf):
            gone = rescaled(low, mask(low, right), inner)
            return _words(
                low, mask(low, left), MaskV(tuple(op2("xor", w, c64(-1)) for w in gone.words), gone.low), "and"
            )
        case e.Convert(operand) if isinstance(operand.type, t.SetOf):
            return rescaled(low, mask(low, operand), inner)
        case e.Rest(source):
            return _rest(low, mask(low, source))
        case e.Filter(source, local, condition):
            found = masks.matching(low, source, local, condition)
            return _filtered(low, expr) if found is None else found
        case e.IfElse(condition, yes, no):
            test = low.fn.cheap(low.scalar(condition))
            a, b = rescaled(low, mask(low, yes), inner), rescaled(low, mask(low, no), inner)
            return MaskV(tuple(select(test, x, y) for x, y in zip(a.words, b.words, strict=True)), a.low)
        case e.Reach():
            return links.reached(low, expr)
        case _:
            return _built(low, expr, inner)


def rescaled(low: Lowering, value: MaskV, of: t.Type) -> MaskV:
    """The set over the numbers of another type."""
    first, words = scale_span(low.game, of)[0], words_of(low.game, of)
    if value.low == first and len(value.words) == words:
        return value
    if value.low == first:
        return MaskV((*value.words, *(c64(0) for _ in range(words)))[:words], first)
    only, *more = value.words
    if words > 1 or more:
        raise Unsupported("sets of many numbers that begin differently")
    shift = value.low - first
    word = op2("shl", only, c64(shift)) if shift > 0 else op2("shr_u", only, c64(-shift))
    return MaskV((word,), first)


def _words(low: Lowering, a: MaskV, b: MaskV, op: str) -> MaskV:
    return MaskV(tuple(low.fn.cheap(op2(op, x, y)) for x, y in zip(a.words, b.words, strict=True)), a.low)


def _rest(low: Lowering, value: MaskV) -> MaskV:
    only, *more = value.words
    if more:
        raise Unsupported("the rest of a large set")
    word = low.fn.cheap(only)
    return MaskV((op2("and", word, op2("sub", word, c64(1))),), value.low)


class Builder:
    """A set that is being made."""

    def __init__(self, low: Lowering, of: t.Type) -> None:
        self._low = low
        self.first = scale_span(low.game, of)[0]
        words = words_of(low.game, of)
        self._local = low.fn.let_var(c64(0)) if words == 1 else None
        self._words = words
        self._at = 0 if words == 1 else low.ctx.memory.space(8 * words)
        if words > 1:
            low.fn.fill(c(self._at), c(8 * words))

    def add(self, value: Ir) -> None:
        """Puts in an element; none is left out by the caller."""
        fn = self._low.fn
        bit = sub(value, c(self.first))
        if self._local is not None:
            fn.set(self._local, op2("or", self._local, op2("shl", c64(1), widened(bit))))
        else:
            bit = fn.cheap(bit)
            at = fn.let(add(op2("shr_u", bit, c(3)), c(self._at)))
            fn.store("8", at, op2("or", load("u8", at), op2("shl", c(1), band(bit, c(7)))))

    def made(self) -> MaskV:
        """The set."""
        if self._local is not None:
            return MaskV((self._local,), self.first)
        return MaskV(tuple(self._low.fn.let(load("i64", c(self._at), 8 * i)) for i in range(self._words)), self.first)


def _filtered(low: Lowering, expr: e.Filter) -> MaskV:
    assert isinstance(expr.type, t.SetOf)
    builder = Builder(low, expr.type.of)

    def passing(element: Value, _: Ir) -> None:
        low.bound(expr.local, element)
        held = cast(Ir, low.env[expr.local])
        with low.fn.when(low.scalar(expr.condition)):
            builder.add(held)

    stream(low, expr.source, passing)
    return builder.made()


def _built(low: Lowering, expr: Expr, inner: t.Type) -> MaskV:
    """A set out of the elements that a formula makes one by one."""
    builder = Builder(low, inner)
    fn = low.fn

    def put(element: Value) -> None:
        if isinstance(element, PieceV):
            element = element.kind
        if isinstance(element, ZoneV):
            element = element.instance
        if not isinstance(element, Ir):
            raise Unsupported(f"a set of {type(element).__name__}")
        builder.add(element)

    match expr:
        case e.Distinct(source, local, body):

            def different(element: Value, _: Ir) -> None:
                low.bound(local, element)
                found = fn.cheap(low.scalar(body))
                if isinstance(body.type, t.Optional):
                    with fn.when(op2("ne", found, c(NONE))):
                        builder.add(found)
                else:
                    builder.add(found)

            stream(low, source, different)
        case e.FlatMap(source, local, body):

            def joined(element: Value, _: Ir) -> None:
                low.bound(local, element)
                stream(low, body, lambda inside, _: put(inside))

            copies(low, source, joined)
        case e.MakeList(items):
            for item in items:
                put(low.value(item))
        case e.Convert(operand):
            if isinstance(inner, t.Piece):
                raise Unsupported("a set of pieces")
            stream(low, operand, lambda element, _: put(element))
        case e.While() | e.Some() | e.Without():
            _stream_set(low, expr, put)
        case _:
            raise Unsupported(f"{type(expr).__name__} as a set")
    return builder.made()


def _stream_set(low: Lowering, expr: e.While | e.Some | e.Without, put: Callable[[Value], None]) -> None:
    match expr:
        case e.While():
            _while(low, expr, lambda element, _: put(element))
        case e.Some():
            taking.first_or_last(low, expr, lambda element, _: put(element))
        case e.Without(left, right):
            _list_without(low, left, right, lambda element, _: put(element))
