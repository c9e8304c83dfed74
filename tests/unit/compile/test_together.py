"""Simultaneous choices: who is asked, what is stored, and how the bodies go on."""

from __future__ import annotations

from gamedsl.compile import compile_game
from gamedsl.graph.model.expressions import MakeList, Not
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import DecisionNode, TogetherNode
from gamedsl.graph.model.source_statements import Choose, Stmt
from gamedsl.graph.model.statements import If, SetLocal
from gamedsl.graph.model.types import FLAG, Int, ListOf, LocalId, SeatId
from gamedsl.semantics.model.checked import Body
from tools.verifier.verify import verify
from unit.compile.building import Rules, below, call, choose, line, num, one, same, seat
from unit.compile.machine import Machine, played

DIGIT = Int(0, 9)


def compiled(rules: Rules) -> Game:
    game = compile_game(rules.checked()).game
    assert verify(game) == []
    return game


def digits(*values: int) -> MakeList:
    return MakeList(tuple(num(v) for v in values), ListOf(DIGIT, 9))


def bid(rules: Rules, me: LocalId) -> tuple[Choose, LocalId]:
    n = rules.local("bid", DIGIT)
    return choose(rules.get(me), one(rules, "bid", digits(1, 2, 3), n), owner="bids"), n


def bidding(rules: Rules, *before: Stmt, where: bool = False) -> Game:
    """`before` the choice of a bid, which is then added to the own points and to the shared sum."""
    me = rules.me()
    points, total = rules.field("points", DIGIT, 0, own=True), rules.field("sum", DIGIT, 0)
    ask, n = bid(rules, me)
    body = (*before, ask, rules.set(points, rules.get(n), rules.get(me)), rules.set(total, rules.get(n)))
    test = below(rules.at(points, rules.get(me)), num(5)) if where else None
    rules.phase_each("bids", rules.each(me, *body, together=True, where=test))
    return compiled(rules)


def test_all_choose_before_any_body_goes_on() -> None:
    assert played(bidding(Rules(seats=2)), 3, 1) == [
        *("Ann chooses bid 3", "Bob chooses bid 1"),
        *("Ann.points = 3", "sum = 3", "Bob.points = 1", "sum = 1"),
    ]


def test_stored_choices_are_closed_and_cleared() -> None:
    game = bidding(Rules(seats=2))
    machine = Machine(game, [3, 1])
    machine.run()
    hidden = [spec for spec in game.fields if spec.hidden]
    assert [spec.name for spec in hidden] == [".exit", ".todo", ".bid"]
    assert all(spec.visibility.who == "nobody" for spec in hidden)
    assert all(machine.fields[spec.base : spec.base + 2] == list(spec.start) for spec in hidden)


def test_conditions_before_the_choice_decide_who_is_asked() -> None:
    """They are tested on the position in which all are asked; who is not asked runs the body all the same."""
    rules = Rules()
    me, k = rules.me(), rules.local("k", DIGIT)
    points, total = rules.field("points", DIGIT, 0, own=True), rules.field("sum", DIGIT, 0)
    ask, n = bid(rules, me)
    rules.setup = (rules.set(points, num(5), seat(1)),)
    inner = (ask, rules.set(points, num(6), seat(2)), rules.set(total, rules.get(n)))
    body = (
        SetLocal(k, rules.at(points, rules.get(me))),
        If(below(rules.get(k), num(5)), inner, (rules.set(total, num(8)),)),
        rules.set(total, rules.get(k)),
    )
    rules.phase_each("bids", rules.each(me, *body, together=True))
    game = compiled(rules)
    (node,) = (node for node in game.nodes if isinstance(node, TogetherNode))
    assert node.asked == below(rules.at(points, rules.get(me)), num(5))
    assert played(game, 2, 3) == [
        *("Bob.points = 5", "Ann chooses bid 2", "Cat chooses bid 3"),
        *("Cat.points = 6", "sum = 2", "sum = 0"),
        *("sum = 8", "sum = 5"),
        *("Cat.points = 6", "sum = 3", "sum = 0"),
    ]


def test_where_leaves_seats_out_altogether() -> None:
    rules = Rules()
    rules.setup = ()
    game = bidding(rules, where=True)
    machine = Machine(game, [1, 2, 3])
    assert len([entry for entry in machine.run() if "chooses" in entry]) == 3
    assert any(isinstance(node, TogetherNode) and node.asked is not None for node in game.nodes)


