"""Running examples: where a run stops, what is tried in all ways, and what is said when something is wrong."""

from __future__ import annotations

import pytest
from attrs import evolve, field, frozen

from gamedsl.graph.model import example_lines as examples
from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import FLAG, FieldId, KindId, NodeId, SiteId, Value
from gamedsl_interpreter.worked_examples.running import run_example
from unit.interpreter.scripted_tree import (
    ANN,
    BOB,
    Ask,
    Broken,
    Over,
    Rest,
    Roll,
    Tree,
    cannot,
    fact,
    failures,
    may,
    notes,
    number,
    part,
    plays,
    result,
    roll,
    run,
    stays,
    then,
)

# ---------------------------------------------------------------- what proves nothing


def test_facts_that_held_all_the_time_prove_nothing() -> None:
    """The table's fact is 7."""
    lines = [run(), plays("go", 3), then(7)]
    tree = Ask(7, name="go", options={3: Rest(7), 4: Rest(7)})
    assert notes(lines, tree) == [(9, "this held before `` as well")]
    assert notes([*lines, then(7, 10)], tree) == [(9, "all that the example states held before `` as well")]


def test_facts_prove_something_if_one_of_them_is_new_on_one_way() -> None:
    assert notes([run(), plays("go", 3), then(5)], Ask(7, name="go", options={3: Rest(5), 4: Rest(7)})) == []
    there_and_back = Ask(6, name="go", options={3: Rest(7), 4: Rest(7)})
    assert notes([run(), plays("go", 3), then(7)], there_and_back) == []
    two = [run(), then(6), plays("go", 3), then(7, 10)]
    assert notes(two, there_and_back) == []
    rolled = Roll(7, name="die", outcomes={1: Rest(7), 2: Ask(6, name="go", options={3: Rest(7)})})
    assert notes([run(), then(7)], rolled) == []


def test_an_example_proves_something_by_what_may_be_chosen_or_may_not() -> None:
    tree = Ask(7, name="go", options={3: Rest(7), 4: Rest(7)})
    assert notes([run(), may(3, 4), plays("go", 3), then(7)], tree) == []
    assert notes([run(), cannot("go", 5), plays("go", 3), then(7)], tree) == []
    assert notes([run(), plays("go", 3), over(False, ends_at=5)], tree) == []


def test_a_fact_about_a_position_needs_no_run() -> None:
    assert notes([then(7)]) == []
    assert notes([then(7), run(), then(8)], Rest(8)) == []


def test_what_a_set_up_makes_is_the_position_before_the_first_move() -> None:
    set_up = examples.Run(NodeId(0), "setup", SiteId(1))
    tree = Ask(5, name="go", options={3: Rest(5), 4: Rest(5)})
    assert notes([set_up, run(1), plays("go", 3), then(5)], Rest(5), tree) == [(9, "this held before `` as well")]
    assert notes([set_up, then(5)], Rest(5)) == []
    assert notes([set_up, then(7)], Rest(7)) == [(9, "this held before `setup` as well")]


def test_what_stays_so_is_a_proof_and_must_have_held_all_the_time() -> None:
    lines = [run(), plays("go", 3), stays(7)]
    assert notes(lines, Ask(7, name="go", options={3: Rest(7), 4: Rest(7)})) == []
    came = [(9, "it holds now, but it did not hold all the time before")]
    assert failures(lines, Ask(6, name="go", options={3: Rest(7), 4: Rest(7)})) == came
    ((_, text),) = failures(lines, Ask(7, name="go", options={3: Rest(8), 4: Rest(7)}))
    assert text.endswith("is 8, not 7")
    assert failures([stays(7)]) == [(9, "nothing has run before this")]


def test_a_refusal_proves_nothing_if_the_condition_is_not_asked() -> None:
    tree = Ask(1, name="go", options={3: Rest(1), 4: Rest(1)})
    assert notes([run(), cannot("go", 95, "number")], tree) == [(3, "95 is not in the bag")]
    assert notes([run(), cannot("go", 95)], tree) == [(3, "95 is not in the bag")]
    assert notes([run(), cannot("go", 5, "number")], tree) == []


