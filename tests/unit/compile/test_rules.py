"""Rules: inlined where play can stop in them, routines where it cannot; replaced for scripted seats."""

from __future__ import annotations

from gamedsl.compile import compile_game
from gamedsl.graph.model.expressions import MakeList
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import BranchNode, DecisionNode, EffectNode
from gamedsl.graph.model.source_statements import Stmt
from gamedsl.graph.model.statements import SetLocal
from gamedsl.graph.model.types import Int, ListOf, LocalId
from tools.verifier.verify import verify
from unit.compile.building import Rules, call, choose, num, one, seat
from unit.compile.machine import played

DIGIT = Int(0, 9)


def compiled(rules: Rules) -> Game:
    game = compile_game(rules.checked()).game
    assert verify(game) == []
    return game


def ask(rules: Rules, me: LocalId, owner: str) -> Stmt:
    digits = MakeList((num(1), num(2)), ListOf(DIGIT, 2))
    return choose(rules.get(me), one(rules, "n", digits, rules.local("n", DIGIT)), owner=owner)


def test_a_rule_that_asks_is_inlined_at_every_call() -> None:
    rules = Rules()
    out = rules.field("sum", DIGIT, 0, own=True)
    mine, n = rules.me(), rules.local("n", DIGIT)
    rule = rules.rule(
        "pay", ask(rules, mine, "pay"), rules.set(out, rules.get(n), rules.get(mine)), me=mine, params=[n]
    )
    rules.setup = (call(rule, seat(0), num(3)), call(rule, seat(1), num(4)))
    game = compiled(rules)
    assert played(game, 1, 2) == ["Ann chooses n 1", "Ann.sum = 3", "Bob chooses n 2", "Bob.sum = 4"]
    assert game.routines == ()
    assert [node.path for node in game.nodes if isinstance(node, DecisionNode)] == [("setup", "pay"), ("setup", "pay")]


def test_a_rule_that_neither_asks_nor_draws_is_a_routine() -> None:
    rules = Rules()
    out = rules.field("sum", DIGIT, 0)
    n = rules.local("n", DIGIT)
    inner = rules.rule("inner", rules.set(out, rules.get(n)), params=[n])
    outer = rules.rule("outer", call(inner, None, num(2)), call(inner, None, num(3)))
    idle = rules.rule("idle")
    rules.setup = (call(outer), call(idle))
    game = compiled(rules)
    assert [routine.name for routine in game.routines] == ["inner", "outer"]
    assert [node.body for node in game.nodes if isinstance(node, EffectNode)] == [(call(outer),)]
    assert played(game) == ["calls outer", "calls inner", "sum = 2", "calls inner", "sum = 3"]


def test_a_routine_tells_scripted_seats_apart_itself() -> None:
    rules = Rules(humans=2)
    out, n, own, m = rules.field("sum", DIGIT, 0), rules.local("n", DIGIT), rules.me(), rules.local("m", DIGIT)
    rule = rules.rule("pay", rules.set(out, rules.get(n)), params=[n])
    rules.replaced(rule, 2, rules.set(out, num(7)), rules.set(out, rules.get(m)), me=own, params=[m])
    rules.setup = (call(rule, seat(0), num(1)), call(rule, seat(2), num(2)))
    assert [line for line in played(compiled(rules)) if "sum" in line] == ["sum = 1", "sum = 7", "sum = 2"]


def test_a_replaced_rule_is_told_apart_once() -> None:
    """Inside the replacement it is known who acts, so that what it calls needs no test."""
    rules = Rules(humans=2)
    out = rules.field("sum", DIGIT, 0)
    a, b, c, d, me = (rules.me() for _ in range(5))
    inner = rules.rule("inner", ask(rules, a, "inner"), rules.set(out, num(1)), me=a)
    rules.replaced(inner, 2, rules.set(out, num(2)), me=b)
    outer = rules.rule("outer", ask(rules, c, "outer"), call(inner, rules.get(c)), me=c)
    rules.replaced(outer, 2, call(inner, rules.get(d)), rules.set(out, num(3)), me=d)
    rules.setup = (rules.each(me, call(outer, rules.get(me))),)
    game = compiled(rules)
    assert [node.label for node in game.nodes if isinstance(node, BranchNode)] == ["next seat", "me is Cat"]
    assert [line for line in played(game, 1, 1, 1, 1) if "sum" in line] == ["sum = 1", "sum = 1", "sum = 2", "sum = 3"]


def test_a_known_seat_needs_no_test() -> None:
    rules = Rules(humans=2)
    out, a, b = rules.field("sum", DIGIT, 0), rules.me(), rules.me()
    rule = rules.rule("pay", ask(rules, a, "pay"), me=a)
    rules.replaced(rule, 2, ask(rules, b, "pay"), rules.set(out, num(2)), me=b)
    rules.setup = (call(rule, seat(2)),)
    game = compiled(rules)
    assert not any(isinstance(node, BranchNode) for node in game.nodes)
    assert played(game, 1) == ["Cat chooses n 1", "sum = 2"]


def test_effects_in_a_row_become_one_node() -> None:
    rules = Rules()
    out, n = rules.field("sum", DIGIT, 0), rules.local("n", DIGIT)
    rules.setup = (SetLocal(n, num(1)), rules.set(out, rules.get(n)), rules.set(out, num(2)))
    game = compiled(rules)
    assert [len(node.body) for node in game.nodes if isinstance(node, EffectNode)] == [3]


def test_constants_and_locals_stand_for_the_parameters_they_are_given_for() -> None:
    """So that no copy of them is kept in the position."""
    rules = Rules()
    out = rules.field("sum", DIGIT, 0)
    me, mine, n, m = rules.me(), rules.me(), rules.local("n", DIGIT), rules.local("m", DIGIT)
    sum_up = rules.set(out, rules.get(n)), rules.set(out, rules.get(m))
    rule = rules.rule("pay", ask(rules, mine, "pay"), *sum_up, me=mine, params=[n, m])
    rules.setup = (rules.each(me, call(rule, rules.get(me), num(4), rules.at(out))),)
    game = compiled(rules)
    (node,) = (node for node in game.nodes if isinstance(node, DecisionNode))
    assert node.seat == rules.get(me)
    assert n not in node.live
    assert m in node.live
    assert [line for line in played(game, 1, 1, 1) if "sum" in line][:4] == ["sum = 4", "sum = 0", "sum = 4", "sum = 0"]
