"""Turns effects into IR."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never, cast

from gamedsl.graph.analysis.walk import list_called_functions, list_read_fields, statements
from gamedsl.graph.model import expressions, source_statements, types
from gamedsl.graph.model import statements as s
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, call, eqz, ge, load, lt, op2
from gamedsl_interpreter.wasm.emit.bulk import runs
from gamedsl_interpreter.wasm.emit.effects import heaps, moves
from gamedsl_interpreter.wasm.emit.effects.fields import award, reset, set_field, set_local, store
from gamedsl_interpreter.wasm.emit.forms import scratch_values
from gamedsl_interpreter.wasm.emit.forms.values import Body, InOrder, ListV, Value, iterate
from gamedsl_interpreter.wasm.emit.formulas import functions, places
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.memory.refusing import Refusing
from gamedsl_interpreter.wasm.emit.signals import REFUSED
from gamedsl_interpreter.wasm.emit.telling import telling


def block(code: Lowering, effects: tuple[source_statements.Stmt, ...]) -> None:
    """Emits the effects one after the other; long ones go into functions of their own."""
    sizes = code.ctx.sizes
    if sizes.effects(effects) <= sizes.grain.long:
        _emit_all(code, effects)
        return
    for chunk in _chunks(code, effects):
        functions.block(code, chunk, _emit_all)
        forget(code, chunk)


def _emit_all(code: Lowering, effects: tuple[source_statements.Stmt, ...]) -> None:
    for group in groups(code, effects):
        together(code, group)


def groups(code: Lowering, effects: tuple[source_statements.Stmt, ...]) -> Iterator[tuple[source_statements.Stmt, ...]]:
    """Groups assignments to fields whose formulas do not read a field that the group has assigned: their common formulas are computed once. Any other
    effect is a group of its own."""
    group: list[source_statements.Stmt] = []
    written: set[types.FieldId] = set()
    for effect in effects:
        goes_on = isinstance(effect, s.SetField) and not reads(code, effect) & written
        if group and not goes_on:
            yield tuple(group)
            group, written = [], set()
        group.append(effect)
        if isinstance(effect, s.SetField):
            written.add(effect.field)
        else:
            yield tuple(group)
            group, written = [], set()
    if group:
        yield tuple(group)


def together(code: Lowering, group: tuple[source_statements.Stmt, ...]) -> None:
    """Emits the effects of one group."""
    with code.fn.statement():
        if len(group) == 1:
            one(code, group[0])
            return
        with code.fn.formula():
            for effect in group:
                one(code, effect)


class _FieldsOfFunctions(dict[types.FunctionId, frozenset[types.FieldId]]):
    """The fields that functions read, directly or through the functions that they call."""


def reads(code: Lowering, thing: object) -> frozenset[types.FieldId]:
    """Gives the fields that the formulas inside `thing` read, directly or through the functions that they call."""
    fields, memo = list_read_fields(thing), code.ctx.memo(_FieldsOfFunctions)
    for function in list_called_functions(thing):
        if function not in memo:
            memo[function] = reads(code, code.game.functions[function].body)
        fields |= memo[function]
    return fields


def _chunks(code: Lowering, effects: tuple[source_statements.Stmt, ...]) -> list[tuple[source_statements.Stmt, ...]]:
    """Divides effects into groups that fit into a function, unless a single effect is too long."""
    sizes = code.ctx.sizes
    chunks: list[tuple[source_statements.Stmt, ...]] = []
    now: tuple[source_statements.Stmt, ...] = ()
    for effect in effects:
        if now and sizes.effects((*now, effect)) > sizes.grain.long:
            chunks.append(now)
            now = ()
        now = (*now, effect)
    return [*chunks, now]


def one(code: Lowering, effect: source_statements.Stmt) -> None:
    """Emits one effect."""
    match effect:
        case s.SetLocal(local, value):
            set_local(code, local, code.value_for(local, value))
        case s.SetField():
            set_field(code, effect)
        case s.ResetFields():
            reset(code, effect)
        case s.Award():
            award(code, effect)
        case s.Move():
            moves.move(code, effect)
        case s.SwapZones() if not code.ctx.tells and moves.whole(code, effect):
            pass
        case s.SwapZones(first, second, site):
            one_zone = code.fn.reuse(code.zone(first).instance)
            code.fn.drop(call("swap_zones", "i32", code.s, one_zone, code.zone(second).instance, c(site)))
        case s.Rotate(zone, side):
            _rotate(code, zone, 1 if side == "left" else -1)
        case s.Shuffle():
            _shuffle(code, effect)
        case s.Peek() if code.ctx.tells:
            seen = code.pin(code.pieces(effect.what))
            telling.peek(code, seen, code.scalar(effect.seat), is_noticed=not effect.unseen)
        case s.Peek(what, seat):
            _peek(code, what, seat)
        case s.Say() if code.ctx.tells:
            telling.say(code, effect)
        case s.Say(_, values):
            for value in values:
                # A sentence changes nothing: its values are computed only if that can fail.
                if not code.ctx.analysis.totality.is_total(value):
                    code.value(value)
        case s.Eliminate(player):
            _eliminate(code, code.fn.reuse(code.scalar(player)))
        case s.If() | s.For() | s.Repeat() | s.Check() | s.CallRule() | s.StartCount() | s.CountPass():
            _emit_control(code, effect)
        case s.Ensure():
            _ensure(code, effect)
        case s.SwapPieces():
            if code.ctx.tells or not moves.pieces(code, effect):
                moves.swap(code, effect)
        case (
            source_statements.Choose()
            | source_statements.Require()
            | s.Roll()
            | source_statements.RollBlock()
            | s.Draw()
            | source_statements.DrawKeep()
            | s.Resolve()
            | source_statements.Each()
            | source_statements.EndGame()
        ):
            raise AssertionError(f"{type(effect).__name__} is no effect: compiling makes a node of it")
        case _:
            assert_never(effect)


# ---------------------------------------------------------------- zones


def _peek(code: Lowering, what: expressions.Expr, seat: expressions.Expr) -> None:
    """Computes the operands of a look only if that can fail: a look changes nothing."""
    if not code.ctx.analysis.totality.is_total(what):
        code.pieces(what)
    if not code.ctx.analysis.totality.is_total(seat):
        code.scalar(seat)


def _shuffle(code: Lowering, effect: s.Shuffle) -> None:
    fn = code.fn
    if effect.zone is not None:
        zone = code.pin(code.zone(effect.zone))
        if not heaps.shuffle(code, zone):
            _mix(code, zone.instance)
        return
    if effect.what is None or effect.into is None:
        raise ValueError("nothing says what is shuffled")
    if heaps.shuffle_into(code, effect):
        return
    pieces = moves.entries_to_move(code, effect.what)
    to = fn.reuse(code.zone(effect.into).instance)
    moves.of_entries(code, pieces, to, effect.site, 4 if effect.under else 8)
    if not effect.under:
        _mix(code, to)


def _mix(code: Lowering, zone: Ir) -> None:
    with code.fn.when(ge(zone, c(0))), code.fn.when(code.fn.let(call("is_pile", "i32", zone))):
        code.fn.drop(call("shuffle_pile", "i32", code.s, zone))


def _rotate(code: Lowering, zone: types.ZoneId, step: int) -> None:
    fn, game, out = code.fn, code.game, code.game.builtins.out
    spec, seats = game.zones[zone], len(game.seats)
    inner = len(spec.start) // seats
    passes = code.ctx.cells.passes.at
    count = fn.let_var(c(0))
    for i in range(inner):
        with fn.count(c(0), c(seats)) as seat:
            gone = c(0) if out is None else load("u8", places.field_address(code, out, seat))
            with fn.when(eqz(gone)):
                to = fn.let(places.neighbour(code, seat, step))
                with fn.when(op2("ne", to, seat)):
                    at = fn.let(count * 8)
                    fn.store("32", at, seat * inner + (spec.base + i), passes)
                    fn.store("32", at, to * inner + (spec.base + i), passes + 4)
                    fn.set(count, count + 1)
    fn.drop(call("exchange", "i32", code.s, c(passes), count, c(-1)))


def _eliminate(code: Lowering, player: Ir) -> None:
    game, fn, builtins = code.game, code.fn, code.game.builtins
    if builtins.out is None or builtins.box is None:
        raise ValueError("a game that eliminates players has a box, and keeps who is out")
    box = c(game.zones[builtins.box].base)
    at = c(code.ctx.memory.space(12 * (2 * code.ctx.pieces)))
    end = fn.let(call("belongings", "i32", code.s, player, box, at))
    fn.drop(call("move", "i32", code.s, at, end, box, c(-1), c(0)))
    store(code, builtins.out, player, c(1), types.FLAG, types.SiteId(-1))


# ---------------------------------------------------------------- control


def _emit_control(
    code: Lowering, effect: s.If | s.For | s.Repeat | s.Check | s.CallRule | s.StartCount | s.CountPass
) -> None:
    fn = code.fn
    match effect:
        case s.If(condition, then, otherwise):
            _emit_if(code, code.scalar(condition), then, otherwise)
        case s.For():
            _emit_for(code, effect)
        case s.Repeat():
            _repeat(code, effect)
        case s.Check(condition, fault_code, _, site):
            code.check(code.scalar(condition), fault_code, site)
        case s.CallRule():
            _call(code, effect)
        case s.StartCount(counter):
            fn.store("32", code.s, c(0), _counter_at(code, counter))
        case s.CountPass(counter, limit, site):
            passes = fn.let(load("i32", code.s, _counter_at(code, counter)))
            code.check(lt(passes, c(limit)), "E_LIMIT", site)
            fn.store("32", code.s, passes + 1, _counter_at(code, counter))
        case _:
            assert_never(effect)


def _counter_at(code: Lowering, counter: int) -> int:
    """Gives the offset of a proof counter in a state."""
    return code.ctx.record.extras.counters + 4 * counter


def forget(code: Lowering, effects: tuple[source_statements.Stmt, ...]) -> None:
    """Forgets the values of locals that these effects assign."""
    for stmt in statements(effects):
        match stmt:
            case s.SetLocal(local, _):
                code.env.pop(local, None)
            case s.For(locals):
                for local in locals:
                    code.env.pop(local, None)
            case _:
                pass


def _emit_if(
    code: Lowering,
    condition: Ir,
    then: tuple[source_statements.Stmt, ...],
    otherwise: tuple[source_statements.Stmt, ...],
) -> None:
    before = dict(code.env)
    # The condition is put into a local, because `when` with a constant emits only one branch, to which `orelse` could
    # not be added.
    test = code.fn.let_var(condition) if otherwise else condition
    with code.fn.when(test):
        block(code, then)
    code.env = dict(before)
    if otherwise:
        with code.fn.orelse():
            block(code, otherwise)
        code.env = dict(before)
    forget(code, then + otherwise)


def _emit_for(code: Lowering, effect: s.For) -> None:
    forget(code, effect.body)

    def each(element: Value, _: Ir) -> None:
        if len(effect.locals) == 1:
            code.bind(effect.locals[0], element)
        else:
            pair = cast(ListV, element)
            for i, local in enumerate(effect.locals):
                code.bind(local, pair.get(c(i)))
        before = dict(code.env)
        block(code, effect.body)
        code.env = before
        forget(code, effect.body)
        for local in effect.locals:
            if local in before:
                code.env[local] = before[local]

    source = effect.source
    constant = isinstance(source, expressions.Const) or (isinstance(source, expressions.Seats) and not source.playing)
    if constant or isinstance(source.type, types.SetOf):
        code.stream_copies(source, each)
    elif (bits := runs.run(code, source)) is not None:
        bits.each(code, each)  # The bits are in locals, so changes by the body do not affect them.
    else:
        _each_copy(code, _take_snapshot(code, source), each)
    for local in effect.locals:
        code.env.pop(local, None)
    forget(code, effect.body)


def _each_copy(code: Lowering, value: Value, body: Body) -> None:
    def copies(element: Value, number: Ir) -> None:
        with code.fn.count(c(0), code.fn.reuse(number)):
            body(element, c(1))

    if isinstance(value, InOrder):
        iterate(code, value, body)
    else:
        iterate(code, value, copies)


def _take_snapshot(code: Lowering, source: expressions.Expr) -> Value:
    """Computes the source. A value in memory that the body could change is copied."""
    value = code.value(source)
    if isinstance(
        source, expressions.FieldAt | expressions.Local | expressions.Call | expressions.Item | expressions.OutsideIn
    ) and isinstance(value, InOrder):
        at = code.scratch(source.type)
        scratch_values.put(code, source.type, at, value)
        return scratch_values.get(code.ctx, source.type, at)
    return value


def _repeat(code: Lowering, effect: s.Repeat) -> None:
    fn = code.fn
    limit, passes = fn.let(code.scalar(effect.number)), fn.let_var(c(0))
    forget(code, effect.body)
    before = dict(code.env)
    with fn.block() as out, fn.loop() as again:
        if effect.until is not None:
            fn.br_if(out, code.scalar(effect.until))
        if effect.limit == "at_most":
            code.check(lt(passes, limit), "E_LIMIT", effect.site)
        else:
            fn.br_if(out, ge(passes, limit))
        block(code, effect.body)
        fn.set(passes, passes + 1)
        fn.br(again)
    code.env = before
    forget(code, effect.body)


def _call(code: Lowering, effect: s.CallRule) -> None:
    routine = next(r for r in code.game.routines if r.rule == effect.rule)
    binds = list(zip(routine.params, effect.args, strict=True))
    if routine.me is not None and effect.me is not None:
        binds.append((routine.me, effect.me))
    values = [(local, code.pin(code.value_for(local, value))) for local, value in binds]
    for local, value in values:
        code.keep(local, value)
    done = call(f"routine{effect.rule}", "i32", code.s)
    if effect.rule in code.ctx.trials.judging:
        with code.fn.when(lt(code.fn.let(done), c(0))):
            code.fn.ret(c(REFUSED))
    else:
        code.fn.drop(done)


def _ensure(code: Lowering, effect: s.Ensure) -> None:
    """Tests the condition in a trial; in play nothing is computed."""
    with code.fn.when(code.ctx.cells.trying.value), code.fn.when(eqz(code.scalar(effect.condition))):
        refusing = code.ctx.find_memo(Refusing)
        if refusing is not None:
            refusing.note_judgement(code.fn, effect)
        code.fn.ret(c(REFUSED))
