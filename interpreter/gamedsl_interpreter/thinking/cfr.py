"""An agent that plays a mixed strategy which leaves little to a best response, for small games that hide something: see `solving.sampled_regrets`."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from threading import Lock
from typing import TypeAlias, cast

from gamedsl.graph.model.game import Game
from gamedsl.values import frozen
from gamedsl_interpreter import arguments
from gamedsl_interpreter.aims import Aim, aim_for_solving, aim_text, check_aim, payoffs
from gamedsl_interpreter.engine import Engine, Move, S, State
from gamedsl_interpreter.perft import TooManyError
from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.solving.history_tree import HistoryTree, Observes
from gamedsl_interpreter.solving.regrets import Strategy
from gamedsl_interpreter.solving.sampled_regrets import SampledRegrets
from gamedsl_interpreter.worlds.lost import WorldsError

ROUNDS = 10_000
"""Rounds if nothing else is said."""

MOST_HISTORIES = 50_000
"""The most histories of a game."""

_ALONE = "`cfr` is for two players or more, and `gamedsl solve` finds the best play of one"

MOST_KEPT = 8
"""The most strategies that are kept; the oldest is forgotten."""

_FINE = 1 << 53


class NoStrategyError(WorldsError):
    """`cfr` has no strategy for a game or for a position."""


@frozen
class Cfr:
    """Plays the average strategy of MCCFR after `rounds` rounds, with the chances that it gives to moves. It is made once for each game, and is the same for
    every match. For two players or more, and for games of at most MOST_HISTORIES histories; elsewhere `choose` raises NoStrategyError.

    `aim`: what the players play for (None: that of the game, see `aim_of`). Raises ArgumentError if one of them is wrong.
    """

    rounds: int = ROUNDS
    aim: Aim | None = None

    def __attrs_post_init__(self) -> None:
        arguments.whole("rounds", self.rounds, 1)
        if self.aim is not None:
            check_aim(self.aim)

    @property
    def name(self) -> str:
        """The agent as `agent_from` reads it."""
        return f"cfr:{self.rounds}{aim_text(self.aim)}"

    def choose(self, engine: Engine[S], state: S, seat: int, dice: Dice) -> Move:
        """See `Agent`. Raises NoStrategyError, Fault."""
        shares = self.mixture(engine, state, seat)
        moves = engine.moves(state, seat)
        weights = [shares.get(move.text, 0.0) for move in moves]
        left = dice.below(_FINE) / _FINE * sum(weights)
        for move, weight in zip(moves, weights, strict=True):
            left -= weight
            if left < 0:
                return move
        # Rounding has left a small remainder, or the steps taken do not occur in the strategy.
        return moves[max(range(len(moves)), key=weights.__getitem__)]

    def mixture(self, engine: Engine[S], state: S, seat: int) -> dict[str, float]:
        """Returns the chance of each move, by its text. Raises NoStrategyError, Fault."""
        policy = _policy_of(engine, self)
        if isinstance(policy, str):
            raise NoStrategyError(policy)
        found = policy.get((seat, cast("Observes", engine).observe_key(state, seat)))
        if found is not None:
            return dict(found)
        # The policy may come from an engine that plays forced moves itself, so it has no entry for them.
        moves = engine.moves(state, seat)
        if len(moves) == 1:
            return {moves[0].text: 1.0}
        raise NoStrategyError("`cfr` knows only matches that begin with the set-up")


def strategy_on(tree: HistoryTree[State], game: Game, agent: Cfr) -> Strategy:
    """Returns the chances of the moves in each information set of the tree of a game. Raises NoStrategyError."""
    if game.humans < 2:
        raise NoStrategyError(_ALONE)
    found = payoffs(tree.ends, aim_for_solving(game, tree.ends.values(), agent.aim))
    gains = {node: tuple(map(float, payoff)) for node, payoff in found.items()}
    regrets = SampledRegrets(tree, gains, game.humans)
    regrets.search(agent.rounds)
    return regrets.average()


_Policy: TypeAlias = "Mapping[tuple[int, bytes], Mapping[str, float]]"
"""For a seat and the key of what it has observed: the chance of each move, by its text. It holds no engine, because it is kept until Python ends."""

_kept: OrderedDict[tuple[int, Cfr], tuple[Game, _Policy | str]] = OrderedDict()
_lock = Lock()


def _policy_of(engine: Engine[S], agent: Cfr) -> _Policy | str:
    """Returns the strategy for a game, made or kept; or the reason why there is none. Raises Fault."""
    key = id(engine.game), agent
    with _lock:
        found = _kept.get(key)
        if found is None:
            found = _kept[key] = engine.game, _policy(cast("Engine[State]", engine), agent)
            while len(_kept) > MOST_KEPT:
                _kept.popitem(last=False)
    return found[1]


def _policy(engine: Engine[State], agent: Cfr) -> _Policy | str:
    if engine.game.humans < 2:
        return _ALONE
    tree = HistoryTree(engine)
    try:
        is_whole = tree.grow(MOST_HISTORIES, abs)
    except TooManyError:
        is_whole = False
    if not is_whole:
        return f"it has more than {MOST_HISTORIES:,} histories, and `cfr` needs them all"
    strategy = strategy_on(tree, engine.game, agent)
    shares = [
        dict(zip(one.moves, chances, strict=True)) for one, chances in zip(tree.information, strategy, strict=True)
    ]
    return {key: shares[number] for key, number in tree.numbers.items()}
