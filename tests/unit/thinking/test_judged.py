"""Searches judge a position before the end, where the rules say how well players stand."""

from __future__ import annotations

from functools import cache

import pytest

import gamedsl
from gamedsl_interpreter.aims import Aim
from gamedsl_interpreter.engine import Checking
from gamedsl_interpreter.matches.fastest import Chosen, random_matches
from gamedsl_interpreter.matches.match import MatchFault
from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.reference import ReferenceEngine
from gamedsl_interpreter.thinking.mcts import Mcts
from gamedsl_interpreter.thinking.module_tree import ModuleTree, WorldTree, tree_of
from gamedsl_interpreter.thinking.tree import Tree
from gamedsl_interpreter.wasm.bulk.playouts import Policy
from gamedsl_interpreter.wasm.engine import WasmEngine
from gamedsl_interpreter.wasm.instances.interface import POINTS_BITS, WIN
from share import paired

_GAME = """game hoard:
    "Take coins, or none: in the end a die says who has won."
    players 2

{pieces}shared:
    round_of: 0..30 = 0
{deck}
each player:
    coins: 0..90 = 0
    luck: 0..6 = 0
{hand}
{setup}rounds up to 30:
    turns
    luck_of_all

phase turns, each player{together}:
    choose:
        dear: one of 0..1
        number: one of 0..2
    coins += number

phase luck_of_all:
    round_of += 1
    each player: roll luck: one of 1..6

score fortune: coins

ranking by highest luck, ties shared

players aim at {aim}{judged}
"""
_CARDS = {
    "pieces": "type rank: A, B, C, D, E, F\n\ncomponent 6 card in deck:\n    rank\n    each rank\n\n",
    "deck": "    deck: pile of card, seen by nobody\n",
    "hand": "    hand: bag of card, seen by owner\n",
    "setup": "setup:\n    shuffle deck\n    each player: draw 2 from deck to hand\n\n",
}
_OPEN = dict.fromkeys(_CARDS, "")
_BY_COINS = "50 + 10 * (coins - left(me).coins)"


@cache
def _engine(judged: str, aim: str = "victory", together: str = "", *, hides: bool = False) -> WasmEngine:
    parts = _CARDS if hides else _OPEN
    return WasmEngine(gamedsl.parse_rules(_GAME.format(judged=judged, aim=aim, together=together, **parts)).game())


_FORMS = (
    ("victory", f", judged after 3 choices: {_BY_COINS}"),
    ("victory", f", judged after 0 choices: {_BY_COINS}"),
    ("points", ", judged when mod(round_of, 3) is 0: 2 * coins"),
)
_WAYS = ((True, " together"), (False, ""), (True, ""), (False, " together"))


@pytest.mark.parametrize(("form", "way"), [*paired(_FORMS, _WAYS), (_FORMS[2], _WAYS[3])])
def test_all_forms_judge_alike(form: tuple[str, str], way: tuple[bool, str]) -> None:
    (aim, judged), (hides, together) = form, way
    engine = _engine(judged, aim, together, hides=hides)
    state = engine.initial(3)
    fast = tree_of(engine, state, 0, (1, 2))
    assert isinstance(fast, ModuleTree | WorldTree) or together
    readable = Tree(engine, state, 0, (1, 2))
    reference = ReferenceEngine(engine.game)
    slow = Tree(reference, reference.initial(3), 0, (1, 2))
    for tree in (fast, readable, slow):
        tree.grow(25)
    assert fast.root() == readable.root() == slow.root()


_GUESS = """game guess:
    "Bet five or nothing; the other calls or not, and the higher card wins."
    players 2

type rank: Low, High

component 8 card in deck:
    rank       count
    each rank  4

shared:
    deck: pile of card, seen by nobody
    bet: 0..5 = 0

each player:
    hand: bag of card, seen by owner
    gain: -5..5 = 0
    let strength = count(hand where rank is High)

setup:
    shuffle deck
    each player: draw 1 from deck to hand

rounds up to 1:
    betting

phase betting:
    as first(players): open_bet
    as last(players): answer

rule open_bet:
    choose wanted: one of 0..1
    bet = 5 * wanted

rule answer:
    choose calls: one of 0..1
    let winner = last(players) if last(players).strength > first(players).strength else first(players)
    if bet > 0:
        if calls is 0: first(players).gain = 1
        else:
            winner.gain = 5
            for p in players where p is not winner: p.gain = -5

score gain_line: gain

ranking by highest total, ties shared

players aim at points, judged when bet > 9: 3 * strength
"""


def test_other_seats_know_their_own_hands() -> None:
    """Who answers a bet has a card that the searching seat does not see: nodes are told apart by how well that seat stands, in all forms alike."""
    engine = WasmEngine(gamedsl.parse_rules(_GUESS).game())
    state = engine.initial(3)
    (seat,) = engine.to_act(state)
    fast, readable = tree_of(engine, state, seat, (1, 2)), Tree(engine, state, seat, (1, 2))
    for tree in (fast, readable):
        tree.grow(400)
    assert isinstance(fast, WorldTree)
    assert fast.nodes() == readable.nodes()
    assert len([node for node in readable.nodes() if node[0] != seat]) > 2


