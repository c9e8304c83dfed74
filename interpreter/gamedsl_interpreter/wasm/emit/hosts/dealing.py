"""Memory of modules that deal worlds, and the function that repeats a roll (`runtime.hosts.dealing`)."""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.graph.model.expressions import Local
from gamedsl.graph.model.nodes import ChanceNode
from gamedsl.graph.model.statements import Roll, SetField
from gamedsl.graph.model.types import NodeId
from gamedsl_interpreter.random import WORLDS
from gamedsl_interpreter.wasm.emit.assembly.function import Fn
from gamedsl_interpreter.wasm.emit.assembly.ir import c, call, op2
from gamedsl_interpreter.wasm.emit.context import Context
from gamedsl_interpreter.wasm.emit.effects import fields
from gamedsl_interpreter.wasm.emit.formulas.formula_lowering import FormulaLowering
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.worlds.rules.hidden_fields import find_kept_rolls


def write(ctx: Context) -> None:
    """Reserves memory, sets constants of the library's part, and writes the function that repeats a roll."""
    ctx.constants |= {
        "DEAL": ctx.memory.space(4),
        "DEAL_RECORD": ctx.memory.space(4),
        "DEAL_WORK": ctx.memory.space(4),
        "DEAL_COUNTS": ctx.memory.space(4 * max(1, len(ctx.game.kinds))),
        "WORLDS_STREAM": WORLDS,
    }
    ctx.functions.writers["roll_again"] = lambda: _write_roll_again(ctx)


def _write_roll_again(ctx: Context) -> None:
    """Writes the function that rolls a chance node again for a seat, and stores the result in the given instance of a field."""
    fn = Fn("roll_again", ("i32", "i32", "i32", "i32"), "i32")
    ctx.functions.append(fn)
    code = FormulaLowering(ctx, fn)
    kept_by_node = sorted(find_kept_rolls(ctx.game).items())
    fn.switch(fn.param(2), [(int(node), _roll(code, node, kept)) for node, kept in kept_by_node if kept])
    fn.ret(c(0))


def _roll(code: Lowering, number: NodeId, kept: tuple[SetField, ...]) -> Callable[[], None]:
    fn, game = code.fn, code.game
    node = game.nodes[number]

    def case() -> None:
        if (
            not isinstance(node, ChanceNode)
            or not isinstance(node.event, Roll)
            or not isinstance(node.event.seat, Local)
        ):
            raise AssertionError("only rolls of a seat are rolled again")
        code.env.clear()
        fields.set_local(code, node.event.seat.id, fn.param(3))
        fn.drop(call(f"chance{number}", "i32", code.s))
        for effect in kept:
            spec = game.fields[effect.field]
            flat = fn.let(fn.param(1) - spec.base)
            with fn.when(op2("lt_u", flat, c(len(spec.start)))):
                code.env.clear()
                value = code.pin(code.value(effect.value))
                fields.store(code, effect.field, flat, value, effect.value.type, effect.site)

    return case
