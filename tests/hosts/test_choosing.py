"""Players of the JavaScript package choose by what their seat may know."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest

import gamedsl
from gamedsl_interpreter.wasm.engine import WasmEngine
from hosts.driving import ROOT, lines, written
from share import less, share


def _game(name: str) -> gamedsl.Game:
    return gamedsl.load_rules(ROOT / f"games/{name}.gdl").game()


@pytest.mark.parametrize(
    "name", share(("gloriana", "classics/hearts", "classics/goofspiel", "modern/love_letter"), 2, 1)
)
def test_what_is_hidden_and_what_chance_will_bring_change_no_choice(name: str, tmp_path: Path) -> None:
    """The records are worlds that Python has drawn: other hidden pieces, other secret choices, another stream of chance. Nor do they change what a seat
    imagines, of which a page tells what a choice would do."""
    game = _game(name)
    engine, dice = WasmEngine(game), gamedsl.Dice.seeded(1)
    state = engine.initial(6)
    given: list[object] = []
    while not state.is_over and len(given) < less(20, 8):
        seat = engine.to_act(state)[-1]
        worlds, moves = engine.worlds(state, seat), engine.moves(state, seat)
        records = [b64encode(worlds.sample(dice).record).decode() for _ in range(3)]
        move = moves[dice.below(len(moves))]
        given.append([move.text, seat, records])
        state = engine.play(state, seat, move)
    found: Any = lines("chosen.mjs", written(game, tmp_path), "6", given=given)
    assert [len(set(one["chosen"])) for one in found] == [1] * len(given)
    assert {one["imagined"] for one in found} == {1}
    assert {one["searched"] for one in found} == {1}
    assert sum(one["changed"] for one in found) > len(given)
    # They do choose: the first of many moves is seldom the best.
    assert any(one["first"] != one["chosen"][0] for one in found)


def test_what_chance_will_bring_changes_no_choice_where_nothing_is_hidden(tmp_path: Path) -> None:
    ask: list[object] = ["choose", 0, "playouts:40", {"seed": 1}]
    commands: list[object] = [["new", {"seed": 4}], ask, ["reseeded", 9], ask, ["reseeded", 10], ask, ["count", 0]]
    found: Any = lines("asked.mjs", written(_game("classics/ludo"), tmp_path), given=commands)
    assert found[1]["gave"] == found[3]["gave"] == found[5]["gave"]


def test_what_nobody_can_make_up_is_not_looked_at(tmp_path: Path) -> None:
    """Dice under cups: whatever the agent, any move is taken."""
    commands: list[object] = [
        ["new", {"seed": 4}],
        ["choose", 0, "playouts", {"seed": 1}],
        ["choose", 0, "random:moves", {"seed": 1}],
        *(["choose", 0, agent] for agent in ("best", "mcts", "random:5", "playouts:0", "playouts:2h")),
        ["choose", 0, "playouts", {"seed": 1.5}],
        ["choose", 1],
        ["advise", 0, {"milliseconds": 50}],
    ]
    found: Any = lines("asked.mjs", written(_game("classics/liars_dice"), tmp_path), given=commands)
    assert found[1]["gave"] == found[2]["gave"]
    assert [one["error"] for one in found[3:-1]] == ["GameError"] * 6 + ["IllegalMove"]
    assert found[-1]["gave"] is None


@pytest.mark.parametrize("name", share(("classics/connect_four", "classics/tic_tac_toe", "classics/draughts"), 2))
def test_the_tree_is_the_one_of_python(name: str, tmp_path: Path) -> None:
    """Move by move; in draughts the first step of the first move is chosen already."""
    game = _game(name)
    match = gamedsl.Match(gamedsl.engine_for(game), 4)
    wanted: list[str] = []
    commands: list[object] = [["new", {"seed": 4}]]
    while not match.is_over and len(wanted) < 8:
        seat, number = match.to_act[0], len(wanted)
        if name == "classics/draughts" and number == 0:
            value = match.step(seat).options[1].value
            commands.append(["take", seat, value])
            match.take_step(seat, value)
        move = gamedsl.Mcts(250).choose(match.engine, match.state, seat, gamedsl.Dice.seeded(number))
        commands += [["choose", seat, "mcts:250", {"seed": number}], ["play", seat, move.text]]
        wanted.append(match.move(seat, move).text)
    found: Any = lines("asked.mjs", written(game, tmp_path), given=commands)
    played = [one["gave"]["text"] for one in found if one["gave"] and "steps" in one["gave"]]
    assert played[0::2] == played[1::2] == wanted


_SEEN = """game seen:
    "Whoever shows a card that the other one has too loses it; what lies in the deck is nothing."
    players 2

