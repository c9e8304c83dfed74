"""The teams of a final ranking."""

from __future__ import annotations

from typing import cast

from gamedsl.graph.analysis.walk import expressions
from gamedsl.graph.model.expressions import Call, FieldAt, ZoneAt
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import FunctionId
from gamedsl_interpreter.reference.engine import ReferenceEngine


def teams_of_seats(game: Game, size: int) -> list[list[int]]:
    """Returns the seats of each of the `size` values that are ranked in place of players; nothing where players are ranked, and where fields or zones
    decide who belongs to a team, because that can change during a match."""
    members = game.ranking.members
    if members is None or _depends_on_state(game, members):
        return []
    machine = ReferenceEngine(game).machine
    seats = (machine.make.function(members, element)(list(machine.start)) for element in range(size))
    return [sorted(cast("tuple[int, ...]", found)) for found in seats]


def _depends_on_state(game: Game, function: FunctionId) -> bool:
    """Whether a function, or one that it calls, reads a field or a zone."""
    seen = {function}
    left = [function]
    while left:
        for one in expressions(game.functions[left.pop()].body):
            if isinstance(one, FieldAt | ZoneAt):
                return True
            if isinstance(one, Call) and one.function not in seen:
                seen.add(one.function)
                left.append(one.function)
    return False
