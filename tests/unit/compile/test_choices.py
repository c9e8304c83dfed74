"""What joins into one decision, where its exits lead, and which seats get a decision of their own."""

from __future__ import annotations

from gamedsl.compile import compile_game
from gamedsl.graph.model.expressions import MakeList
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import DecisionNode, EffectNode, Plan
from gamedsl.graph.model.source_statements import DrawKeep, Require
from gamedsl.graph.model.statements import Bind, Check, If, Requirement, Select, SetLocal
from gamedsl.graph.model.types import Int, ListOf, Piece, Pieces
from tools.verifier.verify import verify
from unit.compile.building import CARD, NOBODY, SITE, Rules, call, choose, draw, flag, line, needs, num, one, same, seat
from unit.compile.machine import played

DIGIT = Int(0, 9)
CARDS = (CARD,)


def compiled(rules: Rules) -> Game:
    game = compile_game(rules.checked()).game
    assert verify(game) == []
    return game


def digits(*values: int) -> MakeList:
    return MakeList(tuple(num(v) for v in values), ListOf(DIGIT, 9))


def decisions(game: Game) -> list[DecisionNode]:
    return [node for node in game.nodes if isinstance(node, DecisionNode)]


def shape(plan: Plan) -> str:
    """A plan in one line: `turn(menu: take(n) | pass_on())`."""
    names = [part.name for part in plan.parts if isinstance(part, Select | Requirement)]
    menu = [] if plan.menu is None else ["menu: " + " | ".join(shape(p) for p in plan.menu)]
    gate = f"{plan.gate} " if plan.gate else ""
    return f"{gate}{plan.name}({', '.join(names + menu)})"


def test_an_action_adds_its_opening_and_goes_on_with_its_effects() -> None:
    rules = Rules()
    out = rules.field("sum", DIGIT, 0)
    me, n, m, taken = rules.me(), rules.local("n", DIGIT), rules.local("m", DIGIT), rules.me()
    ask = choose(rules.get(taken), one(rules, "n", digits(1, 2), n), owner="take")
    again = choose(rules.get(taken), one(rules, "m", digits(3, 4), m), owner="take")
    take = rules.rule(
        "take", Require(needs("allowed", flag(True))), ask, rules.set(out, rules.get(n)), again, me=taken, action=True
    )
    pass_on = rules.rule("pass_on", rules.set(out, num(7)), action=True)
    turn = choose(rules.get(me), owner="turn", menu=[line(take), line(pass_on)])
    rules.setup = (SetLocal(me, seat(1)), turn, rules.set(out, num(9)))
    game = compiled(rules)
    assert [shape(node.plan) for node in decisions(game)] == ["turn(menu: take(allowed, n) | pass_on())", "take(m)"]
    took = ["Bob picks take", "Bob chooses n 2", "sum = 2", "Bob chooses m 3", "sum = 9"]
    assert played(game, 0, 2, 3) == took
    assert played(game, 1) == ["Bob picks pass_on", "sum = 7", "sum = 9"]


def test_arguments_and_the_actor_are_bound_in_the_plan() -> None:
    rules = Rules()
    out = rules.field("sum", DIGIT, 0, own=True)
    me, mine, n = rules.me(), rules.me(), rules.local("n", DIGIT)
    pay = rules.rule("pay", rules.set(out, rules.get(n), rules.get(mine)), me=mine, params=[n], action=True)
    rules.setup = (
        SetLocal(me, seat(2)),
        choose(rules.get(me), owner="turn", menu=[line(pay, num(4)), line(pay, num(5))]),
    )
    game = compiled(rules)
    (node,) = decisions(game)
    assert node.plan.menu is not None
    assert node.plan.menu[1].parts == (Bind(n, num(5)), Bind(mine, rules.get(me)))
    assert played(game, 1) == ["Cat picks pay", "Cat.sum = 5"]
    assert node.live == (me,)


def test_a_menu_in_a_menu_is_one_decision() -> None:
    rules = Rules()
    out = rules.field("sum", DIGIT, 0)
    me, n = rules.me(), rules.local("n", DIGIT)
    inner = rules.rule("inner", rules.set(out, rules.get(n)), action=True)
    ask = choose(rules.get(me), one(rules, "n", digits(1, 2), n), owner="outer", menu=[line(inner)])
    outer = rules.rule("outer", ask, rules.set(out, num(8)), action=True)
    rules.setup = (
        SetLocal(me, seat(0)),
        choose(rules.get(me), owner="turn", menu=[line(outer)]),
        rules.set(out, num(9)),
    )
    game = compiled(rules)
    assert [shape(node.plan) for node in decisions(game)] == ["turn(menu: outer(n, menu: inner()))"]
    assert played(game, 0, 2, 0)[2:] == ["Ann picks inner", "sum = 2", "sum = 8", "sum = 9"]


def test_declining_inside_an_action_ends_the_action_only() -> None:
    rules = Rules()
    out = rules.field("sum", DIGIT, 0)
    me, n = rules.me(), rules.local("n", DIGIT)
    ask = choose(rules.get(me), one(rules, "n", digits(1, 2), n), owner="maybe", mode="may")
    maybe = rules.rule("maybe", ask, rules.set(out, num(8)), action=True)
    rules.setup = (
        SetLocal(me, seat(0)),
        choose(rules.get(me), owner="turn", menu=[line(maybe)]),
        rules.set(out, num(9)),
    )
    game = compiled(rules)
    assert [shape(node.plan) for node in decisions(game)] == ["turn(menu: may maybe(n))"]
    assert played(game, 0, "no")[1:] == ["Ann declines maybe", "sum = 9"]