type rank: Low, Middle, High

component 3 card in deck:
    rank
    each rank

shared:
    deck: pile of card, seen by nobody

each player:
    hand: bag of card, seen by owner
    coins: 0..9 = 3

setup:
    shuffle deck
    each player: draw 1 from deck to hand

rounds up to 1:
    betting

phase betting, each player:
    if number is 1:
        choose bid: one of 0..1
        if bid is 1: coins += 3 if only(hand).rank is High else -3

ranking by highest coins, ties shared
"""


def test_a_tree_of_worlds_plays_what_the_own_cards_are_worth(tmp_path: Path) -> None:
    """Who has the high card bets, and nobody else does. Advice names complete moves, the better one first."""
    game = gamedsl.parse_rules(_SEEN).game()
    commands: list[object] = [
        one
        for seed in range(6)
        for one in (
            ["new", {"seed": seed}],
            ["view", 0],
            ["choose", 0, "mcts:60", {"seed": 1}],
            ["advise", 0, {"milliseconds": 60}],
        )
    ]
    found: Any = lines("asked.mjs", written(game, tmp_path), given=commands)
    for at in range(0, len(found), 4):
        is_high = "High" in str(found[at + 1]["gave"])
        assert ("1" in found[at + 2]["gave"]["text"]) is is_high
        first, *others = found[at + 3]["gave"]["lines"]
        assert first["move"]["text"] == found[at + 2]["gave"]["text"]
        assert all(first["worth"] > other["worth"] for other in others)
        assert len(first["answers"]) == 1


@pytest.mark.parametrize(("milliseconds", "least", "most"), [(1000, 45, 50), (300, 16, 22), (3000, 45, 65)])
def test_a_slow_machine_takes_longer(milliseconds: int, least: int, most: int, tmp_path: Path) -> None:
    """Nine options get five iterations each, but never in more than three times the allowed time: as in `tests/unit/thinking/test_strength.py`."""
    module = written(_game("classics/tic_tac_toe"), tmp_path)
    (looks,) = lines("slow.mjs", module, str(milliseconds))
    assert isinstance(looks, int)
    assert least <= looks <= most


@pytest.mark.parametrize(("end", "differs"), [("sum(p.mark - p.mark for p in players)", False), ("mark", True)])
@pytest.mark.parametrize("turns", ["each player", "each player together"])
def test_advice_says_where_all_options_are_equal(end: str, differs: bool, turns: str, tmp_path: Path) -> None:
    game = gamedsl.parse_rules(_MARKS.format(end=end, turns=turns)).game()
    commands: list[object] = [["new", {"seed": 4}], ["advise", 0, {"milliseconds": 50}]]
    found: Any = lines("asked.mjs", written(game, tmp_path), given=commands)
    assert found[1]["gave"]["differs"] is differs


def test_what_is_proved_is_told_without_a_try(tmp_path: Path) -> None:
    """All forty answers lose, so one is taken by chance; it is told all the same."""
    game = gamedsl.parse_rules(_LOST).game()
    commands: list[object] = [
        ["new", {"seed": 4}],
        *(["advise", 0, {"milliseconds": 20, "seed": one}] for one in range(4)),
    ]
    found: Any = lines("asked.mjs", written(game, tmp_path), given=commands)
    for advice in (one["gave"] for one in found[1:]):
        assert [one["worth"] for one in advice["lines"]] == [0] * 3
        assert advice["lines"][0]["move"]["text"] == advice["move"]["text"]


_LOST = """game lost:
    "Whatever the first player chooses, the second one wins."
    players 2

each player:
    taken: 0..40 = 0

rounds up to 1:
    turns

phase turns, each player:
    if number is 1:
        choose n: one of 1..40
        taken = n

ranking by lowest taken
"""


_MARKS = """game marks:
    "Choose a mark."
    players 2

each player:
    mark: 1..3 = 1

rounds up to 1:
    marking

phase marking, {turns}:
    choose n: one of 1..3
    mark = n

ranking by highest {end}, ties shared
"""
