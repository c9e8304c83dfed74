"""Loops with stops inside: order of passes, limits, and what declining leaves."""

from __future__ import annotations

import pytest

from gamedsl.compile import compile_game
from gamedsl.graph.model.expressions import Expr, MakeList, Not
from gamedsl.graph.model.expressions import LimitReached as LimitReachedExpr
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import BranchNode
from gamedsl.graph.model.source_statements import Stmt
from gamedsl.graph.model.statements import For, If, SetLocal
from gamedsl.graph.model.types import FLAG, Int, ListOf, LocalId, Player
from tools.verifier.verify import verify
from unit.compile.building import Mode, Rules, below, choose, flag, num, one, repeat, same, seat
from unit.compile.machine import LimitReached, played

DIGIT = Int(0, 9)


def compiled(rules: Rules) -> Game:
    game = compile_game(rules.checked()).game
    assert verify(game) == []
    return game


def digits(*values: int) -> MakeList:
    return MakeList(tuple(num(v) for v in values), ListOf(DIGIT, 9))


def asking(rules: Rules, me: LocalId, *, mode: Mode = "must") -> tuple[Stmt, Expr]:
    """A choice of a digit by whoever acts, and the digit."""
    n = rules.local("n", DIGIT)
    return choose(rules.get(me), one(rules, "n", digits(1, 2, 3), n), owner="ask", mode=mode), rules.get(n)


# ---------------------------------------------------------------- for and repeat


def test_a_for_goes_through_its_source_as_it_was() -> None:
    rules = Rules()
    n, out = rules.local("n", DIGIT), rules.field("sum", DIGIT, 0)
    ask, answer = asking(rules, me := rules.me())
    rules.setup = (
        SetLocal(me, seat(0)),
        For((n,), digits(5, 6), (ask, rules.set(out, rules.get(n)), rules.set(out, answer))),
    )
    game = compiled(rules)
    assert played(game, 1, 2) == ["Ann chooses n 1", "sum = 5", "sum = 1", "Ann chooses n 2", "sum = 6", "sum = 2"]


def test_a_for_over_pairs_binds_both() -> None:
    rules = Rules()
    a, b, out = rules.local("a", DIGIT), rules.local("b", DIGIT), rules.field("sum", DIGIT, 0)
    ask, _ = asking(rules, me := rules.me())
    pairs = MakeList((digits(1, 2), digits(3, 4)), ListOf(ListOf(DIGIT, 2), 2))
    body = (ask, rules.set(out, rules.get(a)), rules.set(out, rules.get(b)))
    rules.setup = (SetLocal(me, seat(0)), For((a, b), pairs, body))
    log = [line for line in played(compiled(rules), 1, 1) if line.startswith("sum")]
    assert log == ["sum = 1", "sum = 2", "sum = 3", "sum = 4"]


def test_declining_ends_the_pass_of_a_for() -> None:
    rules = Rules()
    n, out = rules.local("n", DIGIT), rules.field("sum", DIGIT, 0)
    ask, answer = asking(rules, me := rules.me(), mode="may")
    rules.setup = (SetLocal(me, seat(0)), For((n,), digits(5, 6), (ask, rules.set(out, answer))))
    assert played(compiled(rules), "no", "take", 3) == ["Ann declines ask", "Ann chooses n 3", "sum = 3"]


def test_declining_leaves_a_repeat() -> None:
    rules = Rules()
    out = rules.field("sum", DIGIT, 0)
    ask, answer = asking(rules, me := rules.me(), mode="may")
    rules.setup = (SetLocal(me, seat(0)), repeat("up_to", 3, ask, rules.set(out, answer)), rules.set(out, num(9)))
    game = compiled(rules)
    assert played(game, "take", 2, "no") == ["Ann chooses n 2", "sum = 2", "Ann declines ask", "sum = 9"]
    assert played(game, "take", 1, "take", 1, "take", 1)[-1] == "sum = 9"


# ---------------------------------------------------------------- cut off


