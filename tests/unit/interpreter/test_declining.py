"""Examples name what is declined: `Ann declines throw`, `no throw` among the parts of a move."""

from __future__ import annotations

import pytest

from gamedsl.compile import compile_fragments
from gamedsl.graph.model.example_lines import Cannot, ExampleSpec, Line, MovePart, Plays, Run, Then
from gamedsl.graph.model.expressions import Const, MakeList
from gamedsl.graph.model.source_statements import Choose
from gamedsl.graph.model.statements import CallRule, SetLocal
from gamedsl.graph.model.types import Int, ListOf, SeatId
from gamedsl.semantics.model.checked import Fragment
from gamedsl_interpreter.reference.host import ReferenceHost
from gamedsl_interpreter.worked_examples.running import run_example
from unit.compile.building import SITE, Rules, choose, line, num, one, same, seat

DIGIT = Int(0, 9)
ANN = SeatId(0)


def played(*lines: Line, offers: tuple[int, ...] = (1, 2)) -> tuple[str, ...]:
    """What fails of the lines, where Ann takes a number and then may throw some of `offers`; or catches, which she may decline, or waits."""
    rules = Rules(seats=2, humans=2)
    thrown = rules.field("thrown", DIGIT, 0)
    me, first, n, m = rules.me(), rules.local("first", DIGIT), rules.local("n", DIGIT), rules.local("m", DIGIT)
    digits = MakeList(tuple(num(i) for i in offers), ListOf(DIGIT, 9))
    one_digit = MakeList((num(5),), ListOf(DIGIT, 9))
    take = choose(rules.get(me), one(rules, "first", one_digit, first), owner="throw")
    throw = choose(rules.get(me), one(rules, "n", digits, n), owner="throw", mode="may")
    throws = rules.rule("throw", take, throw, rules.set(thrown, rules.get(n)), me=me)
    ask: Choose = choose(rules.get(me), one(rules, "m", digits, m), owner="catch", mode="may")
    catch, wait = rules.rule("catch", ask, action=True), rules.rule("wait", action=True)
    turn = choose(rules.get(me), owner="turn", menu=[line(catch), line(wait)])
    stmts = (SetLocal(me, seat(0, 2)), CallRule(throws, rules.get(me), (), SITE), turn)
    made = compile_fragments(rules.checked(), (Fragment(stmts, None, None, None, "small"),))
    (entry,) = made.entries
    is_zero = Then(same(rules.at(thrown), num(0)), "", SITE)
    spec = ExampleSpec("small", None, (), 0, (Run(entry, "", SITE), *lines, is_zero), SITE)
    return tuple(failure.text for failure in run_example(ReferenceHost(made.game), spec).failures)


def part(name: str, *args: tuple[str, int], no: bool = False) -> MovePart:
    return MovePart(name, no, tuple((selection, Const(value, DIGIT)) for selection, value in args), SITE)


def plays(*parts: MovePart) -> Plays:
    return Plays(ANN, parts, "", SITE)


@pytest.mark.parametrize("offers", [(1, 2), ()])
def test_a_line_declines_the_step_of_this_name(offers: tuple[int, ...]) -> None:
    """A forced decision of the same name that comes before is passed; a decision without any option is declined as well."""
    assert played(plays(part("throw", no=True)), plays(part("wait")), offers=offers) == ()


def test_parts_of_a_move_may_decline() -> None:
    assert played(plays(part("throw", ("first", 5)), part("throw", no=True)), plays(part("catch", no=True))) == ()
    assert played(plays(part("throw", no=True)), plays(part("turn"), part("catch", no=True))) == ()


def test_what_may_be_declined_may_be_declined() -> None:
    may_not = Cannot(ANN, (part("throw", no=True),), None, "", SITE)
    assert played(plays(part("throw", ("first", 5))), may_not, plays(part("throw", no=True)), plays(part("wait"))) == (
        "this move is possible: no throw",
    )
    cannot = Cannot(ANN, (part("wait", no=True),), None, "", SITE)
    assert played(plays(part("throw", no=True)), cannot, plays(part("wait"))) == ()
