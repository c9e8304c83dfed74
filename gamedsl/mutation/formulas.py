"""Operators on formulas: numbers, signs, comparisons, conditions, filters, orders, functions and values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from gamedsl.mutation.changes import Change, Operator, TextEdit, Words
from gamedsl.mutation.known import Known
from gamedsl.syntax.tree import declarations, formulas, statements
from gamedsl.values import evolve

_SIGNS: dict[formulas.BinaryOp, tuple[formulas.BinaryOp, ...]] = {"+": ("-",), "-": ("+",), "*": ("+",)}

_COMPARISONS: dict[formulas.BinaryOp, tuple[formulas.BinaryOp, formulas.BinaryOp]] = {
    "<": ("<=", ">="),
    "<=": ("<", ">"),
    ">": (">=", "<="),
    ">=": (">", "<"),
}
"""The comparison that differs only for equal numbers, and the opposite one."""

_OPPOSITE: dict[formulas.BinaryOp, formulas.BinaryOp] = {"is": "is not", "is not": "is", "in": "not in", "not in": "in"}

_FUNCTIONS = {
    "max": "min", "min": "max", "all": "any", "any": "all", "first": "last", "last": "first", "left": "right",
    "right": "left", "rows": "columns", "columns": "rows",
}  # fmt: skip


def formula_changes(node: object, words: Words, known: Known) -> Iterator[Change]:
    """Yields the changes of one node of a formula; none for other nodes."""
    match node:
        case formulas.Number():
            yield from _number(node, words)
        case formulas.SomeOf(number=number):
            yield _change_number(words, node, evolve(node, number=number + 1), str(number), str(number + 1))
        case formulas.FlagLiteral():
            yield _flag(node, words)
        case formulas.Name(id=name) if name in known.next_value:
            other = known.next_value[name]
            edit = TextEdit(node.span.start, node.span.end, other)
            notice = f"an example that differs between `{name}` and `{other}` here"
            yield Change(Operator.VALUE, node, evolve(node, id=other), (edit,), node.span, notice)
        case formulas.Binary():
            yield from _binary(node, words)
        case formulas.Divide():
            yield _rounding(node, words)
        case formulas.Unary():
            yield _unary(node, words)
        case formulas.Ternary():
            yield from _ternary(node, words)
        case formulas.Filter() | formulas.Leading():
            yield _remove_filter(node, words)
        case formulas.Sort():
            yield from keys_left_out(node, node.keys, words)
        case formulas.Key():
            yield _direction(node, words)
        case formulas.Apply(of=formulas.Name(id=name) as of) if name in _FUNCTIONS:
            other = _FUNCTIONS[name]
            edit = TextEdit(of.span.start, of.span.end, other)
            new = evolve(node, of=evolve(of, id=other))
            notice = f"an example in which `{name}` and `{other}` differ here"
            yield Change(Operator.FUNCTION, node, new, (edit,), node.span, notice)
        case formulas.Apply(of=(formulas.Name(id="some") | formulas.FlagLiteral(False)) as of):
            yield _some_or_no(node, of)
        case formulas.MatchExpr():
            yield from _arms(node, words)
        case _:
            pass


# ---------------------------------------------------------------- numbers


def _number(node: formulas.Number, words: Words) -> Iterator[Change]:
    written = words.source.text[node.span.start : node.span.end]
    for value in (node.value + 1, node.value - 1):
        if value >= 0:
            yield _change_number(words, node, evolve(node, value=value), written, str(value))


def _change_number(
    words: Words, node: formulas.Number | formulas.SomeOf, new: object, old_text: str, text: str
) -> Change:
    edit = TextEdit(node.span.start, node.span.start + len(old_text), text)
    notice = f"an example in which {text} instead of {old_text} makes a difference"
    return Change(Operator.NUMBER, node, new, (edit,), node.span, notice)


def _flag(node: formulas.FlagLiteral, words: Words) -> Change:
    edit = TextEdit(node.span.start, node.span.end, "no" if node.value else "yes")
    notice = "an example that differs between yes and no here"
    return Change(Operator.FLAG, node, evolve(node, value=not node.value), (edit,), node.span, notice)


def _rounding(node: formulas.Divide, words: Words) -> Change:
    other: Literal["up", "down"] = "down" if node.rounding == "up" else "up"
    token = words.before(node.span.end)
    edit = TextEdit(token[2], token[3], other)
    notice = f"an example in which the division of `{words.quote(node.left.span)}` leaves a remainder"
    return Change(Operator.ROUNDING, node, evolve(node, rounding=other), (edit,), node.span, notice)


# ---------------------------------------------------------------- signs


def _binary(node: formulas.Binary, words: Words) -> Iterator[Change]:
    if node.op in _SIGNS:
        for sign in _SIGNS[node.op]:
            yield _change_sign(node, sign, words)
    elif node.op in _COMPARISONS:
        yield from _change_comparison(node, words)
    elif node.op in _OPPOSITE:
        yield _opposite(node, words)
    elif node.op in ("and", "or"):
        yield from _halves(node, words)


def _change_sign(node: formulas.Binary, sign: formulas.BinaryOp, words: Words) -> Change:
    token = words.find(node.op, node.left.span.end, node.right.span.start) or words.at(node.left.span.end)
    edits = [TextEdit(token[2], token[3], sign)]
    if node.op == "*":
        edits += [TextEdit(node.span.start, node.span.start, "("), TextEdit(node.span.end, node.span.end, ")")]
    notice = f"an example in which neither `{words.quote(node.left.span)}` nor `{words.quote(node.right.span)}` is 0"
    return Change(Operator.ARITHMETIC, node, evolve(node, op=sign), tuple(edits), node.span, notice)


def _change_comparison(node: formulas.Binary, words: Words) -> Iterator[Change]:
    near, opposite = _COMPARISONS[node.op]
    left, right = words.quote(node.left.span), words.quote(node.right.span)
    token = words.find(node.op, node.left.span.end, node.right.span.start) or words.at(node.left.span.end)
    for sign, notice in (
        (near, f"an example in which `{left}` and `{right}` are equal"),
        (opposite, f"an example that depends on whether `{words.quote(node.span)}`"),
    ):
        edit = TextEdit(token[2], token[3], sign)
        yield Change(Operator.COMPARISON, node, evolve(node, op=sign), (edit,), node.span, notice)


def _opposite(node: formulas.Binary, words: Words) -> Change:
    other, (first, *_) = _OPPOSITE[node.op], node.op.split()
    start = words.find(first, node.left.span.end, node.right.span.start) or words.at(node.left.span.end)
    end = start[3] if " " not in node.op else words.at(start[3])[3]
    notice = f"an example that depends on whether `{words.quote(node.span)}`"
    edit = TextEdit(start[2], end, other)
    return Change(Operator.COMPARISON, node, evolve(node, op=other), (edit,), node.span, notice)


def _halves(node: formulas.Binary, words: Words) -> Iterator[Change]:
    """Keeps only one half. Examples that notice both changes also notice a swap of `and` and `or`."""
    token = words.find(node.op, node.left.span.end, node.right.span.start) or words.at(node.left.span.end)
    left, right = words.quote(node.left.span), words.quote(node.right.span)
    holds = (
        "does not hold, and the other condition does" if node.op == "and" else "holds, and the other condition does not"
    )
    without_left = words.cut(node.span.start, words.at(token[3])[2])
    yield Change(
        Operator.CONDITION, node, node.right, (without_left,), node.span, f"an example in which `{left}` {holds}"
    )
    without_right = words.cut(token[2], node.span.end)
    yield Change(
        Operator.CONDITION, node, node.left, (without_right,), node.span, f"an example in which `{right}` {holds}"
    )


def _unary(node: formulas.Unary, words: Words) -> Change:
    token = words.at(node.span.start)
    edit = TextEdit(token[2], words.at(token[3])[2])
    operator = Operator.CONDITION if node.op == "not" else Operator.ARITHMETIC
    notice = f"an example that depends on `{words.quote(node.operand.span)}`"
    return Change(operator, node, node.operand, (edit,), node.span, notice)


def _some_or_no(node: formulas.Apply, of: formulas.Name | formulas.FlagLiteral) -> Change:
    """Swaps `some` and `no`; `no` is parsed as a flag."""
    other, new_of = (
        ("no", formulas.FlagLiteral(False, span=of.span))
        if isinstance(of, formulas.Name)
        else ("some", formulas.Name("some", span=of.span))
    )
    edit = TextEdit(of.span.start, of.span.end, other)
    notice = "an example with something there, or with nothing"
    return Change(Operator.FUNCTION, node, evolve(node, of=new_of), (edit,), node.span, notice)


# ---------------------------------------------------------------- cases


def _ternary(node: formulas.Ternary, words: Words) -> Iterator[Change]:
    condition = words.quote(node.condition.span)
    first = words.find("if", node.yes.span.end, node.condition.span.start) or words.at(node.yes.span.end)
    other = words.find("else", node.condition.span.end, node.no.span.start) or words.at(node.condition.span.end)
    yield Change(
        Operator.CONDITION, node, node.yes, (words.cut(first[2], node.span.end),), node.span, f"an example in which `{condition}` does not hold"
    )  # fmt: skip
    yield Change(
        Operator.CONDITION, node, node.no, (words.cut(node.span.start, words.at(other[3])[2]),), node.span, f"an example in which `{condition}` holds"
    )  # fmt: skip


def _arms(node: formulas.MatchExpr, words: Words) -> Iterator[Change]:
    """Deletes a case, so that the `else` applies to its values."""
    if node.otherwise is None or len(node.arms) < 2:
        return
    for number, (values, result) in enumerate(node.arms):
        said = words.quote(values[0].span.to(values[-1].span))
        whole = values[0].span.to(result.span)
        after = words.at(result.span.end)
        # Cases in brackets are separated by commas, those of a block by lines.
        edit = TextEdit(whole.start, words.at(after[3])[2]) if after[1] == "," else words.line_of(whole)
        arms = (*node.arms[:number], *node.arms[number + 1 :])
        notice = f"an example of the case `{said}`"
        yield Change(Operator.CONDITION, node, evolve(node, arms=arms), (edit,), whole, notice)


# ---------------------------------------------------------------- collections


def _remove_filter(node: formulas.Filter | formulas.Leading, words: Words) -> Change:
    word = "where" if isinstance(node, formulas.Filter) else "while"
    found = words.find("as" if node.name else word, node.source.span.end, node.span.end)
    start = node.source.span.end if found is None else found[2]
    notice = f"an example with something in `{words.quote(node.source.span)}` for which `{words.quote(node.condition.span)}` does not hold"
    return Change(Operator.FILTER, node, node.source, (words.cut(start, node.span.end),), node.span, notice)


def keys_left_out(
    node: formulas.Sort | declarations.Ranking | statements.EachClause, keys: tuple[formulas.Key, ...], words: Words
) -> Iterator[Change]:
    """Removes each key of an order that has several."""
    if len(keys) < 2:
        return
    for number, key in enumerate(keys):
        if number:
            edit = words.cut(words.before(key.span.start)[2], key.span.end)
        else:
            edit = TextEdit(key.span.start, keys[1].span.start)
        rest = (*keys[:number], *keys[number + 1 :])
        notice = f"an example in which only `{words.quote(key.value.span)}` decides the order"
        yield Change(Operator.KEY, node, evolve(node, keys=rest), (edit,), keys[0].span.to(keys[-1].span), notice)


def _direction(node: formulas.Key, words: Words) -> Change:
    other: Literal["highest", "lowest"] = "lowest" if node.direction == "highest" else "highest"
    edit = TextEdit(node.span.start, node.span.start + len(node.direction), other)
    notice = f"an example with different values of `{words.quote(node.value.span)}`"
    return Change(Operator.HIGHEST, node, evolve(node, direction=other), (edit,), node.span, notice)
