"""The dependence of formulas on the content of hidden zones: whether more pieces there can make them true, or false.

If more cards in a hand can only forbid a move, then the move shows that no card is there that would forbid it alone. This module proves
that property from the formulas.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import TypeAlias

from gamedsl.graph.analysis import walk
from gamedsl.graph.analysis.secrecy import is_pieces
from gamedsl.graph.model import expressions
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import Plan
from gamedsl.graph.model.statements import Bind, Part, Requirement, Select, YesNo
from gamedsl.graph.model.types import LocalId


class Polarity(Enum):
    """The effect of more hidden pieces on a value.

    FIXED: none. PRESENT: a condition that holds iff one of certain pieces is there; a collection of certain pieces that are there. ABSENT: a condition
    that holds iff none of certain pieces is there. RISES, FALLS: they can only make it true (greater), or false (less). ANY: unknown.
    """

    FIXED = "fixed"
    PRESENT = "present"
    ABSENT = "absent"
    RISES = "rises"
    FALLS = "falls"
    ANY = "any"


F, P, A, R, D, ANY = (Polarity.FIXED, Polarity.PRESENT, Polarity.ABSENT, Polarity.RISES, Polarity.FALLS, Polarity.ANY)
_UP, _DOWN = frozenset({F, P, R}), frozenset({F, A, D})
_NOT = {F: F, P: A, A: P, R: D, D: R, ANY: ANY}
_Known: TypeAlias = Mapping[LocalId, Polarity]


def both(one: Polarity, other: Polarity) -> Polarity:
    """Returns the polarity of a condition that needs both parts."""
    if F in (one, other):
        return other if one is F else one
    if one is A and other is A:
        return A
    return _join(one, other)


def either(one: Polarity, other: Polarity) -> Polarity:
    """Returns the polarity of a condition that needs one of two parts, or of a collection of all elements of both."""
    if F in (one, other):
        return other if one is F else one
    if one is P and other is P:
        return P
    return _join(one, other)


def _join(one: Polarity, other: Polarity) -> Polarity:
    if {one, other} <= _UP:
        return R
    return D if {one, other} <= _DOWN else ANY


class Polarities:
    """Polarities of the formulas of one Game. Zones are hidden if not every seat sees them."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._hidden = frozenset(i for i, spec in enumerate(game.zones) if spec.visibility.who != "everyone")
        self._secret = frozenset(
            i for i, spec in enumerate(game.fields) if spec.visibility.who != "everyone" and not spec.hidden
        )
        self.reads_sizes = False
        """Whether a formula has asked for the number of pieces in a hidden zone: it is public, but only right if the position holds all pieces."""

    # ------------------------------------------------------------ decisions

    def of_plan(self, plan: Plan, known: _Known) -> Polarity:
        """Returns the polarity of the legality of a move of the plan, given that the pieces it chooses are there. ANY if the move can be declined because
        nothing else is possible."""
        if plan.gate == "if_able":
            return ANY
        found = F if plan.offered_if is None else self.of(plan.offered_if, known)
        now = dict(known)
        for part in plan.parts:
            found = both(found, self._part(part, now))
        for line in plan.menu or ():
            found = both(found, self.of_plan(line, now))
        return found

    def _part(self, part: Part, known: dict[LocalId, Polarity]) -> Polarity:
        match part:
            case Bind(local, value):
                known[local] = self.of(value, known)
                return F
            case Requirement(condition=condition):
                return self.of(condition, known)
            case YesNo(condition=condition):
                return F if condition is None or self.of(condition, known) is F else ANY
            case Select():
                return self._select(part, known)

    def _select(self, part: Select, known: _Known) -> Polarity:
        asked = [expr for expr in (part.number, part.least, part.distinct) if expr is not None]
        if any(self.of(expr, known) is not F for expr in asked):
            return ANY
        sources = [self.of(source, known) for source in part.sources]
        if all(source is F for source in sources):
            return F
        if not is_pieces(self._game.locals[part.local].type) or not set(sources) <= _UP:
            return ANY
        found = F
        for earlier in sources[:-1]:
            found = both(found, A if earlier is P else F if earlier is F else D)
        return found

    # ------------------------------------------------------------ formulas

    def of(self, expr: expressions.Expr, known: _Known) -> Polarity:
        """Returns the polarity of a formula; `known` holds the polarities of locals that are not fixed."""
        match expr:
            case expressions.Const():
                return F
            case expressions.Local(id):
                return known.get(id, F)
            case expressions.FieldAt(field, index):
                return F if field not in self._secret and self._are_fixed(index, known) else ANY
            case expressions.ZoneAt(zone, index):
                if not self._are_fixed(index, known):
                    return ANY
                return P if zone in self._hidden else F
            case expressions.Contents(inner) | expressions.Convert(inner):
                return self.of(inner, known)
            case expressions.Not(inner):
                return _NOT[self.of(inner, known)]
            case expressions.And(left, right):
                return both(self.of(left, known), self.of(right, known))
            case expressions.Or(left, right) | expressions.Join(left, right):
                return either(self.of(left, known), self.of(right, known))
            case expressions.IfElse(condition, yes, no):
                ways = self.of(yes, known), self.of(no, known)
                if self.of(condition, known) is not F:
                    return ANY
                return ways[0] if ways[0] is ways[1] else both(*ways) if F in ways else _join(*ways)
            case expressions.Has(source, item):
                return self.of(source, known) if self.of(item, known) is F else ANY
            case expressions.Count(source):
                return F if self._is_size(source, known) else _number(self.of(source, known))
            case expressions.Equal(left, right):
                return self._equal(left, right, known)
            case expressions.Compare():
                return self._compare(expr, known)
            case expressions.Fold():
                return self._fold(expr, known)
            case expressions.Filter(source, _, condition):
                return _elements(self.of(source, known), self.of(condition, known))
            case expressions.Distinct(source, _, body) | expressions.MapList(source, _, body):
                return self.of(source, known) if self.of(body, known) is F else ANY
            case expressions.FlatMap(source, _, body):
                ways = self.of(source, known), self.of(body, known)
                return either(*ways) if F in ways else _join(*ways)
            case expressions.Call(function, args):
                spec = self._game.functions[function]
                given = dict(zip(spec.params, (self.of(arg, known) for arg in args), strict=False))
                return self.of(spec.body, given)
            case expressions.Can():
                return ANY
            case _:
                return F if self._are_fixed(tuple(walk.children(expr)), known) else ANY

    def _are_fixed(self, formulas: tuple[expressions.Expr, ...], known: _Known) -> bool:
        return all(self.of(one, known) is F for one in formulas)

    def _equal(self, left: expressions.Expr, right: expressions.Expr, known: _Known) -> Polarity:
        for one, other in ((left, right), (right, left)):
            if (
                isinstance(other, expressions.Const)
                and other.value == 0
                and (inside := _collection_of_count(one)) is not None
            ):
                return self._is_some(inside, known, is_some=False)
        return F if self._are_fixed((left, right), known) else ANY

    def _compare(self, expr: expressions.Compare, known: _Known) -> Polarity:
        inside = _collection_of_count(expr.left)
        if inside is not None and isinstance(expr.right, expressions.Const):
            match expr.op, expr.right.value:
                case (">", 0) | (">=", 1):
                    return self._is_some(inside, known, is_some=True)
                case ("<", 1) | ("<=", 0):
                    return self._is_some(inside, known, is_some=False)
                case _:
                    pass
        greater, less = (expr.left, expr.right) if expr.op in (">", ">=") else (expr.right, expr.left)
        return both(self.of(greater, known), _NOT[self.of(less, known)])

    def _is_some(self, inside: expressions.Expr, known: _Known, *, is_some: bool) -> Polarity:
        """Returns the polarity of the condition that the collection is not empty, or empty without `is_some`."""
        if self._is_size(inside, known):
            return F
        found = (
            self.of(inside, known)
            if not isinstance(inside, expressions.Fold)
            else _elements(self.of(inside.source, known), self.of(inside.body, known))
        )
        return found if is_some else _NOT[found]

    def _is_size(self, inside: expressions.Expr, known: _Known) -> bool:
        """Whether the counted pieces are all pieces in a zone."""
        while isinstance(inside, expressions.Contents | expressions.Convert):
            inside = inside.zone if isinstance(inside, expressions.Contents) else inside.operand
        if not isinstance(inside, expressions.ZoneAt) or not self._are_fixed(inside.index, known):
            return False
        self.reads_sizes |= inside.zone in self._hidden
        return True

    def _fold(self, fold: expressions.Fold, known: _Known) -> Polarity:
        source, body = self.of(fold.source, known), self.of(fold.body, known)
        match fold.op:
            case "any":
                return _elements(source, body)
            case "all":
                return _NOT[_elements(source, _NOT[body])]
            case "count":
                return _number(_elements(source, body))
            case _:
                return F if source is F and body is F else ANY


def _collection_of_count(expr: expressions.Expr) -> expressions.Expr | None:
    """Returns the counted collection if the formula is a count."""
    match expr:
        case expressions.Count(source):
            return source
        case expressions.Fold(op="count"):
            return expr
        case _:
            return None


def _elements(source: Polarity, condition: Polarity) -> Polarity:
    """Returns the polarity of the elements of a collection for which a condition holds."""
    if source is F:
        return condition if condition is not A else D
    if condition is F:
        return source
    return _join(source, condition)


def _number(collection: Polarity) -> Polarity:
    return R if collection is P else D if collection is A else collection
