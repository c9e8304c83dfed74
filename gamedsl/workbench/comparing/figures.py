"""What is measured of each match, so that the numbers of two sides can be held against each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import lcm
from typing import Literal, TypeAlias

from gamedsl.graph.model.game import Game
from gamedsl.values import frozen
from gamedsl.workbench.playing.jobs import Use
from gamedsl_interpreter.rows import FIXED, Rows

Group: TypeAlias = Literal["length", "score", "wins", "end", "action", "kind", "place"]

USES = frozenset[Group](["action", "kind", "place"])
"""The groups of what is used."""

SHARES = frozenset[Group](["wins", "end"])
"""The groups whose numbers are shares of the matches."""

_USES: dict[str, Group] = {"action": "action", "kind": "kind", "place": "place"}


@frozen
class Figure:
    """One number of each match, to be divided by `divisor`: how often an action was taken, what a score line gave to a seat, whether a seat won."""

    group: Group
    name: str
    divisor: int = 1

    @property
    def is_use(self) -> bool:
        return self.group in USES

    @property
    def is_share(self) -> bool:
        """Whether it lies between 0 and 1 in each match."""
        return self.group in SHARES


Numbers: TypeAlias = "Mapping[Figure, Sequence[int]]"
"""A number for each match, by figure."""


@frozen
class Scale:
    """What numbers are multiplied by so that all sides have the same divisor: points are those of a seat, and a shared victory is a part of one."""

    seats: int
    winners: int

    @classmethod
    def of(cls, games: Sequence[Game]) -> Scale:
        """For sides that play these games."""
        seats = lcm(*(max(1, game.humans) for game in games))
        return cls(seats, lcm(*range(1, max(len(game.seats) for game in games) + 1)))


def results(game: Game, rows: Rows, scale: Scale) -> Numbers:
    """The figures that are known at the end of each match. Points are the mean over the seats of players."""
    columns, seats = rows.columns, len(game.seats)
    found: dict[Figure, Sequence[int]] = {
        Figure("length", "decisions"): list(columns["decisions"][::seats]),
        Figure("length", "steps"): list(columns["steps"][::seats]),
    }
    if game.scores:
        for name, column in zip(_score_names(game), list(rows.names)[len(FIXED) - 1 :], strict=True):
            found[Figure("score", name, scale.seats)] = _per_seat(game, columns[column], scale)
    if game.scores and seats > 1:
        found[Figure("score", "lead of the first")] = _leads(list(columns["total"]), list(columns["place"]), seats)
    if seats > 1:
        found |= _wins(game, rows, scale)
    for number, reason in enumerate(rows.reasons):
        ended = [int(one == number) for one in columns["reason"][::seats]]
        if any(ended):
            found[Figure("end", reason)] = ended
    return found


def uses(matches: Sequence[Mapping[Use, int]]) -> Numbers:
    """How often each thing was used in each of some matches, as far as it was used at all."""
    known = Counter(use for match in matches for use in match)
    return {
        Figure(_USES[sort], name): [match.get((sort, name), 0) for match in matches] for sort, name in sorted(known)
    }


def _score_names(game: Game) -> list[str]:
    return ["total", *(line.name for line in game.scores)]


def _per_seat(game: Game, column: memoryview[int], scale: Scale) -> list[int]:
    """The sum over the seats of players, as if there were `scale.seats` of them."""
    every, numbers = len(game.seats), list(column)
    weight = scale.seats // max(1, game.humans)
    return [weight * sum(numbers[at : at + game.humans]) for at in range(0, len(numbers), every)]


def _leads(totals: list[int], places: list[int], seats: int) -> list[int]:
    """How many points are between the first and the next one."""
    found: list[int] = []
    for at in range(0, len(totals), seats):
        first, second, *_ = sorted(range(at, at + seats), key=places.__getitem__)
        found.append(abs(totals[first] - totals[second]))
    return found


def _wins(game: Game, rows: Rows, scale: Scale) -> dict[Figure, list[int]]:
    winners = list(rows.columns["winners"])
    winner = list(rows.columns["winner"])
    seats = len(game.seats)
    parts = [won * (scale.winners // max(1, many)) for won, many in zip(winner, winners, strict=True)]
    found = {Figure("wins", name, scale.winners): parts[seat::seats] for seat, name in enumerate(game.seats)}
    found[Figure("wins", "shared victory", 1)] = [int(many > 1) for many in winners[::seats]]
    return found
