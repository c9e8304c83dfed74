"""Conditions over a whole domain at once: the elements for which a condition holds, as bits.

A condition over one element is taken apart: what depends on nothing but the element is a constant; what compares something constant of the element with
a number is a row of a table; what compares a byte of the state that belongs to the element (a field, a slot) is compared for sixteen elements at
once. What the condition computes must not be able to fail, since it is computed where the reference executor would not look.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, cast

from attrs import frozen

from gamedsl.graph.analysis.walk import children, free_locals, substituted
from gamedsl.graph.bytes.codings import Ordinal, Perhaps, Plain, SlotZone, type_coding, zone_coding
from gamedsl.graph.model import expressions, types
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.types import LocalId
from gamedsl_interpreter.plans.spans import scale_span
from gamedsl_interpreter.wasm.emit.assembly.ir import (
    Ir,
    add,
    c,
    c64,
    const_value,
    eqz,
    load,
    mul,
    op1,
    op2,
    select,
    sub,
    wide,
)
from gamedsl_interpreter.wasm.emit.memory.context import is_bits, zone_kinds
from gamedsl_interpreter.wasm.emit.values.values import NONE, MaskV

if TYPE_CHECKING:
    from gamedsl_interpreter.wasm.emit.values.lowering import Lowering

_LANES = 16
_MOST_GROUPS = 24
"""Most different shapes of lines that are tested by shifting."""

Words = tuple[Ir, ...]


_MOST_INLINED = 400
"""Functions of the Game that are larger are not looked into."""


@frozen
class Domain:
    """The elements `low` to `low + size - 1` that the local stands for."""

    local: LocalId
    low: int
    size: int

    @property
    def words(self) -> int:
        return max(1, -(-self.size // 64))

    @property
    def every(self) -> range:
        return range(self.low, self.low + self.size)


def matching(code: Lowering, source: Expr, local: LocalId, condition: Expr) -> MaskV | None:
    """The elements of a set for which the condition holds, if that can be had at once."""
    if not isinstance(source.type, types.SetOf) or not is_bits(code.game, source.type.of):
        return None
    found = _holding(code, source.type.of, local, condition)
    if found is None:
        return None
    among = code.mask(source)
    if len(among.words) != len(found.words) or among.low != found.low:
        return None
    return MaskV(
        tuple(code.fn.reuse(op2("and", a, b)) for a, b in zip(among.words, found.words, strict=True)), among.low
    )


def _holding(code: Lowering, of: types.Type, local: LocalId, condition: Expr) -> MaskV | None:
    first, size = scale_span(code.game, of)
    if size > 512:
        return None
    domain = Domain(local, first, size)
    condition = inlined(code, condition)
    if not code.ctx.analysis.totality.is_total(condition):
        return None
    with code.fn.aside() as stmts:
        found = _words(code, domain, condition)
    if found is None:
        return None
    code.fn.splice(stmts)
    return MaskV(found, first)


def quantified(code: Lowering, source: Expr, local: LocalId, body: Expr, *, wanted: bool) -> Ir | None:
    """Whether the condition holds for any (`wanted`) or for all elements, if that can be had at once."""
    if wanted and isinstance(source, expressions.Const) and isinstance(body, expressions.Fold):
        return _any_line(code, source, local, body)
    if not isinstance(source.type, types.SetOf):
        return None
    found = matching(code, source, local, body if wanted else expressions.Not(body, types.FLAG))
    if found is None:
        return None
    some = c(0)
    for word in found.words:
        some = op2("or", some, op2("ne", word, c64(0)))
    return some if wanted else eqz(some)


# ---------------------------------------------------------------- lines


def _any_line(code: Lowering, source: expressions.Const, local: LocalId, body: expressions.Fold) -> Ir | None:
    """Whether a condition holds on all places of one of some constant lines: lines of one shape are tested together, by shifting."""
    inner = source.type.of if isinstance(source.type, types.ListOf) else None
    if (
        body.op != "all"
        or body.source != expressions.Local(local, body.source.type)
        or not isinstance(inner, types.ListOf | types.SetOf)
    ):
        return None
    if local in free_locals(body.body) or scale_span_safe(code, inner.of) > 64:
        return None
    lines = cast(tuple[tuple[int, ...], ...], source.value)
    shapes: dict[tuple[int, ...], int] = {}
    for line in lines:
        start = min(line)
        shape = tuple(sorted(place - start for place in set(line)))
        shapes[shape] = shapes.get(shape, 0) | 1 << start
    if len(shapes) > _MOST_GROUPS:
        return None
    found = _holding(code, inner.of, body.local, body.body)
    if found is None or found.low != 0:
        return None
    word, some = code.fn.let(found.words[0]), c64(0)
    for shape, starts in shapes.items():
        together = c64(starts)
        for shift in shape:
            together = op2("and", op2("shr_u", word, c64(shift)), together)
        some = op2("or", some, together)
    return op2("ne", some, c64(0))


def scale_span_safe(code: Lowering, of: types.Type) -> int:
    """How many numbers the elements of a line can be; many where they are no numbers."""
    return (
        scale_span(code.game, of)[1]
        if isinstance(of, types.Position | types.Enum | types.Player | types.Row)
        else 1 << 30
    )


# ---------------------------------------------------------------- taking conditions apart


def _words(code: Lowering, domain: Domain, condition: Expr) -> Words | None:
    """The words of the elements for which a condition holds."""
    if domain.local not in free_locals(condition):
        holds = code.fn.reuse(code.scalar(condition))
        full = _bits(domain, lambda _: True)
        return tuple(select(holds, word, c64(0)) for word in full)
    constant = _constant(code, domain, condition)
    if constant is not None:
        return constant
    match condition:
        case expressions.Not(operand):
            inner = _words(code, domain, operand)
            return (
                None
                if inner is None
                else tuple(op2("xor", a, b) for a, b in zip(inner, _bits(domain, lambda _: True), strict=True))
            )
        case expressions.And(left, right):
            return _both(code, domain, left, right, "and")
        case expressions.Or(left, right):
            return _both(code, domain, left, right, "or")
        case expressions.Equal(left, right):
            return (
                _compared(code, domain, left, right)
                or _compared(code, domain, right, left)
                or _bytes(code, domain, condition)
            )
        case _:
            return _bytes(code, domain, condition)


def _both(code: Lowering, domain: Domain, left: Expr, right: Expr, op: str) -> Words | None:
    one = _words(code, domain, left)
    other = None if one is None else _words(code, domain, right)
    return None if one is None or other is None else tuple(op2(op, a, b) for a, b in zip(one, other, strict=True))


def _bits(domain: Domain, holds: Callable[[int], bool]) -> Words:
    bits = sum(1 << value - domain.low for value in domain.every if holds(value))
    return tuple(c64(bits >> 64 * i) for i in range(domain.words))


def _constant(code: Lowering, domain: Domain, condition: Expr) -> Words | None:
    try:
        return _bits(domain, lambda value: bool(static(code, condition, {domain.local: value})))
    except _Dynamic:
        return None


def _compared(code: Lowering, domain: Domain, mine: Expr, other: Expr) -> Words | None:
    """Something constant of the element compared with a number that does not depend on it: a row of a table of masks."""
    if domain.local in free_locals(other):
        return None
    try:
        values = {value: _number(code, static(code, mine, {domain.local: value})) for value in domain.every}
    except _Dynamic:
        return None
    least, most = min(values.values()), max(values.values())
    if most - least > 255:
        return None
    rows = [
        sum(1 << value - domain.low for value, found in values.items() if found == number)
        for number in range(least, most + 1)
    ]
    table = code.ctx.memory.longs([row >> 64 * w & (1 << 64) - 1 for row in rows for w in range(domain.words)])
    index = code.fn.reuse(sub(code.scalar(other), c(least)))
    inside = code.fn.reuse(op2("lt_u", index, c(len(rows))))
    at = code.fn.reuse(mul(select(inside, index, c(0)), c(8 * domain.words)))
    return tuple(select(inside, load("i64", at, table + 8 * w), c64(0)) for w in range(domain.words))


# ---------------------------------------------------------------- bytes of the state


def _once(code: Lowering, key: object, words: Callable[[], Words]) -> Words:
    """Words that depend on the state alone, computed at the beginning of a function that changes nothing."""
    if code.hoisted is None:
        return words()
    if key not in code.hoisted:
        with code.fn.aside() as stmts:
            code.hoisted[key] = words()
        code.early.extend(stmts)
    return code.hoisted[key]


@frozen
class Cells:
    """Bytes of the state, one for each element: where the first one lies, and what each byte stands for."""

    formula: Expr
    offset: int
    values: tuple[types.Value, ...]


def _bytes(code: Lowering, domain: Domain, condition: Expr) -> Words | None:
    """A condition on one byte of the state for each element, and perhaps one number that does not depend on it."""
    cells = _cells(code, domain, condition)
    if cells is None or len(cells.values) > _LANES:
        return None
    alone = _truths(code, domain, cells, condition)
    if alone is not None:
        return _once(
            code,
            (domain.size, cells.offset, tuple(alone)),
            lambda: _vector(code, domain, cells.offset, lambda raw: _in_set(raw, alone)),
        )
    if not isinstance(condition, expressions.Equal):
        return None
    for mine, other in ((condition.left, condition.right), (condition.right, condition.left)):
        if domain.local not in free_locals(other):
            try:
                found = [_number(code, static(code, mine, {}, (cells, value))) for value in cells.values]
            except _Dynamic:
                continue
            if any(not -1 <= number < 255 for number in found):
                return None
            return _equal_bytes(code, domain, cells.offset, found, code.fn.reuse(code.scalar(other)))
    return None


def _equal_bytes(code: Lowering, domain: Domain, offset: int, found: list[int], number: Ir) -> Words:
    return _vector(code, domain, offset, lambda raw: _equal(code, raw, found, number))


def _cells(code: Lowering, domain: Domain, condition: Expr) -> Cells | None:
    """The one family of bytes that a condition reads at the element."""
    found: list[Cells] = []
    for part in _parts(condition):
        match part:
            case expressions.FieldAt(field, (expressions.Local(local),)) if local == domain.local:
                spec, family = code.game.fields[field], code.ctx.fields[field]
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
                if family.stride != 1 or family.size != domain.size or domain.low != 0:
                    return None
                found.append(Cells(part, family.offset, tuple(values)))
            case expressions.ZoneAt(zone, (expressions.Local(local),)) if local == domain.local:
                family_spec, family = code.game.zones[zone], code.ctx.zones[zone]
                coding = zone_coding(code.game, family_spec)
                if (
                    not isinstance(coding, SlotZone)
                    or coding.codes != "B"
                    or family.size != domain.size
                    or domain.low != 0
                ):
                    return None
                found.append(Cells(part, family.offset, (None, *zone_kinds(code.game, family_spec))))
            case expressions.Local(local) if local == domain.local:
                pass
            case _:
                pass
    first = found[0] if found else None
    return first if first is not None and all(cells == first for cells in found) else None


def _parts(expr: Expr) -> list[Expr]:
    return [expr, *(part for child in children(expr) for part in _parts(child))]


def _truths(code: Lowering, domain: Domain, cells: Cells, condition: Expr) -> list[bool] | None:
    try:
        return [bool(static(code, condition, {}, (cells, value))) for value in cells.values]
    except _Dynamic:
        return None


def _vector(code: Lowering, domain: Domain, offset: int, test: Callable[[Ir], Ir]) -> Words:
    """Sixteen bytes at a time; what lies behind the last element is masked out."""
    words: list[Ir] = []
    full = _bits(domain, lambda _: True)
    for w in range(domain.words):
        word = c64(0)
        for part in range(0, min(64, domain.size - 64 * w), _LANES):
            raw = load("v128", code.s, offset + 64 * w + part)
            bits = wide(op1("bitmask", test(raw), "i32"))
            word = op2("or", word, op2("shl", bits, c64(part)))
        words.append(code.fn.let(op2("and", word, full[w])))
    return tuple(words)


def _splat(value: Ir) -> Ir:
    byte = const_value(value)
    return Ir("vconst", "v128", (bytes([byte & 255]) * _LANES,)) if byte is not None else Ir("splat", "v128", (value,))


def _in_set(raw: Ir, holds: Sequence[bool]) -> Ir:
    """Lanes whose byte stands for a value that holds."""
    members = [i for i, truth in enumerate(holds) if truth]
    if not members:
        return Ir("vconst", "v128", (bytes(_LANES),))
    if len(members) == 1:
        return Ir("v_eq", "v128", (raw, _splat(c(members[0]))))
    if members == list(range(members[0], len(holds))):
        return Ir("v_ge_u", "v128", (raw, _splat(c(members[0]))))
    table = bytes(255 if i < len(holds) and holds[i] else 0 for i in range(_LANES))
    return Ir("swizzle", "v128", (Ir("vconst", "v128", (table,)), raw))


def _equal(code: Lowering, raw: Ir, found: list[int], number: Ir) -> Ir:
    """Lanes whose byte stands for a value equal to a number."""
    if all(value == found[0] + i for i, value in enumerate(found)):
        return Ir("v_eq", "v128", (raw, _splat(sub(number, c(found[0])))))
    places = [i for i, value in enumerate(found) if value >= 0]
    if (
        places
        and all(found[i] == found[places[0]] + i - places[0] for i in places)
        and const_value(number) is not None
        and const_value(number) != NONE
    ):
        return Ir("v_eq", "v128", (raw, _splat(add(number, c(places[0] - found[places[0]])))))
    table = bytes(found[i] & 255 if i < len(found) else 254 for i in range(_LANES))
    meant = Ir("swizzle", "v128", (Ir("vconst", "v128", (table,)), raw))
    return Ir("v_eq", "v128", (meant, _splat(number)))


# ---------------------------------------------------------------- what is known while emitting


class _Dynamic(Exception):
    """The value is known only while playing."""


def _number(code: Lowering, value: types.Value) -> int:
    if isinstance(value, tuple) or (value is None and code.ctx.numbers_below):
        raise _Dynamic
    if value is None:
        return NONE
    return int(value)


def static(
    code: Lowering, expr: Expr, values: dict[LocalId, int], cell: tuple[Cells, types.Value] | None = None
) -> types.Value:
    """The value of a formula for given locals, and for a given content of one cell. Raises _Dynamic."""

    def of(inner: Expr) -> types.Value:
        return static(code, inner, values, cell)

    if cell is not None and expr == cell[0].formula and isinstance(expr, expressions.FieldAt):
        return cell[1]
    match expr:
        case expressions.Const(value):
            return value
        case expressions.Local(id) if id in values:
            return values[id]
        case expressions.KindOf(expressions.TopPiece(zone)) if cell is not None and zone == cell[0].formula:
            return cell[1]
        case expressions.Count(zone) if cell is not None and zone == cell[0].formula:
            return int(cell[1] is not None)
        case expressions.Count(expressions.Contents(zone)) if cell is not None and zone == cell[0].formula:
            return int(cell[1] is not None)
        case expressions.Lookup(table, (index,)):
            at = of(index)
            if at is None:
                return None
            number = _number(code, at) - code.game.tables[table].lows[0]
            entries = code.game.tables[table].values
            if not 0 <= number < len(entries):
                raise _Dynamic
            return entries[number]
        case expressions.Equal(left, right):
            return of(left) == of(right)
        case expressions.Compare(op, left, right):
            a, b = _number(code, of(left)), _number(code, of(right))
            return {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[op]
        case expressions.Not(operand):
            return not of(operand)
        case expressions.And(left, right):
            return bool(of(left)) and bool(of(right))
        case expressions.Or(left, right):
            return bool(of(left)) or bool(of(right))
        case expressions.Arithmetic("+" | "-" | "*" as op, left, right):
            a, b = _number(code, of(left)), _number(code, of(right))
            return a + b if op == "+" else a - b if op == "-" else a * b
        case expressions.Has(source, item):
            inside = of(source)
            if not isinstance(inside, tuple):
                raise _Dynamic
            return of(item) in inside
        case _:
            raise _Dynamic


def inlined(code: Lowering, expr: Expr, depth: int = 0) -> Expr:
    """The formula with functions of the Game written out at its top, as far as their arguments are locals or constants."""
    match expr:
        case expressions.Call(function, args) if (
            depth < 8
            and code.ctx.sizes.function(function) <= _MOST_INLINED
            and all(isinstance(arg, expressions.Local | expressions.Const) for arg in args)
        ):
            spec = code.game.functions[function]
            return inlined(code, substituted(spec.body, dict(zip(spec.params, args, strict=True))), depth + 1)
        case expressions.And(left, right, of):
            return expressions.And(inlined(code, left, depth), inlined(code, right, depth), of)
        case expressions.Or(left, right, of):
            return expressions.Or(inlined(code, left, depth), inlined(code, right, depth), of)
        case expressions.Not(operand, of):
            return expressions.Not(inlined(code, operand, depth), of)
        case _:
            return expr
