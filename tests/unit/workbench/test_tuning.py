"""Parts of tuning: goals in words, intervals, races, contradictions."""

from __future__ import annotations

from math import inf, sqrt
from random import Random

import pytest

import gamedsl
from gamedsl.graph.model.game import Game
from gamedsl.workbench.statistics.estimates import Estimate
from gamedsl.workbench.tuning.conflicts import Told, conflicts
from gamedsl.workbench.tuning.figures import Sort, UnknownFigureError, figure_of
from gamedsl.workbench.tuning.goals import Goal, GoalError, Unit, goal_of
from gamedsl.workbench.tuning.knobs import Number, Switch, Total, amount_of_change, settings_now
from gamedsl.workbench.tuning.measuring import Measured
from gamedsl.workbench.tuning.mistakes import list_names
from gamedsl.workbench.tuning.racing import Judge, Runner, fronts, in_order, race
from gamedsl.workbench.tuning.sums import Sums, largest, ratio, share, sums_of
from gamedsl.workbench.tuning.words import change_text, estimate_text, setting_text
from gamedsl.workbench.tuning.writing import Base, changes_of, variant_text
from gamedsl_interpreter.trouble.survey import actions_of

GOALS = [
    ("under 2 points of percent", Unit.POINTS_OF_PERCENT, -inf, 0.02),
    ("at most 2 %", Unit.PERCENT, -inf, 0.02),
    ("over 10.5 percent", Unit.PERCENT, 0.105, inf),
    ("45 to 60 decisions", Unit.DECISIONS, 45, 60),
    ("45 – 60", Unit.DECISIONS, 45, 60),
    ("10 % to 30 %", Unit.PERCENT, 0.1, 0.3),
    ("10 to 30 %", Unit.PERCENT, 0.1, 0.3),
    ("between 10% and 30%", Unit.PERCENT, 0.1, 0.3),
    ("-5 to −2 points", Unit.POINTS, -5, -2),
    ("2 to 3 times in a match", Unit.TIMES, 2, 3),
]


@pytest.mark.parametrize(("text", "unit", "low", "high"), GOALS, ids=[row[0] for row in GOALS])
def test_goals_are_read_in_words(text: str, unit: Unit, low: float, high: float) -> None:
    goal = goal_of(text, unit)
    assert [goal.low, goal.high] == pytest.approx([low, high])
    assert goal.is_bounded


def test_goals_without_bounds_are_compared() -> None:
    high, low = goal_of("as high as can be", Unit.PERCENT), goal_of("as short as possible", Unit.DECISIONS)
    assert high.loss(0.7) < high.loss(0.6)
    assert low.loss(40) < low.loss(50)
    assert not high.is_bounded


REFUSED = [
    ("good", Unit.PERCENT, "is no goal"),
    ("under 2", Unit.PERCENT, "does not say of what"),
    ("45 to 60 minutes", Unit.DECISIONS, "counted in decisions, not in “minutes”"),
    ("60 to 45", Unit.DECISIONS, "ends before it begins"),
    ("over 120 %", Unit.PERCENT, "can never be"),
    ("under 0 decisions", Unit.DECISIONS, "can never be"),
    ("", Unit.POINTS, "is no goal"),
    ("under nan", Unit.POINTS, "is no goal"),
]


@pytest.mark.parametrize(("text", "unit", "told"), REFUSED, ids=[row[0] or "nothing" for row in REFUSED])
def test_other_goals_are_refused_with_advice(text: str, unit: Unit, told: str) -> None:
    with pytest.raises(GoalError, match=told) as caught:
        goal_of(text, unit)
    assert "write" in caught.value.advice


def test_strain_is_least_in_the_middle_and_one_at_the_ends() -> None:
    between, under = Goal("", 45, 60), Goal("", -inf, 0.02)
    assert [between.strain(value) for value in (52.5, 45, 60, 67.5)] == [0, 1, 1, 2]
    assert under.strain(0.02) == 1
    assert under.strain(0.01) < 1 < under.strain(0.03)
    assert [between.loss(value) for value in (44, 50, 62)] == [1, 0, 2]


# ---------------------------------------------------------------- intervals


