"""Lines of menus that are offered on a condition, gates behind requirements, cut-offs: compiled and played."""

from __future__ import annotations

import pytest

from gamedsl.compile import compile_game
from gamedsl.graph.model.expressions import Local, MakeList
from gamedsl.graph.model.source_statements import Require
from gamedsl.graph.model.statements import SetLocal
from gamedsl.graph.model.types import Int, ListOf, SeatId
from gamedsl_interpreter.engine import Move, Refusal
from gamedsl_interpreter.reference import ReferenceEngine
from unit.compile.building import Rules, below, choose, flag, line, needs, num, one, repeat, same, seat

DIGIT = Int(0, 9)
DIGITS = MakeList((num(1), num(2)), ListOf(DIGIT, 9))
ANN = SeatId(0)


def menu(wealth: int) -> ReferenceEngine:
    """`buy` needs 3 and may be declined, `sell` is offered to whoever has 1, `wait` always."""
    rules = Rules(seats=2, humans=2)
    coins = rules.field("coins", DIGIT, wealth)
    me, n = rules.me(), rules.local("n", DIGIT)
    enough = needs("enough", below(num(2), rules.at(coins)))
    ask = choose(rules.get(me), one(rules, "n", DIGITS, n), owner="buy", mode="may")
    buy = rules.rule("buy", Require(enough), ask, rules.set(coins, rules.get(n)), action=True)
    sell, wait = rules.rule("sell", action=True), rules.rule("wait", action=True)
    lines = [line(buy), line(sell, condition=below(num(0), rules.at(coins))), line(wait)]
    rules.setup = (SetLocal(me, seat(0, 2)), choose(rules.get(me), owner="turn", menu=lines))
    return ReferenceEngine(compile_game(rules.checked()).game)


def test_a_gate_stands_behind_the_requirements() -> None:
    engine = menu(3)
    state = engine.initial(0)
    texts = ["buy(n = 1)", "buy(n = 2)", "no buy", "sell", "wait"]
    assert [move.text for move in engine.moves(state, ANN)] == texts
    assert all(isinstance(engine.parse_move(state, ANN, text), Move) for text in texts)
    assert [option.text for option in engine.step(state, ANN).options] == ["buy", "sell", "wait"]
    assert engine.step(engine.take_step(state, ANN, 0), ANN).kind == "gate"


def test_what_is_required_is_required_of_who_declines() -> None:
    engine = menu(1)
    state = engine.initial(0)
    assert [move.text for move in engine.moves(state, ANN)] == ["sell", "wait"]
    for text in ("no buy", "buy(n = 1)", "buy"):
        refused = engine.parse_move(state, ANN, text)
        assert isinstance(refused, Refusal)
        assert (refused.kind, refused.reason) == ("requirement", "enough")


def test_a_line_whose_condition_fails_is_not_offered() -> None:
    engine = menu(0)
    state = engine.initial(0)
    assert state.is_over, "only `wait` is left"
    engine = menu(1)
    assert isinstance(engine.parse_move(engine.initial(0), ANN, "sell"), Move)


@pytest.mark.parametrize("may", [True, False])
def test_the_menu_is_the_reason_of_what_it_does_not_offer(may: bool) -> None:
    rules = Rules(seats=2, humans=2)
    me, n = rules.me(), rules.local("n", DIGIT)
    ask = choose(rules.get(me), one(rules, "n", DIGITS, n), owner="strike", mode="may" if may else "must")
    strike = rules.rule("strike", Require(needs("strong", flag(False))), ask, action=True)
    wait, rest = rules.rule("wait", action=True), rules.rule("rest", action=True)
    guard = same(rules.get(me), seat(1, 2))
    lines = [line(strike, condition=guard), line(wait), line(rest)]
    rules.setup = (SetLocal(me, seat(0, 2)), choose(rules.get(me), owner="turn", menu=lines))
    engine = ReferenceEngine(compile_game(rules.checked()).game)
    for text in ("strike(n = 1)", "strike", "strike(n = 9)", *(("no strike",) if may else ())):
        refused = engine.parse_move(engine.initial(0), ANN, text)
        assert isinstance(refused, Refusal)
        assert (refused.kind, refused.reason, refused.why) == ("not_offered", "turn", None)


def test_a_match_that_is_cut_off_says_so() -> None:
    """Two equal positions may differ in how many passes are left: that is counted outside."""
    rules = Rules(seats=2, humans=2)
    rules.reason = rules.field("reason", Int(0, 1), 0)
    me, n = rules.me(), rules.local("n", DIGIT)
    ask = choose(rules.get(me), one(rules, "n", DIGITS, n), owner="turn")
    again = same(Local(n, DIGIT), num(0))
    rules.setup = (
        SetLocal(me, seat(0, 2)),
        SetLocal(n, num(1)),
        repeat("at_most", 2, ask, until=again, cut=rules.cuts_off("cut off after 2 turns")),
    )
    engine = ReferenceEngine(compile_game(rules.checked()).game)
    state = engine.initial(0)
    first = state.bytes
    state = engine.play(state, ANN, engine.moves(state, ANN)[0])
    assert state.bytes == first
    state = engine.play(state, ANN, engine.moves(state, ANN)[1])
    outcome = engine.outcome(state)
    assert outcome is not None
    assert outcome.reason == "cut off after 2 turns"
