"""Converts formulas back to rule-like text, with no more parentheses than the language's precedences need."""

from __future__ import annotations

from enum import IntEnum
from typing import assert_never

from gamedsl.graph.model import expressions, types
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.text.names import Words, name_at, type_text, value_text


class Binding(IntEnum):
    """The binding strength of a form, loosest first (language reference, Expressions)."""

    WHERE = 0
    IF = 1
    OR = 2
    AND = 3
    NOT = 4
    COMPARE = 5
    RANGE = 6
    SUM = 7
    PRODUCT = 8
    UNARY = 9
    POSTFIX = 10


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


# ---------------------------------------------------------------- all forms of formulas


def _spell(words: Words, expr: Expr) -> tuple[Binding, str]:
    match expr:
        case (
            expressions.Const()
            | expressions.Local()
            | expressions.FieldAt()
            | expressions.ZoneAt()
            | expressions.Lookup()
            | expressions.Call()
            | expressions.Can()
        ):
            return _name(words, expr)
        case (
            expressions.Contents()
            | expressions.TopPiece()
            | expressions.KindOf()
            | expressions.PlaceOf()
            | expressions.PieceOf()
            | expressions.Need()
            | expressions.Within()
            | expressions.Convert()
        ):
            return _silent(words, expr)
        case (
            expressions.Arithmetic()
            | expressions.Compare()
            | expressions.Equal()
            | expressions.Not()
            | expressions.And()
            | expressions.Or()
            | expressions.IfElse()
            | expressions.Join()
            | expressions.Without()
        ):
            return _operator(words, expr)
        case (
            expressions.MakeList()
            | expressions.MakeBag()
            | expressions.Range()
            | expressions.Seats()
            | expressions.TakeFrom()
            | expressions.TakeSome()
            | expressions.LyingIn()
        ):
            return _collection(words, expr)
        case (
            expressions.Filter()
            | expressions.While()
            | expressions.MapList()
            | expressions.Distinct()
            | expressions.FlatMap()
            | expressions.Fold()
            | expressions.Sorted()
        ):
            return _walk(words, expr)
        case expressions.Has(source, item):
            return Binding.COMPARE, f"{formula(words, item, Binding.RANGE)} in {formula(words, source, Binding.RANGE)}"
        case expressions.Item(source, index):
            return Binding.POSTFIX, f"{formula(words, source, Binding.POSTFIX)}[{formula(words, index)}]"
        case (
            expressions.Count()
            | expressions.Extreme()
            | expressions.Pick()
            | expressions.Some()
            | expressions.Rest()
            | expressions.Leaders()
            | expressions.KindSets()
            | expressions.Subsets()
            | expressions.OutsideIn()
        ):
            return Binding.POSTFIX, _question(words, expr)
        case expressions.LimitReached(counter, limit):
            return Binding.COMPARE, f"count[{counter}] >= {limit}" if words.exact else f"{limit} are over"
        case (
            expressions.Neighbour()
            | expressions.Along()
            | expressions.Reach()
            | expressions.Groups()
            | expressions.Distance()
        ):
            return Binding.POSTFIX, _board_question(words, expr)
        case _:
            assert_never(expr)


def _name(
    words: Words,
    expr: expressions.Const
    | expressions.Local
    | expressions.FieldAt
    | expressions.ZoneAt
    | expressions.Lookup
    | expressions.Call
    | expressions.Can,
) -> tuple[Binding, str]:
    game = words.game
    match expr:
        case expressions.Const(value, type):
            text = value_text(game, value, type)
            return (Binding.UNARY if text.startswith("-") else Binding.POSTFIX), text
        case expressions.Local(id):
            return Binding.POSTFIX, name_at(words.locals, id, "local")
        case expressions.FieldAt(field, index):
            owned = 0 <= field < len(game.fields) and game.fields[field].owned
            return Binding.POSTFIX, index_text(words, name_at(words.fields, field, "field"), index, owned)
        case expressions.ZoneAt(zone, index):
            owned = 0 <= zone < len(game.zones) and game.zones[zone].owned
            return Binding.POSTFIX, index_text(words, name_at(words.zones, zone, "zone"), index, owned)
        case expressions.Lookup(table, index):
            return Binding.POSTFIX, _spell_lookup(words, name_at(words.tables, table, "table"), index)
        case expressions.Call(function, args):
            name = name_at(words.functions, function, "function")
            mine = all(_is_left_out(words, arg) for arg in args) and not words.exact
            return Binding.POSTFIX, name if mine else _spell_call(words, name, args)
        case expressions.Can(rule, me, args):
            name = next((question.name for question in game.questions if question.rule == rule), f"rule#{rule}")
            acting = f" as {formula(words, me)}" if words.exact else ""
            return Binding.POSTFIX, f"can({_spell_call(words, name, args) if args else name}{acting})"
        case _:
            assert_never(expr)