def test_a_requirement_holds_before_a_gate() -> None:
    """What can be declined joins behind a requirement, which holds for who declines too."""
    rules = Rules()
    me, n = rules.me(), rules.local("n", DIGIT)
    ask = choose(rules.get(me), one(rules, "n", digits(1, 2), n), owner="maybe", mode="may")
    maybe = rules.rule("maybe", Require(needs("allowed", flag(True))), ask, action=True)
    rules.setup = (SetLocal(me, seat(0)), choose(rules.get(me), owner="turn", menu=[line(maybe)]))
    game = compiled(rules)
    (node,) = decisions(game)
    assert shape(node.plan) == "turn(menu: may maybe(allowed, n))"
    assert [line.gate_at for line in node.plan.menu or ()] == [1]
    assert played(game, 0, "no")[-1] == "Ann declines maybe"


def test_a_line_of_a_menu_may_have_a_condition() -> None:
    """It comes before all else of the line, a gate included."""
    rules = Rules()
    me, n = rules.me(), rules.local("n", DIGIT)
    ask = choose(rules.get(me), one(rules, "n", digits(1, 2), n), owner="maybe", mode="may")
    maybe, plain = rules.rule("maybe", ask, action=True), rules.rule("plain", params=[n], action=True)
    able = same(rules.get(me), seat(0))
    menu = [line(maybe, condition=able), line(plain, num(2), condition=able)]
    rules.setup = (SetLocal(me, seat(0)), choose(rules.get(me), owner="turn", menu=menu))
    (node,) = decisions(compiled(rules))
    assert shape(node.plan) == "turn(menu: may maybe(n) | plain())"
    assert node.plan.menu is not None
    first, second = node.plan.menu
    assert (first.gate_at, first.offered_if) == (0, able)
    assert (second.parts, second.offered_if) == ((Bind(n, num(2)),), able)


def test_lets_behind_the_opening_are_effects() -> None:
    rules = Rules()
    out, n = rules.field("sum", DIGIT, 0), rules.local("n", DIGIT)
    me = rules.me()
    act = rules.rule("act", SetLocal(n, rules.at(out)), rules.set(out, rules.get(n)), action=True)
    rules.setup = (SetLocal(me, seat(0)), choose(rules.get(me), owner="turn", menu=[line(act)]))
    (node,) = decisions(compiled(rules))
    assert node.plan.menu is not None
    assert node.plan.menu[0].parts == ()


def test_a_plain_call_of_an_action_must_satisfy_its_requirements() -> None:
    rules = Rules()
    out = rules.field("sum", DIGIT, 0)
    act = rules.rule("act", Require(needs("allowed", flag(False))), rules.set(out, num(1)), action=True)
    rules.setup = (call(act),)
    game = compiled(rules)
    assert game.routines[0].body[0] == Check(flag(False), "E_REFUSED", "allowed", SITE)


def test_a_scripted_seat_with_an_action_of_its_own_gets_a_decision_of_its_own() -> None:
    rules = Rules(humans=2)
    out = rules.field("sum", DIGIT, 0)
    me, mine, other = rules.me(), rules.me(), rules.me()
    act = rules.rule("act", rules.set(out, num(1)), me=mine, action=True)
    rules.replaced(act, 2, rules.set(out, num(2)), me=other)
    rules.setup = (rules.each(me, choose(rules.get(me), owner="turn", menu=[line(act)])),)
    game = compiled(rules)
    assert len(decisions(game)) == 2
    assert [entry for entry in played(game, 0, 0, 0) if "sum" in entry] == ["sum = 1", "sum = 1", "sum = 2"]


def test_choosing_again_only_if_it_matters_is_the_executors_business() -> None:
    """Compiling never asks whether a choice is forced: one node for each `choose` that is reached."""
    rules = Rules()
    me, n = rules.me(), rules.local("n", DIGIT)
    ask = choose(rules.get(me), one(rules, "n", digits(1), n), owner="turn", mode="if_able")
    rules.setup = (SetLocal(me, seat(0)), ask)
    (node,) = decisions(compiled(rules))
    assert (node.plan.gate, node.plan.gate_exit, node.plan.exit) == ("if_able", 0, 1)


def test_draw_and_keep_is_a_draw_a_choice_and_a_way_back() -> None:
    rules = Rules()
    sack, drawn = rules.zone("sack", "bag", start="AABBC", seen=NOBODY), rules.zone("drawn", "bag", own=True)
    hand = rules.zone("hand", "bag", own=True)
    me = rules.me()
    kept, it = rules.local("kept", Pieces(CARDS, 2)), rules.local("it", Piece(CARDS))
    get = rules.get(me)
    keep = DrawKeep(
        draw(3, rules.of(sack), rules.of(drawn, get)), get, num(2), kept, it, rules.of(hand, get), False, "dig", SITE
    )
    rules.setup = (SetLocal(me, seat(0)), keep)
    game = compiled(rules)
    assert [type(node).__name__ for node in game.nodes] == [
        *("EffectNode", "ChanceNode", "DecisionNode", "EffectNode", "EndNode")
    ]
    (node,) = decisions(game)
    part = node.plan.parts[0]
    assert isinstance(part, Select)
    assert (part.name, part.quantity) == ("kept", "exactly")
    back = game.nodes[3]
    assert isinstance(back, EffectNode)
    assert len(back.body) == 2


def test_a_condition_that_always_holds_makes_no_branch() -> None:
    rules = Rules()
    me, n = rules.me(), rules.local("n", DIGIT)
    ask = choose(rules.get(me), one(rules, "n", digits(1, 2), n), owner="turn")
    rules.setup = (SetLocal(me, seat(0)), If(same(num(1), num(1)), (ask,), ()))
    assert [type(node).__name__ for node in compiled(rules).nodes] == ["EffectNode", "DecisionNode", "EndNode"]
