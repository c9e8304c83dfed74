"""Converts sets to another form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamedsl.graph.model import types
from gamedsl_interpreter.wasm.emit.assembly.ir import (
    Ir,
)
from gamedsl_interpreter.wasm.emit.collections import (
    elements,
)
from gamedsl_interpreter.wasm.emit.collections.masks import Builder, rescaled
from gamedsl_interpreter.wasm.emit.memory.context import is_bits
from gamedsl_interpreter.wasm.emit.values import compare
from gamedsl_interpreter.wasm.emit.values.values import ListV, MaskV, Value, expect

if TYPE_CHECKING:
    from gamedsl_interpreter.wasm.emit.values.lowering import Lowering


def in_form(code: Lowering, value: Value, of: types.Type) -> MaskV | ListV:
    """Converts a set to the form and the numbering of an element type."""
    match value:
        case MaskV() if is_bits(code.game, of):
            return rescaled(code, value, of)
        case MaskV():
            return compare.as_list(code, value)
        case ListV() if is_bits(code.game, of):
            builder = Builder(code, of)
            elements.of_value(code, value, lambda element, _: builder.add(expect(Ir, element)))
            return builder.made()
        case ListV():
            return value
        case _:
            raise AssertionError(f"{type(value).__name__} is no set")
