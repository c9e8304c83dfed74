"""Decisions in the loop: who chooses, how a policy decides, where an exit leads, and the recorded choices of simultaneous decisions."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gamedsl.graph.model.nodes import DecisionNode, TogetherNode
from gamedsl.graph.model.types import NodeId
from gamedsl_interpreter.wasm.emit.assembly.function import Fn
from gamedsl_interpreter.wasm.emit.assembly.ir import Ty, c, call, eq, eqz, load, op2, select
from gamedsl_interpreter.wasm.emit.context import Context
from gamedsl_interpreter.wasm.emit.decisions import specialised, trials
from gamedsl_interpreter.wasm.emit.decisions.search_state import Search, Way
from gamedsl_interpreter.wasm.emit.forms import state_access
from gamedsl_interpreter.wasm.emit.formulas import places
from gamedsl_interpreter.wasm.emit.formulas.formula_lowering import FormulaLowering
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.play.dispatch import dispatch


def emit_decide(ctx: Context, counted: Mapping[int, specialised.Counted]) -> None:
    """Writes the function that calls the deciding function of a node for a policy."""
    fn = Fn("decide", ("i32", "i32", "i32"), "i32")
    _call_by_node(fn, {number: found.decide for number, found in counted.items()})
    fn.ret(call("decide_by_search", "i32", *map(fn.param, range(3))))
    ctx.functions.append(fn)


def emit_numbering(ctx: Context, name: str, params: tuple[Ty, ...], functions: Mapping[int, str]) -> None:
    """Writes the function that calls a function of a node: one that counts moves, or finds one by its number. It returns -1 for nodes without."""
    fn = Fn(name, params, "i32")
    _call_by_node(fn, functions)
    fn.ret(c(-1))
    ctx.functions.append(fn)


def emit_is_refused(ctx: Context, searches: Mapping[int, Search]) -> None:
    """Writes the function that tries a move by its decision and exit, with its values in the locals; it returns 1 if the move is refused."""
    fn = Fn("is_refused", ("i32", "i32", "i32"), "i32")
    state, node, exit_number = map(fn.param, range(3))

    def case(number: int) -> Callable[[], None]:
        search = searches[number]
        ctx.functions.require(search.name)

        def one(exit: int, start: NodeId) -> Callable[[], None]:
            trial = trials.trial_of(ctx, f"{search.name}_tried{start}", start, search)
            return lambda: fn.ret(call(trial, "i32", state))

        return lambda: fn.switch(exit_number, [(exit, one(exit, start)) for exit, start in search.tried.items()])

    fn.switch(node, [(number, case(number)) for number in sorted(ctx.trials.with_candidates)])
    fn.ret(c(0))
    ctx.functions.append(fn)


def _call_by_node(fn: Fn, names: Mapping[int, str]) -> None:
    """Returns the result of the node's function."""

    def case(name: str) -> Callable[[], None]:
        return lambda: fn.ret(call(name, "i32", fn.param(0), *map(fn.param, range(2, len(fn.params)))))

    fn.switch(fn.param(1), [(number, case(name)) for number, name in sorted(names.items())])


def emit_seat(code: Lowering, number: int) -> None:
    node = code.game.nodes[number]
    assert isinstance(node, DecisionNode)
    code.fn.ret(code.scalar(node.seat))


def emit_exits(ctx: Context) -> None:
    """Writes the function that gives the node to which an exit of a decision leads."""
    memory = ctx.memory
    lists = [
        memory.words([int(e) for e in node.exits]) if isinstance(node, DecisionNode) else 0 for node in ctx.game.nodes
    ]
    fn = Fn("exit_of", ("i32", "i32"), "i32")
    exits = load("i32", fn.param(0) * 4, memory.words(lists))
    fn.ret(load("i32", fn.param(1) * 4 + exits))
    ctx.functions.append(fn)


def emit_commit(ctx: Context, searches: dict[int, Search]) -> None:
    """Writes the function that stores a seat's choice in a simultaneous decision: the values bound on its way, and the exit."""
    fn = Fn("commit", ("i32", "i32", "i32", "i32"), "i32")
    code = FormulaLowering(ctx, fn)
    seat, number = fn.param(2), fn.param(3)
    if ctx.tells:
        fn.drop(call("tell_choice", "i32", *map(fn.param, range(4))))

    def case(node: TogetherNode, ways: dict[int, Way]) -> Callable[[], None]:
        def body() -> None:
            for local, field in node.commits:
                is_bound = c(0)
                for way in (w for w, found in ways.items() if local in found.bound):
                    is_bound = is_bound | eq(number, c(way))
                with fn.when(is_bound):
                    code.env.clear()
                    value = code.pin(code.local(local))
                    state_access.put(
                        code, ctx.game.fields[field].type, fn.let(places.field_address(code, field, seat)), value
                    )
            exit_number = number
            for way in (w for w, found in ways.items() if w != found.exit):
                exit_number = fn.let(select(eq(number, c(way)), c(ways[way].exit), exit_number))
            of = ctx.game.fields[node.exit_field].type
            state_access.put(code, of, fn.let(places.field_address(code, node.exit_field, seat)), exit_number)
            fn.store("8", places.field_address(code, node.todo_field, seat), c(0))

        return body

    together = [(i, node) for i, node in enumerate(ctx.game.nodes) if isinstance(node, TogetherNode)]
    for i, _ in together:
        ctx.functions.require(f"search{i}")
    fn.switch(fn.param(1), [(i, case(node, searches[i].ways)) for i, node in together])
    fn.ret(c(0))
    ctx.functions.append(fn)


def emit_begin_together(ctx: Context) -> None:
    """Writes the function that finds the seats which take part in a simultaneous decision."""

    def body(code: Lowering, number: int) -> None:
        node, fn, out = ctx.game.nodes[number], code.fn, ctx.game.builtins.out
        assert isinstance(node, TogetherNode)
        with fn.count(c(0), c(len(ctx.game.seats))) as seat, fn.block() as onward:
            if out is not None:
                fn.br_if(onward, load("u8", places.field_address(code, out, seat)))
            code.env[node.me] = seat
            fn.br_if(onward, eqz(code.scalar(node.asked)))
            fn.store("8", places.field_address(code, node.todo_field, seat), c(1))
        fn.ret(c(0))

    dispatch(ctx, "begin_together", lambda node: isinstance(node, TogetherNode), body)


def emit_to_act(ctx: Context) -> None:
    """Writes the function that gives the seats which have to choose, as bits; none if a scripted seat leaves its choice to chance."""
    fn = Fn("to_act", ("i32",), "i32")
    code = FormulaLowering(ctx, fn)
    number = fn.let(load("u16", code.s))
    fn.drop(call("load_locals", "i32", code.s, number))
    with fn.when(load("i32", number * 4, ctx.constants["WAITING_AT"])):
        bits = fn.let(call("waiting", "i32", code.s, number))
        with fn.when(bits >> ctx.game.humans):
            fn.ret(c(0))
        fn.ret(bits)
    is_decision = ctx.memory.words([int(isinstance(node, DecisionNode)) for node in ctx.game.nodes])
    with fn.when(load("i32", number * 4, is_decision)):
        seat = fn.let(call("seat", "i32", code.s, number))
        with fn.when(op2("lt_s", seat, c(ctx.game.humans))):
            fn.ret(c(1) << seat)
    fn.ret(c(0))
    ctx.functions.append(fn)
