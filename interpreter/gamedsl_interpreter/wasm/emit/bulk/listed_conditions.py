"""Applies a condition over a whole domain to a collection of its elements: for any, for all, or for which does it hold?"""

from __future__ import annotations

from gamedsl.graph.model import expressions, shapes, types
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.types import LocalId
from gamedsl_interpreter.plans.sources import is_distinct
from gamedsl_interpreter.plans.spans import scale_span
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c64, eqz
from gamedsl_interpreter.wasm.emit.bulk import state_bytes
from gamedsl_interpreter.wasm.emit.bulk.bulk_conditions import holding, matching
from gamedsl_interpreter.wasm.emit.forms.masks import MaskV
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.planning.type_forms import words_of
from gamedsl_interpreter.wasm.emit.tables import constants, tabulated


def quantify(code: Lowering, source: Expr, local: LocalId, body: Expr, *, wanted: bool) -> Ir | None:
    """Tests whether the condition holds for any element (`wanted`) or for all; None if it cannot be evaluated for all at once."""
    deciding = body if wanted else expressions.Not(body, types.FLAG)
    mask = (
        matching(code, source, local, deciding)
        if isinstance(source.type, types.SetOf)
        else _find_matching(code, source, local, deciding)
    )
    if mask is None:
        return None
    return mask.some(code) if wanted else eqz(mask.some(code))


def filter_list(code: Lowering, source: Expr) -> MaskV | None:
    """Gives the elements of a list, filtered by a condition, as bits; None for other lists, and for those that may have an element twice."""
    match source:
        case expressions.Filter(inner, local, condition) if isinstance(source.type, types.ListOf):
            return _find_matching(code, inner, local, condition) if is_distinct(code.game, inner) else None
        case _:
            return None


def _find_matching(code: Lowering, source: Expr, local: LocalId, condition: Expr) -> MaskV | None:
    """Gives the elements of a list for which the condition holds. The list must be constant, depend on few locals, or consist of the players."""
    of = source.type.of if isinstance(source.type, types.ListOf) else types.UNKNOWN
    of = types.plain(of)
    if not isinstance(of, types.Position | types.Enum | types.Player | types.Row):
        return None
    mask = holding(code, of, local, condition)
    among = None if mask is None else _elements(code, source, of)
    if mask is None or among is None:
        return None
    words = tuple(a & b for a, b in zip(among.words, mask.words, strict=True))
    return MaskV(tuple(code.fn.reuse(word) for word in words), among.low)


def _elements(code: Lowering, source: Expr, of: types.Type) -> MaskV | None:
    """Gives the elements of a list that never contains none, as bits."""
    low, size = scale_span(code.game, of)
    match source:
        case expressions.Const(value):
            items = shapes.parts(value)
            if None in items:
                return None
            bits = sum(1 << shapes.number(item) - low for item in set(items))
            return MaskV(tuple(c64(bits >> 64 * w) for w in range(words_of(code.game, of))), low)
        case expressions.Seats(_, playing):
            seated, out = c64((1 << size) - 1), code.game.builtins.out
            if not playing or out is None:
                return MaskV((seated,), low)
            (gone,) = state_bytes.other_bytes(code, size, code.ctx.record.fields[out].offset)
            return MaskV((gone ^ seated,), low)
        case _:
            return tabulated.distinct_mask(code, source, of) if constants.facts(code.ctx, source).is_static else None
