"""Computes sums over all places of a board together, a vector at a time, if they differ only in the table that they read. The numbers of a digest are an example.

Each place has a row of constants for each content of its byte in the state, with one number for each of the sums. Sums over single bytes are kept with the bytes
that they belong to: the next time, only the rows of places that differ are subtracted and added. Whether rules have changed the bytes since then, or taken a change
back after trying it, makes no difference.
"""

from __future__ import annotations

from collections.abc import Iterator
from struct import pack

from gamedsl.graph.bytes.codings import Counted, CountZone, Ordinal, Perhaps, Plain, SlotZone, type_coding, zone_coding
from gamedsl.graph.model import expressions, shapes, types
from gamedsl.graph.model.expressions import Expr
from gamedsl.values import frozen
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, Ty, c, load
from gamedsl_interpreter.wasm.emit.bulk import state_bytes
from gamedsl_interpreter.wasm.emit.context import Context
from gamedsl_interpreter.wasm.emit.forms.masks import MaskV
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.planning.lane_shapes import zone_kinds
from gamedsl_interpreter.wasm.emit.planning.records import Family
from gamedsl_interpreter.wasm.emit.tables import constants

_FEWEST, _MOST = 3, 8
"""The least and the greatest number of sums that are computed together."""
_V128: Ty = "v128"
_LANES = 4
_MOST_PLACES = 512
_MOST_BYTES = 1 << 15
"""The most bytes of the rows of constants."""


@frozen
class Part:
    """A sum over the numbers of all places, with its input at each place: a byte with these values, or a count of these kinds."""

    cell: Expr
    family: Family
    values: tuple[types.Value, ...]
    kinds: tuple[int, ...]
    fold: expressions.Fold

    @property
    def key(self) -> tuple[str, int]:
        """Identifies the iterated places and the input: sums with equal keys can be computed together."""
        match self.cell:
            case expressions.FieldAt(field):
                return "field", field
            case expressions.ZoneAt(zone):
                return "zone", zone
            case _:
                raise AssertionError("a part reads a field or a zone")


def joint(code: Lowering, expr: expressions.Fold) -> Ir | None:
    """Gives the sum, if it is one of several that are computed together."""
    part = _part(code.ctx, expr)
    if part is None:
        return None
    every = _groups(code.ctx).get(part.key, ())
    if not _FEWEST <= len(every) <= _MOST or expr not in [other.fold for other in every]:
        return None
    place = next(i for i, other in enumerate(every) if other.fold == expr)
    rows = _rows(code.ctx, every)
    if rows is None:
        return None
    return code.fn.once(("sums", *part.key), (), lambda: _compute(code, every, rows))[place]


class _Groups(dict[tuple[str, int], tuple[Part, ...]]):
    """Sums that are computed together, by their input."""

    is_complete: bool = False


def _groups(ctx: Context) -> _Groups:
    """Collects the sums without conditions in all functions, by key."""
    groups = ctx.memo(_Groups)
    if not groups.is_complete:
        groups.is_complete = True
        for spec in ctx.game.functions:
            for fold in _terms(spec.body):
                part = _part(ctx, fold)
                if part is not None and part.fold not in [other.fold for other in groups.get(part.key, ())]:
                    groups[part.key] = (*groups.get(part.key, ()), part)
    return groups


def _terms(expr: Expr) -> Iterator[expressions.Fold]:
    match expr:
        case expressions.Arithmetic("+", left, right):
            yield from _terms(left)
            yield from _terms(right)
        case expressions.Fold("sum"):
            yield expr
        case _:
            pass