def test_intervals_hold_what_they_promise() -> None:
    dice = Random(7)
    trials, held = 300, {"mean": 0, "ratio": 0, "largest": 0}
    for _ in range(trials):
        numbers = [dice.randrange(6) for _ in range(80)]
        uses = [(dice.randrange(3), dice.randrange(1, 4)) for _ in range(80)]
        seats = [dice.choices(range(3), (5, 3, 2))[0] for _ in range(80)]
        mean = ratio(sums_of(numbers, [1] * 80))
        part = ratio(sums_of([x for x, _ in uses], [x + y for x, y in uses]))
        most = largest(sums_of([3 * (seat == one) - 1 for seat in seats], [3] * 80) for one in range(3))
        assert mean is not None
        assert part is not None
        assert most is not None
        held["mean"] += mean.low <= 2.5 <= mean.high
        held["ratio"] += part.low <= 1 / 3 <= part.high
        held["largest"] += most.low <= 0.5 - 1 / 3 <= most.high
    # Four standard errors below 95 %.
    least = trials * (0.95 - 4 * sqrt(0.95 * 0.05 / trials))
    assert all(number >= least for number in held.values()), held


def test_sums_add_up_and_nothing_is_not_known() -> None:
    one, other = sums_of([1, 2], [1, 1]), sums_of([3], [1])
    assert one + other == sums_of([1, 2, 3], [1, 1, 1])
    assert share(Sums()) is ratio(Sums()) is largest([]) is None
    assert ratio(sums_of([4], [2])) == Estimate(2, -inf, inf, 1)


# ---------------------------------------------------------------- racing


def measured(value: int) -> Measured:
    return Measured(((sums_of([value], [1]),),))


def values(found: Measured) -> list[float | None]:
    return [figure[0].x / figure[0].y for figure in found.sums]


def test_fronts_are_those_that_nobody_beats() -> None:
    assert fronts([(0, 3), (1, 1), (2, 2), (0, 3), (3, 3)]) == [0, 0, 1, 0, 2]
    assert fronts([]) == []


def test_poor_candidates_stop_early() -> None:
    judge = Judge((Goal("", is_lowest=True),), values)
    played: list[tuple[list[int], range]] = []

    def play(left: list[Runner], indices: range) -> list[Measured]:
        played.append(([one.number for one in left], indices))
        return [Measured(broken="a fault") if one.number == 3 else measured(one.number) for one in left]

    found = race([Runner(number, None) for number in range(8)], judge, 100, lambda left, i: play(list(left), i))
    assert played == [
        (list(range(8)), range(25)),
        ([0, 1, 2, 4], range(25, 50)),
        ([0, 1], range(50, 100)),
    ]
    assert [one.matches for one in found] == [100, 100, 50, 25, 50, 25, 25, 25]
    assert found[0].measured.sums[0][0].count == 3
    assert found[3].measured.broken == "a fault"


def test_whoever_is_nearest_to_a_single_goal_plays_on() -> None:
    def two(found: Measured) -> list[float | None]:
        [value] = values(found)
        return [value, None if value is None else -value]

    judge = Judge((Goal("", is_lowest=True), Goal("", is_lowest=True)), two)
    runners = [Runner(number, float(number in (0, 5))) for number in range(6)]
    found = race(runners, judge, 100, lambda left, _: [measured(one.number) for one in left])
    assert [one.matches for one in found] == [100, 100, 100, 100, 25, 100]


def test_among_equals_the_middle_of_the_bounds_and_small_changes_win() -> None:
    judge = Judge((Goal("", 0, 10),), values)
    runners = [
        Runner(0, None, 8, measured(9)),
        Runner(1, None, 8, measured(5)),
        Runner(2, None, 8, measured(11)),
    ]
    assert [one.number for one in in_order(runners, judge)] == [1, 0, 2]
    changed = [Runner(0, 2.0, 8, measured(5)), Runner(1, 1.0, 8, measured(5))]
    assert [one.number for one in in_order(changed, judge)] == [1, 0]


# ---------------------------------------------------------------- contradictions

WISHES = (
    Told("length", Goal("under 10", -inf, 10), Unit.DECISIONS),
    Told("wins", Goal("over 60 %", 0.6), Unit.PERCENT),
)


def near(number: float, width: float) -> Estimate:
    return Estimate(number, number - width, number + width, 1)


def test_wishes_that_no_candidate_meets_together_contradict_each_other() -> None:
    shown = [(near(8, 1), near(0.4, 0.05)), (near(14, 1), near(0.7, 0.05))]
    [told] = conflicts(WISHES, shown, "two candidates")
    assert told == (
        "The wishes for length and wins contradict each other: none of two candidates meets both. One can be met only without the other: "
        "with length (under 10), wins is at best 40.0 percent (35.0 to 45.0); with wins (over 60 %), length is at best 14.0 decisions (13.0 to 15.0)."
    )


