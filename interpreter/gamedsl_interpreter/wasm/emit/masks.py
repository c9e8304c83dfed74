"""Conditions over a whole domain at once: the elements for which a condition holds, as bits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamedsl.graph.expr import Expr
from gamedsl.graph.types import LocalId
from gamedsl_interpreter.wasm.emit.ir import Ir
from gamedsl_interpreter.wasm.emit.values import MaskV

if TYPE_CHECKING:
    from gamedsl_interpreter.wasm.emit.lowering import Lowering


def matching(low: Lowering, source: Expr, local: LocalId, condition: Expr) -> MaskV | None:
    """The elements of a set for which the condition holds, if that can be had at once."""
    return None


def quantified(low: Lowering, source: Expr, local: LocalId, body: Expr, *, wanted: bool) -> Ir | None:
    """Whether the condition holds for any (`wanted`) or for all elements, if that can be had at once."""
    return None
