"""Emits functions that give the seats which see something, as masks, where the rules compute it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from gamedsl.graph.analysis import walk
from gamedsl.graph.model import expressions
from gamedsl.graph.model.game import FieldSpec, Game, ZoneSpec
from gamedsl.graph.model.types import FunctionId
from gamedsl_interpreter.wasm.emit.assembly.function import Fn
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c
from gamedsl_interpreter.wasm.emit.context import Context
from gamedsl_interpreter.wasm.emit.forms.values import expect
from gamedsl_interpreter.wasm.emit.formulas.formula_lowering import FormulaLowering
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.unsupported import Unsupported
from gamedsl_interpreter.watchers import index_of


def declare(ctx: Context) -> None:
    """Declares `zone_audience` and `field_audience`. In a module that logs events, writing them raises Unsupported if the seats that see a zone depend on the
    contents of zones: they could change in the middle of a move."""
    ctx.functions.writers |= {
        "zone_audience": partial(_write_audience, ctx, "zone_audience", ctx.game.zones),
        "field_audience": partial(_write_audience, ctx, "field_audience", ctx.game.fields),
    }


def is_computed(spec: FieldSpec | ZoneSpec) -> bool:
    """Whether the rules compute which seats see it."""
    who = spec.visibility.who
    return who == "function" or (who in ("owner", "others") and spec.owned and spec.owners is not None)


def _write_audience(ctx: Context, name: str, specs: Sequence[FieldSpec] | Sequence[ZoneSpec]) -> None:
    """Writes the function that gives the seats which see an instance, as bits; -1 if they never change."""
    fn = Fn(name, ("i32", "i32"), "i32")
    code = FormulaLowering(ctx, fn)
    computed: list[tuple[int, FieldSpec | ZoneSpec, int]] = [
        (spec.base + i, spec, i) for spec in specs for i in range(len(spec.start)) if is_computed(spec)
    ]
    cases = [(number, _make_case(code, spec, flat)) for number, spec, flat in sorted(computed, key=lambda one: one[0])]
    fn.switch(fn.param(1), cases)
    fn.ret(c(-1))
    ctx.functions.append(fn)


def _make_case(code: Lowering, spec: FieldSpec | ZoneSpec, flat: int) -> Callable[[], None]:
    def case() -> None:
        index = index_of(spec.dimensions, flat)
        function = spec.visibility.function if spec.visibility.who == "function" else spec.owners
        if function is None:
            raise AssertionError(f"no function says who sees `{spec.name}`")
        mask = _mask(code, function, index if spec.visibility.who == "function" else index[:1])
        everyone = (1 << len(code.game.seats)) - 1
        code.fn.ret(mask ^ everyone if spec.visibility.who == "others" else mask)

    return case


def _mask(code: Lowering, function: FunctionId, index: tuple[int, ...]) -> Ir:
    spec, fn = code.game.functions[function], code.fn
    if code.ctx.tells and _looks_at_zones(code.game, spec.body):
        raise Unsupported(f"`{spec.name}`, by which it depends on zones who sees something")
    code.env.clear()
    for param, value in zip(spec.params, index, strict=False):
        code.bind(param, c(value))
    mask = fn.let_var(c(0))
    code.stream(spec.body, lambda player, _: fn.set(mask, mask | (c(1) << expect(Ir, player))))
    return mask


def _looks_at_zones(game: Game, body: expressions.Expr) -> bool:
    called = [part.function for part in walk.expressions(body) if isinstance(part, expressions.Call)]
    zones = walk.list_named_zones(body)
    return bool(zones) or any(_looks_at_zones(game, game.functions[function].body) for function in called)
