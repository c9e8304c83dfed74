"""Trees in games whose rules say who has won: the search chooses what lets the verdict name its seat, also where that costs points."""

from __future__ import annotations

from functools import cache

import pytest

from gamedsl import pipeline
from gamedsl.graph.compiled import Setup
from gamedsl.source import Source
from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.thinking.mcts import Mcts
from gamedsl_interpreter.thinking.module_tree import ModuleTree, WorldTree, tree_of
from gamedsl_interpreter.thinking.tree import Tree
from gamedsl_interpreter.wasm.engine import WasmEngine
from gamedsl_interpreter.wasm.instances.interface import POINTS_BITS, WIN
from gamedsl_interpreter.wasm.state import WasmState
from share import less, paired

GROWN = less(400, 200)
SEATS = 3

_CHASE = """game chase:
    "The first player hunts the others. Whoever is idle gets points, which decide nothing."
    players 3

{pieces}shared:
    gap: 0..9 = 2
{deck}
each player:
    points: 0..99 = 0
{hand}    let is_hunter = number is 1

{setup}rounds up to 2:
    turns

phase turns, each player:
    choose one:
        idle
        go_on

action idle: points += 9

action go_on: gap += -1 if is_hunter else 1

score idleness: points

{verdicts}
"""

_ONE_AGAINST_ALL = """players where is_hunter win when gap is 0 "Caught."
players where is_hunter lose otherwise "Escaped."
"""

_SOME_LOSE = """players where not is_hunter lose when gap is 0 "Caught."
players where not is_hunter win otherwise "Escaped."
"""

_TOGETHER = """all win when gap is 5 "Far enough."
all lose otherwise "It is dark."
"""

_OPEN = {"pieces": "", "deck": "", "hand": "", "setup": ""}
_HIDDEN = {
    "pieces": "component 9 card in deck: 1..9\n\n",
    "deck": "    deck: bag of card, seen by nobody\n",
    "hand": "    hand: bag of card, seen by owner\n",
    "setup": "setup:\n    each player: draw 1 from deck to hand\n\n",
}


@cache
def _engine(verdicts: str, *, hides: bool) -> WasmEngine:
    text = _CHASE.format(verdicts=verdicts, **(_HIDDEN if hides else _OPEN))
    parsed = pipeline.parse_files(Source("chase", text), lambda _: None)
    return WasmEngine(pipeline.compile(parsed, Setup(SEATS, ())).game)


def _after(engine: WasmEngine, answers: str) -> WasmState:
    """The position after each seat in turn was idle (`i`) or went on (`g`)."""
    state = engine.initial(1)
    for answer in answers:
        (seat,) = engine.to_act(state)
        (move,) = (one for one in engine.moves(state, seat) if one.text == {"i": "idle", "g": "go_on"}[answer])
        state = engine.play(state, seat, move)
    return state


_WHO_MUST_GO_ON = (
    (_ONE_AGAINST_ALL, "gii"),  # the hunter catches the others now
    (_SOME_LOSE, "gii"),
    (_ONE_AGAINST_ALL, "gi"),  # the last of the others saves all
    (_SOME_LOSE, "gi"),
    (_TOGETHER, "iggii"),  # the last step of all
    (_TOGETHER, "igii"),  # two seats are left, and both have to go on
)
"""Rules, and answers after which the next seat has won only if it goes on. To be idle brings points in all of them."""


@pytest.mark.parametrize(("rules", "hides"), paired(_WHO_MUST_GO_ON, [True, False]))
def test_the_search_prefers_the_side_that_the_verdict_names(rules: tuple[str, str], *, hides: bool) -> None:
    verdicts, answers = rules
    engine = _engine(verdicts, hides=hides)
    state = _after(engine, answers)
    (seat,) = engine.to_act(state)
    chosen = Mcts(GROWN).choose(engine, state, seat, Dice.seeded(2))
    assert chosen.text == "go_on"
    assert chosen.text == Mcts(GROWN).choose(engine.reference, engine.reference_state(state), seat, Dice.seeded(2)).text


def _victories(worth: int) -> int | None:
    """The number of whole victories in a sum of values, which holds a few points, too; None if it is not a whole number."""
    number = round(worth / (WIN << POINTS_BITS))
    return number if abs(worth - number * (WIN << POINTS_BITS)) < 1 << POINTS_BITS else None


@pytest.mark.parametrize(("rules", "hides"), paired(_WHO_MUST_GO_ON, [False, True]))
def test_the_module_counts_whole_victories_as_the_readable_form(rules: tuple[str, str], *, hides: bool) -> None:
    verdicts, answers = rules
    engine = _engine(verdicts, hides=hides)
    state = _after(engine, answers)
    (seat,) = engine.to_act(state)
    readable = Tree(engine, state, seat, (5, 8))
    fast = tree_of(engine, state, seat, (5, 8))
    assert isinstance(fast, ModuleTree | WorldTree)
    assert isinstance(fast, WorldTree) == hides
    for tree in (readable, fast):
        tree.grow(GROWN)
    assert fast.nodes() == readable.nodes()
    assert all(_victories(won) is not None for _, _, options in fast.nodes() for _, _, won, _ in options)


def test_a_match_that_is_decided_has_the_same_value_for_all_choices() -> None:
    """After the others have escaped, the hunter wins nothing by any choice; they win by every one."""
    engine = _engine(_ONE_AGAINST_ALL, hides=False)
    state = _after(engine, "igg")
    (hunter,) = engine.to_act(state)
    tree = ModuleTree(engine, state, hunter, (5, 8), 1 << 16)
    tree.grow(GROWN)
    won = {
        (seat, _victories(won) == tried, _victories(won) == 0)
        for seat, _, options in tree.nodes()
        for _, tried, won, _ in options
        if tried
    }
    assert won == {(hunter, False, True), (1, True, False), (2, True, False)}
