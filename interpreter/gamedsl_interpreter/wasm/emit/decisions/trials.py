"""Trials: tests whether the consequences of a complete move fulfil the conditions of `ensure`.

A trial runs the functions of the nodes that are played, from the exit of a decision to the last point at which an `ensure` can follow, and then undoes
everything. If it is known which fields the effects can write, they run on the position itself and these fields are saved before; else they run on a
copy of the position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from gamedsl.graph.analysis.trials import list_tried_numbers
from gamedsl.graph.analysis.walk import list_called_rules, statements
from gamedsl.graph.model import statements as s
from gamedsl.graph.model.nodes import EffectNode
from gamedsl.graph.model.types import LocalId, NodeId, RuleId
from gamedsl.values import frozen
from gamedsl_interpreter.wasm.emit.assembly.function import Fn
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, call, eq, eqz, load, lt, op2
from gamedsl_interpreter.wasm.emit.context import Context
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.memory.cells import MOST_TRIED
from gamedsl_interpreter.wasm.emit.planning.type_forms import wide_size

_MOST_KEPT = 512
"""Fields of up to this many bytes are always saved; more only if copying the whole position would cost twice as much."""
_IN_LOCALS = 128
"""The most bytes of a field or local that is saved in locals of the function."""


@frozen
class Written:
    """The locals that effects can write, and the parts of a record (offset and bytes) that they can write. The parts are None if any part can be written."""

    locals: frozenset[LocalId]
    parts: tuple[tuple[int, int], ...] | None


class Tries(Protocol):
    """The facts about a search whose moves need trials."""

    kept: frozenset[LocalId]
    """Locals that have the same values after a trial as before."""
    is_question: bool
    """Whether it answers a question: then proof counters begin at 0 in its trials."""


def trial_of(ctx: Context, name: str, start: NodeId, search: Tries) -> str:
    """Gives the function that tries the moves of an exit. Its parameter is the state; the chosen values are in the locals. It returns 1 if the move is
    refused, and restores the state and the locals `kept`."""
    ctx.functions.declare(name, lambda: _write_trial(ctx, name, start, search))
    return name


def _write_trial(ctx: Context, name: str, start: NodeId, search: Tries) -> None:
    nodes = list_tried_numbers(ctx.game, (start,), ctx.trials.ahead)
    written = writes_of(ctx, nodes)
    counters = (ctx.record.extras.counters, 4 * ctx.game.counters)
    parts = written.parts
    zeroed = counters if search.is_question and ctx.game.counters else None
    if zeroed is not None and parts is not None:
        parts = (*(part for part in parts if part[0] < counters[0]), counters)
    _write(ctx, name, start, nodes, written.locals & search.kept, parts, zeroed)


def judge_once(code: Lowering, trial: str, *, has_candidates: bool) -> Ir:
    """Gives 1 if the move is refused; 0 while candidates are searched. If moves are counted first and one is then searched by its number (`decide`), the
    second search uses the recorded results of the first one's trials."""
    if not has_candidates:
        return _judge_once(code, trial)
    refused = code.fn.let_var(c(0))
    with code.fn.when(eqz(code.ctx.cells.finds_candidates.value)):
        code.fn.set(refused, _judge_once(code, trial))
    return refused


def _judge_once(code: Lowering, trial: str) -> Ir:
    fn, ctx = code.fn, code.ctx
    number = fn.let(ctx.cells.trials.value)
    ctx.cells.trials.store(fn, number + 1)
    keeps = fn.let_var(ctx.cells.keeps_trials.value)
    told = ctx.cells.tried.at
    with fn.when(op2("ge_u", number, c(MOST_TRIED))):
        fn.set(keeps, c(0))
    refused = fn.local()
    with fn.when(eq(keeps, c(2))):
        fn.set(refused, load("u8", number, told))
    with fn.orelse():
        fn.set(refused, call(trial, "i32", code.s))
        with fn.when(keeps):
            fn.store("8", number, refused, told)
    return refused


