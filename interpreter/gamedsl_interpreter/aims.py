"""The aims of players, as numbers for the seats of a finished match. Agents, solvers and adapters use this one definition."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from typing import TypeAlias

from gamedsl.errors import ArgumentError
from gamedsl.graph.analysis.walk import children
from gamedsl.graph.analysis.winning import Contest, contest
from gamedsl.graph.model.expressions import Call, Expr, Local, Sorted
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import LocalId
from gamedsl.values import frozen
from gamedsl_interpreter import arguments
from gamedsl_interpreter.engine import Outcome
from gamedsl_interpreter.wasm.instances.interface import POINTS_BITS, WIN

Number: TypeAlias = Fraction | float
"""Exact where nothing had to be approached step by step."""

Payoff: TypeAlias = tuple[Number, ...]
"""The payoff of each player, by seat; scripted seats get nothing."""

_MOST_POINTS = (1 << POINTS_BITS - 1) - 1


class Aim(Enum):
    """The goal of players: a large share of the victory (1 for the winner, 1/k for each of k seats that share the first place), many points, a high place, or,
    for two players whom a solver compares, a large lead in points."""

    VICTORY = "victory"
    POINTS = "points"
    LEAD = "lead"
    RANK = "rank"


def check_aim(value: Aim) -> Aim:
    """Returns the value if it is an aim. Raises ArgumentError."""
    return arguments.require("aim", value, Aim, "`Aim.VICTORY`, `Aim.POINTS`, `Aim.RANK` or, for solvers, `Aim.LEAD`")


def aim_text(aim: Aim | None) -> str:
    """Returns the words after the name of an agent with an aim of its own: ` for points`; empty if it has the aim of the game."""
    return "" if aim is None else f" for {aim.value}"


# ---------------------------------------------------------------- the aim of a game


def aim_of(game: Game, wish: Aim | None = None) -> Aim:
    """Returns what the players of a game play for: the wish; else what the rules say (`players aim at points`); else points where the victory cannot differ,
    which is so for who plays alone and where the rules give all players the same result; else the victory. Raises ArgumentError for an impossible wish."""
    arguments.require("game", game, Game, "give what `rules.game()` gives")
    if wish is not None:
        check_aim(wish)
        if wish in (Aim.POINTS, Aim.LEAD) and not game.scores:
            raise ArgumentError(f"{game.name} has no score lines: nobody can aim at points")
        if wish is Aim.RANK and len(game.seats) == 1:
            raise ArgumentError(f"{game.name} has one player here: nobody can aim at a rank")
        return wish
    if game.aim is not None:
        return Aim(game.aim)
    return Aim.POINTS if game.scores and not can_differ(game) else Aim.VICTORY


def can_differ(game: Game) -> bool:
    """Whether the victory can be another one in another match: somebody plays against others, or the rules say who has won."""
    if game.verdicts:
        return True
    order = game.ranking.order
    if contest(game) is Contest.ALONE or not isinstance(order, Sorted):
        return False
    return any(_depends(game, key.value, order.local) for key in order.keys)


def sign_of_points(game: Game) -> int:
    """Returns -1 if few points are good, because the ranking is by the lowest total or score line, else 1."""
    order, total = game.ranking.order, game.builtins.total
    lines = {total, *(line.function for line in game.scores)}
    keys = order.keys if isinstance(order, Sorted) else ()
    wanted = [key.highest for key in keys if isinstance(key.value, Call) and key.value.function in lines]
    return 1 if not wanted or wanted[0] else -1


def _depends(game: Game, expr: Expr, local: LocalId) -> bool:
    """Whether the value of a formula depends on a local."""
    if isinstance(expr, Local):
        return expr.id == local
    if isinstance(expr, Call):
        spec = game.functions[expr.function]
        given = [param for param, arg in zip(spec.params, expr.args, strict=True) if _depends(game, arg, local)]
        return any(_depends(game, spec.body, param) for param in given)
    return any(_depends(game, inner, local) for inner in children(expr))


# ---------------------------------------------------------------- values for agents


@frozen
class Ends:
    """The ends of matches, as values for agents. `aim` is the aim of the players; `sign` is -1 if few points are good."""

    aim: Aim
    sign: int

    @staticmethod
    def of(game: Game, wish: Aim | None) -> Ends:
        """Returns the values of a game's ends. Raises ArgumentError."""
        if wish is Aim.LEAD:
            raise ArgumentError("agents play for points, victory or rank; a lead is what a solver compares")
        return Ends(aim_of(game, wish), sign_of_points(game))

    def worths(self, outcome: Outcome | None) -> tuple[int, ...]:
        """Returns the value of an outcome by seat, in the units of `worth`."""
        if outcome is None:
            return ()
        seats = len(outcome.totals)
        return tuple([
            self.worth(int(share * WIN), rank_units(place, group, seats), total)
            for share, (place, group), total in zip(outcome.shares, _places(outcome), outcome.totals, strict=True)
        ])  # fmt: skip

    def worth(self, share: int, rank: int, total: int) -> int:
        """Returns the value of an end for a seat. `share` of the victory and `rank` are in units of WIN; `total` is in points. If players aim at points, the
        value is the points. Otherwise it is the share or rank, with 2^POINTS_BITS parts for a unit, plus some parts for points, so that points decide
        between otherwise equal ends."""
        points = self.sign * total
        if self.aim is Aim.POINTS:
            return points
        units = rank if self.aim is Aim.RANK else share
        return (units << POINTS_BITS) + max(-_MOST_POINTS, min(points, _MOST_POINTS))

    def standing(self, value: int) -> int:
        """Returns the value of a position for a seat, from the number that the rules' formula gives: points, or a chance in percent."""
        return self.sign * value if self.aim is Aim.POINTS else max(0, min(value, 100)) * WIN // 100 << POINTS_BITS


