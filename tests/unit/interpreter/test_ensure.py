"""Moves that are judged by what they lead to: every way to ask what may be chosen respects it, and nothing else changes."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from gamedsl import pipeline
from gamedsl.graph.model.nodes import DecisionNode
from gamedsl.graph.model.types import SeatId
from gamedsl.source import Source
from gamedsl_interpreter.engine import Checking, Fault, IllegalMove, Move, Refusal
from gamedsl_interpreter.perft import perft
from gamedsl_interpreter.reference import ReferenceEngine
from gamedsl_interpreter.reference.state import ReferenceState
from tools.verifier.verify import verify
from unit.interpreter import framed

ANN, BOB = SeatId(0), SeatId(1)


def _start(rules: str, checking: Checking = Checking.ON) -> tuple[ReferenceEngine, ReferenceState]:
    engine = ReferenceEngine(framed.game(rules), checking)
    return engine, engine.initial(1)


def _texts(engine: ReferenceEngine, state: ReferenceState) -> list[str]:
    return [move.text for move in engine.moves(state, ANN)]


TWO_STEPS = """
phase turns, each player:
    choose:
        a: one of 0..3
        b: one of 0..3
    heap -= a
    points += b
    ensure bound: heap + points <= 3 "Not so many."
"""


def test_moves_steps_and_play_respect_it() -> None:
    engine, state = _start(TWO_STEPS)
    legal = [f"turns(a = {a}, b = {b})" for a in range(4) for b in range(4) if 4 - a + b <= 3]
    assert _texts(engine, state) == legal
    step = engine.step(state, ANN)
    assert [option.text for option in step.options] == ["1", "2", "3"]  # a = 0 cannot be completed
    after = engine.take_step(state, ANN, step.options[0].value)
    assert engine.to_act(after) == (BOB,), "b = 0 is forced"
    with pytest.raises(IllegalMove):
        engine.play(state, ANN, Move((0, 0), "turns(a = 0, b = 0)"))
    assert engine.walk(state, ANN, lambda step: step.options[-1].value).text == "turns(a = 3, b = 2)"


def test_a_refusal_names_it() -> None:
    engine, state = _start(TWO_STEPS)
    refused = engine.parse_move(state, ANN, "turns(a = 1, b = 3)")
    assert isinstance(refused, Refusal)
    assert (refused.kind, refused.reason, refused.text) == ("requirement", "bound", "Not so many.")
    outside = engine.parse_move(state, ANN, "turns(a = 4, b = 3)")
    assert isinstance(outside, Refusal)
    assert outside.kind == "selection"


def test_a_trial_leaves_no_trace() -> None:
    engine, state = _start(TWO_STEPS)
    before = state.bytes
    engine.moves(state, ANN)
    assert state.bytes == before
    played = engine.play(state, ANN, engine.moves(state, ANN)[0])
    plain = ReferenceEngine(framed.game(TWO_STEPS.replace("<= 3", "<= 30")), Checking.ON)
    other = plain.play(plain.initial(1), ANN, Move(engine.moves(state, ANN)[0].steps, ""))
    assert [engine.view(played, seat).fields for seat in (ANN, BOB)] == [
        plain.view(other, seat).fields for seat in (ANN, BOB)
    ]
    assert [len(engine.view(played, seat).events) for seat in (ANN, BOB)] == [
        len(plain.view(other, seat).events) for seat in (ANN, BOB)
    ]


def test_a_fault_is_no_reason_to_refuse() -> None:
    rules = """
phase turns, each player:
    choose a: one of 3..6
    heap -= a
    ensure left_over: heap > 0
"""
    engine, state = _start(rules)
    assert _texts(engine, state) == ["turns(a = 3)", "turns(a = 5)", "turns(a = 6)"]
    with pytest.raises(Fault, match="E_BOUND"):
        engine.play(state, ANN, engine.moves(state, ANN)[1])


def test_a_fault_in_the_condition_neither() -> None:
    rules = """
phase turns, each player:
    choose a: one of 0..2
    if a > 0: move [Low] from deck to used
    heap = a
    ensure shown: max(c.worth for c in used) is 1 and a < 2
"""
    engine, state = _start(rules)
    assert _texts(engine, state) == ["turns(a = 0)", "turns(a = 1)"]


def test_what_may_be_declined() -> None:
    rules = """
