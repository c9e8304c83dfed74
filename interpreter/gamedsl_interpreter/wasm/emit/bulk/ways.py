"""Ways over edges with costs: the longest one, and the cheapest one."""

from __future__ import annotations

from gamedsl.graph.model import expressions, shapes, types
from gamedsl.values import frozen
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, eqz, load, lt, op2
from gamedsl_interpreter.wasm.emit.forms.values import Value, expect
from gamedsl_interpreter.wasm.emit.lowering import Lowering

_ONE, _OTHER, _COST, _USED = 0, 4, 8, 12
"""The words of a road: its two ends, its cost, and whether the present way uses it."""
_SIZE = 16


@frozen
class _Roads:
    """The roads in working memory, from `at` to `end`, and the sum of their costs."""

    at: int
    end: Ir
    total: Ir
    places: int
    """The number of places that a road can reach."""
    most: int


def _write_roads(code: Lowering, expr: expressions.Longest | expressions.Cheapest) -> _Roads:
    """Writes the edges with their costs."""
    fn = code.fn
    ends = [shapes.numbers(pair) for pair in code.game.tables[expr.links].values]
    first, second = (code.ctx.memory.words([pair[side] for pair in ends]) for side in (0, 1))
    at = code.ctx.memory.space(_SIZE * max(1, len(ends)))
    end, total, here = fn.let_var(c(at)), fn.let_var(c(0)), fn.let_var(c(at))

    def write(edge: Ir) -> None:
        row = fn.let(edge * 4)
        for table, word in ((first, _ONE), (second, _OTHER)):
            fn.store("32", end, load("i32", row, table), word)
        fn.store("32", end, c(0), _USED)
        fn.set(end, end + _SIZE)

    def write_cost(cost: Value, _: Ir) -> None:
        number = fn.reuse(expect(Ir, cost))
        fn.store("32", here, number, _COST)
        fn.set(here, here + _SIZE)
        fn.set(total, total + number)

    code.mask(expr.edges).each_bit(code, write)
    code.stream_copies(expr.costs, write_cost)
    return _Roads(at, end, total, max((max(pair) for pair in ends), default=-1) + 1, len(ends))


def longest(code: Lowering, expr: expressions.Longest) -> Ir:
    """Tries all ways from each place, edge by edge. A way is given up if even all unused edges could not make it longer than the best one."""
    fn, roads = code.fn, _write_roads(code, expr)
    stack = code.ctx.memory.space(8 * max(1, roads.most))
    best, root = fn.let_var(c(0)), fn.let_var(c(0))
    place, length, left, depth, road = (fn.let_var(c(0)) for _ in range(5))
    with fn.until(eqz(lt(root, c(roads.places)))):
        for variable, value in ((place, root), (length, c(0)), (left, roads.total), (depth, c(0)), (road, c(roads.at))):
            fn.set(variable, value)
        with fn.block() as done, fn.loop() as again:
            with fn.when(lt(best, length)):
                fn.set(best, length)
            with fn.block() as exhausted:
                fn.br_if(exhausted, eqz(lt(best, length + left)))
                with fn.loop() as search:
                    fn.br_if(exhausted, eqz(lt(road, roads.end)))
                    one, other = fn.let(load("i32", road, _ONE)), fn.let(load("i32", road, _OTHER))
                    touches = op2("eq", one, place) | op2("eq", other, place)
                    with fn.when(touches & eqz(load("i32", road, _USED))):
                        fn.store("32", road, c(1), _USED)
                        fn.store("32", depth, road, stack)
                        fn.store("32", depth, place, stack + 4)
                        cost = fn.let(load("i32", road, _COST))
                        fn.set(length, length + cost)
                        fn.set(left, left - cost)
                        fn.set(place, one + other - place)
                        fn.set(depth, depth + 8)
                        fn.set(road, c(roads.at))
                        fn.br(again)
                    fn.set(road, road + _SIZE)
                    fn.br(search)
            fn.br_if(done, eqz(depth))
            fn.set(depth, depth - 8)
            fn.set(road, load("i32", depth, stack))
            fn.set(place, load("i32", depth, stack + 4))
            fn.store("32", road, c(0), _USED)
            back = fn.let(load("i32", road, _COST))
            fn.set(length, length - back)
            fn.set(left, left + back)
            fn.set(road, road + _SIZE)
            fn.br(again)
        fn.set(root, root + 1)
    return best


def cheapest(code: Lowering, expr: expressions.Cheapest) -> Ir:
    """Shortens the ways to all places until no edge makes one shorter."""
    fn, roads = code.fn, _write_roads(code, expr)
    assert isinstance(expr.start.type, types.SetOf)
    of = expr.start.type.of
    places = of.size if isinstance(of, types.Position) else roads.places
    least = code.ctx.memory.space(4 * max(1, places))
    at, changed = fn.let_var(c(0)), fn.let_var(c(1))
    with fn.until(eqz(lt(at, c(4 * places)))):
        fn.store("32", at, c(-1), least)
        fn.set(at, at + 4)
    code.mask(expr.start).each_bit(code, lambda place: fn.store("32", place * 4, c(0), least))
    with fn.until(eqz(changed)):
        fn.set(changed, c(0))
        road = fn.let_var(c(roads.at))
        with fn.until(eqz(lt(road, roads.end))):
            for here, there in ((_ONE, _OTHER), (_OTHER, _ONE)):
                near = fn.let(load("i32", load("i32", road, here) * 4, least))
                far = fn.let(load("i32", road, there) * 4)
                cost, known = fn.let(near + load("i32", road, _COST)), fn.let(load("i32", far, least))
                is_shorter = lt(known, c(0)) | lt(cost, known)
                with fn.when(lt(c(-1), near) & is_shorter):
                    fn.store("32", far, cost, least)
                    fn.set(changed, c(1))
            fn.set(road, road + _SIZE)
    none = c(code.ctx.none_of(expr.type))
    result = fn.let_var(none)

    def compare(place: Ir) -> None:
        found = fn.let(load("i32", place * 4, least))
        is_better = op2("eq", result, none) | lt(found, result)
        with fn.when(lt(c(-1), found) & is_better):
            fn.set(result, found)

    code.mask(expr.goal).each_bit(code, compare)
    return result
