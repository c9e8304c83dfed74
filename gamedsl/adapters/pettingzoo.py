# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# (PettingZoo and Gymnasium have only some types.)
"""Any game as an environment of PettingZoo: one agent after the other (`aec_env`), or all at once (`parallel_env`).

    import gamedsl
    from gamedsl.adapters.pettingzoo import aec_env

    env = aec_env(gamedsl.load_rules("games/classics/hearts.gdl").game())
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        env.step(None if termination or truncation else env.action_space(agent).sample(info["action_mask"]))

Agents are called `player_0`, `player_1`, …; the environment plays scripted seats. An action is the answer to one open step (`gamedsl.action_space`), the
observation is `gamedsl.observation`, and `info["action_mask"]` marks the allowed actions (int8, all 0 for an agent that is not to act; read-only).

Rewards come at the end of a match, and are 0 before. They are `gamedsl.returns`, or what `utility` names: `"victory"` (1 for the winner of two players, -1 for
the loser, 0 for a draw), `"rank"` (from -1 to 1) or `"points"`; see `gamedsl.adapters.utilities`. At the end `info["returns"]` has the rewards of all agents, by
agent.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, Self, TypeAlias

import numpy as np
from gymnasium.spaces import Box, Discrete
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.env import AECIterable

import gamedsl
from gamedsl.adapters.utilities import Payment, UtilityName, find_aim, read_action, read_seed

Observation: TypeAlias = NDArray[np.int32]
Action: TypeAlias = "int | np.integer[Any]"
Mask: TypeAlias = NDArray[np.int8]
_LIMITS = np.iinfo(np.int32)
_MOST_MASKS = 4096
ILLEGAL_REWARD = -1.0
"""The reward of an agent whose action was not allowed."""


def aec_env(game: gamedsl.Game, *, utility: UtilityName | None = None) -> GameAEC:
    """Makes an environment in which one agent acts after the other; simultaneous choices are made in seat order. `utility`: what rewards count (None:
    `gamedsl.returns`). Raises ArgumentError.

    An action that is not allowed raises IllegalMove; PettingZoo's `TerminateIllegalWrapper` makes it end the match.
    """
    return GameAEC(game, utility)


def parallel_env(game: gamedsl.Game, *, utility: UtilityName | None = None) -> GameParallel:
    """Makes an environment in which all agents act in every step. `utility`: what rewards count (None: `gamedsl.returns`). Raises ArgumentError.

    Actions of agents that are not to act are ignored. Simultaneous choices are made in one step. An action that is not allowed ends the match: it is
    truncated for all, its agent gets `ILLEGAL_REWARD` and `info["illegal"]` with the reason.
    """
    return GameParallel(game, utility)


class _Masks(dict[tuple[int, ...], Mask]):
    """The masks of actions, made when they are first needed, and read-only. Copies of an environment share them."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self._size = size

    def __missing__(self, actions: tuple[int, ...]) -> Mask:
        mask = np.zeros(self._size, np.int8)
        mask[list(actions)] = 1
        mask.flags.writeable = False
        if len(self) >= _MOST_MASKS:
            self.clear()
        self[actions] = mask
        return mask

    def __deepcopy__(self, memo: object) -> _Masks:
        return self

    def __reduce__(self) -> tuple[type[_Masks], tuple[int]]:
        return _Masks, (self._size,)