def _part(ctx: Context, expr: expressions.Fold) -> Part | None:
    """Gives the iterated places and the input of a sum of constants that depend on one byte of each place; None for other sums."""
    every = expr.source.value if isinstance(expr.source, expressions.Const) else None
    size = len(every) if isinstance(every, tuple) else 0
    if expr.op != "sum" or not 0 < size <= _MOST_PLACES or every != tuple(range(size)):
        return None
    inner = expr.body
    if isinstance(inner, expressions.Fold) and inner.op == "sum":
        match inner.source, inner.body:
            case (
                expressions.Contents(expressions.ZoneAt(_, (expressions.Local(at),)) as zone),
                expressions.Lookup(_, (expressions.Local(other), expressions.KindOf(expressions.Local(piece)))),
            ) if at == other == expr.local and piece == inner.local:
                return _zone_part(ctx, expr, zone, size)
            case _:
                return None
    fields = {part for part in state_bytes.parts_of(inner) if isinstance(part, expressions.FieldAt)}
    if len(fields) != 1 or any(part for part in state_bytes.parts_of(inner) if isinstance(part, expressions.ZoneAt)):
        return None
    (cell,) = fields
    if len(cell.index) != 1 or not isinstance(cell.index[0], expressions.Local) or cell.index[0].id != expr.local:
        return None
    return _field_part(ctx, expr, cell, size)


def _field_part(ctx: Context, fold: expressions.Fold, cell: expressions.FieldAt, size: int) -> Part | None:
    family, of = ctx.record.fields[cell.field], ctx.game.fields[cell.field].type
    coding = type_coding(ctx.game, of)
    if family.stride != 1 or family.size != size or coding.codes != "B":
        return None
    match coding:
        case Perhaps(scale):
            return Part(cell, family, (None, *(scale.value(i) for i in range(scale.count))), (), fold)
        case Ordinal(scale):
            return Part(cell, family, tuple(scale.value(i) for i in range(scale.count)), (), fold)
        case Plain() if isinstance(of, types.Int):
            return Part(cell, family, tuple(range(of.high + 1)), (), fold)
        case _:
            return None


def _zone_part(ctx: Context, fold: expressions.Fold, zone: expressions.ZoneAt, size: int) -> Part | None:
    family, spec = ctx.record.zones[zone.zone], ctx.game.zones[zone.zone]
    if family.size != size:
        return None
    kinds = zone_kinds(ctx.game, spec)
    match zone_coding(ctx.game, spec):
        case SlotZone() as coding if coding.codes == "B" and family.stride == 1:
            return Part(zone, family, (None, *kinds), (), fold)
        case CountZone(Counted(_, "B")) if family.stride == len(kinds) and len(kinds) <= _LANES:
            return Part(zone, family, (), kinds, fold)
        case _:
            return None


# ---------------------------------------------------------------- rows of constants


class _Rows(dict[tuple[str, int], "list[list[int]] | None"]):
    """The rows of sums that are computed together, by their input."""


def _rows(ctx: Context, every: tuple[Part, ...]) -> list[list[int]] | None:
    """Gives the summands of all sums, for each place and each content; None if a summand is not known while emitting. The rows are shared by all these sums."""
    known = ctx.memo(_Rows)
    if every[0].key not in known:
        known[every[0].key] = _evaluate_rows(ctx, every)
    return known[every[0].key]


def _evaluate_rows(ctx: Context, every: tuple[Part, ...]) -> list[list[int]] | None:
    first = every[0]
    contents = first.kinds or first.values
    if len(contents) * first.family.size * _width(every) > _MOST_BYTES:
        return None
    try:
        return [
            [_number(ctx, part, place, content) for part in every]
            for place in range(first.family.size)
            for content in contents
        ]
    except constants.NoConstant:
        return None


