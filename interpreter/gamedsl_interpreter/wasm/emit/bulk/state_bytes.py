"""Conditions on bytes of the state, one for each element of a domain: sixteen of them are compared at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gamedsl.graph.analysis.walk import children, free_locals
from gamedsl.graph.bytes.codings import Ordinal, Perhaps, Plain, SlotZone, type_coding, zone_coding
from gamedsl.graph.model import expressions, types
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.game import Dimension
from gamedsl.graph.model.types import LocalId
from gamedsl.values import frozen
from gamedsl_interpreter.plans.spans import scale_span, span
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, c64, const_value, eqz, load, op1, op2, select, wide
from gamedsl_interpreter.wasm.emit.bulk import kept_masks
from gamedsl_interpreter.wasm.emit.bulk.bulk_words import Domain, full, number_for
from gamedsl_interpreter.wasm.emit.forms.masks import Words
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.planning.lane_shapes import zone_kinds
from gamedsl_interpreter.wasm.emit.planning.type_forms import NONE, may_be_none
from gamedsl_interpreter.wasm.emit.tables import constants

_LANES = 16
_FEW = 6
"""The most flags that are tested one by one."""
_NO_VALUE = 254
"""A byte that no value of the state's bytes is compared with."""


@frozen
class Cells:
    """Bytes of the state, one for each element: the place of the first one, and the meaning of each content. `outer`: the player, or other element, to whom these
    bytes of a family belong."""

    formula: Expr
    offset: int
    values: tuple[types.Value, ...]
    outer: Expr | None = None


def of_bytes(code: Lowering, domain: Domain, condition: Expr) -> Words | None:
    """Evaluates a condition on one byte of the state for each element, and possibly on one number that does not depend on the element."""
    cells = _cells(code, domain, condition)
    if cells is None or len(cells.values) > _LANES:
        return None
    alone = _truths(code, domain, cells, condition)
    if alone is not None:
        start = _start(code, domain, cells)
        return code.fn.once(
            (start, domain.size, cells.offset, tuple(alone)),
            (start,),
            lambda: _with_truths(code, domain, cells, start, alone),
        )
    if not isinstance(condition, expressions.Equal):
        return None
    for mine, other in ((condition.left, condition.right), (condition.right, condition.left)):
        if domain.local not in constants.facts(code.ctx, other).locals:
            try:
                numbers = [number_for(code, _of_cell(code, mine, cells, value), mine.type) for value in cells.values]
            except constants.NoConstant:
                continue
            if any(not NONE <= number < _NO_VALUE for number in numbers):
                return None
            number = code.scalar(other)
            if not _is_byte(code, other.type):
                number = code.fn.reuse(number)
                inside = op2("lt_u", number - NONE, c(_NO_VALUE - NONE))
                number = select(inside, number, c(_NO_VALUE))
            return _equal_bytes(code, domain, cells, numbers, number)
    return None


def _start(code: Lowering, domain: Domain, cells: Cells) -> Ir:
    """Gives the address from which `offset` counts."""
    if cells.outer is None:
        return code.s
    return code.scalar(cells.outer) * domain.size + code.s


def _mask_of(code: Lowering, cells: Cells) -> kept_masks.Kept | None:
    match cells.formula:
        case expressions.FieldAt(field, (_,)):
            return kept_masks.mask_of(code.ctx, field)
        case _:
            return None


def _with_truths(code: Lowering, domain: Domain, cells: Cells, start: Ir, truths: list[bool]) -> Words:
    """Gives the elements with a content for which a condition is true."""
    kept = _mask_of(code, cells)
    words = None if kept is None else kept_masks.with_contents(code, kept, truths, full(domain))
    if words is None and domain.size <= _FEW and truths in ([True, False], [False, True]):
        return (_single_flags(code, domain, start, cells.offset, wanted=truths[1]),)
    return words or _vector(code, domain, start, cells.offset, lambda raw: _in_set(raw, truths))


def _single_flags(code: Lowering, domain: Domain, start: Ir, offset: int, *, wanted: bool) -> Ir:
    """Tests flags one by one. A wide load would have to wait for bytes that were written just before, and the flags of players often are."""
    start, found = code.fn.reuse(start), c(0)
    for at in range(domain.size):
        flag = load("u8", start, offset + at)
        found = found | ((flag if wanted else eqz(flag)) << at)
    return code.fn.let(wide(found))