def test_what_is_not_open_cannot_be_declined() -> None:
    declining = examples.Cannot(ANN, (evolve(part("go"), decline=True),), None, "", SiteId(3))
    assert notes([run(), declining], Ask(1, name="go")) == [(3, "`go` is not open to Ann here")]
    assert notes([run(), evolve(declining, because="number")], Ask(1, name="go")) == []
    assert notes([run(), declining], Ask(1, name="go", options={3: Rest(1), 4: Rest(1)})) == []


def test_a_failing_example_has_no_notes() -> None:
    tree = Ask(7, name="go", options={3: Rest(7), 4: Rest(7)})
    assert result([run(), cannot("go", 95), plays("go", 9), then(7)], tree).notes == ()


# ---------------------------------------------------------------- positions


def test_facts_can_be_asked_of_the_table() -> None:
    assert failures([then(7)]) == []


def test_a_fact_that_fails_says_what_is_the_case() -> None:
    ((site, text),) = failures([then(8)])
    assert site == 9
    assert text.endswith("is 7, not 8")


def test_a_fact_that_no_position_can_make_true_is_told_without_a_formula() -> None:
    never = examples.Then(expressions.Const(False, FLAG), "worth[2] is 4", SiteId(9))
    assert failures([never]) == [(9, "this does not hold in any position")]


def test_givens_are_put_first() -> None:
    given = examples.GivenField(FieldId(0), 0, 12, SiteId(8))
    assert result([then(12)], given=[given]).passed


def test_givens_come_after_the_set_up() -> None:
    given = examples.GivenField(FieldId(0), 0, 12, SiteId(8))
    lines = [run(), roll("first", 2), then(12)]
    set_up = Roll(name="first", outcomes={1: Rest(1), 2: Rest(2)})
    assert result(lines, set_up, given=[given], after=2).passed


def test_givens_that_cannot_be_are_a_failure() -> None:
    given = examples.GivenZone(0, ((KindId(0), 1),), SiteId(8))
    found = result([then(12)], given=[given])
    assert [(failure.site, failure.text) for failure in found.failures] == [(8, "no Boat is left")]


def over(said: bool, ends_at: int) -> examples.Line:
    """Whether the match is over, which it also is where the fact has this value."""
    return examples.Then(expressions.Equal(fact(), number(ends_at), FLAG), "", SiteId(9), said)


def test_a_match_is_over_at_its_end_or_where_a_condition_ends_it() -> None:
    assert failures([run(), over(True, ends_at=5)], Over(3)) == []
    assert failures([run(), over(True, ends_at=3)], Rest(3)) == []
    assert failures([run(), over(False, ends_at=5)], Rest(3)) == []
    assert failures([run(), over(True, ends_at=5)], Rest(3)) == [(9, "the match is not over")]
    assert failures([run(), over(False, ends_at=5)], Over(3)) == [(9, "the match is over")]
    asked = Ask(3, "take", options={1: Rest(4)})
    assert failures([run(), plays("take", 1), over(False, ends_at=4)], asked) == [(9, "the match is over")]


# ---------------------------------------------------------------- where runs stop


def test_forced_decisions_are_passed_silently() -> None:
    assert failures([run(), then(5)], Ask(name="go", options={3: Rest(5)})) == []


def test_forced_decisions_may_be_named() -> None:
    assert failures([run(), then(1), plays("go", 3), then(5)], Ask(1, name="go", options={3: Rest(5)})) == []


def test_a_real_decision_must_be_named() -> None:
    tree = Ask(1, name="go", options={3: Rest(), 4: Rest()})
    assert failures([run(), run(0, 2)], tree) == [(2, "Ann is asked number (go) here")]


