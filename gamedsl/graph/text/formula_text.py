"""Converts formulas back to rule-like text, with no more parentheses than the language's precedences need.

Most classes declare their form (`Traits.text`), with attributes of the formula in braces. Words after a colon say how an attribute is shown:

* `{left:SUM}` is a formula, in parentheses if it binds more loosely than a sum; without a word it never has any;
* `{local:local}` is the name of a local, `{op:word}` a word as it is, `{type:type}` a type;
* `{local:bound}` is the name of a local before `=>`, and `{links:table}` the name of a table in brackets: both only in the exact style;
* `{through:named}` is one more argument with its name, if there is one, `{steps:more}` one without its name;
* `{source:listed}` are the elements of a list that stands there, without its brackets;
* `{start:one}` is a set, or its only element as rules write it: `reach(S, spot)`;
* `{edges:for_costs}` is a set, and `{costs:each}` a list of values, one for each of its elements: a rule writes both in one, `r.length for r in road`.
"""

from __future__ import annotations

from functools import cache
from typing import assert_never, cast

from gamedsl.graph.analysis.walk import children
from gamedsl.graph.model import expressions, types
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.game import OWNER, FieldSpec, ZoneSpec
from gamedsl.graph.model.traits import Binding, traits_of
from gamedsl.graph.text.names import Words, name_at, type_text, value_text


def formula(words: Words, expr: Expr, at: Binding = Binding.WHERE) -> str:
    """Returns the text of a formula, in parentheses if it binds more loosely than `at`."""
    binding, text = _spell(words, expr)
    return f"({text})" if binding < at else text


def index_text(words: Words, name: str, index: tuple[Expr, ...], owned: bool) -> str:
    """Returns a field or zone at an index: `hand` (the acting seat's), `p.hand`, `space[2, 3]`, `p.trail[Red]`."""
    if owned and index:
        owner = "" if _is_left_out(words, index[0]) else f"{formula(words, index[0], Binding.POSTFIX)}."
        return f"{owner}{name}{_brackets(words, index[1:])}"
    return f"{name}{_brackets(words, index)}"


def is_me(words: Words, expr: Expr) -> bool:
    """Whether the formula is the acting seat."""
    return isinstance(expr, expressions.Local) and name_at(words.locals, expr.id, "local") == "me"


def _is_left_out(words: Words, expr: Expr) -> bool:
    """Whether the text leaves out the owner: the acting seat, or the element that a formula binds."""
    return (
        not words.exact
        and isinstance(expr, expressions.Local)
        and name_at(words.locals, expr.id, "local") in ("me", "it")
    )


# ---------------------------------------------------------------- forms


def _spell(words: Words, expr: Expr) -> tuple[Binding, str]:
    traits = traits_of(expr)
    if traits.text is None:
        return _spell_by_content(words, expr)
    if traits.is_silent and not words.exact:
        return _spell(words, next(children(expr)))
    return traits.binds, _fill(words, expr, traits.text)


def _fill(words: Words, expr: Expr, form: str) -> str:
    """Returns a form with the attributes of a formula in their places."""
    first, parts = _split(form)
    return first + "".join([_spell_part(words, expr, name, how) + after for name, how, after in parts])


@cache
def _split(form: str) -> tuple[str, list[tuple[str, str, str]]]:
    """Splits a form into its first words, and for each attribute its name, how it is shown, and the words after it."""
    first, *rest = form.split("{")
    parts: list[tuple[str, str, str]] = []
    for piece in rest:
        part, _, after = piece.partition("}")
        name, _, how = part.partition(":")
        parts.append((name, how, after))
    return first, parts


def _spell_part(words: Words, expr: Expr, name: str, how: str) -> str:
    value: object = getattr(expr, name)
    match how:
        case "local":
            return name_at(words.locals, cast(int, value), "local")
        case "bound":
            return f"{name_at(words.locals, cast(int, value), 'local')} => " if words.exact else ""
        case "table":
            return f"[{name_at(words.tables, cast(int, value), 'table')}]" if words.exact else ""
        case "named":
            return "" if value is None else f", {name} = {formula(words, cast(Expr, value))}"
        case "more":
            return "" if value is None else f", {formula(words, cast(Expr, value))}"
        case "for_costs" | "for_alike":
            is_in_values = getattr(expr, how.removeprefix("for_")) is not None and not words.exact
            return "" if is_in_values else formula(words, cast(Expr, value))
        case "each":
            if value is None:
                return ""
            each = formula(words, cast(Expr, value))
            return f", {each}" if words.exact else each.removeprefix("[").removesuffix("]")
        case "one":
            whole = cast(Expr, value)
            return formula(words, (only_element(whole) if words.as_written else None) or whole)
        case "listed":
            listed = isinstance(value, expressions.MakeList) and len(value.items) > 1 and not words.exact
            return formula(words, cast(Expr, value))[1:-1] if listed else formula(words, cast(Expr, value))
        case "word":
            return str(value)
        case "type":
            return type_text(words.game, cast(types.Type, value))
        case _:
            return formula(words, cast(Expr, value), Binding[how or "WHERE"])


