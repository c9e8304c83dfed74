"""Finds the players on whom an end depends: a page tells “Somebody has 100 points” with their names."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.graph.model.expressions import Compare, Const, Count, Equal, Expr, FieldAt, Filter, Local, ZoneAt
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import BranchNode, EffectNode
from gamedsl.graph.model.statements import Effect, SetField
from gamedsl.graph.model.types import Player
from gamedsl.values import frozen


@frozen
class Whose:
    """The condition of an end: a match ends for `reason` as soon as a player's field, or the number of pieces in a player's zone, compares with a number in
    this way. A flag is compared with 1."""

    reason: str
    name: str
    operator: str
    number: int


def whose_ends(game: Game) -> tuple[Whose, ...]:
    """Returns the conditions of ends that depend on a player's field or zone and a constant, or before which a rule sets a player's flag. Other ends depend
    on no player, or a page cannot find out on which."""
    found: dict[str, Whose | None] = {}
    for reason, whose in _list_reasons(game):
        found[reason] = whose if found.get(reason, whose) == whose else None
    return tuple(one for one in found.values() if one is not None)


def _list_reasons(game: Game) -> Iterator[tuple[str, Whose | None]]:
    """Yields the reason of each end at each of its places, with the condition on a player there."""
    conditions = [node for node in game.nodes if isinstance(node, BranchNode) and node.edge in game.reasons]
    for node in conditions:
        yield node.edge, _whose(game, node.edge, node.condition)
    conditional = {node.edge for node in conditions}
    for body in (node.body for node in game.nodes if isinstance(node, EffectNode)):
        for before, after in zip((None, *body), body, strict=False):
            match after:
                case SetField(field, (), Const(int(number))) if field == game.builtins.reason:
                    reason = game.reasons[number]
                    if reason not in conditional:
                        yield reason, _find_flag(game, reason, before)
                case _:
                    pass


def _find_flag(game: Game, reason: str, effect: Effect | None) -> Whose | None:
    """Returns the flag of a player that an effect sets."""
    match effect:
        case SetField(field, (Local(type=Player()),), Const(True)):
            return Whose(reason, game.fields[field].name, ">=", 1)
        case _:
            return None


def _whose(game: Game, reason: str, condition: Expr) -> Whose | None:
    """Returns the comparison in `some(players where …)`."""
    match condition:
        case Compare(">", Count(Filter(Const(players), local, inside)), Const(0)) if players == tuple(
            range(len(game.seats))
        ):
            return _whose_number(game, reason, local, inside)
        case _:
            return None


def _whose_number(game: Game, reason: str, local: int, inside: Expr) -> Whose | None:
    sign, number = ">=", 1
    match inside:
        case Compare(operator, left, Const(int(limit))):
            name, sign, number = _name_of(game, left, local), operator, limit
        case Equal(left, Const(int(limit))):
            name, sign, number = _name_of(game, left, local), "is", limit
        case _:
            name = _name_of(game, inside, local)
    return None if name is None else Whose(reason, name, sign, number)


def _name_of(game: Game, value: Expr, local: int) -> str | None:
    """Returns the name of the player's field, or of the zone whose pieces are counted."""
    match value:
        case FieldAt(field, (Local(index),)) if index == local:
            return game.fields[field].name
        case Count(ZoneAt(zone, (Local(index),))) if index == local:
            return game.zones[zone].name
        case _:
            return None