def test_a_fact_does_not_hold_before_a_decision_that_no_line_speaks_of() -> None:
    tree = Ask(1, name="go", options={3: Rest(1), 4: Rest(1)})
    unanswered = "Ann is asked number (go) here, and no line answers: say what is chosen, or what may be"
    assert failures([run(), then(1)], tree) == [(9, unanswered)]
    assert failures([run(), then(1), may(3, 4)], tree) == []
    assert failures([run(), may(3, 4), then(1)], tree) == []
    assert failures([run(), cannot("go", 5), then(1)], tree) == []
    assert failures([run(), then(1), plays("go"), then(1)], tree) == []


def test_a_line_speaks_of_one_decision_and_not_of_the_next() -> None:
    tree = Ask(name="go", options={3: Ask(7, name="come", options={1: Rest(), 2: Rest()}), 4: Rest(7)})
    ((site, text),) = failures([run(), may(3, 4), plays("go", 3), then(7)], tree)
    assert (site, text.partition(",")[0]) == (9, "Ann is asked number (come) here")


def test_a_move_may_leave_values_free_if_the_facts_hold_in_all_of_them() -> None:
    tree = Ask(name="go", options={3: Rest(5), 4: Rest(5)})
    assert failures([run(), plays("go"), then(5)], tree) == []
    assert result([run(), plays("go"), then(5)], tree).ways == 2


def test_a_failure_names_the_way_that_leads_to_it() -> None:
    tree = Ask(name="go", options={3: Rest(5), 4: Rest(6)})
    (failure,) = result([run(), plays("go"), then(5)], tree).failures
    assert failure.way == ("Ann plays go(number = 4)",)


def test_a_move_may_run_over_several_decisions() -> None:
    tree = Ask(name="go", options={3: Ask(name="come", options={1: Rest(9), 2: Rest(8)}), 4: Rest()})
    line = examples.Plays(ANN, (part("go", 3), part("come", 2)), "", SiteId(2))
    assert failures([run(), line, then(8)], tree) == []


def test_a_refused_move_says_why() -> None:
    tree = Ask(name="go", options={3: Rest(), 4: Rest()})
    assert failures([run(), plays("go", 5)], tree) == [(2, "that number is not offered")]


def test_the_wrong_seat_is_told_who_is_asked() -> None:
    tree = Ask(name="go", options={3: Rest(), 4: Rest()})
    assert failures([run(), plays("go", 3, BOB)], tree) == [(2, "Ann is asked number (go) here")]


def test_nobody_is_asked_at_rest() -> None:
    assert failures([run(), plays("go", 3)], Rest()) == [(2, "Ann is not asked anything here")]


def test_chance_stands_behind_what_leads_to_it() -> None:
    told = [(6, "nothing is rolled or drawn here: write this behind the line that leads to it")]
    assert failures([roll("die", 5), run()], Rest()) == told


# ---------------------------------------------------------------- what may be done


def test_what_may_not_be_done() -> None:
    tree = Ask(name="go", options={3: Rest(), 4: Rest()})
    assert failures([run(), cannot("go", 5, "number"), cannot("go", 6)], tree) == []
    assert failures([run(), cannot("go", 3)], tree) == [(3, "this move is possible: go(number = 3)")]
    ((_, text),) = failures([run(), cannot("go", 5, "enough")], tree)
    assert text.startswith("it is refused because of number, not enough")


def test_what_may_be_chosen() -> None:
    tree = Ask(name="go", options={3: Rest(), 4: Rest()})
    assert failures([run(), may(4, 3)], tree) == []
    assert failures([run(), may(3)], tree) == [(4, "Ann may choose 3, 4")]
    assert failures([run(), may(3, 4, 5)], tree) == [(4, "Ann may choose 3, 4")]


# ---------------------------------------------------------------- chance


def test_chance_falls_in_all_ways() -> None:
    tree = Roll(name="die", outcomes={1: Rest(5), 2: Rest(6)})
    (failure,) = result([run(), then(5)], tree).failures
    assert failure.way == ("roll die = 2",)


def test_chance_waits_for_the_line_that_fixes_it() -> None:
    tree = Roll(1, name="die", outcomes={1: Rest(5), 2: Rest(6)})
    assert failures([run(), then(1), roll("die", 2), then(6)], tree) == []