def _is_byte(code: Lowering, of: types.Type) -> bool:
    """Whether all numbers of a type, and the number for none in it, are at least NONE and less than _NO_VALUE."""
    inner = types.plain(of)
    match inner:
        case types.Int(low, high):
            is_far = of is not inner and code.ctx.numbers_below
            return not is_far and low >= NONE and high < _NO_VALUE
        case types.Flag() | types.Enum() | types.Position() | types.Player() | types.Row() | types.Kind():
            return sum(scale_span(code.game, inner)) <= _NO_VALUE
        case _:
            return False


def _of_cell(code: Lowering, expr: Expr, cells: Cells, value: types.Value) -> types.Value:
    """Computes the value of a formula that reads one cell, for a given content of the cell. Raises NoConstant."""
    return constants.Evaluation(code.game, {}, code.ctx.binds, (cells.formula, value)).of(expr)


def _equal_bytes(code: Lowering, domain: Domain, cells: Cells, numbers: list[int], number: Ir) -> Words:
    start = _start(code, domain, cells)

    def words() -> Words:
        pinned = code.fn.reuse(number)
        kept = _mask_of(code, cells)
        if kept is not None and numbers == list(range(numbers[0], numbers[0] + len(numbers))):
            return kept_masks.with_content(code, kept, pinned - numbers[0])
        return _vector(code, domain, start, cells.offset, lambda raw: _equal(raw, numbers, pinned))

    return code.fn.once((start, domain.size, cells.offset, tuple(numbers), number), (start, number), words)


def _cells(code: Lowering, domain: Domain, condition: Expr) -> Cells | None:
    """Gives the only family of bytes that a condition reads at the element; None if it reads no family or several."""
    families: list[Cells] = []
    for part in parts_of(condition):
        match part:
            case expressions.FieldAt(field, (*outer, expressions.Local(local))) if local == domain.local:
                spec, family = code.game.fields[field], code.ctx.record.fields[field]
                coding = type_coding(code.game, spec.type)
                values: list[types.Value]
                match coding:
                    case Perhaps(scale) if coding.codes == "B":
                        values = [None, *(scale.value(i) for i in range(scale.count))]
                    case Ordinal(scale) if coding.codes == "B":
                        values = [scale.value(i) for i in range(scale.count)]
                    case Plain("B") if isinstance(spec.type, types.Int):
                        values = list(range(spec.type.high + 1))
                    case _:
                        return None
                if family.stride != 1 or not _are_of(domain, family.size, spec.dimensions, outer):
                    return None
                families.append(Cells(part, family.offset, tuple(values), *outer))
            case expressions.ZoneAt(zone, (*outer, expressions.Local(local))) if local == domain.local:
                family_spec, family = code.game.zones[zone], code.ctx.record.zones[zone]
                coding = zone_coding(code.game, family_spec)
                if (
                    not isinstance(coding, SlotZone)
                    or coding.codes != "B"
                    or not _are_of(domain, family.size, family_spec.dimensions, outer)
                ):
                    return None
                families.append(Cells(part, family.offset, (None, *zone_kinds(code.game, family_spec)), *outer))
            case expressions.Local(local) if local == domain.local:
                pass
            case _:
                pass
    first = families[0] if families else None
    return first if first is not None and all(cells == first for cells in families) else None


def _are_of(domain: Domain, size: int, dimensions: Sequence[Dimension], outer: Sequence[Expr]) -> bool:
    """Whether the instances of a family stand for the elements of the domain. The family may have a further dimension before; then `outer` is its index, which
    must not depend on the element of the domain and cannot be missing."""
    if domain.low != 0 or len(outer) > 1:
        return False
    if not outer:
        return size == domain.size
    of, (number,) = dimensions[0], outer
    least, most = span(number.type)
    fits = not may_be_none(number.type) and 0 <= least <= most < of.size
    return fits and size == of.size * domain.size and domain.local not in free_locals(number)


def parts_of(expr: Expr) -> list[Expr]:
    """Gives a formula and all formulas inside it."""
    return [expr, *(part for child in children(expr) for part in parts_of(child))]


