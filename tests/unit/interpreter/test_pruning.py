"""Selections are cut short where a requirement can no longer hold; that leaves out no move and adds none."""

from __future__ import annotations

import pytest

from gamedsl.graph.model.game import Game
from gamedsl_interpreter.reference import ReferenceEngine
from gamedsl_interpreter.reference.decisions import plans
from golden.test_of_corpus import FILES, game_of
from property.walks import match
from share import less, share
from unit.interpreter.framed import game

STOPS = 12


def test_every_move_is_still_found(monkeypatch: pytest.MonkeyPatch) -> None:
    games = [game_of(path) for path in share(FILES, 8)] + [game(rules) for rules in SUMS]
    cut = [_moves(one) for one in games]
    monkeypatch.setattr(plans, "could_hold", _nothing_known)
    assert [_moves(one) for one in games] == cut
    assert sum(map(len, cut)) > less(500, 80)


def _nothing_known(*_: object) -> None:
    """Tells no requirement before a selection is complete."""


def _moves(played: Game) -> list[tuple[str, ...]]:
    """Lists the moves at the first stops of a match."""
    engine = ReferenceEngine(played)
    return [
        tuple(move.text for move in engine.moves(state, turn.seat))
        for state, turn in match(engine, 11, most=STOPS)
        if turn is not None
    ]


CHOICES = (
    "sum(c.worth for c in cards) >= heap",
    "sum(c.worth for c in cards) is heap",
    "sum(c.worth for c in cards) + heap <= 7",
    "9 - sum(c.worth for c in cards) > heap",
    "count(cards) > 1 and not count(cards) > 3",
    "count(cards) >= 2 or heap > 5",
    "sum(c.worth for c in cards) is not heap",
    "2 * count(cards) - sum(c.worth for c in cards) < 1",
    "count(cards where worth > 1) >= 2",
    "sum(c.worth for c in cards where c.worth > 1) is 3",
    "min(count(cards), 2) is 2 if heap > 4 else max(sum(c.worth for c in cards), heap) < 8",
)
SUMS = [
    f"""
setup: move deck to used

phase turns, each player:
    may choose:
        cards: any of used
        require fitting: {condition}
    heap = min(9, heap + count(cards))
    if count(hand) < 3: move cards to hand
"""
    for condition in CHOICES
]
