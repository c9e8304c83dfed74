"""Whether an action could be chosen: who asks, what counts, and what a question may not depend on."""

from __future__ import annotations

import pytest
from attrs import evolve

from gamedsl import pipeline
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import DecisionNode
from gamedsl.graph.model.types import SeatId
from gamedsl.graph.serial import from_json, to_json
from gamedsl.graph.text.dump import dump
from gamedsl_interpreter.engine import Checking, Fault
from gamedsl_interpreter.reference import ReferenceEngine
from tools.verifier.verify import verify
from unit.interpreter import framed

ANN, BOB = SeatId(0), SeatId(1)


def _points(game: Game) -> list[str]:
    """What the players have in the end, if nobody is asked."""
    engine = ReferenceEngine(game, Checking.ON)
    state = engine.initial(1)
    assert state.is_over
    return [text for name, text in engine.view(state, ANN).fields if name.endswith("points")]


TAKE = """
action take(least: 0..9):
    choose amount: one of least..heap
    heap -= amount
    ensure left_over: heap >= 2
"""


def test_arguments_requirements_and_lines_count() -> None:
    rules = "phase turns, each player:\n    points += sum(1 for n in 0..9 where can(take(n)))\n" + TAKE
    assert _points(framed.game(rules)) == ["6", "6"]  # 0, 1 and 2, in two rounds


def test_who_acts_counts() -> None:
    rules = """
phase turns, each player:
    if can(give): points += 1
    as left(me):
        if can(give): points += 10

action give:
    require first_seat: number is 1
    points += 50
"""
    assert _points(framed.game(rules)) == ["22", "0"]


def test_requirements_of_rules_that_rules_call_count() -> None:
    rules = """
phase turns, each player:
    if can(go): points += 1

action go: one_of_them
rule one_of_them: other
rule other: last_one
rule last_one:
    points += 1
    ensure few: points < {0}
"""
    assert _points(framed.game(rules.replace("{0}", "1"))) == ["0", "0"]
    assert _points(framed.game(rules.replace("{0}", "9"))) == ["2", "2"]


def test_a_replaced_action_is_asked_for_its_seat() -> None:
    rules = """
phase turns, each player:
    if can(gain(1)): points += 1

action gain(n: 1..3):
    require never: heap > 8
    points += n

seat Ghost when humans is 1:
    replace action gain(n: 1..3):
        require often: heap >= n
        points += n
"""
    assert _points(framed.game(rules, "1 to 2", 1)) == ["0", "2"]


def test_nothing_changes_by_asking() -> None:
    rules = "phase turns, each player:\n    if can(take(0)) and heap is 4: points += 1\n" + TAKE
    assert _points(framed.game(rules)) == ["2", "2"]


def test_scores_and_ends_can_ask() -> None:
    rules = (
        """
phase turns, each player:
    choose one:
        take(1)
    else: points += 5

game ends when not any(p.able for p in players) "Nobody can take."

each player:
    let able = can(take(1))

score chances: 7 if able else 1
"""
        + TAKE
    )
    engine = ReferenceEngine(framed.game(rules), Checking.ON)
    state = engine.initial(1)
    state = engine.play(state, ANN, engine.moves(state, ANN)[1])
    outcome = engine.outcome(state)
    assert outcome is not None
    assert (outcome.reason, outcome.totals) == ("Nobody can take.", (1, 1))


def test_a_question_about_something_hidden_makes_a_decision_private() -> None:
    rules = """
phase turns, each player:
    draw 1 from deck to hand
    choose one:
        show if can(play)
        rest

action show: points += 1
action rest: points += 2

action play:
    choose card: one of hand where worth > 1
    move card to used
"""
    assert all(node.is_private for node in framed.game(rules).nodes if isinstance(node, DecisionNode))
    open_rules = rules.replace("one of hand where worth > 1", "one of used")
    assert not any(node.is_private for node in framed.game(open_rules).nodes if isinstance(node, DecisionNode))


def test_what_asks_about_itself_does_not_compile() -> None:
    rules = """
phase turns, each player:
    if can(rise): points += 1

action rise:
    points += 1
    ensure again: can(rise)
"""
    parsed = framed.parsed(rules)
    assert [d.code for d in pipeline.check(parsed).diagnostics] == ["E0622"]
    with pytest.raises(pipeline.NotCompilable):
        pipeline.compile(parsed, pipeline.setups(parsed)[0])


def test_asking_after_the_last_line_is_no_circle() -> None:
    rules = """
phase turns, each player:
    choose if able one:
        rise

action rise:
    points += 1
    ensure few: points < 9
    if can(rise): points += 20
"""
    assert _points(framed.game(rules)) == ["21", "21"]


def test_questions_count_as_work() -> None:
    rules = """
phase turns, each player:
    if can(think): points += 1

action think:
    require a: all(x + y + z >= 0 for x in 1..40 for y in 1..2 for z in 1..2)
    choose n: one of 1..60
"""
    rules = rules.replace("for x in 1..40 for y in 1..2 for z in 1..2", "for x in 1..2").replace("x + y + z", "x")
    rules = rules.replace(
        "choose n: one of 1..60",
        "choose:\n        n: one of 1..60\n        m: one of 1..60\n        k: one of 1..60 where n + m + it > 500",
    )
    engine = ReferenceEngine(framed.game(rules), budget=2_000)
    with pytest.raises(Fault, match="E_BUDGET"):
        engine.initial(1)


def test_json_text_and_promises() -> None:
    rules = "phase turns, each player:\n    if can(take(1)): points += 1\n" + TAKE
    game = framed.game(rules)
    assert from_json(to_json(game)) == game
    assert "can take(.me, .least), tried at n" in dump(game)
    (question,) = game.questions
    assert verify(evolve(game, questions=()))
    assert verify(evolve(game, questions=(question, question)))
    assert verify(evolve(game, questions=(evolve(question, exits=(*question.exits, question.exits[0])),)))
    plain = to_json(framed.game("phase turns, each player: points += 1\n"))["game"]
    assert isinstance(plain, dict)
    assert "questions" not in plain
