"""Functions of the module: for functions of the Game that would take much room if they were expanded at each call, for parts of long formulas, and for
parts of long blocks of effects.

Numbers, pieces and small sets are passed as arguments, everything else through working memory that belongs to the function. Results are returned in the
same ways, and the caller copies those in memory. No function calls itself, directly or through others (nor do questions, see `decisions/questions.py`),
so its memory can have a fixed address.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from gamedsl.graph.analysis.walk import formulas, free_locals
from gamedsl.graph.model import expressions, types
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.source_statements import Stmt
from gamedsl.graph.model.types import FunctionId, LocalId
from gamedsl.values import evolve, frozen
from gamedsl_interpreter.plans.spans import scale_span
from gamedsl_interpreter.wasm.emit.assembly.function import Fn
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, Ty, c, c64, call, load, lt, op2, wrap
from gamedsl_interpreter.wasm.emit.assembly.ir import wide as widened
from gamedsl_interpreter.wasm.emit.context import Context
from gamedsl_interpreter.wasm.emit.forms import scratch_values
from gamedsl_interpreter.wasm.emit.forms.masks import MaskV
from gamedsl_interpreter.wasm.emit.forms.pieces import PiecesV, PieceV, ZoneV
from gamedsl_interpreter.wasm.emit.forms.values import InOrder, ListV, MaybeV, Value, expect
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.planning.type_forms import is_bits, is_piece, is_scalar, wide_size, words_of
from gamedsl_interpreter.wasm.emit.signals import REFUSED
from gamedsl_interpreter.wasm.emit.unsupported import Unsupported

_MOST_WORDS = 4
"""The most words of a set that is passed as arguments."""
_MOST_MEMORY = 1 << 16
"""The most bytes of a value that is passed in memory."""
RESULT = LocalId(-2)
"""Stands for the result of a function, in formulas that the emitter itself makes."""


@frozen
class Apart:
    """A function of the module: its parameters, the addresses of those passed in memory, and the address of a result in memory."""

    name: str
    params: tuple[LocalId, ...]
    staged: dict[LocalId, int]
    of: types.Type
    result: int


class _FunctionsOfGame(dict[FunctionId, Apart | None]):
    """Functions of the Game that are functions of the module; None if values are too large for that."""


class _PartsOfFormulas(dict[int, Apart | None]):
    """Parts of long formulas that are functions of the module; None if values are too large for that."""


# ---------------------------------------------------------------- functions of the Game


def result_of_call(code: Lowering, expr: expressions.Call) -> Value | None:
    """Gives the result of a call, if the function is a function of the module."""
    apart = _of_game(code, expr.function)
    if apart is None:
        return None
    return _result(code, apart, [code.pin(code.value(arg)) for arg in expr.args])


def _of_game(code: Lowering, function: FunctionId) -> Apart | None:
    ctx = code.ctx
    if function not in ctx.sizes.apart:
        return None
    memo = ctx.memo(_FunctionsOfGame)
    if function not in memo:
        spec = ctx.game.functions[function]
        of = (spec.body.type, *(ctx.game.locals[param].type for param in spec.params))
        memo[function] = (
            _make_function(code, f"let{function}", spec.params, spec.body)
            if all(_can_be_passed(ctx, one) for one in of)
            else None
        )
    return memo[function]


# ---------------------------------------------------------------- parts of formulas


def part(code: Lowering, expr: Expr) -> Ir | None:
    """Gives the number of a part of a long formula, if the part is a function of its own."""
    ctx = code.ctx
    memo = ctx.memo(_PartsOfFormulas)
    if id(expr) not in memo:
        params = tuple(sorted(free_locals(expr)))
        fits = all(_can_be_passed(ctx, ctx.game.locals[param].type) for param in params)
        memo[id(expr)] = _make_function(code, f"part{len(memo)}", params, expr) if fits else None
    apart = memo[id(expr)]
    if apart is None:
        return None
    return expect(Ir, _result(code, apart, [code.pin(code.local(param)) for param in apart.params]))


# ---------------------------------------------------------------- parts of blocks


def block(code: Lowering, effects: tuple[Stmt, ...], write: Callable[[Lowering, tuple[Stmt, ...]], None]) -> None:
    """Emits effects as a function of their own; locals that are not in memory are passed to it."""
    ctx = code.ctx
    params = tuple(local for local in sorted(_read(effects)) if local in code.env)
    name = f"effects{len(ctx.functions.written)}_{code.fn.name}"
    staged = _stage_params(ctx, params)
    fn, inner = _begin_function(code, name, params, staged)
    write(inner, effects)
    fn.ret(c(0))
    ctx.functions.append(fn)
    given = _pass_arguments(
        code, Apart(name, params, staged, types.NOTHING, 0), [code.pin(code.env[param]) for param in params]
    )
    with code.fn.when(lt(code.fn.let(call(name, "i32", code.s, *given)), c(0))):
        code.fn.ret(c(REFUSED))


def _read(effects: tuple[Stmt, ...]) -> frozenset[LocalId]:
    locals_read: frozenset[LocalId] = frozenset()
    for expr in formulas(effects):
        locals_read |= free_locals(expr)
    return locals_read


# ---------------------------------------------------------------- making and calling


def _make_function(code: Lowering, name: str, params: tuple[LocalId, ...], body: Expr) -> Apart:
    ctx, of = code.ctx, body.type
    staged = _stage_params(ctx, params)
    result = 0 if _in_register(ctx, of) else ctx.memory.space(wide_size(ctx.game, of))
    fn, inner = _begin_function(code, name, params, staged, _result_type(ctx, of))
    value = inner.pin(
        inner.scalar_itself(body) if is_scalar(of) and not isinstance(of, types.Zone) else inner.value(body)
    )
    if not result:
        fn.ret(_pack(inner, of, value))
    else:
        scratch_values.put(inner, of, c(result), value)
        fn.ret(c(0))
    ctx.functions.append(fn)
    return Apart(name, params, staged, of, result)


def _begin_function(
    code: Lowering, name: str, params: tuple[LocalId, ...], staged: dict[LocalId, int], result: Ty = "i32"
) -> tuple[Fn, Lowering]:
    """Makes a function with its parameters bound."""
    ctx = code.ctx
    shapes = [() if param in staged else _arguments(ctx, ctx.game.locals[param].type) for param in params]
    fn = Fn(name, ("i32", *(ty for shape in shapes for ty in shape)), result)
    inner = type(code)(ctx, fn)
    at = 1
    for param, shape in zip(params, shapes, strict=True):
        of = ctx.game.locals[param].type
        numbers = tuple(fn.param(at + i) for i in range(len(shape)))
        inner.env[param] = (
            scratch_values.get(ctx, of, c(staged[param])) if param in staged else _unpack(ctx, of, numbers)
        )
        at += len(shape)
    return fn, inner


def _result(code: Lowering, apart: Apart, values: Iterable[Value]) -> Value:
    ctx, of = code.ctx, apart.of
    ty = _result_type(ctx, of)
    result = code.fn.let(call(apart.name, ty, code.s, *_pass_arguments(code, apart, list(values))))
    if not apart.result:
        if is_piece(of):
            return PieceV(wrap(op2("shr_s", result, c64(32))), wrap(result))
        return _unpack(ctx, of, (result,))
    value = scratch_values.get(ctx, of, c(apart.result))
    if isinstance(value, MaskV) and len(value.words) <= 2 * _MOST_WORDS:
        return code.pin(value)
    return _copy_result(code, of, apart.result)


def _pass_arguments(code: Lowering, apart: Apart, values: list[Value]) -> list[Ir]:
    """Gives the arguments of a call; values that are passed in memory are written there."""
    given: list[Ir] = []
    for param, value in zip(apart.params, values, strict=True):
        of = code.game.locals[param].type
        if param in apart.staged:
            scratch_values.put(code, of, c(apart.staged[param]), value)
        else:
            given += _numbers(code, of, value)
    return given


# ---------------------------------------------------------------- how values are passed


def _can_be_passed(ctx: Context, of: types.Type) -> bool:
    try:
        return wide_size(ctx.game, of) <= _MOST_MEMORY
    except Unsupported:
        return False


def _stage_params(ctx: Context, params: tuple[LocalId, ...]) -> dict[LocalId, int]:
    found = ((param, ctx.game.locals[param].type) for param in params)
    return {param: ctx.memory.space(wide_size(ctx.game, of)) for param, of in found if not _arguments(ctx, of)}


def _arguments(ctx: Context, of: types.Type) -> tuple[Ty, ...]:
    """Gives the types of the arguments that pass a value; none if it is passed in memory."""
    if is_scalar(of):
        return ("i32",)
    if is_piece(of):
        return ("i32", "i32")
    if isinstance(of, types.SetOf) and is_bits(ctx.game, of.of) and words_of(ctx.game, of.of) <= _MOST_WORDS:
        words: list[Ty] = ["i64"] * words_of(ctx.game, of.of)
        return tuple(words)
    return ()


def _numbers(code: Lowering, of: types.Type, value: Value) -> tuple[Ir, ...]:
    match value:
        case Ir():
            return (value,)
        case ZoneV(instance):
            return (instance,)
        case PieceV(zone, kind):
            return zone, kind
        case MaskV() | ListV() if isinstance(of, types.SetOf):
            return code.bits(value, of.of).words
        case _:
            raise AssertionError(f"{type(value).__name__} as {type(of).__name__}")


def _unpack(ctx: Context, of: types.Type, numbers: tuple[Ir, ...]) -> Value:
    if is_piece(of):
        zone, kind = numbers
        return PieceV(zone, kind)
    if isinstance(of, types.SetOf):
        return MaskV(numbers, scale_span(ctx.game, of.of)[0])
    (number,) = numbers
    if isinstance(of, types.Zone) or (isinstance(of, types.Optional) and isinstance(of.of, types.Zone)):
        return ZoneV(number, None, number, isinstance(of, types.Optional))
    return number


def _in_register(ctx: Context, of: types.Type) -> bool:
    """Whether a result is one number, or two in one word."""
    return is_scalar(of) or is_piece(of) or _arguments(ctx, of) == ("i64",)


def _result_type(ctx: Context, of: types.Type) -> Ty:
    return "i64" if _in_register(ctx, of) and not is_scalar(of) else "i32"


def _pack(code: Lowering, of: types.Type, value: Value) -> Ir:
    if isinstance(value, PieceV):
        return (widened(value.zone) << 32) | widened(value.kind)
    (number,) = _numbers(code, of, value)
    return number


def _copy_result(code: Lowering, of: types.Type, source: int) -> Value:
    """Copies a result to memory of the caller: the function may be called again while the result is still needed."""
    fn, at = code.fn, code.scratch(of)
    value = scratch_values.get(code.ctx, of, c(source))
    match of:
        case types.ListOf(inner):
            size = _length(source, scratch_values.size(code.ctx, inner))
        case types.SetOf(inner) if isinstance(value, ListV):
            size = _length(source, scratch_values.size(code.ctx, inner))
        case types.Ranking(inner):
            size = _length(source, 4 + scratch_values.size(code.ctx, inner))
        case types.Pieces():
            size = load("i32", c(source)) + 4
        case _:
            size = c(wide_size(code.game, of))
    fn.copy(at, c(source), size)
    copied = scratch_values.get(code.ctx, of, at)
    return code.pin(copied) if isinstance(copied, PiecesV | MaybeV | MaskV) else _pin_counts(code, copied)


def _length(source: int, step: int) -> Ir:
    return load("i32", c(source)) * step + 4


def _pin_counts(code: Lowering, value: Value) -> Value:
    return evolve(value, count=code.fn.let(value.count)) if isinstance(value, InOrder) else value
