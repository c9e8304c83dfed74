"""Many matches of a game side by side as a vector environment of Gymnasium, on `gamedsl.Batch`; `agent_env` is for one seat against given players.

    import gamedsl
    from gamedsl.adapters.gymnasium import vector_env

    env = vector_env(gamedsl.load_rules("games/classics/connect_four.gdl").game(), 1024)
    observations, infos = env.reset(seed=1)
    for _ in range(100):
        actions = env.sample(infos["action_mask"])
        observations, rewards, terminations, truncations, infos = env.step(actions)

One environment is one match, in which the agent plays the seat that is to act, `infos["seat"]`: it plays against itself. All arrays are computed without a
loop, and belong to the caller. With `copy=False`, observations, `infos["seat"]` and `infos["decision"]` are views of the memory of the matches: they change
with the next step.

* **Observations** are the canonical bytes of the positions (`game.layout` describes them) if nothing is hidden. Otherwise they are the numbers of
  `gamedsl.observation` for the seat that is to act, and contain only what it sees (`gamedsl.observation_space(game).parts` describes them).
  `observations="numbers"` requests these numbers in any game.
* **Actions** are whole moves. If a decision is one selection of a number or a place, an action is the selected value: square 5 is action 5 minus the
  least value of the selection. If it is a menu whose lines ask nothing more, an action is the number of a line. Otherwise it is the number of a move in the
  usual order. `infos["decision"]` is the number of the decision's node in `game.nodes`; `infos["action_mask"]` marks the allowed actions.
* **Rewards** are those of the seat that has just acted: its part of `infos["returns"]` (by match and seat, as `gamedsl.returns`) if its move ended the
  match, else 0.
* **Auto-reset**: when a match ends, the next one begins in the same step (`AutoresetMode.SAME_STEP`); `observations` and `infos` are those of the new
  match, except `infos["returns"]`. As in Gymnasium's own vector environments, a step that ends a match also has `infos["final_obs"]`, the observation at the
  end (as numbers, for the seat that has acted last), and `infos["final_info"]`, its infos. `infos["_final_obs"]` marks the matches that have ended.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, Never, TypeAlias

import numpy as np
from gymnasium import register  # pyright: ignore[reportUnknownVariableType]  # its type is known in part
from gymnasium.spaces import Box, Discrete, MultiDiscrete
from gymnasium.vector import AutoresetMode, VectorEnv
from numpy.typing import NDArray

import gamedsl
from gamedsl.adapters.gymnasium_agent import AgentEnv as AgentEnv
from gamedsl.adapters.gymnasium_agent import agent_env as agent_env
from gamedsl.adapters.utilities import read_seed

register("gamedsl/Match-v0", entry_point="gamedsl.adapters.gymnasium_agent:registered_env")

Numbers: TypeAlias = "NDArray[np.uint8] | NDArray[np.int32]"
"""Observations: bytes of positions, or numbers of a seat's view."""
MOVES = 512
"""The number of actions for games in which no decision is one selection of a number or a place, if the rules do not bound the number of moves."""
_MOST_ACTIONS = (1 << 31) - 1
MOST_MOVES = 2048
"""The largest bound of the rules that is used; above it, `MOVES` is used."""


def vector_env(
    game: gamedsl.Game,
    number: int,
    moves: int | None = None,
    observations: Literal["positions", "numbers"] | None = None,
    *,
    copy: bool = True,
) -> GameVector:
    """Makes this many matches of a game side by side.

    `moves`: the least size of the action space; at least the most moves of a decision that is not one selection of a number or a place. By default there
    is room for the selections, and for as many moves as the rules allow; for 512 if the rules set no bound. A step raises ArgumentError if that is too
    small.
    `observations`: "positions" or "numbers"; by default numbers if something is hidden, else positions. See the module.
    `copy`: whether observations are copies for the caller. Otherwise the next step overwrites them, which saves time in large batches.

    Raises ArgumentError for positions of a game in which something is hidden, for a game that the fast executor cannot play, and NoRoomError.
    """
    return GameVector(game, number, moves, observations, copy=copy)


