"""Emits assignments to locals and fields, resets, and awards."""

from __future__ import annotations

from typing import cast

from gamedsl.graph.bytes.codec import encode_cell
from gamedsl.graph.model import statements as s
from gamedsl.graph.model import types
from gamedsl.graph.model.game import FieldSpec
from gamedsl.graph.model.layout import Cell
from gamedsl_interpreter.plans.spans import span
from gamedsl_interpreter.wasm.emit.assembly.function import Fn
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, c64, eq, eqz, ge, le, lt, op2
from gamedsl_interpreter.wasm.emit.bulk import kept_masks
from gamedsl_interpreter.wasm.emit.forms import state_access
from gamedsl_interpreter.wasm.emit.forms.bags import BagV
from gamedsl_interpreter.wasm.emit.forms.values import InOrder, ListV, RankV, Value, expect
from gamedsl_interpreter.wasm.emit.formulas import places
from gamedsl_interpreter.wasm.emit.formulas.places import family_index
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.telling import telling

_SMALL = 8
"""The most bytes that are written as constants; more are copied from a table."""


def set_local(code: Lowering, local: types.LocalId, value: Value) -> None:
    """Writes a local. Numbers and pieces also stay in locals of the function."""
    pinned = code.pin(value)
    code.keep(local, pinned)
    match pinned:
        case InOrder():
            code.env.pop(local, None)
        case _:
            if state_access.is_small(pinned):
                code.env[local] = pinned
            else:
                code.env.pop(local, None)


def set_field(code: Lowering, effect: s.SetField) -> None:
    """Assigns to a field. Fault E_BOUND outside its range."""
    spec = code.game.fields[effect.field]
    flat, _ = places.flat_index(code, effect.index, family_index(spec), effect.site)
    flat = code.fn.reuse(flat)
    value = code.pin(code.value(effect.value))
    store(code, effect.field, flat, value, effect.value.type, effect.site)


def store(code: Lowering, field: types.FieldId, flat: Ir, value: Value, of: types.Type, site: types.SiteId) -> None:
    """Assigns a value to an instance of a field. Fault E_BOUND outside its range."""
    spec = code.game.fields[field]
    match value, spec.type:
        case Ir(), _:
            _in_bounds(code, value, of, spec.type, site)
        case ListV(), types.ListOf(_, most) if not isinstance(of, types.ListOf) or of.most > most:
            code.check(le(value.count, c(most)), "E_BOUND", site)
        case BagV(), types.Bag(types.Int(), _) if of != spec.type:
            _check_bag(code, value, spec.type, site)
        case _:
            pass

    def put() -> None:
        at = places.field_address(code, field, flat)
        at = at if state_access.is_single(spec.type) else code.fn.reuse(at)
        kept_masks.move_bit(code, field, flat, at, lambda to: state_access.put(code, spec.type, to, value))

    if code.ctx.tells:
        telling.field(code, spec, flat, put)
    else:
        put()


def _check_bag(code: Lowering, value: BagV, wanted: types.Bag, site: types.SiteId) -> None:
    """Checks that a bag of numbers contains only allowed numbers, and not too many."""
    assert isinstance(wanted.of, types.Int)
    fn, total = code.fn, code.fn.let_var(c(0))
    with fn.count(c(0), c(value.size)) as i:
        number = fn.let(value.get(i))
        fn.set(total, total + number)
        inside = op2("le_u", i + (value.low - wanted.of.low), c(wanted.of.high - wanted.of.low))
        code.check(inside | eqz(number), "E_BOUND", site)
    code.check(le(total, c(wanted.most)), "E_BOUND", site)


def _in_bounds(code: Lowering, value: Ir, of: types.Type, wanted: types.Type, site: types.SiteId) -> None:
    match wanted:
        case types.Int(least, most):
            code.in_range(value, of, least, most, "E_BOUND", site)
        case types.Optional(types.Int(least, most)):
            first, last = span(of)
            if first < least or last > most:
                inside = op2("le_u", value - least, c(most - least))
                code.check(places.is_none(code, value, wanted) | inside, "E_BOUND", site)
        case _:
            pass


