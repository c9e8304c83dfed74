"""Rollouts: random steps play a match to its end, or until the rules can judge the position, and each seat gets the value of that."""

from __future__ import annotations

from collections.abc import Sequence
from struct import unpack_from
from typing import TYPE_CHECKING, Generic, Protocol

from gamedsl.graph.model.game import Game, JudgedSpec
from gamedsl.graph.model.nodes import TogetherNode
from gamedsl.values import frozen
from gamedsl_interpreter.aims import Aim, Ends, aim_of, rank_units
from gamedsl_interpreter.engine import Engine, S, State
from gamedsl_interpreter.matches.agents import RandomMoves, RandomSteps
from gamedsl_interpreter.matches.match import MatchFault, play_match
from gamedsl_interpreter.random import policy_stream
from gamedsl_interpreter.thinking.positions import is_open
from gamedsl_interpreter.wasm.bulk.player import Player
from gamedsl_interpreter.wasm.emit.unsupported import Unsupported
from gamedsl_interpreter.wasm.engine import WasmEngine
from gamedsl_interpreter.wasm.instances.instance import Trapped
from gamedsl_interpreter.wasm.instances.interface import SHORT_PLAYOUT, WIN, Purpose
from gamedsl_interpreter.wasm.instances.modes import PolicyNumber
from gamedsl_interpreter.wasm.instances.modules import Tier
from gamedsl_interpreter.wasm.state import WasmState

_TALLY = 40
"""The bytes of the figures of one number in the statistics of a module."""


if TYPE_CHECKING:
    from typing_extensions import TypeVar

    S_in = TypeVar("S_in", bound=State, contravariant=True, default=State)
else:
    from typing import TypeVar

    S_in = TypeVar("S_in", bound=State, contravariant=True)


@frozen
class Rollout:
    """The value of a match by seat (see `Ends.worth`), and the number of decisions up to its end; if it was judged before its end, a number above
    SHORT_PLAYOUT."""

    worths: Sequence[int]
    decisions: int


class Rollouts(Protocol[S_in]):
    """The rollouts of a seed, by index."""

    def at(self, state: S_in, index: int) -> Rollout:
        """Plays the match from a state to its end as match `index` of the seed. Raises Fault."""
        ...


def rollouts_of(engine: Engine[S], seed: int, aim: Aim | None = None) -> Rollouts[S]:
    """Makes the rollouts of a seed: the fast executor plays them in its module. `aim`: the players' aim (None: that of the game). Raises ArgumentError."""
    fast: object = engine
    ends = Ends.of(engine.game, aim)
    if isinstance(fast, WasmEngine):
        try:
            fast.modules.of(Purpose.RESUMED)
        except Unsupported:
            return _Played(engine, seed, ends)
        return _InModule(fast, seed, ends)  # type: ignore[return-value]  # the rollouts take the states of this engine
    return _Played(engine, seed, ends)


def rollouts_with_bound(engine: Engine[S], seed: int, aim: Aim | None = None) -> Rollouts[S]:
    """Makes the rollouts of a search. If the rules have a formula for how well players stand (`judged …`), and the players have the aim that it measures, a
    match is judged after this many choices; otherwise it is played to its end. Raises ArgumentError."""
    judged = engine.game.judged
    if judged is None or not is_judged(engine.game, aim):
        return rollouts_of(engine, seed, aim)
    return _Judged(engine, seed, Ends.of(engine.game, aim), judged)


def is_judged(game: Game, aim: Aim | None) -> bool:
    """Whether the rules have a formula for how well players stand, and it measures this aim."""
    return game.judged is not None and aim_of(game, aim) is aim_of(game)


