"""Solves games with perfect information: the value of every position, the best moves, and a match of best play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Generic

from gamedsl.graph.model.types import SeatId
from gamedsl.values import frozen
from gamedsl_interpreter.aims import Aim, Number, Payoff, aim_for_solving, endless, payoffs
from gamedsl_interpreter.engine import Engine, Move, S
from gamedsl_interpreter.matches.match import Played
from gamedsl_interpreter.solving.position_graph import OPEN, PositionGraph
from gamedsl_interpreter.solving.values import lengths, values

MOST_MOVES = 10_000
"""A match of best play is cut off here."""


@frozen
class MoveValue:
    """A first move: the payoffs after it, and the number of moves (this one included) to the end, if that is certain."""

    move: str
    payoff: tuple[Fraction | float, ...]
    length: int | None


@frozen
class OpenSolution:
    """The solution of a game with perfect information.

    `aim` is the goal of players, and `payoff` the result of each of them under best play. `is_exact`: the numbers are exact fractions, not approximations.
    `length`: the moves of a match if the player ahead hurries and the other one delays; None if there is chance, if nobody is ahead, and for three or
    more players. `mover` chooses first; None if chance does. `moves` are the first moves, the best first. `decided` counts the positions at which moves
    differ in value. `play` is a match in which everybody makes best moves, forced ones included; it ends where a position is repeated without chance.
    """

    aim: Aim
    positions: int
    payoff: tuple[Fraction | float, ...]
    is_exact: bool
    length: int | None
    mover: int | None
    moves: tuple[MoveValue, ...]
    decided: int
    play: tuple[Played, ...]


class OpenGame(Generic[S]):
    """A whole graph of positions with their values. Raises EndlessError."""

    def __init__(
        self, engine: Engine[S], graph: PositionGraph[S], wish: Aim | None, tick: Callable[[int], object] = abs
    ) -> None:
        self._engine = engine
        self._graph = graph
        self.aim = aim_for_solving(engine.game, graph.ends.values(), wish)
        ends = payoffs(graph.ends, self.aim)
        level = endless(ends.values(), engine.game.humans)
        self._values = values(graph.movers, graph.after, graph.weights, ends, level, tick)
        self._lengths: Mapping[int, int] = {}
        if len(level) < 3 and not graph.weights:
            least: Number = level[0] if len(level) == 2 else float("-inf")
            self._lengths = lengths(graph.movers, graph.after, ends, self._values, least)

    def answer(self, seed: int, start: str | None = None) -> OpenSolution:
        """Returns the solution for the first position. Chance in the match of best play comes from match 0 of the seed. Raises Fault."""
        graph, payoff = self._graph, self._values[0]
        mover = graph.movers[0] if graph.movers[0] >= 0 else None
        moves = () if mover is None else self._first_moves(mover)
        exact = all(isinstance(number, Fraction) for number in payoff)
        play = tuple(Played(SeatId(seat), move.text) for seat, move in self._best_play(seed, start))
        length = self._lengths.get(0)
        return OpenSolution(self.aim, len(graph), payoff, exact, length, mover, moves, self._count_decided(), play)

    def _first_moves(self, mover: int) -> tuple[MoveValue, ...]:
        texts = [move.text for move in self._engine.moves(self._graph.root, mover)]
        pairs = list(zip(texts, self._graph.after[0], strict=True))
        pairs.sort(key=lambda pair: self._merit(mover, pair[1]), reverse=True)
        return tuple(MoveValue(text, self._values[node], self._length_behind(node)) for text, node in pairs)

    def _length_behind(self, node: int) -> int | None:
        return self._lengths[node] + 1 if node in self._lengths else None

    def _count_decided(self) -> int:
        graph = self._graph
        return sum(
            graph.movers[node] >= 0
            and len({self._values[other][graph.movers[node]] for other in graph.after[node]}) > 1
            for node in self._values
        )

    def _merit(self, mover: int, node: int) -> tuple[Number, int]:
        """Ranks a move of a seat to a position: by its payoff, then by a quick win or a late defeat."""
        payoff = self._values[node]
        length = self._lengths.get(node, 0)
        is_ahead = len(payoff) == 1 or payoff[mover] > payoff[1 - mover] if len(payoff) < 3 else True
        return payoff[mover], -length if is_ahead else length

    def _best_play(self, seed: int, start: str | None) -> Iterator[tuple[int, Move]]:
        engine, graph = self._engine, self._graph
        state = engine.initial(seed, 0, start)
        seen: set[int] = set()
        for _ in range(MOST_MOVES):
            if state.is_over:
                return
            node = graph.numbers[state.bytes]
            if node in seen and not graph.weights:
                return
            seen.add(node)
            mover = graph.movers[node]
            best = max(range(len(graph.after[node])), key=lambda at: self._merit(mover, graph.after[node][at]))
            move = engine.moves(state, mover)[best]
            yield mover, move
            state = engine.play(state, mover, move)


def victory_bounds(graph: PositionGraph[S], players: int) -> tuple[Number, Number] | None:
    """Returns bounds for the first of two players' share of the victory, valid for all continuations of the open positions of a graph; None if there is
    chance, because that takes long, or if there are no bounds. Raises EndlessError."""
    if players != 2 or graph.weights:
        return None
    known = payoffs(graph.ends, Aim.VICTORY)
    level = (Fraction(1, 2), Fraction(1, 2))
    found: list[Number] = []
    for assumed in (Fraction(0), Fraction(1)):
        opened: dict[int, Payoff] = {
            node: (assumed, 1 - assumed) for node, mover in enumerate(graph.movers) if mover == OPEN
        }
        found.append(values(graph.movers, graph.after, graph.weights, {**known, **opened}, level)[0][0])
    return found[0], found[1]