def only_element(of: Expr) -> Expr | None:
    """Returns the element of a written list or set that has only one."""
    match of:
        case expressions.MakeList((item,)):
            return item
        case expressions.Const((item,), types.ListOf(inner) | types.SetOf(inner)):
            return expressions.Const(item, inner)
        case _:
            return None


def _spell_by_content(words: Words, expr: Expr) -> tuple[Binding, str]:
    """Returns the text of a formula whose form depends on its content."""
    game = words.game
    match expr:
        case expressions.Const(value, of):
            text = value_text(game, value, of)
            return (Binding.UNARY if text.startswith("-") else Binding.POSTFIX), text
        case expressions.FieldAt(field, index):
            known = game.fields[field] if 0 <= field < len(game.fields) else None
            return Binding.POSTFIX, _spell_at(words, name_at(words.fields, field, "field"), index, known)
        case expressions.ZoneAt(zone, index):
            family = game.zones[zone] if 0 <= zone < len(game.zones) else None
            return Binding.POSTFIX, _spell_at(words, name_at(words.zones, zone, "zone"), index, family)
        case expressions.Lookup(table, index):
            return Binding.POSTFIX, _spell_lookup(words, name_at(words.tables, table, "table"), index)
        case expressions.Call(function, args):
            name = name_at(words.functions, function, "function")
            mine = all(_is_left_out(words, arg) for arg in args) and not words.exact
            if not mine and args and _has_owner(words, function):
                return Binding.POSTFIX, _spell_owned_call(words, name, args)
            return Binding.POSTFIX, name if mine else _spell_call(words, name, args)
        case expressions.Can(rule, me, args):
            name = next((question.name for question in game.questions if question.rule == rule), f"rule#{rule}")
            acting = f" as {formula(words, me)}" if words.exact else ""
            return Binding.POSTFIX, f"can({_spell_call(words, name, args) if args else name}{acting})"
        case expressions.LimitReached(counter, limit):
            return Binding.COMPARE, f"count[{counter}] >= {limit}" if words.exact else f"{limit} are over"
        case expressions.Arithmetic():
            return _arithmetic(words, expr)
        case expressions.Compare(">", expressions.Count(source), expressions.Const(0)) if not words.exact:
            return Binding.POSTFIX, _spell_call(words, "some", (source,))
        case expressions.Equal(expressions.Count(source), expressions.Const(0)) if not words.exact:
            return Binding.POSTFIX, _spell_call(words, "no", (source,))
        case expressions.Compare(op, left, right):
            return Binding.COMPARE, _infix(words, left, op, right, Binding.RANGE, Binding.RANGE)
        case expressions.Equal(left, right):
            return Binding.COMPARE, _infix(words, left, "is", right, Binding.RANGE, Binding.RANGE)
        case expressions.Not(operand):
            return _spell_negation(words, operand)
        case expressions.MakeList(items, of):
            prefix = "set " if words.exact and isinstance(of, types.SetOf) else ""
            return Binding.POSTFIX, f"{prefix}[{', '.join(formula(words, item) for item in items)}]"
        case expressions.MakeBag(items):
            prefix = "bag " if words.exact else ""
            return Binding.POSTFIX, f"{prefix}[{', '.join(_copies(words, number, thing) for number, thing in items)}]"
        case expressions.Seats(first, playing):
            group = "playing" if playing else "players"
            return (
                (Binding.POSTFIX, group) if first is None else (Binding.WHERE, f"{group} from {_tight(words, first)}")
            )
        case expressions.TakeSome(number, source, up_to):
            return Binding.WHERE, f"{'up to ' if up_to else ''}{_tight(words, number)} of {_tight(words, source)}"
        case expressions.Sorted(source, local, keys):
            bound = f"{name_at(words.locals, local, 'local')} => " if words.exact else ""
            by = (f"{'highest' if k.highest else 'lowest'} {formula(words, k.value, Binding.IF)}" for k in keys)
            return Binding.WHERE, f"{formula(words, source, Binding.IF)} by {bound}{' then '.join(by)}"
        case _:
            raise AssertionError(f"the class {type(expr).__name__} declares no text")


