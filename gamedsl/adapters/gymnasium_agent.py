"""One seat of a match as a single-agent environment of Gymnasium, against players that are given.

    import gymnasium
    import gamedsl.adapters.gymnasium  # registers the environment

    env = gymnasium.make("gamedsl/Match-v0", rules="gloriana", opponents=["mcts:100", "random"])
    observation, info = env.reset(seed=1)
    done = False
    while not done:
        action = env.action_space.sample(info["action_mask"])
        observation, reward, terminated, truncated, info = env.step(action)
        done = terminated or truncated

`agent_env(game, opponents)` makes the same environment of a Game. `gymnasium.make_vec("gamedsl/Match-v0", 8, rules=…)` makes several, `vectorization_mode="async"`
in as many processes.

* **Observations** are the numbers of `gamedsl.observation` for the agent's seat, and contain only what it sees.
* **Actions** are answers to one open step, numbered by `gamedsl.action_space`: an action means the same in every match.
* **Infos**: `action_mask` marks the allowed actions (int8, as `action_space.sample` takes it; all 0 at the end), `seat` is the agent's seat, and `returns` are the
  utilities by seat at the end, and 0 before. After an action that is not allowed, `illegal` says why.
* **Rewards** are the agent's part of `returns` at the end of the match, and 0 before. An action that is not allowed ends the match, and its reward is `penalty`.
* **Seeds**: equal seeds and actions give equal matches. `reset(seed=s)` begins match 0 of the seed, `reset()` the next one.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from gymnasium import Env
from gymnasium.spaces import Box, Discrete
from numpy.typing import NDArray

import gamedsl
from gamedsl.adapters.utilities import Payment, UtilityName, find_aim, read_action, read_seed

Numbers: TypeAlias = NDArray[np.int32]
_MOST_SKIPPED = 1000
"""The most matches in a row that end before the agent has chosen anything."""


def agent_env(
    game: gamedsl.Game,
    opponents: str | gamedsl.Agent | Sequence[str | gamedsl.Agent] = "random",
    seat: int | None = 0,
    utility: UtilityName | None = None,
    penalty: float = -1.0,
    render_mode: str | None = None,
) -> AgentEnv:
    """Makes an environment in which the agent has one seat, and `opponents` have the others.

    `opponents` are texts (`"mcts:100"`, see `agent_from`) or agents: one for all other seats, or a list of one for each, beginning with the seat after the agent's.
    `seat` is a seat by number; with None, the agent has seat 0 in match 0, seat 1 in match 1, and so on, and each opponent stays as far behind it.
    `utility` is what rewards count: `"victory"`, `"points"` or `"rank"`, as `utilities.Payment` pays them (None: what `utility_of` says). `penalty` is the
    reward of an action that is not allowed.
    `render_mode`: None, or "ansi" for the position as text.

    Raises AgentSpecError, ArgumentError. `reset` and `step` raise what opponents raise, such as WorldsError for games that they cannot play, and Fault.
    """
    return AgentEnv(game, opponents, seat, utility, penalty, render_mode)


def registered_env(
    rules: str | Path,
    players: int | None = None,
    options: dict[str, str] | None = None,
    opponents: str | Sequence[str] = "random",
    seat: int | None = 0,
    utility: UtilityName | None = None,
    penalty: float = -1.0,
    render_mode: str | None = None,
) -> AgentEnv:
    """Makes the environment `gamedsl/Match-v0`: `rules` is the path of a rules file or the name of a game, `players` and `options` choose the setup. The other
    arguments are those of `agent_env`. Raises what `load_rules`, `Rules.game` and `agent_env` raise."""
    if options is not None and not isinstance(options, dict):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise gamedsl.ArgumentError(f"`options` has a value for each name, and is not {options!r}")
    game = gamedsl.load_rules(rules).game(players, **(options or {}))
    return AgentEnv(game, opponents, seat, utility, penalty, render_mode)


class AgentEnv(Env[Numbers, Any]):
    """A match as one seat plays it: see the module."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  # as Gymnasium declares it

    def __init__(
        self,
        game: gamedsl.Game,
        opponents: str | gamedsl.Agent | Sequence[str | gamedsl.Agent],
        seat: int | None,
        utility: UtilityName | None,
        penalty: float,
        render_mode: str | None,
    ) -> None:
        self.engine = gamedsl.engine_for(game)
        self._opponents = _read_opponents(game, opponents)
        if seat is not None and (isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < game.humans):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise gamedsl.ArgumentError(
                f"`seat` is a seat of a player, 0 to {game.humans - 1}, or None for all in turn, not {seat!r}"
            )
        if render_mode is not None and (not isinstance(render_mode, str) or render_mode != "ansi"):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise gamedsl.ArgumentError(f'`render_mode` is None or "ansi", not {render_mode!r}')
        self._fixed_seat = seat
        self._payment = Payment(game, None if utility is None else find_aim(game, utility))
        if isinstance(penalty, bool) or not isinstance(penalty, int | float | np.number) or not isfinite(penalty):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise gamedsl.ArgumentError(f"`penalty` is a finite number, not {penalty!r}")
        self._penalty = float(penalty)
        self.render_mode = render_mode
        limits = np.iinfo(np.int32)
        size = gamedsl.observation_space(game).size
        self.observation_space = Box(int(limits.min), int(limits.max), (size,), np.int32)
        self._size = gamedsl.action_space(game).size
        self.action_space = Discrete(self._size)
        self.seat = seat or 0
        self._seed: int | None = None
        self._index = -1
        self._state: gamedsl.State | None = None

    @property
    def state(self) -> gamedsl.State:
        """The position. It holds what is hidden from the agent, too. Raises ArgumentError before the first match."""
        if self._state is None:
            raise gamedsl.ArgumentError("call `reset` first: it begins a match")
        return self._state

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Begins match 0 of a seed, or the next match, and plays until the agent has to choose; there are no options. Raises ArgumentError, Fault."""
        seed = None if seed is None else read_seed(seed)
        super().reset(seed=seed)
        if seed is not None or self._seed is None:
            self._seed = int(self.np_random.integers(1 << 32)) if seed is None else seed
            self._index = -1
        for _ in range(_MOST_SKIPPED):
            self._index += 1
            self.seat = self._index % self.engine.game.humans if self._fixed_seat is None else self._fixed_seat
            # The random numbers with which players search must not reveal later deals and rolls.
            self._dice = gamedsl.Dice.seeded(int(self.np_random.integers(1 << 63)))
            self._ahead, self._moves = int(self.np_random.integers(1 << 63)), 0
            self._state = self._let_opponents_play(self.engine.initial(self._seed, self._index))
            if not self._state.is_over:
                return self._observe(), self._info()
        raise gamedsl.ArgumentError(f"seat {self.seat} had nothing to choose in {_MOST_SKIPPED} matches")

    def step(self, action: Any) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        """Answers the open step of the agent, and plays until it has to choose again. Raises ArgumentError for a number that is no action, or if the match is
        over; Fault."""
        if self.state.is_over or self._mask is None:
            raise gamedsl.ArgumentError("the match is over: call `reset`")
        if not self.action_space.contains(action):
            raise gamedsl.ArgumentError(f"an action is a number from 0 to {self._size - 1}, not {action!r}")
        try:
            after = gamedsl.apply(self.engine, self.state, self.seat, read_action(action))
        except gamedsl.IllegalMove as refused:
            info = self._info() | {"illegal": str(refused), "action_mask": np.zeros(self._size, np.int8)}
            self._mask = None
            return self._observe(), self._penalty, True, False, info
        self._state = self._let_opponents_play(after)
        info = self._info()
        return self._observe(), float(info["returns"][self.seat]), self._state.is_over, False, info

    def render(self) -> str | None:
        """Returns the position as text; None without `render_mode`."""
        return None if self.render_mode is None else repr(self.state)

    def _let_opponents_play(self, state: gamedsl.State) -> gamedsl.State:
        """Lets opponents choose until it is the agent's turn. Where several choose at once, they do so in seat order."""
        while not state.is_over:
            seat = self.engine.to_act(state)[0]
            if seat == self.seat:
                break
            agent = self._opponents[(seat - self.seat - 1) % self.engine.game.humans]
            seen = state
            if not isinstance(agent, gamedsl.RandomSteps | gamedsl.RandomMoves):
                seen = self.engine.reseeded(state, self._ahead, self._moves)
            state = self.engine.play(state, seat, agent.choose(self.engine, seen, seat, self._dice))
            self._moves += 1
        return state

    def _observe(self) -> Numbers:
        return np.array(gamedsl.observation(self.engine, self.state, self.seat), np.int32)

    def _info(self) -> dict[str, Any]:
        outcome = self.engine.outcome(self.state)
        values = [0.0] * self.engine.game.humans if outcome is None else self._payment.of(outcome)
        self._mask = mask = np.zeros(self._size, np.int8)
        if outcome is None:
            mask[gamedsl.legal_actions(self.engine, self.state, self.seat)] = 1
        return {"action_mask": mask.copy(), "seat": self.seat, "returns": np.array(values)}

    _mask: NDArray[np.int8] | None = None
    """The allowed actions; None after one that was not allowed."""


def _read_opponents(
    game: gamedsl.Game, given: str | gamedsl.Agent | Sequence[str | gamedsl.Agent]
) -> list[gamedsl.Agent]:
    """Returns the agents of the seats after the agent's, in order. Raises AgentSpecError, ArgumentError."""
    others = game.humans - 1
    named: list[str | gamedsl.Agent]
    if isinstance(given, str):
        named = list(given.split(","))
    else:
        named = list(given) if isinstance(given, Sequence) else [given]
    if len(named) == 1:
        named *= others
    if len(named) != others:
        raise gamedsl.ArgumentError(
            f"`opponents` names {len(named)} players, and {game.name} has {others} beside the agent here: name one for each, or one for all"
        )
    return [_read_opponent(game, one) for one in named]


def _read_opponent(game: gamedsl.Game, given: str | gamedsl.Agent) -> gamedsl.Agent:
    if isinstance(given, str):
        return gamedsl.agents_from(given, game)[0]
    has_name = isinstance(getattr(given, "name", None), str)  # numbers of numpy have a `choose`, too
    if isinstance(given, type) or not has_name or not callable(getattr(given, "choose", None)):
        raise gamedsl.ArgumentError(f"an opponent is a text such as `mcts:100` or an agent, not {given!r}")
    return given