def _write(
    ctx: Context,
    name: str,
    start: NodeId,
    nodes: list[NodeId],
    kept: frozenset[LocalId],
    parts: tuple[tuple[int, int], ...] | None,
    zeroed: tuple[int, int] | None,
) -> None:
    fn = Fn(name, ("i32",), "i32")
    state = fn.param(0)
    if parts is None:
        state = c(ctx.memory.space(ctx.record.size, 16))
        fn.copy(state, fn.param(0), c(ctx.record.size))
        parts = ()
    held = [save_bytes(ctx, fn, state, at, size) for at, size in parts]
    held += [save_local(ctx, fn, local) for local in sorted(kept)]
    if ctx.tells:
        # Trials leave no trace in the log of events.
        held.append(save_bytes(ctx, fn, ctx.cells.tell_at.address, 0, 4))
    if zeroed is not None:
        fn.fill(state + zeroed[0], c(zeroed[1]))
    trying = ctx.cells.trying
    trying.grow(fn, c(1))
    node = fn.let_var(c(start))
    heads = [n for n in nodes if n in ctx.trials.heads]
    with fn.block() as out, fn.loop() as again:

        def case(number: NodeId) -> Callable[[], None]:
            def advance() -> None:
                fn.set(node, call(f"node{number}", "i32", state))
                fn.br(again)

            return advance

        fn.switch(node, [(number, case(number)) for number in heads])
        fn.br(out)
    trying.grow(fn, c(-1))
    for put_back in held:
        put_back()
    fn.ret(lt(node, c(0)))
    ctx.functions.append(fn)


def save_bytes(ctx: Context, fn: Fn, base: Ir, at: int, size: int) -> Callable[[], None]:
    """Saves bytes of memory; the result is a function that restores them."""
    if size > _IN_LOCALS:
        copy = c(ctx.memory.space(size, 16))
        fn.copy(copy, base + at, c(size))
        return lambda: fn.copy(base + at, copy, c(size))
    words: list[tuple[str, int, Ir]] = []
    done = 0
    for store, kind, width in (
        ("v128", "v128", 16),
        ("i64", "i64", 8),
        ("32", "i32", 4),
        ("16", "u16", 2),
        ("8", "u8", 1),
    ):
        while size - done >= width:
            words.append((store, at + done, fn.let(load(kind, base, at + done))))
            done += width

    def put_back() -> None:
        for store, where, word in words:
            fn.store(store, base, word, where)

    return put_back


def save_local(ctx: Context, fn: Fn, local: LocalId) -> Callable[[], None]:
    """Saves a local in working memory; the result is a function that restores it."""
    return save_bytes(ctx, fn, c(ctx.locals.at(local)), 0, wide_size(ctx.game, ctx.game.locals[local].type))


# ---------------------------------------------------------------- parts that effects can write


def writes_of(ctx: Context, nodes: Iterable[NodeId]) -> Written:
    """Gives what the effects of these nodes, and of the routines that they call, can write."""
    bodies = [node.body for node in (ctx.game.nodes[n] for n in nodes) if isinstance(node, EffectNode)]
    bodies += _find_called_bodies(ctx, bodies)
    written_locals: set[LocalId] = set()
    parts: set[tuple[int, int]] = set()
    known = True
    for effect in statements(tuple(bodies)):
        match effect:
            case s.SetLocal(local, _):
                written_locals.add(local)
            case s.CallRule(rule):
                routine = next(r for r in ctx.game.routines if r.rule == rule)
                written_locals.update(routine.params if routine.me is None else (routine.me, *routine.params))
            case s.SetField(field) | s.Award(field):
                parts.add(_of_field(ctx, field))
            case s.ResetFields(fields):
                parts.update(_of_field(ctx, field) for field in fields)
            case s.StartCount(counter) | s.CountPass(counter):
                parts.add((ctx.record.extras.counters + 4 * counter, 4))
            case s.If() | s.For() | s.Repeat() | s.Check() | s.Ensure() | s.Say() | s.Peek():
                pass
            case _:
                known = False
    known = known and 2 * sum(size for _, size in parts) <= max(2 * _MOST_KEPT, ctx.record.size)
    return Written(frozenset(written_locals), tuple(sorted(parts)) if known else None)


def _of_field(ctx: Context, field: int) -> tuple[int, int]:
    family = ctx.record.fields[field]
    return family.offset, family.stride * family.size


def _find_called_bodies(ctx: Context, bodies: list[tuple[s.Effect, ...]]) -> list[tuple[s.Effect, ...]]:
    """Gives the bodies of routines that effects call, directly or through others."""
    by_rule = {routine.rule: routine.body for routine in ctx.game.routines}
    rules: set[RuleId] = set()
    todo = set(list_called_rules(tuple(bodies)))
    while todo:
        rule = todo.pop()
        rules.add(rule)
        todo |= list_called_rules(by_rule[rule]) - rules
    return [by_rule[rule] for rule in sorted(rules)]


def judging_routines(ctx: Context) -> frozenset[RuleId]:
    """Gives the routines in which an `ensure` can fail: one of their own, or one of a routine that they call."""
    bodies = {routine.rule: routine.body for routine in ctx.game.routines}
    rules = {rule for rule, body in bodies.items() if any(isinstance(stmt, s.Ensure) for stmt in statements(body))}
    while more := {rule for rule, body in bodies.items() if rule not in rules and list_called_rules(body) & rules}:
        rules |= more
    return frozenset(rules)
