"""Large offers, long moves and many different pieces are played in the module, up to what the language allows."""

from __future__ import annotations

import pytest

from gamedsl.graph.model.game import Game
from gamedsl.pipeline import compile, parse_files, setups
from gamedsl.source import Source
from gamedsl_interpreter.matches.agents import RandomMoves
from gamedsl_interpreter.matches.simulate import simulate
from gamedsl_interpreter.reference.engine import ReferenceEngine
from gamedsl_interpreter.wasm.bulk.playouts import Policy, playouts
from gamedsl_interpreter.wasm.engine import WasmEngine

_NAMES = """
game large:
    players 2

component {kinds} card in deck: 1..{kinds}

shared:
    deck: bag of card
    used: bag of card

each player:
    points: 0..9999999 = 0

rounds up to 2:
    turns

phase turns, each player:
    choose c: {choice}
    move c from deck to used
    points += count(used)

ranking by highest points, ties shared
"""

_PAIRS = """
game large:
    players 2

grid square {size} by {size}

each square:
    level: 0..9 = 0

each player:
    points: 0..9999999 = 0

rounds up to 2:
    turns

phase turns, each player:
    choose p: one of [[s, t] for s in square for t in square where t.level is s.level]
    for s in p: s.level = min(9, s.level + 1)
    points += count(square where level > 0)

ranking by highest points, ties shared
"""


def _game(text: str) -> Game:
    parsed = parse_files(Source("large.gdl", text), lambda _: None)
    return compile(parsed, next(iter(setups(parsed)))).game


def _fail(_: WasmEngine, __: object) -> bool:
    pytest.fail("the reference executor plays")


@pytest.mark.parametrize(
    "text",
    [
        _NAMES.format(kinds=300, choice="one of deck"),
        _NAMES.format(kinds=1024, choice="one of deck"),
        _NAMES.format(kinds=1025, choice="one of deck"),
        _NAMES.format(kinds=4000, choice="one of deck"),
        _NAMES.format(kinds=250, choice="up to 1 of deck"),
        _PAIRS.format(size=5),
        _PAIRS.format(size=7),
    ],
    ids=["300 kinds", "1024 kinds", "1025 kinds", "4000 kinds", "250 steps", "625 pairs", "2401 pairs"],
)
def test_they_are_played_in_the_module(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = _game(text)
    reference = ReferenceEngine(game)
    expected = simulate(reference, [RandomMoves()] * 2, 5, range(1))
    wasm = WasmEngine(game)
    monkeypatch.setattr(WasmEngine, "has_no_room", _fail)
    assert playouts(wasm, Policy.MOVES, 5, 0, 1) == expected
