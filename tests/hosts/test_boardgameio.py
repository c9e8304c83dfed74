"""The states of games of boardgame.io; `python -m hosts.boardgameio` plays with boardgame.io itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import gamedsl
from hosts.driving import ROOT, lines, written


@pytest.mark.parametrize(("name", "is_together"), [("classics/goofspiel", True), ("modern/love_letter", False)])
def test_states_give_each_seat_what_it_may_see(name: str, is_together: bool, tmp_path: Path) -> None:
    game = gamedsl.load_rules(ROOT / f"games/{name}.gdl").game()
    found: Any = lines("states.mjs", written(game, tmp_path))
    assert found[0]["compared"] > 20
    assert (found[0]["together"] > 0) is is_together


def test_nobody_learns_who_is_asked_unseen(tmp_path: Path) -> None:
    found: Any = lines("states.mjs", written(gamedsl.parse_rules(_UNSEEN).game(), tmp_path))
    assert 0 < found[0]["unseen"] < found[0]["compared"]


def test_a_fault_of_the_rules_ends_the_match(tmp_path: Path) -> None:
    found: Any = lines("faulty.mjs", written(gamedsl.parse_rules(_FAULTY).game(), tmp_path))
    assert found == [{"isOver": True, "step": None, "code": "E_BOUND", "gameover": True}]


def test_options_that_there_are_not_are_refused(tmp_path: Path) -> None:
    names = "`name`, `seeds`, `undo`, `bots`, `events`"
    said, refused, same, unread = lines("options.mjs", written(gamedsl.parse_rules(_FAULTY).game(), tmp_path))
    assert said == [
        "dusk",
        f"GameError: there is no option `undoing`: there is {names}",
        'GameError: `undo` is "steps", "moves" or "never", not sometimes',
        f"GameError: options are an object with {names}, not never",
        *["GameError: `game` is what `await loadGame(…)` gives"] * 2,
    ]
    no_move = "IllegalMove: there is no such move here"
    amounts = "GameError: `amounts` is a list, with a whole number from 0 on for each part of `several`"
    agents = "`random:moves`, `playouts:500`, `mcts:2000` and `mcts:2s` are some"
    parts = ("seed", "moves", "open", "version", "taken_back")
    assert refused == [
        *["GameError: a move is one of `list`, or a text"] * 3,
        *[no_move] * 4,
        *[amounts] * 2,
        'GameError: `policy` is "steps" or "moves", not best',
        "GameError: `milliseconds` is a number from 0 on, not 1",
        f"GameError: there is no agent `something of the type object`: {agents}",
        "IllegalMove: something of the type symbol is no option here",
        "GameError: `people` is a list of those who sit at the seats",
        *[f"GameError: this replay is damaged: `{part}` is missing or wrong" for part in parts],
        *["GameError: `game` is what `await loadGame(…)` gives"] * 2,
        "GameError: `seeds` is a function that gives the seed of a match by its id, not 7",
        "GameError: `events` is a whole number from 0 on, not -1",
        f"GameError: there is no agent `fast`: {agents}",
    ]
    assert same == [True, 1, 2]
    assert isinstance(unread, list)
    for told, wanted in zip(
        unread,
        ("`nowhere.wasm` cannot be read: ENOENT", "this is no module: ", "this module is damaged: "),
        strict=True,
    ):
        assert str(told).startswith(f"GameError: {wanted}"), told


_FAULTY = """game faulty:
    "Rise."
    players 2

each player:
    mark: 0..5 = 0

rounds up to 9:
    rising

phase rising, each player:
    choose n: one of 3..4
    mark = mark + n

ranking by highest mark, ties shared
"""

_UNSEEN = """game dark_lake:
    "Row unseen, then shine a lamp."
    players 2

ring bay 8

each player:
    boat: bay = bay[1] if number is 1 else bay[5], seen by owner
    hits: 0..4 = 0

rounds up to 4:
    turns

phase turns, each player:
    repeat up to 3 until declined:
        may choose goal: one of neighbours(boat), seen by nobody
        boat = goal
    choose lit: one of bay
    if left(me).boat is lit: hits += 1

ranking by highest hits, ties shared
"""
