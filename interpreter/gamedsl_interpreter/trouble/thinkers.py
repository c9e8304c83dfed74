"""Matches of players that think: some play as well as they can, and some try to break an invariant."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from time import monotonic
from typing import cast

from gamedsl.graph.model.expressions import Arithmetic, Call, Const
from gamedsl.graph.model.game import FunctionSpec, Game, LocalSpec, ScoreLine
from gamedsl.graph.model.types import FunctionId, Int, LocalId, Player, SiteId
from gamedsl.values import evolve, frozen
from gamedsl_interpreter.aims import Aim
from gamedsl_interpreter.engine import Checking, Engine, Forced, Move, State
from gamedsl_interpreter.matches.agents import Agent
from gamedsl_interpreter.matches.fastest import fastest
from gamedsl_interpreter.matches.match import MatchFault, MatchRecord, Played, play_match
from gamedsl_interpreter.plans.distances import MOST, distances_of, with_distances
from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.thinking.greedy import Greedy
from gamedsl_interpreter.thinking.mcts import Mcts
from gamedsl_interpreter.wasm.instances.modules import Keeper
from gamedsl_interpreter.worlds.lost import WorldsError

_LONG = 1.0
"""The least seconds that must be left for making another engine, in which players search for the break of one promise."""


class _LateError(Exception):
    """The time is over."""


@frozen
class _Hurried:
    """Plays as `agent` does until the time is over; then raises _LateError."""

    agent: Agent
    end: float

    @property
    def name(self) -> str:
        return self.agent.name

    def choose(self, engine: Engine, state: State, seat: int, dice: Dice) -> Move:
        if monotonic() > self.end:
            raise _LateError
        return self.agent.choose(engine, state, seat, dice)


@frozen
class Thought:
    """A match of thinking players, with the move that failed if one did. `may_break`: it may have broken a promise of the rules, which was not tested."""

    record: MatchRecord
    failing: Played | None
    may_break: bool


def thinking_matches(
    engine: Engine[State], seed: int, start: str | None, end: float, keeper: Keeper | None
) -> Iterator[Thought]:
    """Plays matches until the time `end`. All seats of a match play in one way: to win, looking one answer ahead; to win, with a tree search; or, if there
    is time for it, to break one of the invariants together, with a tree search."""
    waiting = _breakers(engine.game, keeper)
    tables, index = [_Table(engine, agent, is_checked=True) for agent in (Greedy(3), Mcts(50))], 0
    while tables and monotonic() < end:
        if end - monotonic() > _LONG:
            tables += islice(waiting, 1)
        table = tables[index % len(tables)]
        try:
            yield Thought(table.play(seed, index, start, end), None, may_break=not table.is_checked)
        except MatchFault as caught:
            yield Thought(caught.record, caught.failing, may_break=True)
        except _LateError:
            return
        except WorldsError:
            # Agents cannot search this game, because its hidden parts cannot be sampled.
            tables.remove(table)
        index += 1


@frozen(eq=False)
class _Table:
    """An engine, and the agent that plays all its seats."""

    engine: Engine[State]
    agent: Agent
    is_checked: bool
    """Whether the engine tests invariants."""

    def play(self, seed: int, index: int, start: str | None, end: float) -> MatchRecord:
        """Plays a match. Raises MatchFault, WorldsError, _LateError."""
        agents = [_Hurried(self.agent, end)] * len(self.engine.game.seats)
        return play_match(self.engine, agents, seed, index, start)


def _breakers(game: Game, keeper: Keeper | None) -> Iterator[_Table]:
    """Yields, for each promise of the rules, a table at which all seats try to break it. The tables do not test invariants: their matches are replayed with
    these tests."""
    measured = with_distances(game)
    for distance in distances_of(measured):
        chosen = fastest(aiming(measured, distance), Checking.OFF, forced=Forced.ASKED, keeper=keeper)
        yield _Table(cast("Engine[State]", chosen.engine), Mcts(200, aim=Aim.POINTS), is_checked=False)


def aiming(game: Game, distance: FunctionId) -> Game:
    """Makes the game in which all seats get more points the smaller a distance is at the end."""
    player, total = LocalId(len(game.locals)), FunctionId(len(game.functions))
    distant = Call(distance, (), game.functions[distance].body.type)
    points = Arithmetic("-", Const(MOST, Int(MOST, MOST)), distant, Int(0, MOST), SiteId(-1))
    return evolve(
        game,
        locals=(*game.locals, LocalSpec("seat", Player(len(game.seats)))),
        functions=(*game.functions, FunctionSpec(".nearness", (player,), points)),
        scores=(ScoreLine("nearness", total, None),),
        builtins=evolve(game.builtins, total=total),
        verdicts=(),
        aim="points",
        judged=None,
    )
