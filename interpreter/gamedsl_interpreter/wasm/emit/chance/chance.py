"""Turns chance nodes into functions. Such a function draws the outcome, applies an outcome that is given, or reports that the outcome is open.

`CHANCE_MODE` says which: 0 does nothing if more than one outcome is possible (and returns 1), 1 draws from the stream, 2 takes the outcome at GIVEN.
"""

from __future__ import annotations

from functools import partial
from typing import assert_never

from gamedsl.graph.model.nodes import ChanceNode
from gamedsl.graph.model.statements import Draw, Resolve, Roll
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, call, ge, lt
from gamedsl_interpreter.wasm.emit.chance.draws import draw
from gamedsl_interpreter.wasm.emit.chance.rolls import roll
from gamedsl_interpreter.wasm.emit.chance.streams import stream_at, write_draw
from gamedsl_interpreter.wasm.emit.forms.pieces import ZoneV
from gamedsl_interpreter.wasm.emit.formulas import places
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.piles import working
from gamedsl_interpreter.wasm.emit.planning.pile_forms import PileForm


def node(code: Lowering, number: int, event: ChanceNode) -> None:
    """Writes the function of a chance node. It returns 1 if the outcome is open and nothing was done, else 0."""
    code.ctx.cells.is_open.store(code.fn, c(0))
    match event.event:
        case Draw():
            draw(code, event.event)
        case Resolve():
            resolve(code, event.event)
        case Roll():
            roll(code, number, event.event)
        case _:
            assert_never(event.event)


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
        depth = fn.reuse(number & (c(0) - ge(number, c(0))))
    form = None if zone.family is None else code.ctx.record.piles.get(zone.family)
    if form is not None and write_draw(code, partial(_in_working_form, code, form, zone, depth)):
        return
    fn.ret(call("resolve", "i32", code.s, stream_at(code), zone.instance, depth))


def _in_working_form(code: Lowering, form: PileForm, zone: ZoneV, depth: Ir) -> None:
    pile, extra = places.zone_address(code, zone), places.pile_extra(code, zone)
    code.fn.drop(call(working.resolver(code.ctx, form), "i32", pile, extra, depth, stream_at(code)))
