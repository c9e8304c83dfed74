"""Rankings, and lists that are built of whole collections."""

from __future__ import annotations

from typing import cast

from gamedsl.graph.model import expressions, types
from gamedsl.graph.model.expressions import Expr
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, c64, const_value, eq, eqz, load, lt, op2, select
from gamedsl_interpreter.wasm.emit.assembly.ir import wide as widened
from gamedsl_interpreter.wasm.emit.forms import scratch_values
from gamedsl_interpreter.wasm.emit.forms.bags import BagV
from gamedsl_interpreter.wasm.emit.forms.masks import MaskV
from gamedsl_interpreter.wasm.emit.forms.values import Body, ListV, RankV, Value, expect
from gamedsl_interpreter.wasm.emit.formulas import at_hand
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.planning.type_forms import may_be_none

_LAST = 0x7FFFFFFF


def ranking(code: Lowering, expr: Expr) -> RankV:
    """Computes a ranking."""
    match expr:
        case (
            expressions.Local()
            | expressions.FieldAt()
            | expressions.Lookup()
            | expressions.Item()
            | expressions.Pick()
            | expressions.Need()
        ):
            return cast(RankV, at_hand.at_hand(code, expr))
        case expressions.IfElse(condition, yes, no):
            return cast(RankV, at_hand.one_of_two(code, expr.type, condition, yes, no))
        case expressions.Call():
            return code.call_function(expr, lambda body: ranking(code, body))
        case expressions.Sorted():
            return _sort(code, expr)
        case expressions.Filter():
            return _filter(code, expr)
        case _:
            raise AssertionError(f"{type(expr).__name__} makes no ranking")


def _sort(code: Lowering, expr: expressions.Sorted) -> RankV:
    """Sorts by insertion. The keys of an element are written after it."""
    assert isinstance(expr.type, types.Ranking)
    fn, of, most, keys = code.fn, expr.type.of, expr.type.most, len(expr.keys)
    entries = scratch_values.space(code.ctx, of, most + 1, words=keys)
    step, element_size = entries.step, entries.step - 4 * keys
    count = fn.let_var(c(0))

    def insert(element: Value, _: Ir) -> None:
        code.room(lt(count, c(most)))
        code.bind(expr.local, element)
        pinned = code.env[expr.local]
        found = [fn.let(_key(code, key)) for key in expr.keys]

        def stays(behind: Ir) -> Ir:
            return eqz(_greater(_keys(behind, element_size - step, keys), found))

        here = entries.make_room(code, count, most, stays)
        scratch_values.put(code, of, here, pinned)
        for k, key in enumerate(found):
            fn.store("32", here, key, element_size + 4 * k)
        fn.set(count, count + 1)

    code.stream_copies(expr.source, insert)

    def begins(i: Ir) -> Ir:
        if const_value(i) == 0:
            return c(1)
        here = fn.let(entries.entry(i))
        same = c(1)
        for k in range(keys):
            same = eq(load("i32", here, element_size + 4 * k), _load_before(here, step, element_size + 4 * k)) & same
        return eqz(i) | eqz(same)

    return RankV(count, lambda i: entries.get(code.ctx, i), most, begins=begins)


def _load_before(here: Ir, step: int, offset: int) -> Ir:
    return load("i32", here - step, offset)


def _keys(here: Ir, offset: int, keys: int) -> list[Ir]:
    """Gives the keys of the entry before `here`. `offset` is negative, so it cannot be the offset of a load."""
    return [load("i32", here - -offset, 4 * k) for k in range(keys)]


def _greater(keys: list[Ir], others: list[Ir]) -> Ir:
    result = c(0)
    for key, other in zip(reversed(keys), reversed(others), strict=True):
        result = op2("gt_s", key, other) | (eq(key, other) & result)
    return result


def _key(code: Lowering, key: expressions.SortKey) -> Ir:
    value = code.fn.reuse(code.scalar(key.value))
    ordered = c(0) - value if key.highest else value
    if not may_be_none(key.value.type):
        return ordered
    return select(eq(value, c(code.ctx.none_of(key.value.type))), c(_LAST), ordered)


