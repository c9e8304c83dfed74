"""Effects become IR."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never, cast

from gamedsl.graph.analysis.walk import statements
from gamedsl.graph.bytes.codec import encode_cell
from gamedsl.graph.model import expressions, source_statements, types
from gamedsl.graph.model import statements as s
from gamedsl.graph.model.game import FieldSpec
from gamedsl.graph.model.layout import Cell
from gamedsl_interpreter.wasm.emit import bulk_conditions, places, scratch_values, state_access, streams
from gamedsl_interpreter.wasm.emit.context import family_index
from gamedsl_interpreter.wasm.emit.ir import Fn, Ir, add, band, c, call, eq, eqz, ge, le, load, lt, mul, op2, sub
from gamedsl_interpreter.wasm.emit.values import BagV, ListV, RankV, Value, span

if TYPE_CHECKING:
    from gamedsl_interpreter.wasm.emit.lowering import Lowering

_SMALL = 8
"""Bytes that are written as constants; more are copied from a table."""


def block(low: Lowering, effects: tuple[source_statements.Stmt, ...]) -> None:
    """The effects one after the other."""
    for effect in effects:
        one(low, effect)


def one(low: Lowering, effect: source_statements.Stmt) -> None:
    """One effect."""
    match effect:
        case s.SetLocal(local, value):
            set_local(low, local, low.value(value))
        case s.SetField():
            _set_field(low, effect)
        case s.ResetFields():
            _reset(low, effect)
        case s.Award():
            _award(low, effect)
        case s.Move():
            from gamedsl_interpreter.wasm.emit import moves

            moves.move(low, effect)
        case s.SwapZones(first, second, site):
            one_zone = low.fn.cheap(low.zone(first).instance)
            low.fn.drop(call("swap_zones", "i32", low.s, one_zone, low.zone(second).instance, c(site)))
        case s.Rotate(zone, side):
            _rotate(low, zone, 1 if side == "left" else -1)
        case s.Shuffle():
            _shuffle(low, effect)
        case s.Peek(what, seat):
            _peek(low, what, seat)
        case s.Eliminate(player):
            _eliminate(low, low.fn.cheap(low.scalar(player)))
        case s.If() | s.For() | s.Repeat() | s.Check() | s.CallRule() | s.StartCount() | s.CountPass():
            _control(low, effect)
        case s.SwapPieces():
            from gamedsl_interpreter.wasm.emit import moves

            moves.swap(low, effect)
        case (
            source_statements.Choose()
            | source_statements.Require()
            | source_statements.RollBlock()
            | source_statements.DrawKeep()
            | source_statements.Each()
            | s.Roll()
            | s.Draw()
            | s.Resolve()
        ):
            raise AssertionError(f"{type(effect).__name__} is no effect: compiling makes a node of it")
        case _:
            assert_never(effect)


# ---------------------------------------------------------------- locals and fields


def set_local(low: Lowering, local: types.LocalId, value: Value) -> None:
    """Writes a local, and remembers numbers and pieces that are at hand."""
    held = low.held(value)
    low.keep(local, held)
    match held:
        case ListV() | RankV():
            low.env.pop(local, None)
        case _:
            if state_access.is_small(held):
                low.env[local] = held
            else:
                low.env.pop(local, None)


def _set_field(low: Lowering, effect: s.SetField) -> None:
    spec = low.game.fields[effect.field]
    flat, missing = places.flat_index(low, effect.index, family_index(spec), effect.site)
    if missing is not None:
        low.check(eqz(missing), "E_NONE", effect.site)
    flat = low.fn.cheap(flat)
    value = low.held(low.value(effect.value))
    store(low, effect.field, flat, value, effect.value.type, effect.site)


def store(low: Lowering, field: types.FieldId, flat: Ir, value: Value, of: types.Type, site: types.SiteId) -> None:
    """Gives a field instance a value. Fault E_BOUND outside its range."""
    spec = low.game.fields[field]
    match value, spec.type:
        case Ir(), _:
            _in_bounds(low, value, of, spec.type, site)
        case ListV(), types.ListOf(_, most) if not isinstance(of, types.ListOf) or of.most > most:
            low.check(le(value.count, c(most)), "E_BOUND", site)
        case BagV(), types.Bag(types.Int(), _) if of != spec.type:
            _bag_in_bounds(low, value, spec.type, site)
        case _:
            pass
    at = places.field_address(low, field, flat)
    state_access.put(low, spec.type, at if state_access.is_single(spec.type) else low.fn.cheap(at), value)


def _bag_in_bounds(low: Lowering, value: BagV, wanted: types.Bag, site: types.SiteId) -> None:
    """A bag of numbers has no other ones than it may, and not too many."""
    assert isinstance(wanted.of, types.Int)
    fn, total = low.fn, low.fn.let_var(c(0))
    with fn.count(c(0), c(value.size)) as i:
        number = fn.let(value.get(i))
        fn.set(total, add(total, number))
        inside = op2("le_u", add(i, c(value.low - wanted.of.low)), c(wanted.of.high - wanted.of.low))
        low.check(op2("or", inside, eqz(number)), "E_BOUND", site)
    low.check(le(total, c(wanted.most)), "E_BOUND", site)


def _in_bounds(low: Lowering, value: Ir, of: types.Type, wanted: types.Type, site: types.SiteId) -> None:
    match wanted:
        case types.Int(least, most):
            low.in_range(value, of, least, most, "E_BOUND", site)
        case types.Optional(types.Int(least, most)):
            first, last = span(of)
            if first < least or last > most:
                inside = op2("le_u", sub(value, c(least)), c(most - least))
                low.check(op2("or", places.is_none(low, value, wanted), inside), "E_BOUND", site)
        case _:
            pass


def _reset(low: Lowering, effect: s.ResetFields) -> None:
    owner = None if effect.owner is None else low.fn.cheap(low.scalar(effect.owner))
    for field in effect.fields:
        spec, family = low.game.fields[field], low.ctx.fields[field]
        data = start_bytes(low, spec, family.stride)
        if owner is None or not spec.dimensions:
            _write_bytes(low.fn, add(low.s, c(family.offset)), data, low)
            continue
        inner = len(data) // spec.dimensions[0].size
        parts = {data[i : i + inner] for i in range(0, len(data), inner)}
        at = add(add(low.s, mul(owner, c(inner))), c(family.offset))
        if len(parts) == 1 and inner <= _SMALL:
            _write_bytes(low.fn, at, parts.pop(), low)
        else:
            low.fn.copy(at, add(mul(owner, c(inner)), c(low.ctx.memory.table(data))), c(inner))


def start_bytes(low: Lowering, spec: FieldSpec, stride: int) -> bytes:
    """The start values of a family as they lie in a state."""
    cell = Cell("field", spec.base, 0, stride, spec.type)
    return b"".join(encode_cell(cell, value, low.game) for value in spec.start)


def _write_bytes(fn: Fn, at: Ir, data: bytes, low: Lowering) -> None:
    if len(data) > _SMALL:
        if any(data):
            fn.copy(at, c(low.ctx.memory.table(data)), c(len(data)))
        else:
            fn.fill(at, c(len(data)))
        return
    done = 0
    for kind, width in (("i64", 8), ("32", 4), ("16", 2), ("8", 1)):
        while len(data) - done >= width:
            number = int.from_bytes(data[done : done + width], "little")
            from gamedsl_interpreter.wasm.emit.ir import c64

            fn.store(kind, at, c64(number) if kind == "i64" else c(number), done)
            done += width


def _award(low: Lowering, effect: s.Award) -> None:
    fn = low.fn
    prizes = cast(ListV, low.value(effect.prizes))
    groups = cast(RankV, low.value(effect.ranking))
    total, count = fn.cheap(groups.count), fn.cheap(prizes.count)
    first = fn.let_var(c(0))
    with fn.block() as out, fn.loop() as again:
        fn.br_if(out, ge(first, total))
        end, amount = fn.let_var(first), fn.let_var(c(0))
        with fn.block() as closed, fn.loop() as more:
            with fn.when(band(lt(end, count), eq(end, first)) if effect.share == "one" else lt(end, count)):
                fn.set(amount, add(amount, cast(Ir, prizes.get(end))))
            fn.set(end, add(end, c(1)))
            fn.br_if(closed, ge(end, total))
            fn.br_if(closed, groups.begins(end))
            fn.br(more)
        size = fn.let(sub(end, first))
        share, rest = fn.let(op2("div_s", amount, size)), fn.let(op2("rem_s", amount, size))
        share = fn.let(add(share, op2("gt_s", rest, c(0))) if effect.rounding == "up" else sub(share, lt(rest, c(0))))
        with fn.count(first, end) as i:
            player = fn.let(cast(Ir, groups.get(i)))
            of = low.game.fields[effect.field].type
            old = cast(Ir, state_access.get(low, of, places.field_address(low, effect.field, player)))
            store(low, effect.field, player, fn.let(add(old, share)), types.Int(-(1 << 30), 1 << 30), effect.site)
        fn.set(first, end)
        fn.br(again)


# ---------------------------------------------------------------- zones


def _peek(low: Lowering, what: expressions.Expr, seat: expressions.Expr) -> None:
    """Nothing changes by a look; but what is looked at can fail."""
    if not bulk_conditions.total(low, what):
        low.pieces(what)
    if not bulk_conditions.total(low, seat):
        low.scalar(seat)


def _shuffle(low: Lowering, effect: s.Shuffle) -> None:
    fn = low.fn
    if effect.what is None or effect.into is None:
        assert effect.zone is not None
        _mix(low, fn.cheap(low.zone(effect.zone).instance))
        return
    from gamedsl_interpreter.wasm.emit import moves

    pieces = moves.given(low, effect.what)
    to = fn.cheap(low.zone(effect.into).instance)
    moves.of_entries(low, pieces, to, effect.site, 4 if effect.under else 0)
    if not effect.under:
        _mix(low, to)


def _mix(low: Lowering, zone: Ir) -> None:
    with low.fn.when(ge(zone, c(0))), low.fn.when(low.fn.let(call("is_pile", "i32", zone))):
        low.fn.drop(call("shuffle_pile", "i32", low.s, zone))


def _rotate(low: Lowering, zone: types.ZoneId, step: int) -> None:
    fn, game, out = low.fn, low.game, low.game.builtins.out
    spec, seats = game.zones[zone], len(game.seats)
    inner = len(spec.start) // seats
    passes = low.ctx.constants["PASSES"]
    count = fn.let_var(c(0))
    for i in range(inner):
        with fn.count(c(0), c(seats)) as seat:
            gone = c(0) if out is None else load("u8", places.field_address(low, out, seat))
            with fn.when(eqz(gone)):
                to = fn.let(places.neighbour(low, seat, step))
                with fn.when(op2("ne", to, seat)):
                    at = fn.let(mul(count, c(8)))
                    fn.store("32", at, add(mul(seat, c(inner)), c(spec.base + i)), passes)
                    fn.store("32", at, add(mul(to, c(inner)), c(spec.base + i)), passes + 4)
                    fn.set(count, add(count, c(1)))
    fn.drop(call("exchange", "i32", low.s, c(passes), count, c(-1)))


def _eliminate(low: Lowering, player: Ir) -> None:
    game, fn = low.game, low.fn
    assert game.builtins.out is not None
    assert game.builtins.box is not None
    box = c(game.zones[game.builtins.box].base)
    at = c(low.ctx.memory.space(12 * (2 * low.ctx.pieces)))
    end = fn.let(call("belongings", "i32", low.s, player, box, at))
    fn.drop(call("move", "i32", low.s, at, end, box, c(-1), c(0)))
    store(low, game.builtins.out, player, c(1), types.FLAG, types.SiteId(-1))


# ---------------------------------------------------------------- control


def _control(
    low: Lowering, effect: s.If | s.For | s.Repeat | s.Check | s.CallRule | s.StartCount | s.CountPass
) -> None:
    fn = low.fn
    match effect:
        case s.If(condition, then, otherwise):
            _if(low, low.scalar(condition), then, otherwise)
        case s.For():
            _for(low, effect)
        case s.Repeat():
            _repeat(low, effect)
        case s.Check(condition, code, _, site):
            low.check(low.scalar(condition), code, site)
        case s.CallRule():
            _call(low, effect)
        case s.StartCount(counter):
            fn.store("32", low.s, c(0), counter_at(low, counter))
        case s.CountPass(counter, limit, site):
            passes = fn.let(load("i32", low.s, counter_at(low, counter)))
            low.check(lt(passes, c(limit)), "E_LIMIT", site)
            fn.store("32", low.s, add(passes, c(1)), counter_at(low, counter))
        case _:
            assert_never(effect)


def counter_at(low: Lowering, counter: int) -> int:
    """Where a proof counter lies, from the start of a state."""
    return low.ctx.extras["counters"] + 4 * counter


def forget(low: Lowering, effects: tuple[source_statements.Stmt, ...]) -> None:
    """Locals that these effects assign are no longer at hand."""
    for stmt in statements(effects):
        match stmt:
            case s.SetLocal(local, _):
                low.env.pop(local, None)
            case s.For(locals):
                for local in locals:
                    low.env.pop(local, None)
            case _:
                pass


def _if(
    low: Lowering,
    condition: Ir,
    then: tuple[source_statements.Stmt, ...],
    otherwise: tuple[source_statements.Stmt, ...],
) -> None:
    before = dict(low.env)
    # A condition that is known cannot be told apart from one that is not once `orelse` follows: so it is put into a local.
    test = low.fn.let_var(condition) if otherwise else condition
    with low.fn.when(test):
        block(low, then)
    low.env = dict(before)
    if otherwise:
        with low.fn.orelse():
            block(low, otherwise)
        low.env = dict(before)
    forget(low, then + otherwise)


def _for(low: Lowering, effect: s.For) -> None:
    forget(low, effect.body)

    def each(element: Value, _: Ir) -> None:
        if len(effect.locals) == 1:
            low.bound(effect.locals[0], element)
        else:
            pair = cast(ListV, element)
            for i, local in enumerate(effect.locals):
                low.bound(local, pair.get(c(i)))
        before = dict(low.env)
        block(low, effect.body)
        low.env = before
        forget(low, effect.body)
        for local in effect.locals:
            if local in before:
                low.env[local] = before[local]

    source = effect.source
    constant = isinstance(source, expressions.Const) or (isinstance(source, expressions.Seats) and not source.playing)
    if constant or isinstance(source.type, types.SetOf):
        streams.copies(low, source, each)
    else:
        _each_copy(low, _snapshot(low, source), each)
    for local in effect.locals:
        low.env.pop(local, None)
    forget(low, effect.body)


def _each_copy(low: Lowering, value: Value, body: streams.Body) -> None:
    def copies(element: Value, number: Ir) -> None:
        with low.fn.count(c(0), low.fn.cheap(number)):
            body(element, c(1))

    if isinstance(value, ListV | RankV):
        streams.of_value(low, value, body)
    else:
        streams.of_value(low, value, copies)


def _snapshot(low: Lowering, source: expressions.Expr) -> Value:
    """The value of the source, out of reach of what the body changes."""
    value = low.value(source)
    if isinstance(
        source, expressions.FieldAt | expressions.Local | expressions.Call | expressions.Item | expressions.OutsideIn
    ) and isinstance(value, ListV | RankV):
        at = low.scratch(source.type)
        scratch_values.put(low, source.type, at, value)
        return scratch_values.get(low.ctx, source.type, at)
    return value


def _repeat(low: Lowering, effect: s.Repeat) -> None:
    fn = low.fn
    limit, passes = fn.let(low.scalar(effect.number)), fn.let_var(c(0))
    forget(low, effect.body)
    before = dict(low.env)
    with fn.block() as out, fn.loop() as again:
        if effect.until is not None:
            fn.br_if(out, low.scalar(effect.until))
        if effect.limit == "at_most":
            low.check(lt(passes, limit), "E_LIMIT", effect.site)
        else:
            fn.br_if(out, ge(passes, limit))
        block(low, effect.body)
        fn.set(passes, add(passes, c(1)))
        fn.br(again)
    low.env = before
    forget(low, effect.body)


def _call(low: Lowering, effect: s.CallRule) -> None:
    routine = next(r for r in low.game.routines if r.rule == effect.rule)
    binds = list(zip(routine.params, effect.args, strict=True))
    if routine.me is not None and effect.me is not None:
        binds.append((routine.me, effect.me))
    found = [(local, low.held(low.value(value))) for local, value in binds]
    for local, value in found:
        low.keep(local, value)
    low.fn.drop(call(f"routine{effect.rule}", "i32", low.s))