def _spell_lookup(words: Words, name: str, index: tuple[Expr, ...]) -> str:
    """Returns a table's entry; for things with attributes, the attribute: `card.value`, and `p.human` for a player."""
    is_attribute = len(index) == 1 and (_has_attributes(index[0].type) or name == "human")
    if words.exact or not is_attribute:
        return f"{name}{_brackets(words, index)}"
    thing = index[0].piece if isinstance(index[0], expressions.KindOf) else index[0]
    return name if _is_left_out(words, thing) else f"{_tight(words, thing)}.{name}"


def _has_attributes(of: types.Type) -> bool:
    inner = of.of if isinstance(of, types.Optional) else of
    return isinstance(inner, types.Kind | types.Piece | types.Row | types.Position | types.Enum)


def _silent(
    words: Words,
    expr: expressions.Contents
    | expressions.TopPiece
    | expressions.KindOf
    | expressions.PlaceOf
    | expressions.PieceOf
    | expressions.Need
    | expressions.Within
    | expressions.Convert,
) -> tuple[Binding, str]:
    """Returns the text of the inner formula: rules do not mention conversions between forms of one value."""
    match expr:
        case expressions.PlaceOf(piece):
            return Binding.POSTFIX, _spell_call(words, "place", (piece,))
        case expressions.Contents(inner):
            name = "contents"
        case expressions.TopPiece(inner):
            name = "top"
        case expressions.KindOf(inner):
            name = "kind"
        case expressions.PieceOf(inner):
            name = "piece"
        case expressions.Need(inner):
            return (
                (Binding.POSTFIX, f"{formula(words, inner, Binding.POSTFIX)}!") if words.exact else _spell(words, inner)
            )
        case expressions.Within(inner, type):
            name = f"within[{type_text(words.game, type)}]"
        case expressions.Convert(inner, type):
            name = f"as[{type_text(words.game, type)}]"
        case _:
            assert_never(expr)
    return (Binding.POSTFIX, _spell_call(words, name, (inner,))) if words.exact else _spell(words, inner)


def _operator(
    words: Words,
    expr: expressions.Arithmetic
    | expressions.Compare
    | expressions.Equal
    | expressions.Not
    | expressions.And
    | expressions.Or
    | expressions.IfElse
    | expressions.Join
    | expressions.Without,
) -> tuple[Binding, str]:
    match expr:
        case expressions.Arithmetic():
            return _arithmetic(words, expr)
        case expressions.Join(left, right):
            return Binding.SUM, _infix(words, left, "+", right, Binding.SUM, Binding.PRODUCT)
        case expressions.Without(left, right):
            return Binding.SUM, _infix(words, left, "-", right, Binding.SUM, Binding.PRODUCT)
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
        case expressions.And(left, right):
            return Binding.AND, _infix(words, left, "and", right, Binding.AND, Binding.NOT)
        case expressions.Or(left, right):
            return Binding.OR, _infix(words, left, "or", right, Binding.OR, Binding.AND)
        case expressions.IfElse(condition, yes, no):
            said = f"{formula(words, yes, Binding.OR)} if {formula(words, condition, Binding.OR)}"
            return Binding.IF, f"{said} else {formula(words, no, Binding.IF)}"
        case _:
            assert_never(expr)


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


def _collection(
    words: Words,
    expr: expressions.MakeList
    | expressions.MakeBag
    | expressions.Range
    | expressions.Seats
    | expressions.TakeFrom
    | expressions.TakeSome
    | expressions.LyingIn,
) -> tuple[Binding, str]:
    match expr:
        case expressions.MakeList(items, type):
            prefix = "set " if words.exact and isinstance(type, types.SetOf) else ""
            return Binding.POSTFIX, f"{prefix}[{', '.join(formula(words, item) for item in items)}]"
        case expressions.MakeBag(items):
            prefix = "bag " if words.exact else ""
            return Binding.POSTFIX, f"{prefix}[{', '.join(_copies(words, number, thing) for number, thing in items)}]"
        case expressions.Range(low, high):
            return Binding.RANGE, f"{formula(words, low, Binding.SUM)}..{formula(words, high, Binding.SUM)}"
        case expressions.Seats(first, playing):
            group = "playing" if playing else "players"
            return (
                (Binding.POSTFIX, group) if first is None else (Binding.WHERE, f"{group} from {_tight(words, first)}")
            )
        case expressions.TakeFrom(wanted, source):
            return Binding.WHERE, f"{_tight(words, wanted)} from {_tight(words, source)}"
        case expressions.TakeSome(number, source, up_to):
            return Binding.WHERE, f"{'up to ' if up_to else ''}{_tight(words, number)} of {_tight(words, source)}"
        case expressions.LyingIn(pieces, zone):
            return Binding.WHERE, f"{_tight(words, pieces)} lying in {_tight(words, zone)}"
        case _:
            assert_never(expr)


