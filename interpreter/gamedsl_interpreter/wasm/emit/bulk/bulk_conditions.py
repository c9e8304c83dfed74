"""Evaluates conditions over a whole domain at once: the elements for which a condition holds, as bits.

A condition over one element is taken apart. A part that depends only on the element is a constant. A comparison of a constant of the element with a number is a row
of a table. A comparison with a byte of the state that belongs to the element (a field, a slot) is done for sixteen elements at once. The condition must not be able
to fail, because it is also computed for elements at which the reference executor would not look.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import ge as ge_
from operator import gt as gt_
from operator import le as le_
from operator import lt as lt_

from gamedsl.graph.analysis.walk import free_locals, replace_part, substitute
from gamedsl.graph.model import expressions, shapes, types
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.types import LocalId
from gamedsl_interpreter.plans.elements import asks_for_some
from gamedsl_interpreter.plans.spans import scale_span
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, c64, const_value, load, lt, op2, select
from gamedsl_interpreter.wasm.emit.bulk.bulk_words import (
    Domain,
    bits,
    fill_rays,
    follow_links,
    full,
    number_for,
    split,
    without,
)
from gamedsl_interpreter.wasm.emit.bulk.state_bytes import holds_at_nothing, of_bytes, parts_of
from gamedsl_interpreter.wasm.emit.forms.masks import MaskV, Words
from gamedsl_interpreter.wasm.emit.forms.values import Value
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.planning.type_forms import NONE, is_bits, may_be_none
from gamedsl_interpreter.wasm.emit.tables import constants, tabulated

MOST_ELEMENTS = 512
"""The most elements that are tested together."""
_MOST_WRITTEN = 16
"""The most constant elements whose conditions are written one by one."""
_MOST_DEPTH = 8
"""The most levels of nested calls that are expanded."""
_MOST_INLINED = 400
"""The largest function of the Game that is expanded."""


def matching(code: Lowering, source: Expr, local: LocalId, condition: Expr) -> MaskV | None:
    """Gives the elements of a set for which the condition holds; None if it cannot be evaluated for all at once."""
    if not isinstance(source.type, types.SetOf) or not is_bits(code.game, source.type.of):
        return None
    mask = holding(code, source.type.of, local, condition)
    if mask is None:
        return None
    among = code.mask(source)
    if len(among.words) != len(mask.words) or among.low != mask.low:
        return None
    return MaskV(tuple(code.fn.reuse(a & b) for a, b in zip(among.words, mask.words, strict=True)), among.low)


def holding(code: Lowering, of: types.Type, local: LocalId, condition: Expr) -> MaskV | None:
    """Gives all values of an element type for which a condition holds; None if it cannot be evaluated for all at once."""
    first, size = scale_span(code.game, of)
    if size > MOST_ELEMENTS:
        return None
    domain = Domain(local, first, size)
    if not code.ctx.analysis.totality.is_total(condition):
        return None
    with code.fn.aside() as stmts:
        words = _words(code, domain, condition)
    if words is None:
        return None
    code.fn.splice(stmts)
    return MaskV(words, first)


# ---------------------------------------------------------------- taking conditions apart


def _words(code: Lowering, domain: Domain, condition: Expr) -> Words | None:
    """Gives the elements for which a condition holds, as words."""
    facts = constants.facts(code.ctx, condition)
    if domain.local not in facts.locals:
        holds = code.fn.reuse(code.scalar(condition))
        return tuple(select(holds, word, c64(0)) for word in full(domain))
    if facts.is_static:
        constant = _constant(code, domain, condition)
        if constant is not None:
            return constant
    return _compound(code, domain, condition) or _of_table(code, domain, condition, facts)


def _compound(code: Lowering, domain: Domain, condition: Expr) -> Words | None:
    """Evaluates a condition that is made of others, or that is about elements of a set."""
    match condition:
        case expressions.Not(operand):
            inner = _words(code, domain, operand)
            return None if inner is None else without(full(domain), inner)
        case expressions.And(left, right):
            return _test_both(code, domain, left, right, "and")
        case expressions.Or(left, right):
            return _test_both(code, domain, left, right, "or")
        case expressions.IfElse(test, yes, no) if isinstance(condition.type, types.Flag):
            return _test_either(code, domain, test, yes, no)
        case expressions.Call():
            body = expand_calls(code, condition)
            return None if body is condition else _words(code, domain, body)
        case expressions.Equal(left, right):
            return (
                _test_for_some(code, domain, condition)
                or _compare(code, domain, left, right, "=")
                or _compare(code, domain, right, left, "=")
                or of_bytes(code, domain, condition)
                or elsewhere(code, domain, condition)
            )
        case expressions.Compare(op, left, right):
            return (
                _test_for_some(code, domain, condition)
                or _compare(code, domain, left, right, op)
                or _compare(code, domain, right, left, _TURNED[op])
                or of_bytes(code, domain, condition)
                or elsewhere(code, domain, condition)
            )
        case expressions.Has(source, item):
            return _element(code, domain, source, item) or of_bytes(code, domain, condition)
        case expressions.Fold("any" | "all" as op, source, local, body):
            return _quantify(code, domain, op == "any", source, local, body)
        case _:
            return of_bytes(code, domain, condition) or elsewhere(code, domain, condition)


_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def _test_both(code: Lowering, domain: Domain, left: Expr, right: Expr, op: str) -> Words | None:
    one = _words(code, domain, left)
    other = None if one is None else _words(code, domain, right)
    return None if one is None or other is None else tuple(op2(op, a, b) for a, b in zip(one, other, strict=True))


def _test_either(code: Lowering, domain: Domain, test: Expr, yes: Expr, no: Expr) -> Words | None:
    parts = [_words(code, domain, part) for part in (test, yes, no)]
    if any(words is None for words in parts):
        return None
    on, first, second = (tuple(code.fn.reuse(word) for word in words or ()) for words in parts)
    return tuple((a & where) | other for where, a, other in zip(on, first, without(second, on), strict=True))


def value_for(code: Lowering, expr: Expr, values: Mapping[LocalId, types.Value]) -> types.Value:
    """Computes the value of a formula for given locals; other locals may be constants here. Raises NoConstant."""
    given = dict(values)
    for local in constants.facts(code.ctx, expr).locals - given.keys():
        value = code.env.get(local)
        number = const_value(value) if isinstance(value, Ir) else None
        if number is not None:
            given[local] = None if may_be_none(code.game.locals[local].type) and number == NONE else number
    return constants.Evaluation(code.game, given, code.ctx.binds).of(expr)


def _values(code: Lowering, domain: Domain, expr: Expr) -> dict[int, types.Value] | None:
    """Computes the value of a formula for each element; None if it depends on anything else."""
    if not constants.facts(code.ctx, expr).is_static:
        return None
    try:
        return {value: value_for(code, expr, {domain.local: value}) for value in domain.every}
    except constants.NoConstant:
        return None


def _constant(code: Lowering, domain: Domain, condition: Expr) -> Words | None:
    values = _values(code, domain, condition)
    return None if values is None else bits(domain, lambda value: bool(values[value]))


def _of_table(code: Lowering, domain: Domain, condition: Expr, facts: constants.Facts) -> Words | None:
    """Evaluates a condition that depends on the element and on a few other locals, as a row of a table."""
    of = code.game.locals[domain.local].type
    if not facts.is_static or scale_span(code.game, of) != (domain.low, domain.size):
        return None
    key = id(condition)
    memo = code.ctx.memo(_SetsOfConditions)
    if key not in memo:
        every = expressions.Const(tuple(domain.every), types.SetOf(of))
        memo[key] = condition, expressions.Filter(every, domain.local, condition, types.SetOf(of))
    row = tabulated.mask(code, memo[key][1], of)
    return None if row is None else row.words


def _compare(code: Lowering, domain: Domain, mine: Expr, other: Expr, op: str) -> Words | None:
    """Compares a constant of the element with a number that does not depend on it: as a row of a table of masks."""
    if domain.local in constants.facts(code.ctx, other).locals:
        return None
    values = _values(code, domain, mine)
    if values is None:
        return None
    try:
        numbers = {value: number_for(code, found, mine.type) for value, found in values.items()}
    except constants.NoConstant:
        return None
    least, most = min(numbers.values()), max(numbers.values())
    if most - least > 255:
        return None
    if op == "=":
        return _row(code, domain, code.scalar(other), least, most, lambda value, number: numbers[value] == number)
    # Below the least and above the greatest value, the result of the comparison is the same for all numbers.
    number = code.fn.reuse(code.scalar(other))
    number = code.fn.reuse(select(lt(number, c(least - 1)), c(least - 1), number))
    number = select(lt(c(most + 1), number), c(most + 1), number)
    return _row(code, domain, number, least - 1, most + 1, lambda value, at: _ORDER[op](numbers[value], at))


class _SetsOfConditions(dict[int, tuple[Expr, Expr]]):
    """Conditions on elements, by their identity, and the formulas of the sets of elements for which they hold."""


_ORDER: dict[str, Callable[[int, int], bool]] = {"<": lt_, "<=": le_, ">": gt_, ">=": ge_}


def _row(code: Lowering, domain: Domain, number: Ir, least: int, most: int, holds: Callable[[int, int], bool]) -> Words:
    """Gives the row of a table of masks for a number; the empty set for numbers without a row."""
    rows = [sum(1 << value - domain.low for value in domain.every if holds(value, at)) for at in range(least, most + 1)]
    at = const_value(number)
    if at is not None:
        return split(domain, rows[at - least] if least <= at <= most else 0)
    table = code.ctx.memory.longs([row >> 64 * w & (1 << 64) - 1 for row in rows for w in range(domain.words)])
    index = code.fn.reuse(number - least)
    inside = code.fn.reuse(op2("lt_u", index, c(len(rows))))
    start = code.fn.reuse(select(inside, index, c(0)) * (8 * domain.words))
    return tuple(select(inside, load("i64", start, table + 8 * w), c64(0)) for w in range(domain.words))


# ---------------------------------------------------------------- sets and links


def _element(code: Lowering, domain: Domain, source: Expr, item: Expr) -> Words | None:
    """Tests whether a value of the element is in a set, or a number in a set of the element's own."""
    if domain.local not in constants.facts(code.ctx, source).locals:
        of = source.type.of if isinstance(source.type, types.SetOf) else None
        if of is None or not is_bits(code.game, of):
            return None
        images = _values(code, domain, item)
        if images is None:
            return None
        among = code.pin(code.mask(source))
        links = {value: _image(found, among.low) for value, found in images.items()}
        return follow_links(code, domain, among.words, links)
    sets_of = _values(code, domain, source)
    if sets_of is None or domain.local in constants.facts(code.ctx, item).locals:
        return None
    inside = {
        value: {number_for(code, part, item.type) for part in shapes.parts(found)} for value, found in sets_of.items()
    }
    every = set[int]().union(*inside.values())
    if not every:
        return split(domain, 0)
    least, most = min(every), max(every)
    if most - least > 255:
        return None
    return _row(code, domain, code.scalar(item), least, most, lambda value, number: number in inside[value])


