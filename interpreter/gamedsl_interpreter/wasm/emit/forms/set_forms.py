"""Converts sets to another form."""

from __future__ import annotations

from gamedsl.graph.model import types
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir
from gamedsl_interpreter.wasm.emit.emitter import Emitter
from gamedsl_interpreter.wasm.emit.forms import compare
from gamedsl_interpreter.wasm.emit.forms.masks import Builder, MaskV, rescale
from gamedsl_interpreter.wasm.emit.forms.values import ListV, Value, expect, iterate
from gamedsl_interpreter.wasm.emit.planning.type_forms import is_bits


def in_form(code: Emitter, value: Value, of: types.Type) -> MaskV | ListV:
    """Converts a set to the form and the numbering of an element type."""
    match value:
        case MaskV() if is_bits(code.game, of):
            return rescale(code, value, of)
        case MaskV():
            return compare.as_list(code, value)
        case ListV() if is_bits(code.game, of):
            builder = Builder(code, of)
            iterate(code, value, lambda element, _: builder.add(expect(Ir, element)))
            return builder.finish()
        case ListV():
            return value
        case _:
            raise AssertionError(f"{type(value).__name__} is no set")
