"""The result of a match: scores line by line, the ranking of the seats, and the reason."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter.engine import Outcome
from gamedsl_interpreter.reference.play.machine import Machine
from gamedsl_interpreter.reference.state import ReferenceState
from gamedsl_interpreter.shares import shares_of, win_groups


def outcome(machine: Machine, state: ReferenceState) -> Outcome:
    """Computes the outcome at an end node."""
    game = machine.game
    scores = tuple(
        tuple((line.name, points) for line, points in zip(game.scores, row, strict=True))
        for row in score_table(machine, state)
    )
    won = machine.results.winners(state.frame)
    ranking = seat_groups(machine, state) if won is None else win_groups(won)
    return Outcome(
        ranking=ranking,
        scores=scores,
        totals=tuple(sum(points for _, points in lines) for lines in scores),
        shares=shares_of(ranking, won, len(game.seats)),
        reason=_reason(machine, state),
        won=won,
    )


def score_table(machine: Machine, state: ReferenceState) -> tuple[tuple[int, ...], ...]:
    """Computes the score lines at a position, by seat and line."""
    game = machine.game
    frame = list(state.frame)
    functions = [line.function for line in game.scores]
    return tuple(
        tuple(machine.make.function(function, seat)(frame) for function in functions) for seat in range(len(game.seats))
    )


def seat_groups(machine: Machine, state: ReferenceState) -> tuple[tuple[SeatId, ...], ...]:
    """Returns groups of equal seats, best first; if teams are ranked, the members of the teams."""
    groups = machine.results.ranking(list(state.frame))
    members = machine.game.ranking.members
    if members is None:
        return tuple(tuple(SeatId(seat) for seat in group) for group in groups)
    teams = [[machine.make.function(members, element)(list(state.frame)) for element in group] for group in groups]
    return tuple(_members(group) for group in teams)


def _members(teams: Sequence[Sequence[int]]) -> tuple[SeatId, ...]:
    return tuple(SeatId(seat) for seat in sorted({seat for team in teams for seat in team}))


def _reason(machine: Machine, state: ReferenceState) -> str:
    reasons = machine.game.reasons
    return reasons[machine.results.reason(state.frame)] if reasons else ""
