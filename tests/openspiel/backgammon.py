"""A turn of backgammon there, one die and one man after the other: there both dice are one outcome, and two men one action."""

from __future__ import annotations

import re
from collections.abc import Sequence

from attrs import define

from openspiel.theirs import Game, State

_POINTS = 26
"""An action is `first + 26 * second`, and 676 more if the lower die is played first: the points of the men; then the bar, and a pass."""


@define
class _Steps:
    inner: State
    begun: int | None = None
    """The first die, or what was done with the first man."""
    equal: bool = False
    """Whether the dice are."""

    def is_terminal(self) -> bool:
        return self.inner.is_terminal()

    def is_chance_node(self) -> bool:
        return self.inner.is_chance_node()

    def is_simultaneous_node(self) -> bool:
        return False

    def current_player(self) -> int:
        return self.inner.current_player()

    def legal_actions(self, player: int = 0) -> list[int]:
        return sorted({_parts(action)[self.begun is not None] for action in self._left()})

    def chance_outcomes(self) -> list[tuple[int, float]]:
        odds: dict[int, float] = {}
        dice, weights = self._dice(), dict(self.inner.chance_outcomes())
        left = {action: pair for action, pair in dice.items() if self.begun in (None, pair[0])}
        total = sum(weights[action] for action in left)
        for action, pair in left.items():
            die = pair[self.begun is not None]
            odds[die] = odds.get(die, 0.0) + weights[action] / total
        return sorted(odds.items())

    def action_to_string(self, player: int, action: int) -> str:
        """A die; which die is played first (if it can be chosen) and the point of the man, counted by the player."""
        if player < 0:
            return str(action)
        place = action % _POINTS
        point = "pass" if place == 25 else "25" if place == 24 else str(24 - place if player == 0 else place + 1)
        free = self.begun is None and not self.equal and any(_parts(left)[1] != 25 for left in self._left())
        return f"{('high', 'low')[action // _POINTS]} {point}" if free else point

    def apply_action(self, action: int) -> None:
        if self.begun is None:
            self.begun = action
            return
        if self.is_chance_node():
            self.equal = self.begun == action
            whole = next(one for one, dice in self._dice().items() if dice == (self.begun, action))
        else:
            whole = next(one for one in self._left() if _parts(one)[1] == action)
        self.begun = None
        self.inner.apply_action(whole)

    def apply_actions(self, actions: Sequence[int]) -> None:
        raise AssertionError("nobody moves at the same time")

    def returns(self) -> list[float]:
        return self.inner.returns()

    def information_state_string(self, player: int) -> str:
        raise AssertionError("nothing is hidden")

    def observation_string(self, player: int) -> str:
        return self.inner.observation_string(player)

    def clone(self) -> State:
        return _Steps(self.inner.clone(), self.begun, self.equal)

    def _left(self) -> list[int]:
        """The whole actions that go on with what was done."""
        return [action for action in self.inner.legal_actions() if self.begun in (None, _parts(action)[0])]

    def _dice(self) -> dict[int, tuple[int, int]]:
        """Both dice of each outcome. Of the first throw each player has one, and the higher one begins."""
        found: dict[int, tuple[int, int]] = {}
        for action, _ in self.inner.chance_outcomes():
            text = self.inner.action_to_string(-1, action)
            one, other = map(int, re.findall(r"roll: (\d)(\d)", text)[0])
            if "starts" in text:
                one, other = sorted((one, other), reverse="X starts" in text)
            found[action] = (one, other)
        return found


@define
class _BySteps:
    inner: Game

    def num_players(self) -> int:
        return 2

    def new_initial_state(self) -> State:
        return _Steps(self.inner.new_initial_state())


def by_steps(game: Game) -> Game:
    """The game, die by die and man by man."""
    return _BySteps(game)


def _parts(action: int) -> tuple[int, int]:
    """The first half, which says with which die it is played, and the second."""
    order, points = divmod(action, _POINTS * _POINTS)
    second, first = divmod(points, _POINTS)
    return first + _POINTS * order, second