phase turns, each player:
    may choose a: one of 1..3
    heap -= a
    ensure some_left: heap > 1
"""
    engine, state = _start(rules)
    assert _texts(engine, state) == ["turns(a = 1)", "turns(a = 2)", "no turns"]
    rules = """
phase turns, each player:
    take
    heap = heap
    ensure taken: heap < 4

rule take:
    may choose a: one of 1..3
    heap -= a
"""
    engine, state = _start(rules)
    assert _texts(engine, state) == [f"take(a = {a})" for a in (1, 2, 3)]


def test_without_a_legal_move() -> None:
    must = """
phase turns, each player:
    choose a: one of 1..3
    heap -= a
    ensure never: heap > 5
"""
    engine = ReferenceEngine(framed.game(must))
    with pytest.raises(Fault, match="E_CHOICE"):
        engine.initial(1)
    able = must.replace("choose a", "choose if able a")
    engine = ReferenceEngine(framed.game(able))
    assert engine.initial(1).is_over


def test_where_no_move_is_legal_the_else_part_runs() -> None:
    rules = """
phase turns, each player:
    choose a: one of 1..3
    else: end game "Nobody can move."
    heap -= a
    ensure some_left: heap > 2
"""
    engine, state = _start(rules)
    outcome = engine.outcome(state)
    assert outcome is not None
    assert outcome.reason == "Nobody can move."


def test_one_legal_move_is_forced() -> None:
    rules = """
phase turns, each player:
    choose a: one of 1..3
    heap = a
    ensure high: heap > 2
"""
    assert ReferenceEngine(framed.game(rules), Checking.ON).initial(1).is_over


def test_perft_counts_legal_moves_only() -> None:
    levels = list(perft(ReferenceEngine(framed.game(TWO_STEPS)), 1))
    assert [level.leaves for level in levels][-1] == 6


HIDDEN = """
phase turns, each player:
    draw 1 from deck to hand
    choose a: one of 1..2
    heap = a + sum(c.worth for c in hand)
    ensure low: heap < 5
"""


def test_a_decision_is_private_if_the_line_reads_something_hidden() -> None:
    game = framed.game(HIDDEN)
    assert [node.is_private for node in game.nodes if isinstance(node, DecisionNode)] == [True]
    open_line = HIDDEN.replace("heap < 5", "a < 2").replace("heap = a + sum(c.worth for c in hand)", "heap = a")
    assert [node.is_private for node in framed.game(open_line).nodes if isinstance(node, DecisionNode)] == [False]
    bad = evolve(
        game, nodes=tuple(evolve(n, is_private=False) if isinstance(n, DecisionNode) else n for n in game.nodes)
    )
    assert [line for line in verify(bad) if "private" in line]


def test_scripted_seats_make_legal_moves() -> None:
    rules = """
phase turns, each player:
    choose a: one of 1..3
    heap = a
    ensure odd: a is not 3

seat Ghost when humans is 1:
    answers:
        a: highest
"""
    engine = ReferenceEngine(framed.game(rules, "1 to 2"), Checking.ON)
    state = engine.initial(1)
    state = engine.play(state, ANN, engine.moves(state, ANN)[0])
    assert ("heap", "2") in engine.view(state, ANN).fields


def test_trials_count_as_work() -> None:
    rules = """
phase turns, each player:
    choose a: one of 1..3
    for x in 1..60: for y in 1..60: heap = mod(x + y + a, 9)
    ensure small: heap < 9
"""
    rules = rules.replace("for x in 1..60: for y in 1..60: heap", "for x in 1..60:\n        for y in 1..60: heap")
    engine = ReferenceEngine(framed.game(rules), budget=5_000)
    with pytest.raises(Fault, match="E_BUDGET"):
        engine.initial(1)


def test_chess_with_judged_moves_has_the_moves_of_chess() -> None:
    root = Path(__file__).parents[3]
    counted: list[list[int]] = []
    for path in ("games/classics/minichess.gdl", "tests/corpus/meaning/chess_with_ensure.gdl"):
        parsed = pipeline.parse_files(Source(path, (root / path).read_text(encoding="utf-8")), lambda _: None)
        game = pipeline.compile(parsed, pipeline.setups(parsed)[0]).game
        counted.append([level.leaves for level in perft(ReferenceEngine(game), 2)])
    assert counted == [[1, 7, 53], [1, 7, 53]]
