"""Links on a board, by bits: reachable places, connected parts, distances."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.graph.model import expressions, shapes, types
from gamedsl.graph.model.expressions import Expr
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, c64, const_value, eqz, load, lt, op1, op2, select, wrap
from gamedsl_interpreter.wasm.emit.assembly.ir import wide as widened
from gamedsl_interpreter.wasm.emit.bulk import bulk_conditions
from gamedsl_interpreter.wasm.emit.forms.masks import MaskV
from gamedsl_interpreter.wasm.emit.forms.values import ListV, Value, expect
from gamedsl_interpreter.wasm.emit.lowering import Lowering


def reach(code: Lowering, expr: expressions.Reach) -> MaskV:
    """Finds the elements of one set that can be reached from another set without leaving the first.

    If the start is constant, the last result is kept. If the inside has lost nothing since then, only the new places are searched, from those linked to the last
    result.
    """
    inside, start = _keep_in_locals(code, code.mask(expr.inside)), _keep_in_locals(code, code.mask(expr.start))
    if expr.steps is not None:
        return _within(code, _link_table(code, expr, len(inside.words)), inside, start, code.scalar(expr.steps))
    if expr.through is not None or any(const_value(word) is None for word in start.words):
        return _flood(code, _link_table(code, expr, len(inside.words)), inside, start)
    fn, words = code.fn, len(inside.words)
    before, found_before = code.ctx.memory.space(8 * words), code.ctx.memory.space(8 * words)
    reached_words = [fn.let_var(load("i64", c(before), 8 * w)) for w in range(words)]
    gone = c64(0)
    for old, now in zip(reached_words, inside.words, strict=True):
        gone = gone | (old & ~now)
    added, waiting = [fn.local("i64") for _ in inside.words], [fn.local("i64") for _ in inside.words]
    with fn.when(op2("ne", gone, c64(0))):
        for w in range(words):
            fn.set(reached_words[w], inside.words[w] & start.words[w])
            fn.set(waiting[w], reached_words[w])
    with fn.orelse():
        for w in range(words):
            fn.set(added[w], inside.words[w] & ~reached_words[w])
            fn.set(reached_words[w], load("i64", c(found_before), 8 * w))
            fn.set(waiting[w], added[w] & start.words[w])
        _add_neighbours(code, expr.links, added, reached_words, waiting)
        for w in range(words):
            fn.set(reached_words[w], reached_words[w] | waiting[w])
    result = _spread(code, _link_table(code, expr, words), inside, reached_words, waiting)
    for w in range(words):
        fn.store("i64", c(before), inside.words[w], 8 * w)
        fn.store("i64", c(found_before), result.words[w], 8 * w)
    return result


def reach_over(code: Lowering, expr: expressions.ReachOver) -> MaskV:
    """Finds the elements of one set that can be reached from another set without leaving the first. A formula gives the steps from each element."""
    fn = code.fn
    inside, start = _keep_in_locals(code, code.mask(expr.source)), _keep_in_locals(code, code.mask(expr.start))
    left = None if expr.steps is None else fn.let_var(code.scalar(expr.steps))
    begins = c(1) if left is None else lt(c(-1), left)
    ring = [fn.let_var(select(begins, a & b, c64(0))) for a, b in zip(inside.words, start.words, strict=True)]
    free = [fn.let_var(a & ~b) for a, b in zip(inside.words, ring, strict=True)]
    after = [fn.let_var(c64(0)) for _ in ring]

    def spread(place: Ir) -> None:
        code.bind(expr.local, place)
        for w, word in enumerate(code.mask(expr.body).words):
            fn.set(after[w], after[w] | word)

    with fn.block() as out, fn.loop(64 * len(ring)) as again:
        alive = c(0)
        for word in ring:
            alive = alive | op2("ne", word, c64(0))
        fn.br_if(out, eqz(alive if left is None else alive & lt(c(0), left)))
        for word in after:
            fn.set(word, c64(0))
        MaskV(tuple(ring), inside.low).each_bit(code, spread)
        for w, word in enumerate(after):
            fn.set(ring[w], word & free[w])
            fn.set(free[w], free[w] ^ ring[w])
        if left is not None:
            fn.set(left, left - 1)
        fn.br(again)
    return _remove_taken(code, inside, free)


def _remove_taken(code: Lowering, inside: MaskV, free: Sequence[Ir]) -> MaskV:
    """Gives the elements of a set that are no longer free."""
    left = zip(inside.words, free, strict=True)
    return MaskV(tuple(code.fn.let(a & ~b) for a, b in left), inside.low)


def reaches_any(code: Lowering, source: Expr) -> Ir | None:
    """Tests whether any element that can be reached passes a filter. None if the source is something else, or if the last result is kept."""
    match source:
        case expressions.Filter(expressions.Reach(steps=None) as reach, local, condition) if not _is_kept(reach):
            goal = bulk_conditions.matching(code, reach.inside, local, condition)
            return None if goal is None else _reaches(code, reach, goal)
        case _:
            return None


def _is_kept(expr: expressions.Reach) -> bool:
    """Whether the last result is kept, because the start is constant."""
    return expr.through is None and isinstance(expr.start, expressions.Const)


def _add_neighbours(
    code: Lowering, links: types.TableId, added: list[Ir], reached_words: list[Ir], waiting: list[Ir]
) -> None:
    """Adds to `waiting` the places of `added` that have a link from `reached_words`."""

    fn, words = code.fn, len(added)
    table = code.ctx.memory.longs(_pack(_turn_links(_rows(code, links)), words))
    for w in range(words):

        def one(place: Ir, w: int = w) -> None:
            row = fn.let(place * (8 * words))
            near = c64(0)
            for other in range(words):
                near = near | (load("i64", row, table + 8 * other) & reached_words[other])
            bit = widened(op2("ne", near, c64(0))) << widened(place - 64 * w)
            fn.set(waiting[w], waiting[w] | bit)

        MaskV((added[w],), 64 * w).each_bit(code, one)


def _keep_in_locals(code: Lowering, value: MaskV) -> MaskV:
    return MaskV(tuple(code.fn.reuse(word) for word in value.words), value.low)


def _rows(code: Lowering, links: types.TableId) -> list[int]:
    """Gives, for each place, the places to which it has links, as bits."""
    rows = tuple(shapes.numbers(row) for row in code.game.tables[links].values)
    return [sum(1 << place for place in row) for row in rows]


def _turn_links(rows: list[int]) -> list[int]:
    """Gives, for each place, the places that have links to it."""
    return [sum(1 << other for other, row in enumerate(rows) if row >> place & 1) for place in range(len(rows))]


def _pack(rows: list[int], words: int) -> list[int]:
    return [row >> 64 * w & (1 << 64) - 1 for row in rows for w in range(words)]


class _LinkTables(dict[tuple[types.TableId, int, int], tuple[int, int]]):
    """The addresses of the links over the open edges of a board, and of these edges."""


def _link_table(code: Lowering, expr: expressions.Reach | expressions.Groups | expressions.Distance, words: int) -> int:
    """Gives the address of the links of each element, as bits: a constant table, or the links over the edges that are open."""
    if expr.through is None:
        return code.ctx.memory.longs(_pack(_rows(code, expr.links), words))
    ends = [shapes.numbers(pair) for pair in code.game.tables[expr.links].values]
    open_edges = _keep_in_locals(code, code.mask(expr.through))
    size = 8 * words * 64 * words
    first, second = (code.ctx.memory.words([pair[side] for pair in ends]) for side in (0, 1))
    if len({frozenset(pair) for pair in ends}) < len(ends):
        at = code.ctx.memory.space(size)
        code.fn.fill(c(at), c(size))
        _link(code, open_edges, words, (first, second), at, None)
        return at
    key = expr.links, words, len(open_edges.words)
    memo = code.ctx.memo(_LinkTables)
    if key not in memo:
        memo[key] = code.ctx.memory.space(size), code.ctx.memory.space(8 * len(open_edges.words))
    at, before = memo[key]
    changed = MaskV(
        tuple(word ^ load("i64", c(before), 8 * w) for w, word in enumerate(open_edges.words)),
        open_edges.low,
    )
    _link(code, changed, words, (first, second), at, before)
    return at


def _link(code: Lowering, edges: MaskV, words: int, ends: tuple[int, int], at: int, before: int | None) -> None:
    """Adds the links of open edges to the table; links of edges that were open before (noted at `before`) are removed."""

    fn = code.fn

    def link(edge: Ir) -> None:
        one, other = (fn.let(load("i32", edge * 4, side)) for side in ends)
        for here, there in ((one, other), (other, one)):
            word = fn.let(here * (8 * words) + (there >> 6) * 8)
            bit = c64(1) << widened(there & 63)
            fn.store("i64", word, load("i64", word, at) ^ bit, at)
        if before is not None:
            word = fn.let((edge >> 6) * 8)
            bit = c64(1) << widened(edge & 63)
            fn.store("i64", word, load("i64", word, before) ^ bit, before)

    edges.each_bit(code, link)


def _reaches(code: Lowering, expr: expressions.Reach, goal: MaskV) -> Ir:
    """Tests whether an element of the goal can be reached. The search prefers the direction of the goal and stops at its first element."""

    fn = code.fn
    inside, start = _keep_in_locals(code, code.mask(expr.inside)), _keep_in_locals(code, code.mask(expr.start))
    goal = _keep_in_locals(code, goal)
    words = len(inside.words)
    table = _link_table(code, expr, words)
    waiting = [fn.let_var(a & b) for a, b in zip(inside.words, start.words, strict=True)]
    free = [fn.let_var(a & ~b) for a, b in zip(inside.words, waiting, strict=True)]
    result = fn.let_var(_meets(waiting, goal))
    upward = fn.let(lt(start.end(code, 0, first=True), goal.end(code, 0, first=True)))
    with fn.block() as out:
        fn.br_if(out, result)
        with fn.when(upward):
            _search_goal(code, table, free, waiting, goal, result, is_upward=True)
        with fn.orelse():
            _search_goal(code, table, free, waiting, goal, result, is_upward=False)
    return result


def _meets(words: Sequence[Ir], goal: MaskV) -> Ir:
    some = c(0)
    for a, b in zip(words, goal.words, strict=True):
        some = some | op2("ne", a & b, c64(0))
    return some


def _search_goal(
    code: Lowering, table: int, free: list[Ir], waiting: list[Ir], goal: MaskV, result: Ir, *, is_upward: bool
) -> None:
    """Continues the search from the highest waiting place, or from the lowest one, until it meets the goal or no place waits."""
    fn, words = code.fn, len(free)
    with fn.block() as out, fn.loop(64 * words) as again:
        place = fn.local()
        with fn.block() as picked:
            for w in reversed(range(words)) if is_upward else range(words):
                word = waiting[w]
                with fn.when(op2("ne", word, c64(0))):
                    if is_upward:
                        bit = fn.let(c64(63) - op1("clz", word))
                        fn.set(waiting[w], word ^ (c64(1) << bit))
                    else:
                        bit = fn.let(op1("ctz", word))
                        fn.set(waiting[w], word & (word - 1))
                    fn.set(place, wrap(bit) + 64 * w)
                    fn.br(picked)
            fn.br(out)
        row = fn.let(place * (8 * words))
        new = [fn.let(load("i64", row, table + 8 * w) & free[w]) for w in range(words)]
        with fn.when(_meets(new, goal)):
            fn.set(result, c(1))
            fn.br(out)
        for w in range(words):
            fn.set(waiting[w], waiting[w] | new[w])
            fn.set(free[w], free[w] ^ new[w])
        fn.br(again)


def _flood(code: Lowering, table: int, inside: MaskV, start: MaskV) -> MaskV:
    """Gives the elements of the set `inside` that can be reached from `start` without leaving it."""
    fn = code.fn
    reached_words = [fn.let_var(a & b) for a, b in zip(inside.words, start.words, strict=True)]
    return _spread(code, table, inside, reached_words, [fn.let_var(word) for word in reached_words])


def _spread(code: Lowering, table: int, inside: MaskV, reached_words: list[Ir], waiting: list[Ir]) -> MaskV:
    """Expands the waiting places one by one: finds the linked places inside the set, which then wait in turn."""
    fn, words = code.fn, len(inside.words)
    free = [fn.let_var(a & ~b) for a, b in zip(inside.words, reached_words, strict=True)]
    with fn.block() as out, fn.loop(64 * words) as again:
        place = fn.local()
        with fn.block() as picked:
            for w in range(words):
                with fn.when(op2("ne", waiting[w], c64(0))):
                    fn.set(place, wrap(op1("ctz", waiting[w])) + 64 * w)
                    fn.set(waiting[w], waiting[w] & (waiting[w] - 1))
                    fn.br(picked)
            fn.br(out)
        row = fn.let(place * (8 * words))
        for w in range(words):
            new = fn.let(load("i64", row, table + 8 * w) & free[w])
            fn.set(waiting[w], waiting[w] | new)
            fn.set(free[w], free[w] ^ new)
        fn.br(again)
    return _remove_taken(code, inside, free)


def groups(code: Lowering, expr: expressions.Groups) -> ListV:
    """Gives the connected parts, ordered by their least element, in working memory."""
    fn = code.fn
    inside = _keep_in_locals(code, code.mask(expr.inside))
    words = len(inside.words)
    table = _link_table(code, expr, words)
    most = 64 * words
    at = code.ctx.memory.space(8 * words * most)
    values = None if expr.alike is None else _values(code, inside, expr.alike)
    left = [fn.let_var(word) for word in inside.words]
    count = fn.let_var(c(0))
    with fn.block() as out, fn.loop() as again:
        nothing = c(1)
        for word in left:
            nothing = nothing & eqz(word)
        fn.br_if(out, nothing)
        first: list[Ir] = []
        earlier = c(1)
        for word in left:
            first.append(select(earlier, word & (c64(0) - word), c64(0)))
            earlier = earlier & eqz(word)
        start = MaskV(tuple(fn.let(word) for word in first), inside.low)
        among = MaskV(tuple(left), inside.low)
        part = _flood(code, table, among if values is None else _select_alike(code, among, start, values), start)
        here = fn.let(count * (8 * words))
        for w, word in enumerate(part.words):
            fn.store("i64", here, word, at + 8 * w)
            fn.set(left[w], left[w] & ~word)
        fn.set(count, count + 1)
        fn.br(again)
    return ListV(
        count, lambda i: MaskV(tuple(load("i64", i * (8 * words), at + 8 * w) for w in range(words)), inside.low)
    )


def _values(code: Lowering, inside: MaskV, alike: Expr) -> int:
    """Writes the value of each element, and gives the address of that of element 0."""
    fn = code.fn
    at = code.ctx.memory.space(4 * 64 * len(inside.words))
    listed = code.ctx.memory.space(4 * 64 * len(inside.words))
    end, here = fn.let_var(c(0)), fn.let_var(c(0))

    def write(value: Value, _: Ir) -> None:
        fn.store("32", end, expect(Ir, value), listed)
        fn.set(end, end + 4)

    def spread(place: Ir) -> None:
        fn.store("32", place * 4, load("i32", here, listed), at)
        fn.set(here, here + 4)

    code.stream_copies(alike, write)
    inside.each_bit(code, spread)
    return at


def _select_alike(code: Lowering, among: MaskV, first: MaskV, values: int) -> MaskV:
    """Gives the elements that have the same value as the first one."""
    fn = code.fn
    wanted = fn.let(load("i32", first.end(code, 0, first=True) * 4, values))
    same = [fn.let_var(c64(0)) for _ in among.words]
    for w, word in enumerate(among.words):

        def compare(place: Ir, w: int = w) -> None:
            is_same = op2("eq", load("i32", place * 4, values), wanted)
            bit = widened(is_same) << widened(place - (64 * w + among.low))
            fn.set(same[w], same[w] | bit)

        MaskV((word,), 64 * w + among.low).each_bit(code, compare)
    return MaskV(tuple(same), among.low)


def distance(code: Lowering, expr: expressions.Distance) -> Ir:
    """Gives the least number of links from a set to a set, or none."""
    fn = code.fn
    inside, start, goal = (_keep_in_locals(code, code.mask(part)) for part in (expr.inside, expr.start, expr.goal))
    words = len(inside.words)
    assert len(start.words) == len(goal.words) == words, "all three are sets of one board's places"
    table = _link_table(code, expr, words)
    ring = [fn.let_var(a & b) for a, b in zip(inside.words, start.words, strict=True)]
    free = [fn.let_var(a & ~b) for a, b in zip(inside.words, ring, strict=True)]
    steps, result = fn.let_var(c(0)), fn.let_var(c(code.ctx.none_of(expr.type)))
    with fn.block() as out, fn.loop() as again:
        hit, alive = c(0), c(0)
        for w in range(words):
            hit = hit | op2("ne", ring[w] & goal.words[w] & inside.words[w], c64(0))
            alive = alive | op2("ne", ring[w], c64(0))
        with fn.when(hit):
            fn.set(result, steps)
            fn.br(out)
        fn.br_if(out, eqz(alive))
        _next_ring(code, table, ring, free)
        fn.set(steps, steps + 1)
        fn.br(again)
    return result


def _next_ring(code: Lowering, table: int, ring: list[Ir], free: list[Ir]) -> None:
    """Replaces the places of a ring by the linked places of `free`, and removes these from `free`."""
    fn, words = code.fn, len(ring)
    after = [fn.let_var(c64(0)) for _ in range(words)]

    def spread(place: Ir) -> None:
        row = fn.let(place * (8 * words))
        for w in range(words):
            fn.set(after[w], after[w] | (load("i64", row, table + 8 * w) & free[w]))

    MaskV(tuple(ring), 0).each_bit(code, spread)
    for w in range(words):
        fn.set(ring[w], after[w])
        fn.set(free[w], free[w] & ~after[w])


def _within(code: Lowering, table: int, inside: MaskV, start: MaskV, steps: Ir) -> MaskV:
    """Gives the elements of the set `inside` that are at most this many links away from `start`."""
    fn = code.fn
    left = fn.let_var(steps)
    begins = lt(c(-1), left)
    ring = [fn.let_var(select(begins, a & b, c64(0))) for a, b in zip(inside.words, start.words, strict=True)]
    free = [fn.let_var(a & ~b) for a, b in zip(inside.words, ring, strict=True)]
    with fn.block() as out, fn.loop() as again:
        alive = c(0)
        for word in ring:
            alive = alive | op2("ne", word, c64(0))
        fn.br_if(out, eqz(alive & lt(c(0), left)))
        _next_ring(code, table, ring, free)
        fn.set(left, left - 1)
        fn.br(again)
    return _remove_taken(code, inside, free)