class _Judged(Generic[S]):
    """Rollouts until the rules judge the position. They draw complete moves with equal probability, or step by step if a condition ends them."""

    def __init__(self, engine: Engine[S], seed: int, ends: Ends, judged: JudgedSpec) -> None:
        self._engine = engine
        self._ends = ends
        self._seed = seed
        self._judged = judged

    def at(self, state: S, index: int) -> Rollout:
        """See `Rollouts`."""
        engine, agent = self._engine, RandomMoves() if self._judged.when is None else RandomSteps()
        if state.is_over:
            return Rollout(self._ends.worths(engine.outcome(state)), 0)
        dice = policy_stream(self._seed, index)
        state = engine.reseeded(state, self._seed, index)
        # At a simultaneous decision, some seats may have chosen already.
        is_together = isinstance(engine.game.nodes[state.node], TogetherNode)
        done, is_begun = 0, is_together or any(is_open(state, seat) for seat in engine.to_act(state))
        while not state.is_over and (is_begun or not self._is_judged(state, done)):
            acting = engine.to_act(state)
            is_begun = len(acting) > 1
            state = engine.play(state, acting[0], agent.choose(engine, state, acting[0], dice))
            done += 1
        if state.is_over:
            return Rollout(self._ends.worths(engine.outcome(state)), done)
        return Rollout([self._ends.standing(one) for one in engine.standings(state)], SHORT_PLAYOUT + 1)

    def _is_judged(self, state: S, done: int) -> bool:
        return done >= self._judged.choices if self._judged.when is None else self._engine.is_judged(state)


class _Played(Generic[S]):
    """Rollouts by the methods of Engine; all faster forms agree with it."""

    def __init__(self, engine: Engine[S], seed: int, ends: Ends) -> None:
        self._engine = engine
        self._ends = ends
        self._seed = seed
        self._agents = [RandomSteps()] * len(engine.game.seats)

    def at(self, state: S, index: int) -> Rollout:
        """See `Rollouts`."""
        if state.is_over:
            return Rollout(self._ends.worths(self._engine.outcome(state)), 0)
        try:
            played = play_match(self._engine, self._agents, self._seed, index, None, state)
        except MatchFault as caught:
            raise caught.fault from caught
        return Rollout(self._ends.worths(played.outcome), len(played.moves))


class _InModule:
    """Rollouts by the module of the fast executor. A match that runs out of memory there, or into a fault, is played by the reference executor."""

    def __init__(self, engine: WasmEngine, seed: int, ends: Ends) -> None:
        self._engine = engine
        self._ends = ends
        self._seed = seed
        self._seats = len(engine.game.seats)
        self._slow = _Played(engine.reference, seed, ends)

    def at(self, state: WasmState, index: int) -> Rollout:
        """See `Rollouts`."""
        if state.is_over:
            return Rollout(self._ends.worths(self._engine.outcome(state)), 0)
        player = self._engine.player(Purpose.RESUMED, Tier.QUICK)
        try:
            player.play(self._seed, index, 1, PolicyNumber.STEPS, state)
        except Trapped as trapped:
            player.has_no_room(trapped)
            return self._slow.at(self._engine.reference_state(state), index)
        (decisions,) = unpack_from("<q", player.memory, player.at["STATS"] + 8)
        return Rollout(self._worths(player), decisions)

    def _worths(self, player: Player) -> tuple[int, ...]:
        """Reads the values from the statistics of one match."""
        seats, lines = self._seats, len(self._engine.game.scores)
        wins = unpack_from(f"<{seats * seats}q", player.memory, player.at["WINS"])
        places = unpack_from(f"<{seats * seats}q", player.memory, player.at["PLACES"])
        first = [places[seat * seats : (seat + 1) * seats].index(1) for seat in range(seats)]
        found: list[int] = []
        for seat in range(seats):
            share = sum(WIN // k for k, n in enumerate(wins[seat * seats : (seat + 1) * seats], 1) if n)
            at = player.at["STATS"] + _TALLY * (2 + seat * (lines + 1) + lines)
            (total,) = unpack_from("<q", player.memory, at + 8)
            found.append(self._ends.worth(share, rank_units(first[seat], first.count(first[seat]), seats), total))
        return tuple(found)
