"""Settles which pieces lie on top of a pile, where chance has not decided that yet."""

from __future__ import annotations

from functools import partial

from gamedsl.graph.model.statements import Resolve
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, call, ge, lt, op2
from gamedsl_interpreter.wasm.emit.chance.streams import stream_at, write_draw
from gamedsl_interpreter.wasm.emit.forms.pieces import ZoneV
from gamedsl_interpreter.wasm.emit.formulas import places
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.piles import working
from gamedsl_interpreter.wasm.emit.planning.pile_forms import PileForm


def resolve(code: Lowering, event: Resolve) -> None:
    """Writes the function of a node that settles the top pieces of a pile."""
    fn = code.fn
    zone = code.pin(code.zone(event.zone))
    if zone.maybe:
        with fn.when(lt(zone.instance, c(0))):
            fn.ret(c(0))
    if event.number is None:
        depth = c(-1)
    else:
        number = fn.reuse(code.scalar(event.number))
        depth = fn.reuse(op2("and", number, op2("sub", c(0), ge(number, c(0)))))
    form = None if zone.family is None else code.ctx.record.piles.get(zone.family)
    if form is not None and write_draw(code, partial(_in_working_form, code, form, zone, depth)):
        return
    fn.ret(call("resolve", "i32", code.s, stream_at(code), zone.instance, depth))


def _in_working_form(code: Lowering, form: PileForm, zone: ZoneV, depth: Ir) -> None:
    pile, extra = places.zone_address(code, zone), places.pile_extra(code, zone)
    code.fn.drop(call(working.resolver(code.ctx, form), "i32", pile, extra, depth, stream_at(code)))
