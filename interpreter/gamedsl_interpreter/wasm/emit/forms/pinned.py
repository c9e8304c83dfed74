"""Values with their numbers in locals, so that they can be used several times."""

from __future__ import annotations

from typing import cast

from gamedsl_interpreter.wasm.emit.assembly.ir import Ir
from gamedsl_interpreter.wasm.emit.emitter import Emitter
from gamedsl_interpreter.wasm.emit.forms.lane_values import pin_lanes, pin_zone
from gamedsl_interpreter.wasm.emit.forms.values import (
    BagV,
    LanesV,
    ListV,
    MaskV,
    MaybeV,
    PiecesV,
    PieceV,
    RankV,
    SizedV,
    V,
    Value,
    ZoneV,
)


def pinned(code: Emitter, value: V) -> V:
    """Gives the value with its numbers in locals."""
    return cast("V", _pin(code, value))  # Every value keeps its form.


def _pin(code: Emitter, value: Value) -> Value:
    reuse = code.fn.reuse
    match value:
        case Ir():
            return reuse(value)
        case PieceV(zone, kind):
            return PieceV(reuse(zone), reuse(kind))
        case MaskV(bits, low):
            return MaskV(tuple(reuse(word) for word in bits), low)
        case PiecesV(at, end):
            return PiecesV(reuse(at), reuse(end))
        case ZoneV():
            return pin_zone(code, value)
        case MaybeV(there, inner):
            return MaybeV(reuse(there), pinned(code, inner))
        case LanesV():
            return pin_lanes(code, value)
        case SizedV(count):
            return SizedV(reuse(count))
        case ListV() | BagV() | RankV():
            return value
