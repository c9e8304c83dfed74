"""Describes what is true instead of a fact, part by part: the actual values of its formulas, and the expected ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Generic, Literal, cast

from gamedsl.graph.analysis import walk
from gamedsl.graph.model import expressions, types
from gamedsl.graph.model.expressions import Const, Expr
from gamedsl.graph.model.traits import Binding
from gamedsl.graph.text.formula_text import formula, only_element
from gamedsl.graph.text.names import Style, Words, value_text, words
from gamedsl.values import frozen
from gamedsl_interpreter.engine import S
from gamedsl_interpreter.worked_examples.host import ExampleHost

Op = Literal["<", "<=", ">", ">="]

_MIRRORED: dict[Op, Op] = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
_OPPOSITE: dict[Op, Op] = {"<": ">=", ">=": "<", ">": "<=", "<=": ">"}

_MISSES: dict[Op, str] = {">": "is not above", ">=": "is below", "<": "is not below", "<=": "is above"}
"""The text about a value if the comparison does not hold."""


def what_holds_instead(host: ExampleHost[S], state: S, fact: Expr) -> str:
    """Describes what is true at a position instead of a fact that does not hold."""
    asked = _Asked(host, state, words(host.game, Style.WRITTEN))
    return "; ".join(dict.fromkeys(_explain(asked, fact)))


@frozen
class _Asked(Generic[S]):
    """The position that is asked, and the names of its game."""

    host: ExampleHost[S]
    state: S
    names: Words

    def value(self, expr: Expr) -> types.Value:
        return self.host.value(self.state, expr)

    def holds(self, expr: Expr) -> bool:
        return self.value(expr) is True

    def text(self, expr: Expr) -> str:
        return formula(self.names, expr, Binding.RANGE)

    def write_value(self, expr: Expr) -> str:
        """Returns the value of a formula in the form of the rules, with all its elements; for a zone, its content."""
        match expr.type:
            case types.Zone(classes):
                return self.write_value(expressions.Contents(expr, types.Pieces(classes, 0)))
            case types.Pieces():
                items = cast("tuple[tuple[int, int, int], ...]", self.value(expr))
                kinds = tuple((types.NO_PLACE, kind, count) for _, kind, count in items)
                return value_text(self.host.game, kinds, expr.type)
            case types.ListOf(types.Player() as inner) | types.SetOf(types.Player() as inner):
                seats = cast("tuple[int, ...]", self.value(expr))
                return f"[{', '.join(value_text(self.host.game, seat, inner) for seat in seats)}]"
            case types.ListOf(types.Kind() as inner):
                same = groupby(cast("tuple[int, ...]", self.value(expr)))
                counted = tuple((kind, len(list(copies))) for kind, copies in same)
                return value_text(self.host.game, counted, types.Bag(inner, 0))
            case _:
                return value_text(self.host.game, self.value(expr), expr.type)

    def sentence(self, expr: Expr) -> str:
        return f"{self.text(expr)} is {self.write_value(expr)}"


# ---------------------------------------------------------------- parts of a fact


def _explain(asked: _Asked[S], fact: Expr) -> Iterator[str]:
    """Yields descriptions of what is true instead of a fact that does not hold."""
    match fact:
        case expressions.And(left, right):
            yield from _explain(asked, right if asked.holds(left) else left)
        case expressions.Or(left, right):
            yield from _explain(asked, left)
            yield from _explain(asked, right)
        case expressions.IfElse(condition, yes, no):
            yield from _explain(asked, yes if asked.holds(condition) else no)
        case expressions.Not(operand):
            yield from _explain_negation(asked, operand)
        case expressions.Equal(expressions.Count(source), Const(0)):
            yield f"{asked.sentence(source)}, not empty"
        case expressions.Compare(">", expressions.Count(source), Const(0)):
            yield f"{asked.text(source)} is empty"
        case expressions.Equal(Const() as left, Const() as right):
            yield f"it is {asked.write_value(left)}, not {asked.write_value(right)}, in every position"
        case expressions.Compare(op, Const() as left, Const() as right):
            yield f"it is {asked.write_value(left)}, which {_MISSES[op]} {asked.write_value(right)}, in every position"
        case expressions.Equal(left, right):
            yield _tell_both(asked, left, right, lambda wanted: f", not {wanted}")
        case expressions.Compare(op, left, right):
            yield _tell_order(asked, op, left, right)
        case expressions.Has(source, item):
            yield _tell_member(asked, source, item, is_there=False)
        case expressions.Fold("all", source, local, body):
            yield from _explain_all(asked, source, local, body)
        case expressions.Fold("any", source, local, body):
            yield _tell_none(asked, source, local, body)
        case expressions.Call(function, args):
            spec = asked.host.game.functions[function]
            inner = walk.substitute(spec.body, dict(zip(spec.params, args, strict=True)))
            yield f"{asked.text(fact)} is no, because {'; '.join(_explain(asked, inner))}"
        case Const():  # the compiler has evaluated it: its formula would be `no`
            yield "this does not hold in any position"
        case _:
            yield f"{asked.text(fact)} is no"


def _explain_negation(asked: _Asked[S], operand: Expr) -> Iterator[str]:
    """Yields descriptions of why `not operand` fails: the operand holds."""
    match operand:
        case expressions.Not(inner):
            yield from _explain(asked, inner)
        case expressions.And(left, right):
            yield from _explain_negation(asked, left)
            yield from _explain_negation(asked, right)
        case expressions.Or(left, right):
            yield from _explain_negation(asked, left if asked.holds(left) else right)
        case expressions.Equal(expressions.Count(source), Const(0)):
            yield f"{asked.text(source)} is empty"
        case expressions.Compare(">", expressions.Count(source), Const(0)):
            yield f"{asked.sentence(source)}, not empty"
        case expressions.Equal(left, right):
            yield _tell_both(asked, left, right, lambda _: "")
        case expressions.Compare(op, left, right):
            yield _tell_order(asked, _OPPOSITE[op], left, right)
        case expressions.Has(source, item):
            yield _tell_member(asked, source, item, is_there=True)
        case Const():
            yield "this does not hold in any position"
        case _:
            yield f"{asked.text(operand)} is yes"


def _explain_all(asked: _Asked[S], source: Expr, local: types.LocalId, body: Expr) -> Iterator[str]:
    """Yields descriptions for the first element for which the body does not hold."""
    of = asked.host.game.locals[local].type
    has_place = any(isinstance(part, expressions.PlaceOf) for part in walk.expressions(body))
    for element in _elements(asked.value(source), source.type, has_place=has_place):
        there = walk.substitute(body, {local: Const(element, of)})
        if not asked.holds(there):
            yield from _explain(asked, there)
            return


def _elements(value: types.Value, of: types.Type, *, has_place: bool) -> Iterator[types.Value]:
    """Yields each element of a collection once. A piece has the name of its kind, unless its place counts."""
    for item in value if isinstance(value, tuple) else ():
        match of, item:
            case types.Pieces(), (place, kind, _):
                yield (place if has_place else types.NO_PLACE, kind)
            case types.Bag(), (thing, _):
                yield thing
            case _:
                yield item


def _tell_none(asked: _Asked[S], source: Expr, local: types.LocalId, body: Expr) -> str:
    """Says that no element of the source fulfils the condition: lists all its elements, or says that it is empty."""
    match body:
        case expressions.Has(wanted, expressions.Local(id)) if id == local and _is_written(wanted):
            return f"{asked.sentence(source)}, without {asked.write_value(only_element(wanted) or wanted)}"
        case _ if not asked.value(source):
            return f"{asked.text(source)} is empty"
        case _:
            return f"`{formula(asked.names, body)}` holds for none of {asked.write_value(source)}"


# ---------------------------------------------------------------- comparisons


def _tell_both(asked: _Asked[S], left: Expr, right: Expr, expected: Callable[[str], str]) -> str:
    """Describes the values of both sides. If one side is a constant, it is the expected value of the other side."""
    if _is_written(right):
        return f"{asked.sentence(left)}{expected(asked.write_value(right))}"
    if _is_written(left):
        return f"{asked.sentence(right)}{expected(asked.write_value(left))}"
    return f"{asked.sentence(left)} and {asked.sentence(right)}"


def _tell_order(asked: _Asked[S], op: Op, left: Expr, right: Expr) -> str:
    """Says the values of a comparison that does not hold."""
    if _is_written(left) and not _is_written(right):
        op = _MIRRORED[op]
    return _tell_both(asked, left, right, lambda wanted: f", which {_MISSES[op]} {wanted}")


def _tell_member(asked: _Asked[S], source: Expr, item: Expr, *, is_there: bool) -> str:
    """Describes the content of a collection, or the value that is, or is not, in it."""
    if _is_written(item):
        return f"{asked.sentence(source)}, {'with' if is_there else 'without'} {asked.write_value(item)}"
    where = "which is" if is_there else "which is not"
    if _is_written(source):
        return f"{asked.sentence(item)}, {where} in {asked.write_value(source)}"
    return f"{asked.sentence(item)}, {where} in {asked.sentence(source)}"


def _is_written(expr: Expr) -> bool:
    """Whether the rules write the value itself, such as `12` or `[3 Horse]`."""
    match expr:
        case Const():
            return True
        case expressions.MakeList() | expressions.MakeBag() | expressions.Range() | expressions.Convert():
            return all(_is_written(part) for part in walk.children(expr))
        case expressions.PieceOf() | expressions.KindOf() | expressions.Need() | expressions.Within():
            return all(_is_written(part) for part in walk.children(expr))
        case _:
            return False