def test_a_search_takes_what_is_judged_well() -> None:
    """The end depends on dice alone: without the line one answer is as good as the other."""
    engine = _engine(f", judged after 1 choice: {_BY_COINS}")
    for seed in range(4):
        move = Mcts(300).choose(engine, engine.initial(seed), 0, Dice.seeded(seed))
        assert dict(move.choices[0].values)["number"] == 2
    plain = _engine("")
    found = {Mcts(300).choose(plain, plain.initial(seed), 0, Dice.seeded(seed)).text for seed in range(8)}
    assert any("number = 2" not in text for text in found)


def test_chances_count_from_0_to_100_and_points_as_they_are() -> None:
    engine = _engine(", judged after 0 choices: 500 if number is 1 else -500")
    tree = Tree(engine, engine.initial(1), 0, (1, 2))
    tree.grow(10)
    assert all(won == tried * WIN << POINTS_BITS for _, tried, won, _ in tree.root())
    points = _engine(", judged after 0 choices: 500 if number is 1 else -500", "points")
    tree = Tree(points, points.initial(1), 0, (1, 2))
    tree.grow(10)
    assert all(won == tried * 500 for _, tried, won, _ in tree.root())


def test_whoever_plays_for_something_else_plays_to_the_end() -> None:
    judged = _engine(", judged after 0 choices: 100")
    plain = _engine("")
    grown: list[object] = []
    for engine in (judged, plain):
        tree = tree_of(engine, engine.initial(1), 0, (1, 2), aim=Aim.POINTS)
        tree.grow(50)
        grown.append(tree.root())
    assert grown[0] == grown[1]


def test_random_matches_that_are_judged_take_complete_moves() -> None:
    """Passing is one move of many: a random match of go has more than the six moves that half of all answers passing would leave."""
    game = gamedsl.load_rules("go").game()
    engine = WasmEngine(game)
    move = Mcts(400).choose(engine, engine.initial(1), 0, Dice.seeded(1))
    assert move.text.startswith("place")


def test_the_rules_say_how_well_players_stand() -> None:
    engine = _engine(f", judged when mod(round_of, 3) is 2: {_BY_COINS}")
    state = engine.initial(1)
    assert (
        engine.standings(state)
        == ReferenceEngine(engine.game).standings(ReferenceEngine(engine.game).initial(1))
        == (50, 50)
    )
    assert not engine.is_judged(state)
    while not engine.is_judged(state):
        state = engine.play(state, engine.to_act(state)[0], engine.moves(state, engine.to_act(state)[0])[2])
    assert _engine("").standings(_engine("").initial(1)) == ()


def test_what_is_said_of_an_aim_that_cannot_apply_is_left_out() -> None:
    """Nobody is ranked where one plays alone: a chance of the best rank would be counted as points there."""
    alone = _GAME.replace("players 2", "players 1")
    text = alone.format(judged=", judged after 3 choices: coins", aim="rank", together="", **_OPEN)
    assert gamedsl.parse_rules(text).game().judged is None


_FAULTY = ", judged after 2 choices: 60 / (coins - 3) rounded down"
_SELDOM_FAULTY = ", judged when any(p.coins is 3 for p in players): 60 / (coins - 3) rounded down"


@pytest.mark.parametrize(("judged", "together"), paired([_FAULTY, _SELDOM_FAULTY], ["", " together"]))
def test_matches_that_are_tested_meet_the_faults_of_the_formula(judged: str, together: str) -> None:
    game = _engine(judged, together=together).game
    met: list[tuple[str, int, int, int]] = []
    for engine in (ReferenceEngine(game, Checking.ON), WasmEngine(game, Checking.ON)):
        with pytest.raises(MatchFault) as caught:
            random_matches(Chosen(engine, None), Policy.STEPS, 1, 0, 20)
        record = caught.value.record
        met.append((caught.value.fault.code, caught.value.fault.site, record.index, len(record.moves)))
    assert met[0] == met[1]
    assert met[0][0] == "E_DIV"
    assert random_matches(Chosen(WasmEngine(game), None), Policy.STEPS, 1, 0, 20).matches == 20


def test_verify_finds_the_faults_of_the_formula_and_those_of_the_setup() -> None:
    text = _GAME.format(judged=", judged after 2 choices: 60 / coins rounded down", aim="victory", together="", **_OPEN)
    (found,) = gamedsl.verify(gamedsl.parse_rules(text), seconds=0.2, matches=20)
    assert [one.fault.code for one in found.troubles] == ["E_DIV"]
    assert "judged after 2 choices" in found.troubles[0].report
    parts = _OPEN | {"setup": "setup: each player: coins = 3 / coins rounded down\n\n"}
    at_once = gamedsl.parse_rules(_GAME.format(judged="", aim="victory", together="", **parts))
    (found,) = gamedsl.verify(at_once, seconds=0.2, matches=20)
    assert [one.fault.code for one in found.troubles] == ["E_DIV"]