def _image(found: types.Value, low: int) -> tuple[int, ...]:
    return () if found is None else (shapes.number(found) - low,)


def _quantify(code: Lowering, domain: Domain, is_any: bool, source: Expr, local: LocalId, body: Expr) -> Words | None:
    """Tests whether a condition holds for any, or for all, of the places linked to the element; or of things that are the same for all elements."""
    if domain.local not in constants.facts(code.ctx, source).locals:
        return _over_all(code, domain, is_any, source, local, body)
    if isinstance(source, expressions.Filter):
        kept = substitute(source.condition, {source.local: expressions.Local(local, _local_type(code, local))})
        kept = kept if is_any else expressions.Not(kept, types.FLAG)
        both = (expressions.And if is_any else expressions.Or)(kept, body, types.FLAG)
        return _quantify(code, domain, is_any, source.source, local, both)
    neighbours = _values(code, domain, source)
    if neighbours is None:
        return None
    links = {value: shapes.numbers(part) for value, part in neighbours.items()}
    deciding = body if is_any else expressions.Not(body, types.FLAG)
    result = _match_linked(code, domain, links, source.type, local, deciding)
    return result if is_any or result is None else without(full(domain), result)


def _local_type(code: Lowering, local: LocalId) -> types.Type:
    return code.game.locals[local].type


