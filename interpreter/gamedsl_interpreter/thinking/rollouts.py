"""Rollouts: random steps play a match to its end, and each seat gets the value of the outcome."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from struct import unpack_from
from typing import TYPE_CHECKING, Generic, Protocol

from gamedsl_interpreter.engine import Engine, S, State
from gamedsl_interpreter.matches.agents import RandomSteps
from gamedsl_interpreter.matches.match import MatchFault, play_match
from gamedsl_interpreter.wasm.bulk.player import Player
from gamedsl_interpreter.wasm.emit.unsupported import Unsupported
from gamedsl_interpreter.wasm.engine import WasmEngine
from gamedsl_interpreter.wasm.instances.interface import WIN, Purpose
from gamedsl_interpreter.wasm.instances.modes import PolicyNumber
from gamedsl_interpreter.wasm.instances.module import Trapped
from gamedsl_interpreter.wasm.instances.modules import Tier
from gamedsl_interpreter.wasm.state import WasmState


def units(shares: Sequence[Fraction]) -> tuple[int, ...]:
    """Converts the shares of an outcome to units of WIN."""
    return tuple(int(share * WIN) for share in shares)


if TYPE_CHECKING:
    from typing_extensions import TypeVar

    S_in = TypeVar("S_in", bound=State, contravariant=True, default=State)
else:
    from typing import TypeVar

    S_in = TypeVar("S_in", bound=State, contravariant=True)


class Rollouts(Protocol[S_in]):
    """The rollouts of a seed, by index."""

    def at(self, state: S_in, index: int) -> Sequence[int]:
        """Plays the match from a state to its end as match `index` of the seed, and returns the values by seat, in units of WIN. Raises Fault."""
        ...


def rollouts_of(engine: Engine[S], seed: int) -> Rollouts[S]:
    """Makes the rollouts of a seed: the fast executor plays them in its module."""
    fast: object = engine
    if isinstance(fast, WasmEngine):
        try:
            fast.modules.of(Purpose.RESUMED)
        except Unsupported:
            return _Played(engine, seed)
        return _InModule(fast, seed)  # type: ignore[return-value]  # the rollouts take the states of this engine
    return _Played(engine, seed)


class _Played(Generic[S]):
    """Rollouts by the methods of Engine; all faster forms agree with it."""

    def __init__(self, engine: Engine[S], seed: int) -> None:
        self._engine = engine
        self._seed = seed
        self._agents = [RandomSteps()] * len(engine.game.seats)

    def at(self, state: S, index: int) -> Sequence[int]:
        """See `Rollouts`."""
        outcome = self._engine.outcome(state)
        if outcome is None:
            try:
                outcome = play_match(self._engine, self._agents, self._seed, index, None, state).outcome
            except MatchFault as caught:
                raise caught.fault from caught
        return units(() if outcome is None else outcome.shares)


class _InModule:
    """Rollouts by the module of the fast executor. A match that runs out of memory there, or into a fault, is played by the reference executor."""

    def __init__(self, engine: WasmEngine, seed: int) -> None:
        self._engine = engine
        self._seed = seed
        self._seats = len(engine.game.seats)
        self._slow = _Played(engine.reference, seed)

    def at(self, state: WasmState, index: int) -> Sequence[int]:
        """See `Rollouts`."""
        if state.is_over:
            outcome = self._engine.outcome(state)
            return units(() if outcome is None else outcome.shares)
        player = self._engine.player(Purpose.RESUMED, Tier.QUICK)
        try:
            player.play(self._seed, index, 1, PolicyNumber.STEPS, state)
        except Trapped as trapped:
            player.has_no_room(trapped)
            return self._slow.at(self._engine.reference_state(state), index)
        return self._won(player)

    def _won(self, player: Player) -> tuple[int, ...]:
        seats = self._seats
        wins = unpack_from(f"<{seats * seats}q", player.memory, player.at["WINS"])
        return tuple(
            sum(WIN // winners for winners, n in enumerate(wins[seat * seats : (seat + 1) * seats], 1) if n)
            for seat in range(seats)
        )