def share_of(worth: int) -> int:
    """Returns the share of the victory in a value for players who play for it, in units of WIN."""
    return (worth + _MOST_POINTS) >> POINTS_BITS


def rank_units(place: int, group: int, seats: int) -> int:
    """Returns the value of a place (0 is the first) of a group of seats, in units of WIN: the share of the other seats with a worse place; equal seats count
    half."""
    return 0 if seats == 1 else (2 * (seats - place - group) + group - 1) * WIN // (2 * (seats - 1))


def _places(outcome: Outcome) -> list[tuple[int, int]]:
    """Returns for each seat its place (0 is the first), and how many seats share it."""
    found = [(0, 0)] * len(outcome.totals)
    first = 0
    for group in outcome.ranking:
        for seat in group:
            found[seat] = first, len(group)
        first += len(group)
    return found


# ---------------------------------------------------------------- values for learners


@frozen
class Utility:
    """How programs that learn count a finished match: `aim` is what they maximise, and `sign` is -1 if few points are good, so that points count below zero."""

    aim: Aim
    sign: int

    def values(self, outcome: Outcome) -> tuple[Fraction, ...]:
        """Returns the utilities of an outcome, by seat."""
        if self.aim is Aim.POINTS:
            return tuple(Fraction(self.sign * total) for total in outcome.totals)
        return outcome.shares if self.aim is Aim.VICTORY else _ranks(outcome)


def utility_of(game: Game, wish: Aim | None = None) -> Utility:
    """Returns how `returns`, `explore` and frameworks count the matches of a game: by the wish; else by what the rules say (`players aim at …`); else by
    points, which tell a learner more than the victory does, unless there are none or the rules say who has won. Raises ArgumentError for an impossible wish."""
    arguments.require("game", game, Game, "give what `rules.game()` gives")
    if wish is Aim.LEAD:
        raise ArgumentError("a utility counts points, victory or rank; a lead is what a solver compares")
    usual = Aim.POINTS if game.scores and not game.verdicts else Aim.VICTORY
    aim = aim_of(game, wish) if wish is not None or game.aim else usual
    return Utility(aim, sign_of_points(game))


def _ranks(outcome: Outcome) -> tuple[Fraction, ...]:
    """Returns for each seat the share of the other seats with a worse place; equal seats count half."""
    seats = len(outcome.totals)
    if seats == 1:
        return (Fraction(0),)
    return tuple(
        Fraction(2 * (seats - place - group) + group - 1, 2 * (seats - 1)) for place, group in _places(outcome)
    )


# ---------------------------------------------------------------- values for solvers


@frozen
class End:
    """A finished match for solvers: totals, shares of the victory and ranks of the players, by seat; points are negative if the ranking wants few. If a
    verdict decides, each winner has a whole victory."""

    totals: tuple[Fraction, ...]
    shares: tuple[Fraction, ...]
    is_verdict: bool = False
    ranks: tuple[Fraction, ...] = ()


def end_of(game: Game, outcome: Outcome) -> End:
    """Returns the players' part of an outcome."""
    sign, humans = sign_of_points(game), game.humans
    return End(
        tuple(Fraction(sign * total) for total in outcome.totals[:humans]),
        outcome.shares[:humans],
        outcome.won is not None,
        _ranks(outcome)[:humans],
    )


def aim_for_solving(game: Game, ends: Iterable[End], wish: Aim | None) -> Aim:
    """Returns the goal for a solver: that of the game, and a lead for two players who aim at points whose sum is not constant."""
    aim = aim_of(game, wish)
    is_constant = len({sum(end.totals) for end in ends}) < 2 or game.humans == 1
    return Aim.LEAD if aim is Aim.POINTS and not is_constant and game.humans == 2 else aim


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
    if aim is Aim.RANK:
        return _share_out(end, end.ranks)
    return _share_out(end, end.shares)


def _share_out(end: End, shares: Sequence[Fraction]) -> Payoff:
    """Divides the share of a scripted winner equally between two players, so that the game stays zero-sum."""
    if len(shares) == 2 and sum(shares) != 1 and not end.is_verdict:
        spare = (1 - sum(shares)) / 2
        return tuple(share + spare for share in shares)
    return tuple(shares)