def _over_all(code: Lowering, domain: Domain, is_any: bool, source: Expr, local: LocalId, body: Expr) -> Words | None:
    """Combines the conditions of all elements of a collection."""
    fn = code.fn
    each = constants.facts(code.ctx, source)
    if each.is_static and not each.locals:
        return _over_constants(code, domain, is_any, source, local, body)
    result = [fn.let_var(c64(0) if is_any else word) for word in full(domain)]
    failed: list[bool] = []

    def more(element: Value, _: Ir) -> None:
        code.bind(local, element)
        words = _words(code, domain, body)
        failed.append(words is None)
        for word, part in zip(result, words or (), strict=False):
            fn.set(word, op2("or" if is_any else "and", word, part))

    code.stream(source, more)
    return None if any(failed) or not failed else tuple(fn.let(word) for word in result)


def _over_constants(
    code: Lowering, domain: Domain, is_any: bool, source: Expr, local: LocalId, body: Expr
) -> Words | None:
    """Combines the conditions of constant elements: emits the condition anew for each element."""
    try:
        items = shapes.parts(value_for(code, source, {}))
    except constants.NoConstant:
        return None
    if len(items) > _MOST_WRITTEN or any(isinstance(item, tuple) for item in items):
        return None
    result = split(domain, 0) if is_any else full(domain)
    before = code.env.get(local)
    for item in items:
        code.env[local] = c(code.ctx.none_of(_local_type(code, local)) if item is None else shapes.number(item))
        words = _words(code, domain, body)
        if words is None:
            result = ()
            break
        result = tuple(code.fn.reuse(op2("or" if is_any else "and", a, b)) for a, b in zip(result, words, strict=True))
    if before is None:
        code.env.pop(local, None)
    else:
        code.env[local] = before
    return result or None