def _walk(
    words: Words,
    expr: expressions.Filter
    | expressions.While
    | expressions.MapList
    | expressions.Distinct
    | expressions.FlatMap
    | expressions.Fold
    | expressions.Sorted,
) -> tuple[Binding, str]:
    name = name_at(words.locals, expr.local, "local")
    source = formula(words, expr.source, Binding.IF)
    bound = f"{name} => " if words.exact else ""
    match expr:
        case expressions.Filter():
            return Binding.WHERE, f"{source} where {bound}{formula(words, expr.condition, Binding.IF)}"
        case expressions.While():
            return Binding.WHERE, f"{source} while {bound}{formula(words, expr.condition, Binding.IF)}"
        case expressions.Sorted():
            keys = (f"{'highest' if k.highest else 'lowest'} {formula(words, k.value, Binding.IF)}" for k in expr.keys)
            return Binding.WHERE, f"{source} by {bound}{' then '.join(keys)}"
        case expressions.MapList():
            return Binding.POSTFIX, f"[{formula(words, expr.body)} for {name} in {source}]"
        case expressions.Distinct():
            return Binding.POSTFIX, f"distinct({formula(words, expr.body)} for {name} in {source})"
        case expressions.FlatMap():
            return Binding.POSTFIX, f"join({formula(words, expr.body)} for {name} in {source})"
        case expressions.Fold():
            return Binding.POSTFIX, f"{expr.op}({formula(words, expr.body)} for {name} in {source})"
        case _:
            assert_never(expr)


def _question(
    words: Words,
    expr: expressions.Count
    | expressions.Extreme
    | expressions.Pick
    | expressions.Some
    | expressions.Rest
    | expressions.Leaders
    | expressions.KindSets
    | expressions.Subsets
    | expressions.OutsideIn,
) -> str:
    match expr:
        case expressions.Count(source):
            return _spell_call(words, "count", (source,))
        case expressions.Extreme(op, source) | expressions.Pick(op, source):
            return _spell_call(words, op, (source,))
        case expressions.Some(op, source, number):
            return _spell_call(words, op, (source, number))
        case expressions.Rest(source):
            return _spell_call(words, "rest", (source,))
        case expressions.Leaders(ranking):
            return _spell_call(words, "leaders", (ranking,))
        case expressions.KindSets(bag):
            return _spell_call(words, "sets", (bag,))
        case expressions.Subsets(source, number):
            return _spell_call(words, "subsets", (source, number))
        case expressions.OutsideIn(source):
            return _spell_call(words, "outside_in", (source,))
        case _:
            assert_never(expr)


def _board_question(
    words: Words,
    expr: expressions.Neighbour | expressions.Along | expressions.Reach | expressions.Groups | expressions.Distance,
) -> str:
    match expr:
        case expressions.Neighbour(side, player):
            return _spell_call(words, side, (player,))
        case expressions.Along(rays, start, direction, number):
            return _spell_call(words, _over(words, "step", rays), (start, direction, number))
        case expressions.Reach(links, inside, start, _, through):
            return _way(words, _over(words, "reach", links), (inside, start), through)
        case expressions.Groups(links, inside, _, through):
            return _way(words, _over(words, "groups", links), (inside,), through)
        case expressions.Distance(links, inside, start, goal, _, through):
            return _way(words, _over(words, "distance", links), (inside, start, goal), through)
        case _:
            assert_never(expr)


# ---------------------------------------------------------------- small shapes


def _tight(words: Words, expr: Expr) -> str:
    return formula(words, expr, Binding.POSTFIX)


def _infix(words: Words, left: Expr, op: str, right: Expr, left_at: Binding, right_at: Binding) -> str:
    return f"{formula(words, left, left_at)} {op} {formula(words, right, right_at)}"


def _brackets(words: Words, index: tuple[Expr, ...]) -> str:
    return f"[{', '.join(formula(words, item) for item in index)}]" if index else ""


def _spell_call(words: Words, name: str, args: tuple[Expr, ...]) -> str:
    return f"{name}({', '.join(formula(words, arg) for arg in args)})"


def _way(words: Words, name: str, args: tuple[Expr, ...], through: Expr | None) -> str:
    called = _spell_call(words, name, args)
    return called if through is None else f"{called[:-1]}, through = {formula(words, through)})"


def _copies(words: Words, number: Expr, thing: Expr) -> str:
    one = not words.exact and isinstance(number, expressions.Const) and number.value == 1
    return formula(words, thing) if one else f"{_tight(words, number)} {_tight(words, thing)}"


def _over(words: Words, name: str, table: int) -> str:
    return f"{name}[{name_at(words.tables, table, 'table')}]" if words.exact else name
