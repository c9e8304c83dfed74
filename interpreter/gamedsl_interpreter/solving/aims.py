"""The goals that a solver maximises, as numbers for the seats of a finished match."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from fractions import Fraction
from typing import TypeAlias

from gamedsl.graph.model.game import Game
from gamedsl.values import frozen
from gamedsl_interpreter.engine import Outcome

Number: TypeAlias = Fraction | float
"""Exact where nothing had to be approached step by step."""

Payoff: TypeAlias = tuple[Number, ...]
"""The payoff of each player, by seat; scripted seats get nothing."""


class Aim(Enum):
    """The goal of players: a large share of the victory (1 for the winner, 1/k for each of k seats that share the first place), many points, or, for two
    players, a large lead in points."""

    VICTORY = "victory"
    POINTS = "points"
    LEAD = "lead"


@frozen
class End:
    """A finished match for solvers: totals and shares of the victory of the players, by seat. By a verdict each winner has a whole victory."""

    totals: tuple[Fraction, ...]
    shares: tuple[Fraction, ...]
    is_verdict: bool = False


def end_of(game: Game, outcome: Outcome) -> End:
    """Returns the players' part of an outcome."""
    return End(
        tuple(Fraction(total) for total in outcome.totals[: game.humans]),
        tuple(Fraction(share) for share in outcome.shares[: game.humans]),
        outcome.won is not None,
    )


def aim_of(game: Game, ends: Iterable[End], wish: Aim | None) -> Aim:
    """Chooses the goal: the wish; else the victory where rules say who has won; else points if the sum of points is constant or somebody plays alone, else
    the victory. For two players whose points do not
    have a constant sum, points become a lead."""
    sums = {sum(end.totals) for end in ends}
    is_constant = len(sums) < 2 or game.humans == 1
    if wish is None:
        wish = Aim.POINTS if game.scores and is_constant and not game.verdicts else Aim.VICTORY
    return Aim.LEAD if wish is Aim.POINTS and not is_constant and game.humans == 2 else wish


def payoffs(ends: Mapping[int, End], aim: Aim) -> dict[int, Payoff]:
    """Computes the payoffs of the players at each end."""
    return {number: _payoff(end, aim) for number, end in ends.items()}


def endless(found: Iterable[Payoff], players: int) -> Payoff:
    """Returns the payoff of endless play: an equal part of the constant sum for each player."""
    total = sum(next(iter(found), (Fraction(1),)), start=Fraction(0))
    return (total / players,) * players


def _payoff(end: End, aim: Aim) -> Payoff:
    if aim is Aim.LEAD:
        return (end.totals[0] - end.totals[1], end.totals[1] - end.totals[0])
    if aim is Aim.POINTS:
        return end.totals
    if len(end.shares) == 2 and sum(end.shares) != 1 and not end.is_verdict:
        # If a scripted seat wins a share, it is divided equally between both players, so that the game stays zero-sum.
        spare = (1 - sum(end.shares)) / 2
        return tuple(share + spare for share in end.shares)
    return end.shares
