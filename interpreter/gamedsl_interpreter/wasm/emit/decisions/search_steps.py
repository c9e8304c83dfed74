"""Steps of a search: the code that surrounds the attempts of one value after the other."""

from __future__ import annotations

from collections.abc import Callable

from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, call, eq, eqz, lt, select
from gamedsl_interpreter.wasm.emit.decisions.search_state import Opened, Search
from gamedsl_interpreter.wasm.emit.decisions.step_keys import Key, StepKeys
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.signals import ON
from gamedsl_interpreter.wasm.instances.modes import SearchMode, ValuePhase


def set_step(search: Search, code: Lowering, depth: Ir, value: Ir) -> None:
    """Records a step."""
    if search.is_question:
        return
    code.room(lt(depth, c(code.ctx.most_steps)))
    code.ctx.cells.steps.store_word(code.fn, depth, value)


def note_probed(search: Search, code: Lowering, depth: Ir, opened: Opened, key: Callable[[], Key] = Key) -> None:
    """Records the step that the search was to find; `key` identifies the step in all positions."""
    keys = code.ctx.find_memo(StepKeys)
    if search.is_question or not (code.game.scripts or keys):
        return
    with code.fn.when(eq(depth, code.ctx.cells.probe.value)):
        if code.game.scripts:
            code.ctx.cells.bound.store(code.fn, c(search.step(opened)))
        if keys is not None:
            keys.note(code, keys.number(search.decision, opened.kind, opened.name), key())


def find_step(search: Search, code: Lowering, depth: Ir) -> Ir:
    """Gives the step that is taken already, or -1."""
    if search.is_question:
        return c(-1)
    length = code.ctx.cells.prefix_length.value
    taken = code.ctx.cells.prefix.word(depth)
    return code.fn.let(select(lt(depth, length), taken, c(-1)))


def walking(
    search: Search, code: Lowering, start: Ir, high: Ir, attempt: Callable[[Ir], Ir], *, certain: bool = False
) -> None:
    """In a walk: tests which of the values from start to high can be completed, draws one, and returns the result of continuing with it. If all of them
    can certainly be completed (`certain`), no value is tested."""
    if search.is_question or not search.walks:
        return
    fn, ctx = code.fn, code.ctx
    with fn.when(eq(ctx.cells.mode.value, c(SearchMode.WALK))):
        before = dict(code.env)
        if search.has_candidates:
            _walk_candidates(search, code, start, high, attempt, certain=certain)
            code.env = before
            return
        if certain:
            first = fn.let(start)
            fn.ret(attempt(fn.let(call("draw_number", "i32", high - first + 1) + first)))
            code.env = before
            return
        count = fn.let_var(c(0))
        first = fn.let(start)
        single = fn.let(eq(first, high))
        with fn.when(single):
            fn.ret(attempt(first))
        with fn.count(first, high + 1) as value:
            fn.drop(call("probing", "i32"))
            code.env = dict(before)
            fn.drop(attempt(value))
            with fn.when(ctx.cells.leaves.value):
                code.room(lt(count, c(ctx.most_options)))
                ctx.cells.options.store_word(fn, count, value)
                fn.set(count, count + 1)
        ctx.cells.mode.store(fn, c(SearchMode.WALK))
        with fn.when(eqz(count)):
            fn.ret(c(ON))
        code.env = dict(before)
        fn.ret(attempt(fn.let(call("draw_option", "i32", count))))
        code.env = before


def _walk_candidates(
    search: Search, code: Lowering, start: Ir, high: Ir, attempt: Callable[[Ir], Ir], *, certain: bool
) -> None:
    """Draws one of the values from start to high that lead to candidates, until one leads to a legal move (see `begin_values` in the library), and returns
    the result of continuing with it. `certain`: all of them lead to candidates.

    While the walk goes on, FINDS_CANDIDATES says that the moves of later steps are not tried again: a legal move begins with a value that was tested, and the
    next step with two or more values tests its own.
    """
    fn, cells, before = code.fn, code.ctx.cells, dict(code.env)
    first = fn.let(start)
    with fn.when(eq(first, high)):
        fn.ret(attempt(first))
    is_tested = fn.let(cells.finds_candidates.value)
    fn.drop(call("begin_values", "i32", first, high, c(int(certain))))
    with fn.until(eq(cells.value_phase.value, c(ValuePhase.FOUND))):
        fn.drop(call("probing", "i32"))
        code.env = dict(before)
        fn.drop(attempt(fn.let(cells.value.value)))
        fn.drop(call("continue_drawing", "i32", cells.leaves.value))
    cells.mode.store(fn, c(SearchMode.WALK))
    is_drawn = lt(c(1), cells.option_count.value)
    cells.finds_candidates.store(fn, is_tested | is_drawn)
    value = fn.let(cells.value.value)
    with fn.when(lt(value, c(0))):
        fn.ret(c(ON))
    code.env = dict(before)
    fn.ret(attempt(value))