def _truths(code: Lowering, domain: Domain, cells: Cells, condition: Expr) -> list[bool] | None:
    try:
        return [bool(_of_cell(code, condition, cells, value)) for value in cells.values]
    except constants.NoConstant:
        return None


def _vector(code: Lowering, domain: Domain, start: Ir, offset: int, test: Callable[[Ir], Ir]) -> Words:
    """Tests sixteen bytes at a time; bytes after the last element are masked out."""
    words: list[Ir] = []
    every, start = full(domain), code.fn.reuse(start)
    for w in range(domain.words):
        word = c64(0)
        for part in range(0, min(64, domain.size - 64 * w), _LANES):
            raw = load("v128", start, offset + 64 * w + part)
            bits = wide(op1("bitmask", test(raw), "i32"))
            word = word | (bits << part)
        words.append(code.fn.let(word & every[w]))
    return tuple(words)


def other_bytes(code: Lowering, size: int, offset: int) -> Words:
    """Gives the elements whose byte of the state is not 0."""
    domain = Domain(LocalId(-1), 0, size)
    one = Ir("vconst", "v128", (bytes([1]) * _LANES,))
    return code.fn.once(
        ("not 0", size, offset),
        (),
        lambda: _vector(code, domain, code.s, offset, lambda raw: Ir("v_ge_u", "v128", (raw, one))),
    )


def differing_bytes(code: Lowering, size: int, offset: int, other: int) -> Words:
    """Gives the elements whose byte of the state differs from the byte of working memory at `other`."""
    words: list[Ir] = []
    every = full(Domain(LocalId(-1), 0, size))
    for w in range(-(-size // 64)):
        word = c64(0)
        for at in range(64 * w, min(64 * w + 64, size), _LANES):
            same = Ir("v_eq", "v128", (load("v128", code.s, offset + at), load("v128", c(other), at)))
            word = word | (wide(op1("bitmask", Ir("v_not", "v128", (same,)), "i32")) << (at % 64))
        words.append(code.fn.let(word & every[w]))
    return tuple(words)


def _splat(value: Ir) -> Ir:
    byte = const_value(value)
    return Ir("vconst", "v128", (bytes([byte & 255]) * _LANES,)) if byte is not None else Ir("splat", "v128", (value,))


def _in_set(raw: Ir, holds: Sequence[bool]) -> Ir:
    """Marks the lanes whose byte stands for a value that fulfils the condition."""
    members = [i for i, truth in enumerate(holds) if truth]
    if not members:
        return Ir("vconst", "v128", (bytes(_LANES),))
    if len(members) == 1:
        return Ir("v_eq", "v128", (raw, _splat(c(members[0]))))
    if members == list(range(members[0], len(holds))):
        return Ir("v_ge_u", "v128", (raw, _splat(c(members[0]))))
    table = bytes(255 if i < len(holds) and holds[i] else 0 for i in range(_LANES))
    return Ir("swizzle", "v128", (Ir("vconst", "v128", (table,)), raw))


def _equal(raw: Ir, numbers: list[int], number: Ir) -> Ir:
    """Marks the lanes whose byte stands for a value equal to a number."""
    known = const_value(number)
    if known is not None:
        return _in_set(raw, [value == known for value in numbers])
    if numbers == list(range(len(numbers))):
        return Ir("v_eq", "v128", (raw, _splat(number)))
    if numbers == list(range(NONE, len(numbers) - 1)):
        return Ir("v_eq", "v128", (raw, _splat(number - NONE)))
    table = bytes(numbers[i] & 255 if i < len(numbers) else _NO_VALUE for i in range(_LANES))
    meant = Ir("swizzle", "v128", (Ir("vconst", "v128", (table,)), raw))
    return Ir("v_eq", "v128", (meant, _splat(number)))


def holds_at_nothing(code: Lowering, domain: Domain, condition: Expr) -> bool | None:
    """Whether a condition holds at an element for which it reads no byte; None if that is not known."""
    cells = _cells(code, domain, condition)
    if cells is None:
        return None
    if isinstance(condition, expressions.Equal):
        sides = (condition.left, condition.right)
        if any(side != cells.formula and not may_be_none(side.type) for side in sides):
            return False
    try:
        return bool(constants.Evaluation(code.game, {}, code.ctx.binds, (cells.formula, None)).of(condition))
    except constants.NoConstant:
        return None
