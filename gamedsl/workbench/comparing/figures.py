"""The figures that are measured of each match, on a common scale so that sides can be compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import lcm
from typing import Literal, TypeAlias

from gamedsl.values import frozen
from gamedsl.workbench.playing.jobs import Use
from gamedsl.workbench.tables import MatchTable

Group: TypeAlias = Literal["length", "score", "wins", "end", "action", "kind", "place"]

USES = frozenset[Group](["action", "kind", "place"])
"""The groups about uses."""

SHARES = frozenset[Group](["wins", "end"])
"""The groups whose numbers are shares of the matches."""

_USES: dict[str, Group] = {"action": "action", "kind": "kind", "place": "place"}


@frozen
class Figure:
    """A number measured in each match, to be divided by `divisor`: how often an action was taken, how many points a score line gave a seat, whether a seat won."""

    group: Group
    name: str
    divisor: int = 1

    @property
    def is_use(self) -> bool:
        return self.group in USES

    @property
    def is_share(self) -> bool:
        """Whether the number lies between 0 and 1 in each match."""
        return self.group in SHARES


EVERYBODY = Figure("wins", "everybody")
"""Matches that all players win or lose together."""

Numbers: TypeAlias = "Mapping[Figure, Sequence[int]]"
"""The number of each match, by figure."""


@frozen
class Scale:
    """Common multiples that give all sides the same divisors: of the numbers of players for points per seat, of the numbers of winners for shared victories."""

    seats: int
    winners: int

    @classmethod
    def of(cls, sides: Sequence[tuple[int, int]]) -> Scale:
        """Returns the scale for sides with these numbers of players and seats."""
        return cls(
            lcm(*(max(1, players) for players, _ in sides)), lcm(*range(1, max(seats for _, seats in sides) + 1))
        )


def results(table: MatchTable, scale: Scale) -> Numbers:
    """Returns the figures that are known at the end of each match. Points are the mean over the seats of players."""
    seats = len(table.seats)
    found: dict[Figure, Sequence[int]] = {
        Figure("length", "decisions"): table.per_match("decisions"),
        Figure("length", "steps"): table.per_match("steps"),
    }
    for name, column in table.scores:
        found[Figure("score", name, scale.seats)] = _per_seat(table, column, scale)
    if table.lines and seats > 1 and not table.is_won_together:
        found[Figure("score", "lead of the first")] = table.leads
    if table.is_won_together or seats == 1:
        # A part of the matches of one player may be won without exception: they count all the same.
        found[EVERYBODY] = table.per_match("winner")
    elif seats > 1:
        found |= _wins(table, scale)
    reasons = table.per_match("reason")
    for number, reason in enumerate(table.reasons):
        ended = [int(one == number) for one in reasons]
        if any(ended):
            found[Figure("end", reason)] = ended
    return found


def points_of_seats(table: MatchTable) -> Numbers:
    """Returns the points of each seat of players in each match, one after the other, by score line."""
    every = len(table.seats)
    return {
        Figure("score", name): [points for at, points in enumerate(column) if at % every < table.humans]
        for name, column in table.scores
    }


def uses(matches: Sequence[Mapping[Use, int]]) -> Numbers:
    """Returns how often each thing was used in each match, for the things that were used at all."""
    known = Counter(use for match in matches for use in match)
    return {
        Figure(_USES[sort], name): [match.get((sort, name), 0) for match in matches] for sort, name in sorted(known)
    }


def _per_seat(table: MatchTable, column: Sequence[int], scale: Scale) -> list[int]:
    """Returns the sum over the seats of players, scaled to `scale.seats` players."""
    every, humans = len(table.seats), table.humans
    weight = scale.seats // max(1, humans)
    return [weight * sum(column[at : at + humans]) for at in range(0, len(column), every)]


def _wins(table: MatchTable, scale: Scale) -> dict[Figure, list[int]]:
    winner, winners, seats = table.columns["winner"], table.columns["winners"], len(table.seats)
    parts = [won * (scale.winners // max(1, many)) for won, many in zip(winner, winners, strict=True)]
    found = {Figure("wins", name, scale.winners): parts[seat::seats] for seat, name in enumerate(table.seats)}
    found[Figure("wins", "shared victory", 1)] = [int(many > 1) for many in winners[::seats]]
    return found