@pytest.mark.parametrize("asks", [True, False])
def test_at_a_limit_that_cuts_off_the_match_ends(asks: bool) -> None:
    """The rest is left out, but not the end section; the reason is kept; nothing of it is in the position."""
    rules = Rules()
    rules.reason = rules.field("reason", Int(0, 1), 0)
    out, why = rules.field("sum", DIGIT, 0), rules.cuts_off("cut off after 2 passes")
    ask, _ = asking(rules, me := rules.me())
    body = (ask, rules.add(out)) if asks else (rules.add(out),)
    loop = repeat("at_most", 2, *body, until=same(rules.at(out), num(5)), cut=why)
    rules.setup = (SetLocal(me, seat(0)), loop, rules.set(out, num(9)))
    rules.end = (rules.set(out, num(8)),)
    game = compiled(rules)
    log = played(game, *((1, 1) if asks else ()))
    assert [line for line in log if "chooses" not in line] == ["sum = 1", "sum = 2", "reason = 1", "sum = 8"]
    assert not any("left" in local.name for local in game.locals)
    (branch,) = (n for n in game.nodes if isinstance(n, BranchNode) and isinstance(n.condition, LimitReachedExpr))
    assert branch.edge == "cut off after 2 passes"


def test_a_match_that_ends_in_time_is_not_cut_off() -> None:
    rules = Rules()
    out, why = rules.field("sum", DIGIT, 0), rules.cuts_off("cut off")
    rules.setup = (repeat("at_most", 2, rules.add(out), until=same(rules.at(out), num(2)), cut=why),)
    rules.end = (rules.set(out, num(8)),)
    assert played(compiled(rules)) == ["sum = 1", "sum = 2", "sum = 8"]


def test_turns_may_be_cut_off() -> None:
    rules = Rules()
    me, out, why = rules.me(), rules.field("sum", DIGIT, 0), rules.cuts_off("cut off")
    rules.phase_each("go", rules.each(me, rules.add(out), until=flag(False), at_most=4, cut=why))
    rules.phase("never", rules.set(out, num(9)))
    assert played(compiled(rules)) == ["sum = 1", "sum = 2", "sum = 3", "sum = 4"]


def test_until_is_tested_before_each_pass() -> None:
    rules = Rules()
    out = rules.field("sum", DIGIT, 0)
    ask, answer = asking(rules, me := rules.me())
    loop = repeat("at_most", 4, ask, rules.set(out, answer), until=same(rules.at(out), num(3)))
    rules.setup = (SetLocal(me, seat(0)), loop)
    game = compiled(rules)
    assert played(game, 1, 3) == ["Ann chooses n 1", "sum = 1", "Ann chooses n 3", "sum = 3"]
    with pytest.raises(LimitReached):
        played(game, 1, 1, 1, 1)


def test_a_proof_bound_is_no_part_of_the_position() -> None:
    rules = Rules()
    ask, _ = asking(rules, me := rules.me())
    rules.setup = (SetLocal(me, seat(0)), repeat("at_most", 4, ask, until=flag(False)))
    game = compiled(rules)
    assert [cell.id for cell in game.layout.cells if cell.what == "local"] == [me]
    assert game.counters == 1


# ---------------------------------------------------------------- each player


def seats(rules: Rules, *players: int) -> Expr:
    return MakeList(tuple(seat(p) for p in players), ListOf(Player(rules.seats), rules.seats))


def who_acts(log: list[str]) -> str:
    """The first letters of those who were asked, in order."""
    return "".join(line[0] for line in log if " chooses " in line)


def test_each_player_goes_once_round_from_the_first() -> None:
    rules = Rules()
    me, first = rules.me(), rules.field("first", rules.player, 1)
    ask, _ = asking(rules, me)
    rules.phase_each("p", rules.each(me, ask, rules.set(first, seat(0)), first=rules.at(first)))
    assert who_acts(played(compiled(rules), 1, 1, 1)) == "BCA"


