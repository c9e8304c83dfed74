"""Which players an end speaks of: “Somebody has 100 points” is told on a page with their names."""

from __future__ import annotations

from gamedsl.graph.model.expressions import Compare, Const, Count, Equal, Expr, FieldAt, Filter, Local, ZoneAt
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import BranchNode
from gamedsl.values import frozen


@frozen
class Whose:
    """A match ends for `reason` as soon as a field of some player, or how much lies in a zone, compares so with a number; a flag is compared with 1."""

    reason: str
    name: str
    operator: str
    number: int


def whose_ends(game: Game) -> tuple[Whose, ...]:
    """Returns the ends that ask for some player whose field or zone compares with a constant. Other ends speak of nobody, or nobody can tell on a page of whom."""
    found: dict[str, Whose | None] = {}
    for node in game.nodes:
        if isinstance(node, BranchNode) and node.edge in game.reasons:
            whose = _whose(game, node.edge, node.condition)
            found[node.edge] = whose if found.get(node.edge, whose) == whose else None
    return tuple(one for one in found.values() if one is not None)


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