class _Table:
    """The current match of a game, as numbers."""

    def __init__(self, game: gamedsl.Game, utility: UtilityName | None) -> None:
        self.engine = gamedsl.engine_for(game)
        self.actions = gamedsl.action_space(game)
        self._payment = None if utility is None else Payment(game, find_aim(game, utility))
        self.names = [f"player_{seat}" for seat in range(game.humans)]
        self.seat_of = {name: seat for seat, name in enumerate(self.names)}
        size = gamedsl.observation_space(game).size
        self.action_spaces: dict[str, Any] = {name: Discrete(self.actions.size) for name in self.names}
        self.observation_spaces: dict[str, Any] = {
            name: Box(int(_LIMITS.min), int(_LIMITS.max), (size,), np.int32) for name in self.names
        }
        self.state_space = Box(0, 255, (game.layout.size,), np.uint8)
        self.seed, self.index = int(np.random.default_rng().integers(1 << 32)), -1
        self._masks = _Masks(self.actions.size)
        self._state: gamedsl.State | None = None
        self.legal: dict[int, list[int]] = {}

    def begin(self, seed: int | None) -> None:
        """Begins match 0 of a seed, or the next match. Raises ArgumentError."""
        if seed is None:
            self.index += 1
        else:
            self.seed, self.index = read_seed(seed), 0
        self.reach(self.engine.initial(self.seed, self.index))

    @property
    def state(self) -> gamedsl.State:
        """The position. Raises ArgumentError before the first match."""
        if self._state is None:
            raise gamedsl.ArgumentError("call `reset` first: it begins a match")
        return self._state

    def reach(self, state: gamedsl.State) -> None:
        """Moves to a state, and finds the legal actions there."""
        self._state = state
        self.legal = {seat: gamedsl.legal_actions(self.engine, state, seat) for seat in self.engine.to_act(state)}

    def act(self, seat: int, action: Action) -> None:
        """Applies an action of a seat. Raises IllegalMove, ArgumentError."""
        self.reach(gamedsl.apply(self.engine, self.state, seat, read_action(action)))

    def seat(self, name: str) -> int:
        """Returns the seat of an agent. Raises ArgumentError for an unknown one."""
        if not isinstance(name, str) or name not in self.names:  # pyright: ignore[reportUnnecessaryIsInstance]
            raise gamedsl.ArgumentError(f"there is no agent {name!r}, but {', '.join(self.names)}")
        return self.seat_of[name]

    def observation(self, name: str) -> Observation:
        """Returns the observation of an agent. Raises ArgumentError for an unknown one."""
        return np.frombuffer(gamedsl.observation(self.engine, self.state, self.seat(name)), np.int32)

    def position(self) -> NDArray[np.uint8]:
        """Returns the canonical bytes of the position, without the steps of open moves."""
        return np.frombuffer(self.state.bytes, np.uint8, self.engine.game.layout.size).copy()

    def infos(self, returns: dict[str, float] | None = None) -> dict[str, dict[str, Any]]:
        """Returns the masks of the allowed actions, by agent, and the rewards of all agents if they are given."""
        if returns is not None:
            return {name: {"action_mask": self._masks[()], "returns": dict(returns)} for name in self.names}
        nothing, names = self._masks[()], self.names
        infos: dict[str, dict[str, Any]] = {name: {"action_mask": nothing} for name in names}
        for seat, actions in self.legal.items():
            infos[names[seat]]["action_mask"] = self._masks[tuple(actions)]
        return infos

    def rewards(self) -> dict[str, float]:
        """Returns the utilities of the agents; 0 before the end."""
        if self._payment is None:
            return dict(zip(self.names, gamedsl.returns(self.engine, self.state), strict=False))
        outcome = self.engine.outcome(self.state)
        return (
            dict.fromkeys(self.names, 0.0)
            if outcome is None
            else dict(zip(self.names, self._payment.of(outcome), strict=True))
        )


def _metadata(game: gamedsl.Game, is_parallel: bool) -> dict[str, Any]:
    return {"name": f"{game.name}_v0", "render_modes": ["ansi"], "is_parallelizable": is_parallel}


class _OfTable:
    """The properties that both forms of an environment take from their table."""

    _table: _Table

    def __copy__(self) -> Self:
        """Copies the match; later changes to one do not affect the other."""
        return deepcopy(self)

    def observation_space(self, agent: str) -> Any:
        """Returns the space of an agent's observations. Raises ArgumentError for an unknown agent."""
        self._table.seat(agent)  # raises ArgumentError
        return self._table.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Returns the space of an agent's actions. Raises ArgumentError for an unknown agent."""
        self._table.seat(agent)  # raises ArgumentError
        return self._table.action_spaces[agent]

    def state(self) -> NDArray[np.uint8]:
        """Returns the bytes of the position, with all that is hidden in it (`game.layout` describes them): for critics that see everything while they learn."""
        return self._table.position()

    def render(self) -> str:
        """Describes the position."""
        return repr(self._table.state)

    def close(self) -> None:
        """Does nothing, since nothing is open."""