def _test_for_some(code: Lowering, domain: Domain, condition: Expr) -> Words | None:
    """Tests whether a set or list that belongs to the element is empty, or not."""
    question = asks_for_some(condition)
    if question is None:
        return None
    source, wanted = question
    found = _has_any(code, domain, source)
    return found if found is None or wanted else without(full(domain), found)


def _has_any(code: Lowering, domain: Domain, source: Expr) -> Words | None:
    """Gives the elements whose list or set is not empty."""
    source = expand_calls(code, source)
    if not isinstance(source.type, types.SetOf | types.ListOf):
        return None
    match source:
        case expressions.Filter(inner, local, condition):
            return _quantify(code, domain, True, inner, local, condition)
        case expressions.FlatMap(inner, local, body):
            some = expressions.Compare(">", expressions.Count(body, _COUNT), expressions.Const(0, _COUNT), types.FLAG)
            return _quantify(code, domain, True, inner, local, some)
        case expressions.While(inner, local, condition):
            firsts = _values(code, domain, inner)
            if firsts is None:
                return None
            links = {value: shapes.numbers(part)[:1] for value, part in firsts.items()}
            return _match_linked(code, domain, links, inner.type, local, condition)
        case _:
            return None


_COUNT = types.Int(0, 1 << 16)


def _match_linked(
    code: Lowering, domain: Domain, links: Mapping[int, Sequence[int]], of: types.Type, local: LocalId, condition: Expr
) -> Words | None:
    """Gives the elements with a link to an element for which a condition holds. The condition must not depend on the first element."""
    inner = _inner(of, local)
    if inner is None or domain.local in constants.facts(code.ctx, condition).locals:
        return None
    words = _words(code, inner, condition)
    return None if words is None else follow_links(code, domain, tuple(map(code.fn.reuse, words)), links)