def _spell_at(words: Words, name: str, index: tuple[Expr, ...], spec: FieldSpec | ZoneSpec | None) -> str:
    """Returns a field or zone at an index that counts from 0; rules count from the first number of the dimension."""
    if spec is not None and words.as_written:
        index = tuple(_count_from(at, one.low) for at, one in zip(index, spec.dimensions, strict=False))
    return index_text(words, name, index, spec is not None and spec.owned)


def _count_from(at: Expr, low: int) -> Expr:
    """Returns the index that a rule writes for one that counts from 0."""
    match at:
        case expressions.Const(int(value), types.Int() as of) if low:
            return expressions.Const(value + low, types.Int(of.low + low, of.high + low))
        case expressions.Arithmetic("-", written, expressions.Const(value)) if low and value == low:
            return written
        case _:
            return at


def _has_owner(words: Words, function: int) -> bool:
    """Whether a function belongs to an element, or reads who acts: `Ann.total`."""
    if not words.as_written or not 0 <= function < len(words.game.functions):
        return False
    params = words.game.functions[function].params
    return bool(params) and name_at(words.locals, params[0], "local") in (OWNER, "me")


def _spell_owned_call(words: Words, name: str, args: tuple[Expr, ...]) -> str:
    owner = "" if _is_left_out(words, args[0]) else f"{_tight(words, args[0])}."
    return f"{owner}{_spell_call(words, name, args[1:]) if args[1:] else name}"


def _spell_lookup(words: Words, name: str, index: tuple[Expr, ...]) -> str:
    """Returns a table's entry; for things with attributes, the attribute: `card.value`, and `p.human` for a player."""
    if name in _NEIGHBOURS and not words.exact:
        return _spell_call(words, _NEIGHBOURS[name], index)
    is_attribute = len(index) == 1 and (_has_attributes(index[0].type) or name == "human")
    if words.exact or not is_attribute:
        return f"{name}{_brackets(words, index)}"
    thing = index[0].piece if isinstance(index[0], expressions.KindOf) else index[0]
    return name if _is_left_out(words, thing) else f"{_tight(words, thing)}.{name}"


_NEIGHBOURS = {"left neighbour": "left", "right neighbour": "right"}
"""The functions of the rules that are compiled to tables of these names."""


def _has_attributes(of: types.Type) -> bool:
    inner = types.plain(of)
    return isinstance(inner, types.Kind | types.Piece | types.Row | types.Position | types.Enum)


def _arithmetic(words: Words, expr: expressions.Arithmetic) -> tuple[Binding, str]:
    left, right = expr.left, expr.right
    match expr.op:
        case "mod":
            return Binding.POSTFIX, _spell_call(words, "mod", (left, right))
        case "div_up":
            return Binding.PRODUCT, f"{_infix(words, left, '/', right, Binding.PRODUCT, Binding.UNARY)} rounded up"
        case "div_down":
            return Binding.PRODUCT, f"{_infix(words, left, '/', right, Binding.PRODUCT, Binding.UNARY)} rounded down"
        case "*":
            return Binding.PRODUCT, _infix(words, left, "*", right, Binding.PRODUCT, Binding.UNARY)
        case "+" | "-":
            return Binding.SUM, _infix(words, left, expr.op, right, Binding.SUM, Binding.PRODUCT)
        case _:
            assert_never(expr.op)


def _spell_negation(words: Words, operand: Expr) -> tuple[Binding, str]:
    match operand:
        case expressions.Equal(expressions.Count(source), expressions.Const(0)) if not words.exact:
            return Binding.POSTFIX, _spell_call(words, "some", (source,))
        case expressions.Equal(left, right):
            return Binding.COMPARE, _infix(words, left, "is not", right, Binding.RANGE, Binding.RANGE)
        case expressions.Has(source, item):
            return Binding.COMPARE, _infix(words, item, "not in", source, Binding.RANGE, Binding.RANGE)
        case _:
            return Binding.NOT, f"not {formula(words, operand, Binding.NOT)}"


# ---------------------------------------------------------------- small shapes


def _tight(words: Words, expr: Expr) -> str:
    return formula(words, expr, Binding.POSTFIX)


def _infix(words: Words, left: Expr, op: str, right: Expr, left_at: Binding, right_at: Binding) -> str:
    return f"{formula(words, left, left_at)} {op} {formula(words, right, right_at)}"


def _brackets(words: Words, index: tuple[Expr, ...]) -> str:
    return f"[{', '.join(formula(words, item) for item in index)}]" if index else ""


def _spell_call(words: Words, name: str, args: tuple[Expr, ...]) -> str:
    return f"{name}({', '.join(formula(words, arg) for arg in args)})"


def _copies(words: Words, number: Expr, thing: Expr) -> str:
    one = not words.exact and isinstance(number, expressions.Const) and number.value == 1
    return formula(words, thing) if one else f"{_tight(words, number)} {_tight(words, thing)}"