def _filter(code: Lowering, expr: expressions.Filter) -> RankV:
    """Leaves out elements of the groups; empty groups vanish."""
    assert isinstance(expr.type, types.Ranking)
    fn, of = code.fn, expr.type.of
    source = ranking(code, expr.source)
    kept = scratch_values.space(code.ctx, of, expr.type.most + 1, words=1, offset=4)
    count, fresh = fn.let_var(c(0)), fn.let_var(c(0))
    total = fn.reuse(source.count)
    code.room(op2("le_s", total, c(expr.type.most)))
    with fn.count(c(0), total) as i:
        fn.set(fresh, fresh | source.begins(i))
        code.bind(expr.local, source.get(i))
        pinned = code.env[expr.local]
        with fn.when(code.scalar(expr.condition)):
            here = fn.let(kept.entry(count))
            fn.store("32", here, fresh)
            scratch_values.put(code, of, here + 4, pinned)
            fn.set(count, count + 1)
            fn.set(fresh, c(0))
    return RankV(count, lambda i: kept.get(code.ctx, i), expr.type.most, begins=lambda i: load("i32", kept.entry(i)))


def leaders(code: Lowering, value: Value) -> ListV:
    """Gives the first group."""
    value, fn = expect(RankV, value), code.fn
    total = fn.reuse(value.count)
    size = fn.let_var(c(0))
    with fn.until(op2("ge_s", size, total)) as out:
        with fn.when(size):
            fn.br_if(out, value.begins(size))
        fn.set(size, size + 1)
    return ListV(size, value.get)


def outside_in(code: Lowering, items: ListV) -> ListV:
    """Orders a list from outside to inside: the first, the last, the second, the second last, and so on."""
    total = code.fn.reuse(items.count)

    def pair(i: Ir) -> ListV:
        other = total - 1 - i

        def part(j: Ir) -> Value:
            which = const_value(j)
            if which is not None:
                return items.get(other if which else i)
            return items.get(select(j, other, i))

        return ListV(c(2), part)

    return ListV(total >> 1, pair)


def subsets(code: Lowering, expr: expressions.Subsets, body: Body) -> None:
    """Iterates over the sublists of a given length, in lexicographic order of places. The places lie in working memory; the next sublist is made by advancing the
    last place that can advance."""
    assert isinstance(expr.source.type, types.ListOf)
    fn = code.fn
    items = code.whole_list(expr.source)
    total, number = fn.let(items.count), fn.let(code.scalar(expr.number))
    places = code.ctx.memory.space(4 * (expr.source.type.most + 1))
    with fn.block() as out:
        fn.br_if(out, lt(number, c(0)) | lt(total, number))
        with fn.count(c(0), number) as i:
            fn.store("32", i * 4, i, places)
        with fn.loop() as again:
            body(ListV(number, lambda i: items.get(fn.let(load("i32", i * 4, places)))), c(1))
            last = fn.let_var(number)
            with fn.block() as found, fn.loop() as earlier:
                fn.br_if(out, eqz(last))
                fn.set(last, last - 1)
                room = total + last - number
                fn.br_if(found, lt(load("i32", last * 4, places), room))
                fn.br(earlier)
            place = fn.let_var(load("i32", last * 4, places))
            with fn.count(last, number) as i:
                fn.set(place, place + 1)
                fn.store("32", i * 4, place, places)
            fn.br(again)


def kind_sets(code: Lowering, counts: BagV) -> ListV:
    """Makes a list in which set j holds the kinds with more than j pieces."""
    fn = code.fn
    most = fn.let_var(c(0))
    with fn.count(c(0), c(counts.size)) as i:
        number = fn.let(counts.get(i))
        fn.set(most, select(op2("gt_s", number, most), number, most))

    words = -(-counts.size // 64)

    def kinds(j: Ir) -> MaskV:
        j = fn.reuse(j)
        bits = [fn.let_var(c64(0)) for _ in range(words)]
        for w, word in enumerate(bits):
            with fn.count(c(64 * w), c(min(counts.size, 64 * w + 64))) as i:
                more = widened(op2("gt_s", counts.get(i), j))
                fn.set(word, word | (more << widened(i)))
        return MaskV(tuple(bits), counts.low)

    return ListV(most, kinds)