def test_actions_in_a_menu_keep_their_ways() -> None:
    rules = Rules(seats=2)
    me, mine, n = rules.me(), rules.me(), rules.local("n", DIGIT)
    points = rules.field("points", DIGIT, 0, own=True)
    ask = choose(rules.get(mine), one(rules, "n", digits(1, 2), n), owner="raise_")
    raise_ = rules.rule("raise_", ask, rules.set(points, rules.get(n), rules.get(mine)), me=mine, action=True)
    stay = rules.rule("stay", action=True)
    turn = choose(rules.get(me), owner="bids", menu=[line(raise_), line(stay)])
    rules.phase_each("bids", rules.each(me, turn, rules.add(points, rules.get(me)), together=True))
    game = compiled(rules)
    (node,) = (node for node in game.nodes if isinstance(node, TogetherNode))
    assert [local for local, _ in node.commits] == [n]
    assert played(game, 0, 2, 1)[-3:] == ["Ann.points = 2", "Ann.points = 3", "Bob.points = 1"]


def test_a_choice_inside_a_called_rule() -> None:
    rules = Rules(seats=2)
    me, mine, k = rules.me(), rules.me(), rules.local("k", DIGIT)
    points = rules.field("points", DIGIT, 0, own=True)
    ask, n = bid(rules, mine)
    rule = rules.rule(
        "offer",
        If(below(rules.get(k), num(3)), (ask, rules.set(points, rules.get(n), rules.get(mine))), ()),
        me=mine,
        params=[k],
    )
    rules.phase_each("bids", rules.each(me, call(rule, rules.get(me), rules.at(points, rules.get(me))), together=True))
    assert played(compiled(rules), 1, 2)[-2:] == ["Ann.points = 1", "Bob.points = 2"]


def test_a_scripted_seat_without_a_choice_is_not_asked() -> None:
    rules = Rules(humans=2)
    me, own = rules.me(), rules.me()
    points = rules.field("points", DIGIT, 0, own=True)
    ask, n = bid(rules, me)
    each = rules.each(me, ask, rules.set(points, rules.get(n), rules.get(me)), together=True)
    rules.phase_each("bids", each, ((SeatId(2), Body(own, (), (rules.set(points, num(9), rules.get(own)),))),))
    log = played(compiled(rules), 1, 2)
    assert log == ["Ann chooses bid 1", "Bob chooses bid 2", "Ann.points = 1", "Bob.points = 2", "Cat.points = 9"]


def test_a_scripted_seat_may_begin_with_a_choice_of_its_own() -> None:
    """It makes that one when the others have chosen, before any body goes on."""
    rules = Rules(humans=2)
    me, own = rules.me(), rules.me()
    points = rules.field("points", DIGIT, 0, own=True)
    ask, n = bid(rules, me)
    m = rules.local("guess", DIGIT)
    guess = choose(rules.get(own), one(rules, "guess", digits(4, 5), m), owner="guesses")
    each = rules.each(me, ask, rules.set(points, rules.get(n), rules.get(me)), together=True)
    body = Body(own, (), (guess, rules.set(points, rules.get(m), rules.get(own))))
    rules.phase_each("bids", each, ((SeatId(2), body),))
    game = compiled(rules)
    assert sum(isinstance(node, TogetherNode) for node in game.nodes) == 2
    assert played(game, 1, 2, 5) == [
        *("Ann chooses bid 1", "Bob chooses bid 2", "Cat chooses guess 5"),
        *("Ann.points = 1", "Bob.points = 2", "Cat.points = 5"),
    ]


def test_a_later_body_cannot_open_a_choice_that_was_not_offered() -> None:
    rules = Rules(seats=2)
    me, opened = rules.me(), rules.field("opened", FLAG, False)
    ask, _ = bid(rules, me)
    test = same(rules.get(me), seat(0, 2))
    may = If(test, (ask, rules.set(opened, Not(rules.at(opened), FLAG))), ())
    rules.phase_each("bids", rules.each(me, may, together=True))
    assert played(compiled(rules), 1) == ["Ann chooses bid 1", "opened = True"]


def test_without_any_choice_it_is_a_pass_over_the_seats() -> None:
    rules = Rules(seats=2)
    me, points = rules.me(), rules.field("points", DIGIT, 0, own=True)
    rules.phase_each("bids", rules.each(me, rules.add(points, rules.get(me)), together=True))
    game = compiled(rules)
    assert not any(isinstance(node, TogetherNode | DecisionNode) for node in game.nodes)
    assert played(game) == ["Ann.points = 1", "Bob.points = 1"]


def test_an_eliminated_seat_leaves_no_choice_behind() -> None:
    rules = Rules(seats=2)
    me, out = rules.me(), rules.field("out", FLAG, False, own=True)
    rules.out = out
    ask, n = bid(rules, me)
    points = rules.field("points", DIGIT, 0, own=True)
    body = (ask, rules.set(out, same(rules.get(n), num(3)), seat(1, 2)), rules.set(points, rules.get(n), rules.get(me)))
    rules.phase_each("bids", rules.each(me, *body, together=True))
    game = compiled(rules)
    machine = Machine(game, [3, 1])
    machine.run()
    assert all(machine.fields[s.base : s.base + 2] == list(s.start) for s in game.fields if s.hidden)