def reset(code: Lowering, effect: s.ResetFields) -> None:
    """Gives fields their start values: all instances, or those of one owner."""
    owner = None if effect.owner is None else code.fn.reuse(code.scalar(effect.owner))
    for field in effect.fields:
        spec, family = code.game.fields[field], code.ctx.record.fields[field]
        cell = Cell("field", spec.base, 0, family.stride, spec.type)
        data = b"".join(encode_cell(cell, value, code.game) for value in spec.start)
        if code.ctx.tells:
            _reset_one_by_one(code, spec, data, owner)
            continue
        if owner is None or not spec.dimensions:
            _write_bytes(code.fn, code.s + family.offset, data, code)
            kept_masks.fill(code, field)
            continue
        inner = len(data) // spec.dimensions[0].size
        parts = {data[i : i + inner] for i in range(0, len(data), inner)}
        at = code.s + owner * inner + family.offset
        if len(parts) == 1 and inner <= _SMALL:
            _write_bytes(code.fn, at, parts.pop(), code)
        else:
            code.fn.copy(at, owner * inner + code.ctx.memory.table(data), c(inner))


def _reset_one_by_one(code: Lowering, spec: FieldSpec, data: bytes, owner: Ir | None) -> None:
    """Resets the instances of a family one by one, in a module that tells which fields change."""
    fn, size = code.fn, len(spec.start)
    stride = len(data) // size
    inner = size // spec.dimensions[0].size if spec.dimensions else 1
    first = c(0) if owner is None or not spec.dimensions else fn.let(owner * inner)
    count = size if owner is None or not spec.dimensions else inner
    table, family = code.ctx.memory.table(data), code.ctx.record.fields[code.game.fields.index(spec)]
    with fn.count(first, first + count) as i:

        def put() -> None:
            from_start = fn.let(i * stride)
            fn.copy(code.s + from_start + family.offset, from_start + table, c(stride))

        telling.field(code, spec, i, put)


def _write_bytes(fn: Fn, at: Ir, data: bytes, code: Lowering) -> None:
    if len(data) > _SMALL:
        if any(data):
            fn.copy(at, c(code.ctx.memory.table(data)), c(len(data)))
        else:
            fn.fill(at, c(len(data)))
        return
    done = 0
    for kind, width in (("i64", 8), ("32", 4), ("16", 2), ("8", 1)):
        while len(data) - done >= width:
            number = int.from_bytes(data[done : done + width], "little")
            fn.store(kind, at, c64(number) if kind == "i64" else c(number), done)
            done += width


def award(code: Lowering, effect: s.Award) -> None:
    """Adds prizes to a field of the players, by their ranking. Players of equal rank share, as the effect says."""
    fn = code.fn
    prizes = cast(ListV, code.value(effect.prizes))
    groups = cast(RankV, code.value(effect.ranking))
    total, count = fn.reuse(groups.count), fn.reuse(prizes.count)
    first = fn.let_var(c(0))
    with fn.until(ge(first, total)):
        end, amount = fn.let_var(first), fn.let_var(c(0))
        with fn.block() as closed, fn.loop() as more:
            with fn.when(lt(end, count) & eq(end, first) if effect.share == "one" else lt(end, count)):
                fn.set(amount, amount + expect(Ir, prizes.get(end)))
            fn.set(end, end + 1)
            fn.br_if(closed, ge(end, total))
            fn.br_if(closed, groups.begins(end))
            fn.br(more)
        size = fn.let(end - first)
        share, rest = fn.let(op2("div_s", amount, size)), fn.let(op2("rem_s", amount, size))
        share = fn.let(share + op2("gt_s", rest, c(0)) if effect.rounding == "up" else share - lt(rest, c(0)))
        with fn.count(first, end) as i:
            player = fn.let(expect(Ir, groups.get(i)))
            of = code.game.fields[effect.field].type
            old = expect(Ir, state_access.get(code, of, places.field_address(code, effect.field, player)))
            store(code, effect.field, player, fn.let(old + share), types.Int(-(1 << 30), 1 << 30), effect.site)
        fn.set(first, end)
