"""Removes filters from selections, and tells whether the choosing player sees everything that a formula reads."""

from __future__ import annotations

from gamedsl.graph.analysis.walk import expressions
from gamedsl.graph.model.expressions import Call, Can, Convert, Expr, FieldAt, Filter, IfElse, Local, While, ZoneAt
from gamedsl.graph.model.game import FieldSpec, Game, ZoneSpec
from gamedsl.values import evolve


def remove_filters(source: Expr) -> Expr:
    """Returns the collection below the outermost filters of a source."""
    match source:
        case Filter() | While():
            return remove_filters(source.source)
        case Convert(operand):
            inside = remove_filters(operand)
            return source if inside is operand else evolve(source, operand=inside)
        case IfElse(_, yes, no):
            return evolve(source, yes=remove_filters(yes), no=remove_filters(no))
        case _:
            return source


def knows_all(game: Game, source: Expr) -> bool:
    """Whether the choosing player certainly sees everything that the formula reads."""
    return all(_is_seen(game, expr) for expr in expressions(source))


def _is_seen(game: Game, expr: Expr) -> bool:
    match expr:
        case FieldAt(field, index):
            return _is_open(game, game.fields[field], index)
        case ZoneAt(zone, index):
            return _is_open(game, game.zones[zone], index)
        case Call() | Can():
            return False
        case _:
            return True


def _is_open(game: Game, spec: FieldSpec | ZoneSpec, index: tuple[Expr, ...]) -> bool:
    if spec.hidden:
        return False
    if spec.visibility.who == "everyone":
        return True
    owner = index[0] if spec.owned and index else None
    return spec.visibility.who == "owner" and isinstance(owner, Local) and game.locals[owner.id].name == "me"
