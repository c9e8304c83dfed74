"""The part of OpenSpiel that the tests use, with types."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Protocol, cast


class State(Protocol):
    """A history of OpenSpiel."""

    def is_terminal(self) -> bool: ...
    def is_chance_node(self) -> bool: ...
    def is_simultaneous_node(self) -> bool: ...
    def current_player(self) -> int: ...
    def legal_actions(self, player: int = ...) -> list[int]: ...
    def chance_outcomes(self) -> list[tuple[int, float]]: ...
    def action_to_string(self, player: int, action: int) -> str: ...
    def apply_action(self, action: int) -> None: ...
    def apply_actions(self, actions: Sequence[int]) -> None: ...
    def returns(self) -> list[float]: ...
    def information_state_string(self, player: int) -> str: ...
    def observation_string(self, player: int) -> str: ...
    def clone(self) -> State: ...


class Game(Protocol):
    """A game of OpenSpiel with its parameters."""

    def num_players(self) -> int: ...
    def new_initial_state(self) -> State: ...


class _Library(Protocol):
    def load_game(self, text: str) -> Game: ...


def load(text: str) -> Game:
    """The game that OpenSpiel calls so, parameters in parentheses: `nim(is_misere=False)`."""
    return cast("_Library", importlib.import_module("pyspiel")).load_game(text)


def actions(state: State, seat: int) -> dict[str, int]:
    """The legal actions of a seat, or the outcomes at a chance node (seat -1), by their text."""
    found = [a for a, _ in state.chance_outcomes()] if seat < 0 else state.legal_actions(seat)
    named = {state.action_to_string(seat, action): action for action in found}
    assert len(named) == len(found)
    return named


def moves(state: State, seat: int, opening: str) -> dict[str, list[int]]:
    """The legal moves of a seat by their text. An action whose text has the word `opening` is one move with the next action."""
    found: dict[str, list[int]] = {}
    for text, action in actions(state, seat).items():
        if not opening or opening not in text:
            found[text] = [action]
            continue
        opened = state.clone()
        opened.apply_action(action)
        found |= {f"{text} {then}": [action, second] for then, second in actions(opened, seat).items()}
    return found