class GameAEC(_OfTable, AECEnv[str, Observation, "Action | None"]):  # type: ignore[misc, unused-ignore]  # PettingZoo may come without types
    """An environment with one agent after the other: see `aec_env`."""

    render_mode = "ansi"

    def __init__(self, game: gamedsl.Game, utility: UtilityName | None = None) -> None:
        super().__init__()
        self._table = table = _Table(game, utility)
        self.metadata = _metadata(game, is_parallel=False)
        self.possible_agents = list(table.names)
        self.action_spaces = table.action_spaces
        self.observation_spaces = table.observation_spaces
        self.state_space = table.state_space

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins match 0 of the seed, or the next match; there are no options."""
        self._table.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = self.agents[0]
        self._update_agents()

    def observe(self, agent: str) -> Observation:
        """Returns what an agent sees. Raises ArgumentError for an unknown agent, and before the first match."""
        return self._table.observation(agent)

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """Returns what concerns the agent whose turn it is. Raises ArgumentError before the first match, and after the end of a match."""
        self._check_agents()
        found: tuple[Observation | None, float, bool, bool, dict[str, Any]] = super().last(observe)
        return found

    def agent_iter(self, max_iter: int = 1 << 63) -> AECIterable[str, Observation, Action | None]:
        """Returns the agents as they act. Raises ArgumentError before the first match."""
        _ = self._table.state  # raises ArgumentError
        found: AECIterable[str, Observation, Action | None] = super().agent_iter(max_iter)
        return found

    def _check_agents(self) -> None:
        """Raises ArgumentError before the first match, and once all agents have taken their last step."""
        _ = self._table.state  # raises ArgumentError
        if not self.agents:
            raise gamedsl.ArgumentError("the match is over: call `reset`")

    def step(self, action: Action | None) -> None:
        """Applies the action of the agent whose turn it is. Raises IllegalMove; ArgumentError for what is no action, before the first match, and after the end
        of a match."""
        self._check_agents()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise gamedsl.ArgumentError(f"{agent} is to act, and `None` is no action")
        self._table.act(self._table.seat_of[agent], action)
        self._update_agents()

    def _update_agents(self) -> None:
        """Sets the next agent and the action masks; at the end the rewards."""
        table = self._table
        if table.state.is_over:
            self.rewards = table.rewards()
            self._cumulative_rewards = dict(self.rewards)
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos = table.infos(self.rewards)
        else:
            self.agent_selection = table.names[min(table.legal)]
            self.infos = table.infos()


class GameParallel(_OfTable, ParallelEnv[str, Observation, Action]):  # type: ignore[misc, unused-ignore]  # PettingZoo may come without types
    """An environment with all agents at once: see `parallel_env`."""

    render_mode = "ansi"

    def __init__(self, game: gamedsl.Game, utility: UtilityName | None = None) -> None:
        super().__init__()
        self._table = table = _Table(game, utility)
        self.metadata = _metadata(game, is_parallel=True)
        self.possible_agents = list(table.names)
        self.agents: list[str] = []
        self.action_spaces = table.action_spaces
        self.observation_spaces = table.observation_spaces
        self.state_space = table.state_space

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begins match 0 of the seed, or the next match; there are no options."""
        self._table.begin(seed)
        self.agents = list(self.possible_agents)
        return self._observe_all(self.agents)

    def step(
        self, actions: Mapping[str, Action]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Applies one action of each agent that is to act. Raises ArgumentError if one is missing or is no action, and before the first match."""
        table, agents = self._table, self.agents
        if not isinstance(actions, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise gamedsl.ArgumentError(f"`actions` has an action for each agent, by name, and is not {actions!r}")
        illegal: dict[str, str] = {}
        for seat in tuple(table.legal):
            name = table.names[seat]
            if name not in actions:
                raise gamedsl.ArgumentError(f"{name} is to act, and there is no action of it")
            try:
                table.act(seat, actions[name])
            except gamedsl.IllegalMove as refused:
                illegal[name] = str(refused)
                break
        is_over = table.state.is_over
        rewards = {name: ILLEGAL_REWARD if name in illegal else 0.0 for name in agents} if illegal else table.rewards()
        observations, infos = self._observe_all(agents, rewards if is_over and not illegal else None)
        for name, reason in illegal.items():
            infos[name]["illegal"] = reason
        if is_over or illegal:
            self.agents = []
        terminations = dict.fromkeys(agents, is_over and not illegal)
        return observations, rewards, terminations, dict.fromkeys(agents, bool(illegal)), infos

    def _observe_all(
        self, agents: list[str], returns: dict[str, float] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        table = self._table
        infos = table.infos(returns)
        return {name: table.observation(name) for name in agents}, {name: infos[name] for name in agents}
