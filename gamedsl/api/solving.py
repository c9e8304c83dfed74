"""Solves small games exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamedsl.api.asked import GIVE_GAME
from gamedsl.api.engines import engine_for
from gamedsl.errors import ArgumentError
from gamedsl.graph.analysis.secrecy import hides
from gamedsl.graph.model.game import Game
from gamedsl_interpreter import arguments
from gamedsl_interpreter.aims import Aim, aim_of
from gamedsl_interpreter.engine import Checking, Forced
from gamedsl_interpreter.perft import TooManyError

if TYPE_CHECKING:
    from gamedsl_interpreter.matches.agents import Agent
    from gamedsl_interpreter.solving.exploiting import Exploited
    from gamedsl_interpreter.solving.hidden_games import HiddenSolution
    from gamedsl_interpreter.solving.open_games import OpenSolution


def solve(
    game: Game,
    aim: Aim | None = None,
    most: int = 100_000,
    start: str | None = None,
    within: float = 0.001,
    rounds: int = 10_000,
    seed: int = 1,
) -> OpenSolution | HiddenSolution:
    """Finds the value of a small game under best play, and the best play: an OpenSolution if nothing is hidden, else a HiddenSolution. Both have `aim` and
    `payoff`.

    `aim` is the players' goal (None: what the game pays, see `aim_of`; points of two players without a constant sum count as a lead).
    At most `most` positions are visited, or histories if something is hidden.

    `start` is a named start of the rules. If something is hidden from one of two players, the best strategies are approached until
    nobody can gain more than `within` by deviating, or for at most `rounds` iterations; `exploitability` of the answer gives the remaining gain. `seed` is
    that of the match of best play.

    Raises TooManyError if the game is larger, EndlessError if positions repeat and no method gives their value, Fault, and ArgumentError, also for three
    or more players from whom something is hidden.
    """
    arguments.given("game", game, Game, GIVE_GAME)
    if aim is not None:
        arguments.given("aim", aim, Aim, "`Aim.VICTORY`, `Aim.POINTS`, `Aim.LEAD` or `Aim.RANK`")
    most, rounds = arguments.whole("most", most, 1), arguments.whole("rounds", rounds, 1)
    seed = arguments.whole("seed", seed)
    within = arguments.positive("within", within)
    if aim is Aim.LEAD and game.humans != 2:
        raise ArgumentError(f"{game.name} is for {game.humans} here, and a lead is what one of two players has")
    aim_of(game, aim)
    if start is not None:
        arguments.start(game, start)
    if hides(game):
        return _solve_hidden(game, aim, most, start, within, rounds)
    return _solve_open(game, aim, most, start, seed)


def exploit(
    game: Game, agent: str | Agent, aim: Aim | None = None, most: int = 100_000, choices: int = 100, seed: int = 1
) -> Exploited:
    """Says how much a best response gains against an agent that plays all other seats: `cfr:10000`, `random`, `mcts:200` (see `agent_from`), or an agent of your
    own. `gains` of the answer has it by seat, and `exploitability` their average, 0 in an equilibrium.

    `aim` is what players play for (None: that of the game). Where the chances of the agent's moves are not known, they are estimated by `choices` choices at each
    information set. `seed` is that of these choices.

    Raises TooManyError if the game has more than `most` histories, WorldsError if the agent cannot play it, Fault, AgentSpecError, ArgumentError.
    """
    from gamedsl_interpreter.solving.exploiting import WholeGame
    from gamedsl_interpreter.thinking.specs import agent_from

    arguments.given("game", game, Game, GIVE_GAME)
    if aim is not None:
        arguments.given("aim", aim, Aim, "`Aim.VICTORY`, `Aim.POINTS` or `Aim.RANK`")
    most, choices = arguments.whole("most", most, 1), arguments.whole("choices", choices, 1)
    seed = arguments.whole("seed", seed)
    aim_of(game, aim)
    asked = agent_from(agent) if isinstance(agent, str) else agent
    arguments.agents(game, [asked] * len(game.seats))
    tree = WholeGame(engine_for(game, Checking.OFF, forced=Forced.PLAYED))
    if not tree.grow(most, abs):
        raise _too_large(game, most, "histories")
    return tree.exploited(asked, aim, choices, seed, abs)


def _solve_open(game: Game, aim: Aim | None, most: int, start: str | None, seed: int) -> OpenSolution:
    from gamedsl_interpreter.solving.open_games import OpenGame
    from gamedsl_interpreter.solving.position_graph import PositionGraph

    engine = engine_for(game, Checking.OFF, forced=Forced.ASKED)
    graph = PositionGraph(engine, start)
    if not graph.grow(most, abs):
        raise _too_large(game, most, "positions")
    return OpenGame(engine, graph, aim).answer(seed, start)


def _solve_hidden(
    game: Game, aim: Aim | None, most: int, start: str | None, within: float, rounds: int
) -> HiddenSolution:
    from gamedsl_interpreter.solving.hidden_games import HiddenGame
    from gamedsl_interpreter.solving.history_tree import HistoryTree
    from gamedsl_interpreter.solving.regrets import search

    if game.humans > 2:
        raise ArgumentError(
            f"in {game.name} something is hidden from {game.humans} players, and only for one or two there is a method that finds best play"
        )
    tree = HistoryTree(engine_for(game, Checking.OFF), start)
    if not tree.grow(most, abs):
        raise _too_large(game, most, "histories")
    solved = HiddenGame(game, tree, aim)
    if solved.needs_search:
        search(solved.regrets, within, rounds, abs)
    return solved.answer()


def _too_large(game: Game, most: int, what: str) -> TooManyError:
    return TooManyError(
        f"{game.name} has more than {most:,} {what}: allow more with `most`, begin nearer to the end with `start`, or take a smaller setup"
    )
