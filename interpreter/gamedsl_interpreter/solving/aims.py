"""What a solver maximises: the numbers that the seats of a finished match get."""

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
"""What each player gets, by seat; scripted seats get nothing."""


class Aim(Enum):
    """What players want: a large share of the victory (1 for the winner, 1/k for each of k seats that share the first place), many points, or, of two
    players, to lead by many points."""

    VICTORY = "victory"
    POINTS = "points"
    LEAD = "lead"


@frozen
class End:
    """A finished match as solvers see it: totals and shares of the victory of the players, by seat."""

    totals: tuple[Fraction, ...]
    shares: tuple[Fraction, ...]


def end_of(game: Game, outcome: Outcome) -> End:
    """The players' part of an outcome."""
    return End(
        tuple(Fraction(total) for total in outcome.totals[: game.humans]),
        tuple(Fraction(share) for share in outcome.shares[: game.humans]),
    )


def aim_of(game: Game, ends: Iterable[End], wish: Aim | None) -> Aim:
    """What is maximised: the wish; else points where what one gets another loses or somebody plays alone, else the victory. Points of two players that do
    not add up to the same number in all matches are a lead."""
    sums = {sum(end.totals) for end in ends}
    is_constant = len(sums) < 2 or game.humans == 1
    if wish is None:
        wish = Aim.POINTS if game.scores and is_constant else Aim.VICTORY
    return Aim.LEAD if wish is Aim.POINTS and not is_constant and game.humans == 2 else wish


def payoffs(ends: Mapping[int, End], aim: Aim) -> dict[int, Payoff]:
    """What the players get at each end."""
    return {number: _payoff(end, aim) for number, end in ends.items()}


def endless(found: Iterable[Payoff], players: int) -> Payoff:
    """What play that never ends is worth: to each player of a match with this sum the same."""
    total = sum(next(iter(found), (Fraction(1),)), start=Fraction(0))
    return (total / players,) * players


def _payoff(end: End, aim: Aim) -> Payoff:
    if aim is Aim.LEAD:
        return (end.totals[0] - end.totals[1], end.totals[1] - end.totals[0])
    if aim is Aim.POINTS:
        return end.totals
    if len(end.shares) == 2 and sum(end.shares) != 1:
        # A seat that nobody plays may win: then neither player is better off than the other.
        spare = (1 - sum(end.shares)) / 2
        return tuple(share + spare for share in end.shares)
    return end.shares