def _inner(of: types.Type, local: LocalId) -> Domain | None:
    """Gives the domain of all elements of a collection's type."""
    inner = of.of if isinstance(of, types.SetOf | types.ListOf) else of
    inner = types.plain(inner)
    if not isinstance(inner, types.Position | types.Enum | types.Player | types.Row) or inner.size > MOST_ELEMENTS:
        return None
    return Domain(local, 0, inner.size)


def elsewhere(code: Lowering, domain: Domain, condition: Expr) -> Words | None:
    """Evaluates a condition on one other place that belongs to the element, such as the next one in a direction."""
    indexes = {
        part.index
        for part in parts_of(condition)
        if isinstance(part, expressions.FieldAt | expressions.ZoneAt)
        and len(part.index) == 1
        and domain.local in constants.facts(code.ctx, part).locals
    }
    if len(indexes) != 1:
        return None
    ((index,),) = indexes
    if isinstance(index, expressions.Local):
        return None
    inner = _inner(index.type, domain.local)
    if inner is None:
        return None
    of = types.plain(index.type)
    moved = replace_part(condition, index, expressions.Local(domain.local, of))
    if domain.local in free_locals(replace_part(condition, index, expressions.Const(None, index.type))):
        return None
    images = _values(code, domain, index)
    if images is None:
        return _test_behind(code, domain, inner, expand_calls(code, index), moved)
    outside = holds_at_nothing(code, inner, moved) if None in images.values() else False
    if outside is None:
        return None
    words = _words(code, inner, moved)
    if words is None:
        return None
    links = {value: _image(image, inner.low) for value, image in images.items()}
    result = follow_links(code, domain, tuple(code.fn.reuse(word) for word in words), links)
    if result is None or not outside:
        return result
    return tuple(a | b for a, b in zip(result, bits(domain, lambda value: images[value] is None), strict=True))


def _test_behind(code: Lowering, domain: Domain, inner: Domain, index: Expr, condition: Expr) -> Words | None:
    """Evaluates a condition on the first place of a ray at which another condition fails, for all rays of one direction together."""
    match index:
        case expressions.Along(
            _, start, direction, expressions.Arithmetic("+", expressions.Count(leading), expressions.Const(1))
        ) if start == expressions.Local(domain.local, start.type):
            leading = expand_calls(code, leading)
        case _:
            return None
    if not isinstance(leading, expressions.While) or not isinstance(leading.source, expressions.Lookup):
        return None
    if (leading.source.table, leading.source.index) != (index.rays, (start, direction)):
        return None
    rays = _values(code, domain, leading.source)
    if rays is None or inner.size != domain.size or holds_at_nothing(code, inner, condition) is not False:
        return None
    if domain.local in constants.facts(code.ctx, leading.condition).locals:
        return None
    passed = _words(code, Domain(leading.local, inner.low, inner.size), leading.condition)
    wanted = _words(code, inner, condition)
    if passed is None or wanted is None:
        return None
    return fill_rays(code, domain, {value: shapes.numbers(ray) for value, ray in rays.items()}, passed, wanted)


def expand_calls(code: Lowering, expr: Expr, depth: int = 0) -> Expr:
    """Expands calls of functions of the Game at the top of the formula, if their arguments are locals, constants, or computed from these."""
    if not isinstance(expr, expressions.Call) or depth >= _MOST_DEPTH:
        return expr
    if code.ctx.sizes.function(expr.function) > _MOST_INLINED:
        return expr
    if not all(_is_light(code, arg) for arg in expr.args):
        return expr
    spec = code.game.functions[expr.function]
    return expand_calls(code, substitute(spec.body, dict(zip(spec.params, expr.args, strict=True))), depth + 1)


def _is_light(code: Lowering, arg: Expr) -> bool:
    facts = constants.facts(code.ctx, arg)
    return facts.is_static or facts.weight <= 1