def test_what_an_interval_leaves_open_is_no_contradiction() -> None:
    assert not list(conflicts(WISHES, [(near(8, 1), near(0.4, 0.25)), (near(14, 1), near(0.7, 0.05))], "two"))
    assert not list(conflicts(WISHES, [], "none"))


def test_a_wish_that_nobody_meets_is_named_with_the_nearest() -> None:
    [told] = conflicts(WISHES, [(near(14, 1), near(0.7, 0.05)), (near(12, 1), near(0.7, 0.05))], "two candidates")
    assert told == (
        "None of two candidates meets the wish for length (under 10): the nearest has 12.0 decisions (11.0 to 13.0)."
    )


# ---------------------------------------------------------------- what is changed


def test_lines_follow_the_settings_and_totals_follow_copies() -> None:
    copies = Number("copies of Cook in deck", 5, 9, now=7, now_text="7", total=Total("staff", 71, 1))
    rounds = Number("rounds up to", 3, 5, now=5, now_text="5")
    line = Switch("v: set x = 1", "v", ("set x = 1",), total=Total("staff", 71, 2))
    whole = Switch("variant w", "w")
    knobs = (copies, rounds, line, whole)
    settings = {copies.key: 6, rounds.key: 4, line.key: True, whole.key: True}
    assert changes_of(knobs, settings) == [
        "set copies of Cook in deck = 6",
        "set rounds up to 4",
        "set x = 1",
        "set component 72 staff",
    ]
    assert settings_now(knobs) == {copies.key: 7, rounds.key: 5, line.key: False, whole.key: False}
    text = variant_text("mine", Base(("game",), ("set y = 2",)), knobs, settings, "All.", ["remove one"], ["Found."])
    head = '# Found.\nvariant mine of game, w:\n    "All."\n    set y = 2\n'
    assert text.startswith(head)
    assert text.endswith("    set component 72 staff\n    remove one\n")
    assert amount_of_change(knobs, settings) == pytest.approx(1 + 1 / 4 + 1 + 1 / 2 + 1 + 1)


def test_people_read_words_and_no_rules() -> None:
    names = {"Cook": "the cook"}
    knob = Number("prize[Small_one].first_half", 1, 3, now=2, now_text="2")
    assert change_text(knob, 3, names) == "first half of prize for Small one: 3 instead of 2"
    assert change_text(Number("Cook.icons", 1, 3, now=2), 1, names) == "icons of the cook: 1 instead of 2"
    line = Switch("v: replace score", "v", ('replace score unpaid: -2 * count(hand)  "Two points off."',))
    assert change_text(line, True, names) == "v: replace score unpaid (“Two points off”): on"
    assert estimate_text(Estimate(0.123, 0.1, 0.15, 1), Unit.PERCENT) == "12.3 (10.0 to 15.0)"
    assert estimate_text(None, Unit.TIMES) == "not known"
    assert [setting_text(one, None, names) for one in (knob, line)] == ["2", "as it is"]
    assert [setting_text(line, setting, names) for setting in (True, False)] == ["on", "off"]


def test_of_many_names_the_first_are_told() -> None:
    assert list_names("abc", 3) == "`a`, `b`, `c`"
    assert list_names("abcde", 3) == "`a`, `b`, `c` and 2 more"


def _game(name: str) -> Game:
    return gamedsl.load_rules(name).game()


@pytest.mark.parametrize("name", ["gloriana", "branch_lines", "backgammon"])
def test_a_share_is_one_of_all_that_is_chosen_as_it_is(name: str) -> None:
    game = _game(name)
    kinds = {kind.name: {one.name for one in game.kinds if one.cls == kind.cls} for kind in game.kinds}
    places = {place: set(board.places) for board in game.boards for place in board.places}
    actions = {action: set(actions_of(game)) for action in actions_of(game)}
    for chosen, alike in (places | kinds | actions).items():
        figure = figure_of(f"share of {chosen}", game)
        assert (figure.sort, figure.names[0], set(figure.names[1:])) == (Sort.SHARE, chosen, alike)


@pytest.mark.parametrize("name", ["golf_patience", "ember_watch"])
def test_nobody_has_an_advantage_where_nobody_plays_against_another(name: str) -> None:
    for key in ("wins of the first seat", "seat_advantage", "lead"):
        with pytest.raises(UnknownFigureError, match="nobody plays against another"):
            figure_of(key, _game(name))