def test_an_order_is_fixed_before_the_first_turn() -> None:
    rules = Rules()
    me = rules.me()
    order = rules.field("order", ListOf(Player(3), 3), (2, 0))
    ask, _ = asking(rules, me)
    rules.phase_each("p", rules.each(me, ask, rules.set(order, seats(rules, 1)), order=rules.at(order)))
    assert who_acts(played(compiled(rules), 1, 1)) == "CA"


def test_where_and_elimination_are_tested_when_the_seat_comes_up() -> None:
    rules = Rules()
    me = rules.me()
    out, done = rules.field("out", FLAG, False, own=True), rules.field("done", FLAG, False, own=True)
    rules.out = out
    ask, answer = asking(rules, me)
    body = (ask, rules.set(out, same(answer, num(2)), seat(1)), rules.set(done, same(answer, num(3)), seat(2)))
    rules.phase_each("p", rules.each(me, *body, where=Not(rules.at(done, rules.get(me)), FLAG)))
    game = compiled(rules)
    assert who_acts(played(game, 1, 1, 1)) == "ABC"
    assert who_acts(played(game, 2, 2)) == "AC"
    assert who_acts(played(game, 3, 3)) == "AB"


def test_turns_go_round_until_a_condition_holds_or_nobody_can_act() -> None:
    rules = Rules()
    me = rules.me()
    done, over = rules.field("done", FLAG, False, own=True), rules.field("over", FLAG, False)
    ask, answer = asking(rules, me)
    body = (ask, rules.set(done, same(answer, num(2)), rules.get(me)), rules.set(over, same(answer, num(3))))
    where = Not(rules.at(done, rules.get(me)), FLAG)
    rules.phase_each("p", rules.each(me, *body, first=seat(2), where=where, until=rules.at(over)))
    game = compiled(rules)
    assert who_acts(played(game, 1, 1, 1, 2, 1, 1, 1, 3)) == "CABCABAB"
    assert who_acts(played(game, 2, 2, 1, 2)) == "CABB"


def test_turns_with_up_to_end_without_a_fault() -> None:
    rules = Rules()
    me = rules.me()
    ask, _ = asking(rules, me)
    rules.phase_each("p", rules.each(me, ask, until=flag(False), up_to=4))
    assert who_acts(played(compiled(rules), 1, 1, 1, 1)) == "ABCA"


def test_declining_ends_the_turn() -> None:
    rules = Rules()
    me, sum_ = rules.me(), rules.field("sum", DIGIT, 0)
    ask, answer = asking(rules, me, mode="may")
    rules.phase_each("p", rules.each(me, ask, rules.set(sum_, answer)))
    log = played(compiled(rules), "no", "take", 2, "no")
    assert log == ["Ann declines ask", "Bob chooses n 2", "sum = 2", "Cat declines ask"]


def test_a_turn_resets_its_own_and_the_shared_turn_fields() -> None:
    rules = Rules(seats=2)
    me = rules.me()
    rules.field("mine", DIGIT, 0, own=True, reset="turn")
    rules.field("ours", DIGIT, 0, reset="turn")
    inner = rules.me()
    ask, _ = asking(rules, me)
    rules.phase_each("p", rules.each(me, rules.each(inner, If(flag(False), (), ())), ask, turn=True))
    log = played(compiled(rules), 1, 1)
    assert log == [
        *("reset ours", "reset mine of Ann", "Ann chooses n 1"),
        *("reset ours", "reset mine of Bob", "Bob chooses n 1"),
    ]


def test_a_pass_without_stops_is_one_effect() -> None:
    rules = Rules()
    me, out = rules.me(), rules.field("out", FLAG, False, own=True)
    points = rules.field("points", DIGIT, 0, own=True)
    rules.out = out
    rules.setup = (rules.set(out, flag(True), seat(1)),)
    where = below(rules.at(points, rules.get(me)), num(5))
    rules.phase_each("p", rules.each(me, rules.add(points, rules.get(me)), where=where))
    game = compiled(rules)
    assert [type(node).__name__ for node in game.nodes] == ["EffectNode", "EffectNode", "EndNode"]
    assert played(game) == ["Bob.out = True", "Ann.points = 1", "Cat.points = 1"]
