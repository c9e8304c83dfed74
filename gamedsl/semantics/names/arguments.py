"""Checks arguments in brackets, and the limits of an index."""

from __future__ import annotations

from gamedsl.graph.analysis.walk import list_read_fields
from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import Int
from gamedsl.semantics.construction import constants, settled, sure
from gamedsl.semantics.model.formula_words import arguments_without_names
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.symbols import ScoreSymbol
from gamedsl.semantics.model.types import arguments
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.certain import IndexBeyond
from gamedsl.semantics.problems.terms import Thing, about
from gamedsl.semantics.problems.values import MayFail, Risk, WrongArguments
from gamedsl.source import Span
from gamedsl.syntax.tree import formulas


def exact_arguments(
    world: World, given: tuple[formulas.Arg, ...], count: int, name: str, span: Span
) -> tuple[formulas.Expr, ...] | None:
    """Returns the arguments of something that takes this many formulas; None if others are given, which is reported at `span`."""
    values = arguments_without_names(given)
    if len(values) == len(given) == count:
        return values
    world.problem(WrongArguments(span, name, arguments(count), len(given)))
    return None


def plain_arguments(
    world: World, node: formulas.Index | formulas.Apply, count: int, what: str
) -> tuple[formulas.Expr, ...] | None:
    plain_args = arguments_without_names(node.args)
    if len(plain_args) != len(node.args) or len(plain_args) != count:
        world.problem(
            WrongArguments(node.span, what, Thing.ONE_PART if count == 1 else about(Thing.PARTS, count), len(node.args))
        )
        return None
    return plain_args


def note_index_risk(
    world: World, scope: Scope, at: expressions.Expr, low: int, high: int, span: Span, name: str
) -> None:
    if isinstance(at.type, Int):
        sure.note_index(world, span, name, at.type, low, high)
        world.judge("beyond", span, _beyond(world, scope, at, at.type, low, high, span, name))
    if isinstance(at.type, Int) and (at.type.low < low or settled.find_greatest(world, at, at.type) > high):
        constants.risk(world, scope, MayFail(span, about(Risk.INDEX_OUTSIDE, low, high)))


def _beyond(
    world: World, scope: Scope, at: expressions.Expr, type_: Int, low: int, high: int, span: Span, name: str
) -> IndexBeyond | None:
    """Returns the problem of a score that looks up the number of a field in a table that is too short for it. A condition about the field may rule that out."""
    is_outside = type_.low < low or type_.high > high
    if not (
        is_outside and isinstance(at, expressions.FieldAt) and isinstance(world.symbols.get(scope.where), ScoreSymbol)
    ):
        return None
    if at.field in list_read_fields(scope.known):
        return None
    return IndexBeyond(span, world.fields[at.field].name, type_.low, type_.high, name, low, high)
