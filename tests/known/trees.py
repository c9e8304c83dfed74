"""OpenSpiel's trees, gone through exactly."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from attrs import frozen

from openspiel import theirs


@frozen
class Worth:
    """Ends of a tree, and the expected returns by player if everybody picks uniformly."""

    leaves: int
    values: tuple[Fraction, ...]


def worth(game: str) -> Worth:
    """The whole tree of a game without cycles; positions with equal text are looked at once."""
    loaded = theirs.load(game)
    return _worth(loaded.new_initial_state(), loaded.num_players(), {})


def leaves(game: str, depth: int) -> int:
    """Sequences of so many moves."""
    return _leaves(theirs.load(game).new_initial_state(), depth)


def _worth(state: theirs.State, players: int, known: dict[str, Worth]) -> Worth:
    if state.is_terminal():
        return Worth(1, tuple(Fraction(value) for value in state.returns()))
    key = str(state)
    if key not in known:
        parts = [(weight, _worth(after, players, known)) for after, weight in _after(state, players)]
        values = tuple(sum((weight * part.values[p] for weight, part in parts), Fraction(0)) for p in range(players))
        known[key] = Worth(sum(part.leaves for _, part in parts), values)
    return known[key]


def _after(state: theirs.State, players: int) -> Iterator[tuple[theirs.State, Fraction]]:
    """What can come next, with its probability."""
    if state.is_simultaneous_node():
        joint = list(product(*(state.legal_actions(player) for player in range(players))))
        for actions in joint:
            after = state.clone()
            after.apply_actions(actions)
            yield after, Fraction(1, len(joint))
        return
    if state.is_chance_node():
        weighted = [(action, Fraction(p).limit_denominator(1000)) for action, p in state.chance_outcomes()]
    else:
        weighted = [(action, Fraction(1, len(state.legal_actions()))) for action in state.legal_actions()]
    for action, weight in weighted:
        after = state.clone()
        after.apply_action(action)
        yield after, weight


def _leaves(state: theirs.State, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    for action in () if state.is_terminal() else state.legal_actions():
        after = state.clone()
        after.apply_action(action)
        total += _leaves(after, depth - 1)
    return total
