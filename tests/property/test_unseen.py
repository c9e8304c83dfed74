"""The law of unseen choices: while a seat chooses unseen, nothing changes for the others but what they see of the effects."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path

import pytest
from attrs import evolve

from gamedsl import pipeline
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import DecisionNode
from gamedsl.graph.model.types import SeatId
from gamedsl.source import Source
from gamedsl_interpreter.engine import Engine, S, View
from gamedsl_interpreter.reference import Checking, ReferenceEngine
from gamedsl_interpreter.wasm.engine import WasmEngine
from property.hidden import exchanged, forged
from property.test_hidden_facts import told
from property.walks import match

_FOLDER = Path(__file__).parents[1] / "corpus" / "meaning"
_MATCHES = 6


def _game(name: str, number: int) -> Game:
    """A game of the corpus, in one of its setups."""
    parsed = pipeline.parse_files(Source(name, (_FOLDER / f"{name}.gdl").read_text(encoding="utf-8")), lambda _: None)
    checked = pipeline.check(parsed)
    made = pipeline.compile(parsed, pipeline.setups(parsed)[number])
    assert not checked.has_errors
    return made.game


_SETUPS = (("unseen", 0), ("unseen", 1), ("secret_looks", 0))
_SHOWN = {("unseen", 1): frozenset({"tries"})}
"""What everybody sees of the effects: with the option `counted`, how many tries there were."""


def _is_unseen(engine: Engine[S], node: int) -> bool:
    found = engine.game.nodes[node]
    return isinstance(found, DecisionNode) and found.is_unseen


def _without(view: View, shown: frozenset[str]) -> View:
    """A view without whose turn it is and in which round, which the next turn tells, and without what everybody sees."""
    fields = tuple(item for item in view.fields if item[0] not in shown)
    events = tuple(event for event in view.events if not (event.data[0] == "field" and event.data[1] in shown))
    return evolve(view, to_act=(), round=None, fields=fields, events=events)


@pytest.mark.parametrize(("name", "number"), _SETUPS)
def test_others_do_not_notice_an_unseen_choice(name: str, number: int) -> None:
    engine = ReferenceEngine(_game(name, number), Checking.ON)
    wasm = WasmEngine(engine.game, Checking.OFF)
    shown = _SHOWN.get((name, number), frozenset[str]())
    unseen = 0
    for seed in range(_MATCHES):
        stops = list(match(engine, seed))
        for (state, turn), (after, _) in pairwise(stops):
            if turn is None or not _is_unseen(engine, state.node):
                continue
            unseen += 1
            other = SeatId(1 - turn.seat)
            before = engine.view(state, other)
            assert before.to_act == ()
            assert engine.view(state, turn.seat).to_act == (turn.seat,)
            assert wasm.view(wasm.put(state), other) == before
            if not after.is_over:
                assert _without(engine.view(after, other), shown) == _without(before, shown)
            own = engine.view(after, turn.seat).events
            assert len(own) > len(engine.view(state, turn.seat).events), "who chooses remembers it"
    assert unseen


def test_tries_are_seen_where_the_rules_count_them() -> None:
    engine = ReferenceEngine(_game("unseen", 1), Checking.ON)
    (state, turn), (after, _) = list(match(engine, 1))[:2]
    assert turn is not None
    other = SeatId(1 - turn.seat)
    assert dict(engine.view(state, other).fields)["tries"] == "0"
    assert dict(engine.view(after, other).fields)["tries"] == "1"


@pytest.mark.parametrize(("name", "number"), _SETUPS)
def test_the_law_of_hidden_facts_holds_for_unseen_choices(name: str, number: int) -> None:
    engine = ReferenceEngine(_game(name, number), Checking.OFF)
    dice, changed = random.Random(name), set[str]()
    for seed in range(_MATCHES):
        for state, _ in match(engine, seed):
            for seat in map(SeatId, range(2)):
                before = told(engine, state, seat, (), seed)
                one, other = exchanged(engine, state, seat, dice), forged(engine, state, seat, dice)
                assert told(engine, one.state, seat, (), seed) == before
                assert engine.view(other.state, seat) == before.view
                changed |= one.changed | other.changed
    assert "log" in changed