def _width(every: tuple[Part, ...]) -> int:
    """Gives the bytes of a row."""
    return 16 * -(-len(every) // _LANES)


def _number(ctx: Context, part: Part, place: int, content: types.Value) -> int:
    fold, inner = part.fold, part.fold.body
    if isinstance(inner, expressions.Fold) and isinstance(inner.body, expressions.Lookup):
        if content is None:
            return 0
        table = ctx.game.tables[inner.body.table]
        at, kind = place - table.lows[0], shapes.number(content) - table.lows[1]
        if not (0 <= at < table.sizes[0] and 0 <= kind < table.sizes[1]):
            raise constants.NoConstant
        return shapes.number(table.values[at * table.sizes[1] + kind])
    return shapes.number(constants.Evaluation(ctx.game, {fold.local: place}, {}, (part.cell, content)).of(inner))


# ---------------------------------------------------------------- code


def _compute(code: Lowering, every: tuple[Part, ...], rows: list[list[int]]) -> list[Ir]:

    fn, width = code.fn, _width(every)
    data = b"".join(pack(f"<{len(row)}i", *row).ljust(width, b"\0") for row in rows)
    table = code.ctx.memory.table(data, 16)
    compute = _multiply_counts if every[0].kinds else _update_sums
    sums = compute(code, every[0], table, width)
    starts = [0] * len(every) if every[0].kinds else _empty_sums(every[0], rows)
    return [fn.let(load("i32", c(sums), 4 * i) + start) for i, start in enumerate(starts)]


def _empty_sums(part: Part, rows: list[list[int]]) -> list[int]:
    """Gives the sums while every byte is 0, as signed words."""
    found = [sum(numbers) for numbers in zip(*rows[:: len(part.values)], strict=True)]
    return [(number + (1 << 31)) % (1 << 32) - (1 << 31) for number in found]


def _multiply_counts(code: Lowering, part: Part, table: int, width: int) -> int:
    """Adds the rows of all kinds at all places, each as often as its count says. Gives the address of the sums."""
    fn, sums = code.fn, code.ctx.memory.space(width, 16)
    totals = [fn.let_var(Ir("vconst", _V128, (bytes(16),))) for _ in range(width // 16)]
    with fn.count(c(0), c(part.family.size * len(part.kinds))) as i:
        number = Ir("splat32", _V128, (load("u8", code.s + i, part.family.offset),))
        at = fn.let(i * width)
        for w, total in enumerate(totals):
            row = Ir("v_mul32", _V128, (load("v128", at, table + 16 * w), number))
            fn.set(total, Ir("v_add32", _V128, (total, row)))
    _keep(code, sums, totals)
    return sums


def _update_sums(code: Lowering, part: Part, table: int, width: int) -> int:
    """Exchanges the rows of places whose byte differs from the last time. Gives the address of the differences from the sums of empty places."""
    fn, size, contents, offset = code.fn, part.family.size, len(part.values), part.family.offset
    key = ("sums", *part.key)
    kept = code.ctx.memo(_Kept)
    if key not in kept:
        kept[key] = code.ctx.memory.space(-(-size // 16) * 16, 16), code.ctx.memory.space(width, 16)
    seen, sums = kept[key]
    totals = [fn.let_var(load("v128", c(sums), 16 * w)) for w in range(width // 16)]

    def exchange(i: Ir) -> None:
        first = fn.let(i * contents)
        old, new = (
            fn.let((first + content) * width) for content in (load("u8", i, seen), load("u8", code.s + i, offset))
        )
        for w, total in enumerate(totals):
            less = Ir("v_sub32", _V128, (total, load("v128", old, table + 16 * w)))
            fn.set(total, Ir("v_add32", _V128, (less, load("v128", new, table + 16 * w))))

    MaskV(state_bytes.differing_bytes(code, size, offset, seen), 0).each_bit(code, exchange)
    # Nothing between here and the end can stop the module, so the sums and their bytes always belong together.
    _keep(code, sums, totals)
    for at in range(0, size, 16):
        fn.store("v128", c(seen), load("v128", code.s, offset + at), at)
    return sums


class _Kept(dict[tuple[str, str, int], tuple[int, int]]):
    """The addresses of the bytes of the last time, and of their sums."""


def _keep(code: Lowering, sums: int, totals: list[Ir]) -> None:
    for number, total in enumerate(totals):
        code.fn.store("v128", c(sums), total, 16 * number)