class GameVector(VectorEnv[Numbers, NDArray[np.int64], NDArray[Any]]):
    """Many matches side by side: see the module."""

    def __init__(
        self,
        game: gamedsl.Game,
        number: int,
        moves: int | None,
        observations: Literal["positions", "numbers"] | None,
        *,
        copy: bool,
    ) -> None:
        self._observing = _choose_observing(game, observations)
        if moves is not None and (type(moves) is not int or not 1 <= moves <= _MOST_ACTIONS):
            raise gamedsl.ArgumentError(f"`moves` is a whole number from 1 to {_MOST_ACTIONS}, not {moves!r}")
        if not isinstance(copy, bool):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise gamedsl.ArgumentError(f"`copy` is True or False, not {copy!r}")
        self.engine = gamedsl.engine_for(game)
        self.num_envs = number
        self._game = game
        self._utility = gamedsl.utility_of(game)
        self._copies = copy
        self._seed, self._first = int(np.random.default_rng().integers(1 << 32)), 0
        self._begin()
        self.num_envs = number = int(number)  # it may be a number of numpy
        bits = self._batch.offer_bits
        self._width = max(bits, _room(game, bits) if moves is None else moves)
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        low, high = np.iinfo(self._observations.dtype).min, np.iinfo(self._observations.dtype).max
        shape, kind = self._observations.shape, self._observations.dtype.type
        self.single_observation_space = Box(int(low), int(high), shape[1:], kind)
        self.observation_space = Box(int(low), int(high), shape, kind)
        self.single_action_space = Discrete(self._width)
        self.action_space = MultiDiscrete([self._width] * number)
        self._dice = np.random.default_rng(self._seed)
        self._mask: NDArray[np.bool_] | None = None

    def _begin(self) -> None:
        self._batch = batch = gamedsl.Batch(
            self.engine,
            self.num_envs,
            self._seed,
            self._first,
            gamedsl.Finished.BEGINS_AGAIN_AND_SHOWS_END,
            observing=self._observing,
        )
        self._observations: Numbers
        self._ends: Numbers
        if self._observing is gamedsl.Observing.NOTHING:
            size = self._game.layout.size
            self._observations = np.asarray(batch.positions)[:, :size]
            self._ends = np.asarray(batch.ended_positions)[:, :size]
        else:
            self._observations, self._ends = np.asarray(batch.observations), np.asarray(batch.ended_observations)
        self._counts, self._seats, self._done = (np.asarray(one) for one in (batch.counts, batch.seats, batch.done))
        self._totals, self._places = np.asarray(batch.totals), np.asarray(batch.places)
        self._actions = np.asarray(batch.actions)
        self._decisions = np.asarray(batch.positions)[:, :2].view(np.uint16)[:, 0]
        self._end_nodes = np.asarray(batch.ended_positions)[:, :2].view(np.uint16)[:, 0]
        self._offers = None if batch.offers is None else np.asarray(batch.offers).view(np.uint8)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Begins matches 0, 1, … of a seed, or those after all earlier ones; there are no options. Raises ArgumentError for several seeds, or what is none."""
        if isinstance(seed, list):
            raise gamedsl.ArgumentError("all matches have one seed and different indices: give one number")
        if seed is not None:
            self._seed, self._first = read_seed(seed), 0
            self._dice = np.random.default_rng(self._seed)
        else:
            self._first += 1 << 40  # beyond all matches begun so far
        self._begin()
        return self._observe(), self._infos(self._returns())

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Numbers, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Plays a move in each match. Raises ArgumentError if an action is not allowed, and then nothing has happened; Fault."""
        if self._mask is None:
            raise gamedsl.ArgumentError("call `reset` before the first step: it says which actions are allowed")
        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise gamedsl.ArgumentError(_NUMBERS.format(self.num_envs))
        chosen = given.astype(np.int64)
        everyone = np.arange(self.num_envs)
        wrong = (chosen < 0) | (chosen >= self._width)
        if chosen.shape == (self.num_envs,) and not wrong.any():
            wrong = ~self._mask[everyone, chosen]
        if chosen.shape != (self.num_envs,) or wrong.any():
            raise gamedsl.ArgumentError(self._refusal(chosen, wrong))
        # The batch numbers moves by their rank among the allowed actions.
        self._actions[:] = self._rank(self._mask, chosen)
        acted = self._seats.copy()
        self._batch.step()
        done = self._done.astype(bool)
        returns = self._returns()
        infos = self._infos(returns)
        if done.any():
            infos |= self._final(done, returns)
        rewards = np.where(done, returns[everyone, acted], 0.0)
        return self._observe(), rewards, done, np.zeros(self.num_envs, bool), infos

    def sample(self, mask: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Returns a random allowed action for each match. Raises ArgumentError for what is no mask of these matches, and if nothing is allowed in one."""
        mask = np.asarray(mask)
        if mask.shape != (self.num_envs, self._width) or not mask.astype(bool).any(axis=1).all():
            raise gamedsl.ArgumentError("`mask` is `infos['action_mask']`: which actions are allowed, by match")
        mask = mask.astype(bool)
        allowed = np.flatnonzero(mask) % mask.shape[1]
        numbers = mask.sum(axis=1)
        first = np.cumsum(numbers) - numbers
        return np.asarray(allowed[first + (self._dice.random(len(mask)) * numbers).astype(np.int64)], np.int64)

    def moves(self, i: int) -> Sequence[gamedsl.Move]:
        """Returns the moves of match i, with their texts, in the order of the allowed actions. Raises ArgumentError."""
        return self._batch.moves(i)

    def _refusal(self, chosen: NDArray[np.int64], wrong: NDArray[np.bool_]) -> str:
        if chosen.shape != (self.num_envs,):
            return _NUMBERS.format(self.num_envs)
        first = int(wrong.argmax())
        return f"in match {first} action {chosen[first]} is not allowed: `infos['action_mask']` says which are"

    def _rank(self, mask: NDArray[np.bool_], chosen: NDArray[np.int64]) -> NDArray[np.int64]:
        """Returns how many allowed actions precede the chosen ones."""
        if self._offers is None:
            return chosen
        numbers = np.cumsum(mask, axis=1, dtype=np.int32)[np.arange(self.num_envs), chosen] - 1
        return np.asarray(numbers, np.int64)

    def __copy__(self) -> Never:
        raise gamedsl.ArgumentError(_STAYS)

    def __deepcopy__(self, memo: object) -> Never:
        raise gamedsl.ArgumentError(_STAYS)

    def __reduce__(self) -> Never:
        raise gamedsl.ArgumentError(_STAYS)

    def _observe(self) -> Numbers:
        return self._copy_if_wanted(self._observations)

    def _copy_if_wanted(self, array: NDArray[Any]) -> NDArray[Any]:
        """Copies the array if the caller asked for copies, which the next step does not change."""
        return array.copy() if self._copies else array

    def _infos(self, returns: NDArray[np.float64]) -> dict[str, Any]:
        self._mask = mask = self._compute_mask()
        seats, decisions = self._copy_if_wanted(self._seats), self._copy_if_wanted(self._decisions)
        return _with_masks(
            {"action_mask": self._copy_if_wanted(mask), "seat": seats, "decision": decisions, "returns": returns}
        )

    def _final(self, done: NDArray[np.bool_], returns: NDArray[np.float64]) -> dict[str, Any]:
        """Returns Gymnasium's infos about matches that have ended: no seat acts there, and no action is allowed."""
        last = np.full(self.num_envs, None, object)
        ends = self._copy_if_wanted(self._ends)
        for i in np.flatnonzero(done):
            last[i] = ends[i]
        about = {
            "action_mask": np.zeros((self.num_envs, self._width), bool),
            "seat": np.where(done, -1, 0).astype(self._seats.dtype),
            "decision": np.where(done, self._end_nodes, 0).astype(self._decisions.dtype),
            "returns": returns.copy(),
        }
        return {
            "final_obs": last,
            "_final_obs": done.copy(),
            "final_info": _with_masks(about, done),
            "_final_info": done.copy(),
        }

    def _compute_mask(self) -> NDArray[np.bool_]:
        """Returns the mask of allowed actions, by match. Raises ArgumentError if there are more than the action space holds."""
        most = int(self._counts.max())
        if self._offers is None:
            return self._prefix_mask(self._counts, most)
        bits = np.unpackbits(self._offers, axis=1, count=self._batch.offer_bits, bitorder="little").astype(bool)
        offered = np.zeros((self.num_envs, self._width), bool)
        offered[:, : bits.shape[1]] = bits
        others = bits.sum(axis=1) != self._counts
        if others.any():
            offered[others] = self._prefix_mask(self._counts[others], most)
        return offered

    def _prefix_mask(self, counts: NDArray[np.int32], most: int) -> NDArray[np.bool_]:
        if most > self._width:
            raise gamedsl.ArgumentError(f"there are {most} moves in a match: give `moves={most}` or more")
        return np.asarray(np.arange(self._width) < counts[:, None])

    def _returns(self) -> NDArray[np.float64]:
        """Returns the utilities as `gamedsl.returns`, by match and seat; 0 for matches that continue."""
        if self._utility.aim is gamedsl.Aim.POINTS:
            worth = self._utility.sign * self._totals.astype(np.float64)
        elif self._utility.aim is gamedsl.Aim.RANK:
            worth = self._ranks()
        else:
            first = self._places == 1
            worth = first / np.maximum(first.sum(axis=1, keepdims=True), 1) + (self._places == 0)
        return np.asarray(np.where(self._done[:, None].astype(bool), worth, 0.0))

    def _ranks(self) -> NDArray[np.float64]:
        """Returns for each seat which share of the other seats has a worse place. Seats with an equal place count half."""
        own, others = self._places[:, :, None], self._places[:, None, :]
        behind, equal = (others > own).sum(axis=2), (others == own).sum(axis=2) - 1
        return np.asarray((2 * behind + equal) / (2 * (own.shape[1] - 1)), np.float64)


_NUMBERS = "`actions` are {} whole numbers, one for each match"
_STAYS = "a vector environment lives in the memory of its module and cannot be copied or pickled: make another one"


def _with_masks(infos: dict[str, Any], where: NDArray[np.bool_] | None = None) -> dict[str, Any]:
    """Adds to each info its mask for Gymnasium: the matches for which the info is valid. Without `where`, it is valid for all."""
    number = len(infos["seat"])
    masks = {f"_{key}": np.ones(number, bool) if where is None else where.copy() for key in infos}
    return infos | masks


def _choose_observing(game: gamedsl.Game, observations: Literal["positions", "numbers"] | None) -> gamedsl.Observing:
    # An array is equal to nothing as a whole.
    is_name = observations is None or isinstance(observations, str)  # pyright: ignore[reportUnnecessaryIsInstance]
    if not is_name or observations not in (None, "positions", "numbers"):
        raise gamedsl.ArgumentError(f'`observations` is "positions" or "numbers", not {observations!r}')
    hides = gamedsl.hides_something(game)
    if hides and observations == "positions":
        raise gamedsl.ArgumentError(
            f'in {game.name} something is hidden, and positions show it: take `observations="numbers"`'
        )
    return gamedsl.Observing.SEAT_TO_ACT if hides or observations == "numbers" else gamedsl.Observing.NOTHING


def _room(game: gamedsl.Game, bits: int) -> int:
    """Returns how many actions are needed in addition to selections."""
    try:
        known = gamedsl.action_space(game).most_moves
    except gamedsl.ArgumentError:  # some selection has too many values to be numbered
        known = None
    if known is not None and known <= MOST_MOVES:
        return known
    return 0 if bits else MOVES
