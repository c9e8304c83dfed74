"""Solves small games exactly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from time import monotonic
from typing import TYPE_CHECKING

from gamedsl.api.asked import GIVE_GAME
from gamedsl.api.engines import engine_for
from gamedsl.errors import ArgumentError
from gamedsl.graph.analysis.secrecy import hides
from gamedsl.graph.model.game import Game
from gamedsl_interpreter import arguments
from gamedsl_interpreter.aims import Aim, aim_of
from gamedsl_interpreter.engine import Checking, Engine, Forced, State
from gamedsl_interpreter.perft import TooManyError
from gamedsl_interpreter.solving.values import EndlessError

if TYPE_CHECKING:
    from gamedsl_interpreter.matches.agents import Agent
    from gamedsl_interpreter.solving.exploiting import Exploited
    from gamedsl_interpreter.solving.hidden_games import HiddenGame, HiddenSolution
    from gamedsl_interpreter.solving.history_tree import HistoryTree
    from gamedsl_interpreter.solving.open_games import OpenSolution


def solve(
    game: Game,
    aim: Aim | None = None,
    most: int = 100_000,
    start: str | None = None,
    within: float = 0.001,
    rounds: int = 10_000,
    seed: int = 1,
    seconds: float | None = None,
    watch: Callable[[int], object] = arguments.nobody,
) -> OpenSolution | HiddenSolution:
    """Finds the value of a small game under best play, and the best play: an OpenSolution if nothing is hidden, else a HiddenSolution. Both have `aim` and
    `payoff`.

    `aim` is the players' goal (None: what the game pays, see `aim_of`; points of two players without a constant sum count as a lead).
    At most `most` positions are visited, or histories if something is hidden.

    `start` is a named start of the rules. If something is hidden from one of two players, the best strategies are approached until
    nobody can gain more than `within` by deviating, or for at most `rounds` iterations; `exploitability` of the answer gives the remaining gain. `seed` is
    that of the match of best play. After so many `seconds` the search ends: with the strategies so far, or with TooManyError if values are not known yet.
    `watch` is called with the number of positions, histories or iterations since its last call.

    Raises TooManyError if the game is larger, EndlessError if positions repeat and no method gives their value, Fault, and ArgumentError, also for three
    or more players from whom something is hidden.
    """
    arguments.require("game", game, Game, GIVE_GAME)
    most, rounds = arguments.whole("most", most, 1), arguments.whole("rounds", rounds, 1)
    seed = arguments.whole("seed", seed)
    within = arguments.positive("within", within)
    if seconds is not None and (not isinstance(seconds, float | int) or not seconds > 0):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ArgumentError(f"`seconds` is a number above 0, not {arguments.describe_value(seconds)}")
    if aim is Aim.LEAD and game.humans != 2:
        raise ArgumentError(f"{game.name} is for {game.humans} here, and a lead is what one of two players has")
    aim_of(game, aim)
    if start is not None:
        arguments.start(game, start)
    if hides(game) and game.humans > 2:
        raise ArgumentError(
            f"in {game.name} something is hidden from {game.humans} players, and only for one or two there is a method that finds best play"
        )
    search = search_of(game, lambda forced: engine_for(game, Checking.OFF, forced=forced), aim, most, start, seed)
    watched = within_seconds(seconds, watch)
    try:
        found = search.run(lambda _: nullcontext(watched), within, rounds)
    except OutOfTimeError:
        found = search.so_far()
        if found is None:
            raise TooManyError(
                f"{game.name} is not solved after {seconds:g} seconds, {search.describe_progress()}"
            ) from None
    if found is None:
        raise _too_large(game, most, search.what)
    return found


def exploit(
    game: Game,
    agent: str | Agent,
    aim: Aim | None = None,
    most: int = 100_000,
    choices: int = 100,
    seed: int = 1,
    watch: Callable[[int], object] = arguments.nobody,
) -> Exploited:
    """Says how much a best response gains against an agent that plays all other seats: `cfr:10000`, `random`, `mcts:200` (see `agent_from`), or an agent of your
    own. `gains` of the answer has it by seat, and `exploitability` their average, 0 in an equilibrium. An agent that says how likely its moves are (`MixedAgent`) is
    exploited exactly.

    `aim` is what players play for (None: that of the game). Where the chances of the agent's moves are not known, they are estimated by `choices` choices at each
    information set. `seed` is that of these choices. `watch` is called with the number of histories or information sets since its last call.

    Raises TooManyError if the game has more than `most` histories, WorldsError if the agent cannot play it, Fault, AgentSpecError, ArgumentError.
    """
    from gamedsl_interpreter.thinking.specs import agent_from

    arguments.require("game", game, Game, GIVE_GAME)
    most, choices = arguments.whole("most", most, 1), arguments.whole("choices", choices, 1)
    seed = arguments.whole("seed", seed)
    arguments.function("watch", watch)
    aim_of(game, aim)
    asked = agent_from(agent) if isinstance(agent, str) else agent
    arguments.agents(game, [asked] * len(game.seats))
    engine = engine_for(game, Checking.OFF, forced=Forced.PLAYED)
    found = exploit_each(engine, [asked], aim, most, choices, seed, lambda _: nullcontext(watch))
    if found is None:
        raise _too_large(game, most, "histories")
    return found[0]


def exploit_each(
    engine: Engine[State],
    agents: Sequence[Agent],
    aim: Aim | None,
    most: int,
    choices: int,
    seed: int,
    watching: Watching,
) -> tuple[Exploited, ...] | None:
    """Does what `exploit` does for each of some agents, in one tree; None if the game is too large. Raises WorldsError, Fault."""
    from gamedsl_interpreter.solving.exploiting import WholeGame

    tree = WholeGame(engine)
    with watching("histories") as watch:
        if not tree.grow(most, watch):
            return None
    with watching("information sets") as watch:
        return tuple(tree.exploit(agent, aim, choices, seed, watch) for agent in agents)


class OutOfTimeError(Exception):
    """The time of a search is over."""


def within_seconds(seconds: float | None, watch: Callable[[int], object]) -> Callable[[int], object]:
    """Returns `watch` with a limit: a call after this many seconds raises OutOfTimeError."""
    if seconds is None:
        return watch
    end = monotonic() + seconds

    def watch_time(more: int) -> None:
        watch(more)
        if monotonic() > end:
            raise OutOfTimeError

    return watch_time


Watching = Callable[[str], AbstractContextManager[Callable[[int], object]]]
"""Gives the `watch` of a part of a search: of `positions`, `values`, `histories`, `rounds` or `information sets`."""


def search_of(
    game: Game, engine_of: Callable[[Forced], Engine[State]], aim: Aim | None, most: int, start: str | None, seed: int
) -> OpenSearch | HiddenSearch:
    """Returns the search that solves the game."""
    if hides(game):
        return HiddenSearch(game, engine_of(Forced.PLAYED), aim, most, start)
    return OpenSearch(engine_of(Forced.ASKED), aim, most, start, seed)


class OpenSearch:
    """Solves a game in which nothing is hidden, by the values of all positions."""

    what = "positions"

    def __init__(self, engine: Engine[State], aim: Aim | None, most: int, start: str | None, seed: int) -> None:
        from gamedsl_interpreter.solving.position_graph import PositionGraph

        self._engine, self._aim, self._most, self._start, self._seed = engine, aim, most, start, seed
        self._graph = PositionGraph(engine, start)

    def run(self, watching: Watching, within: float, rounds: int) -> OpenSolution | None:
        """Returns the solution; None if the game is too large. Raises EndlessError, TooManyError, Fault."""
        from gamedsl_interpreter.solving.open_games import OpenGame

        with watching(self.what) as watch:
            if not self._graph.grow(self._most, watch):
                return None
        with watching("values") as watch:
            solved = OpenGame(self._engine, self._graph, self._aim, watch)
        return solved.answer(self._seed, self._start)

    def so_far(self) -> None:
        """Returns None: there is no solution before the end."""

    def describe_progress(self) -> str:
        """Says how many positions are known, and what they prove."""
        depth, bounds = max(self._graph.depths), self._bounds()
        first = self._engine.game.seats[0]
        proved = "" if bounds is None else f", which decide that {first}'s share of the victory {bounds}"
        positions = f"{len(self._graph):,} position{'' if len(self._graph) == 1 else 's'}"
        return f"after {positions}, up to {depth} move{'' if depth == 1 else 's'} deep{proved}"

    def _bounds(self) -> str | None:
        from gamedsl_interpreter.solving.open_games import victory_bounds

        try:
            bounds = victory_bounds(self._graph, self._engine.game.humans)
        except EndlessError:
            return None
        if bounds is None or bounds == (0, 1):
            return None
        low, high = (f"{float(bound):.4g}" for bound in bounds)
        return f"is {low}" if low == high else f"lies between {low} and {high}"


class HiddenSearch:
    """Solves a game in which something is hidden from one of at most two players, by the tree of all histories."""

    what = "histories"

    def __init__(self, game: Game, engine: Engine[State], aim: Aim | None, most: int, start: str | None) -> None:
        from gamedsl_interpreter.solving.history_tree import HistoryTree

        self._game, self._aim, self._most = game, aim, most
        self._tree: HistoryTree[State] = HistoryTree(engine, start)
        self._solved: HiddenGame | None = None

    def run(self, watching: Watching, within: float, rounds: int) -> HiddenSolution | None:
        """Returns the solution; None if the game is too large. Raises TooManyError, Fault."""
        from gamedsl_interpreter.solving.hidden_games import HiddenGame
        from gamedsl_interpreter.solving.regrets import search

        with watching(self.what) as watch:
            if not self._tree.grow(self._most, watch):
                return None
        self._solved = HiddenGame(self._game, self._tree, self._aim)
        if self._solved.needs_search:
            with watching("rounds") as watch:
                search(self._solved.regrets, within, rounds, watch)
        return self._solved.answer()

    def so_far(self) -> HiddenSolution | None:
        """Returns the solution after the rounds so far; None if not all histories are known."""
        return None if self._solved is None else self._solved.answer()

    def describe_progress(self) -> str:
        """Says how many histories are known."""
        histories = f"{len(self._tree):,} {'history' if len(self._tree) == 1 else 'histories'}"
        return f"after {histories}; nothing is known before all are made"


def _too_large(game: Game, most: int, what: str) -> TooManyError:
    return TooManyError(
        f"{game.name} has more than {most:,} {what}: allow more with `most`, begin nearer to the end with `start`, or take a smaller setup"
    )