def test_rolls_are_fixed_in_the_order_of_the_script() -> None:
    second = {n: Rest(n) for n in (1, 2)}
    tree = Roll(name="one", outcomes={1: Roll(name="two", outcomes=second), 2: Roll(name="two", outcomes=second)})
    assert failures([run(), roll("one", 2), roll("two", 1), then(1)], tree) == []
    assert result([run(), roll("two", 1), then(1)], tree).ways == 2


def test_a_roll_that_never_comes_out_is_a_failure() -> None:
    tree = Roll(name="die", outcomes={1: Rest(5), 2: Rest(6)})
    assert failures([run(), roll("die", 3), then(5)], tree) == [(6, "it never comes out like this")]


def test_a_roll_that_contradicts_some_ways_only_prunes_them() -> None:
    even = Roll(name="die", outcomes={2: Rest(2), 4: Rest(4)})
    odd = Roll(name="die", outcomes={1: Rest(1), 3: Rest(3)})
    tree = Roll(name="coin", outcomes={0: even, 1: odd})
    assert failures([run(), roll("die", 3), then(3)], tree) == []


def test_many_ways_are_sampled_with_fixed_seeds() -> None:
    tree = _dice(6, 0)
    found = result([run(), then(99)], tree)
    assert (found.sampled, found.ways) == (True, 500)
    assert found == result([run(), then(99)], tree)
    assert len(found.failures[0].way) == 6


def test_ways_that_all_tell_of_too_many_are_not_tried_one_by_one() -> None:
    """6 ** 6 ways are more than may be tried, but not so many that the first ways alone make it certain."""
    counted = Counted((_dice(6, 0),))
    found = run_example(counted, examples.ExampleSpec("here", None, (), 0, (run(), then(99)), SiteId(0)))
    assert (found.sampled, found.ways) == (True, 500)
    assert len(counted.ended) < 1000


def test_a_short_way_among_far_too_many_does_not_have_all_of_them_tried() -> None:
    """One of ten outcomes ends at once, so one random way alone would tell of ten ways."""
    counted = Counted((Roll(name="first", outcomes={n: _dice(5, 0) if n < 9 else Rest(0) for n in range(10)}),))
    found = run_example(counted, examples.ExampleSpec("here", None, (), 0, (run(), then(99)), SiteId(0)))
    assert (found.sampled, found.ways) == (True, 500)
    assert len(counted.ended) < 1000


def test_all_ways_are_tried_where_only_the_first_tell_of_too_many() -> None:
    tree = Roll(name="first", outcomes={n: _dice(4, 0) if n == 0 else Rest(0) for n in range(60)})
    found = result([run(), then(99)], tree)
    assert (found.sampled, found.ways) == (False, 6**4 + 59)


def _dice(number: int, total: int) -> Rest:
    if not number:
        return Rest(total)
    return Roll(name=f"d{number}", outcomes={n: _dice(number - 1, total + n) for n in range(6)})


@frozen
class Counted(Tree):
    """Counts the facts that are looked at, one for each way."""

    ended: list[Rest] = field(factory=list[Rest])

    def value(self, state: Rest, expr: expressions.Expr) -> Value:
        if isinstance(expr, expressions.Equal) and state != self.table():
            self.ended.append(state)
        return super().value(state, expr)


# ---------------------------------------------------------------- faults


@pytest.mark.parametrize(
    ("tree", "lines", "site"),
    [
        (Broken(), [run()], 1),
        (Ask(name="go", options={3: Broken(), 4: Rest()}), [run(), plays("go")], 2),
        (Roll(name="die", outcomes={1: Broken(), 2: Rest()}), [run(), then(0)], 9),
    ],
)
def test_a_fault_fails_the_line_that_runs_into_it(tree: Rest, lines: list[examples.Line], site: int) -> None:
    assert failures(lines, tree) == [
        (site, "the rules break a promise here (E_BOUND): a value outside its range: too much")
    ]
