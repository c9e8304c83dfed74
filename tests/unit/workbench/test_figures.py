"""Figures of reports on games and numbers whose answer is known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from statistics import fmean, stdev

import pytest

import gamedsl
from bench.figure_coverage import cover, rows
from gamedsl.values import evolve
from gamedsl.workbench.playing.deep import PARTS, REPLAYS, Deep, Judged, Moment, Plan, expect_seconds, look_deep
from gamedsl.workbench.playing.jobs import Job
from gamedsl.workbench.playing.workers import look_deep_in_order
from gamedsl.workbench.reporting.courses import Pace
from gamedsl.workbench.reporting.deep import sections as deep_parts
from gamedsl.workbench.reporting.deep.luck import Played, divide, from_zero, luck_section
from gamedsl.workbench.reporting.deep.options import is_good, options_section
from gamedsl.workbench.reporting.deep.sections import Depth, deep_sections, interplay_section
from gamedsl.workbench.reporting.deep.tension import (
    comeback,
    drama,
    leader_wins,
    rest_after_decision,
    same_end,
    tension_section,
)
from gamedsl.workbench.reporting.figures import figure_text
from gamedsl.workbench.reporting.make import evidence
from gamedsl.workbench.reporting.model import Figure, Section
from gamedsl.workbench.reporting.skill import Thinking
from gamedsl.workbench.statistics.distributions import t_quantile
from gamedsl.workbench.statistics.estimates import Estimate, estimate_mean_share, estimate_share, jackknife
from gamedsl.workbench.statistics.medoids import group
from gamedsl_interpreter.matches.fastest import fastest

NOTHING_OF_LUCK = Plan("", "", has_rivals=True)


def job(rules: str, agents: str = "random") -> Job:
    return Job(fastest(gamedsl.parse_rules(rules).game()), agents, 1)


def looked(rules: str, agents: str, matches: int, plan: Plan = NOTHING_OF_LUCK) -> list[Deep]:
    return list(look_deep_in_order(job(rules, agents), range(matches), plan, 1))


def figure(section: Section | None, name: str) -> Figure:
    assert section is not None
    return next(one for one in section.figures if one.name == name)


def value(section: Section | None, name: str) -> float:
    found = figure(section, name).estimate
    assert found is not None
    return found.value


# ---------------------------------------------------------------- numbers


def test_the_jackknife_of_a_mean_is_students_interval() -> None:
    numbers = [3.0, 5.0, 4.0, 9.0, 1.0, 6.0]
    found = jackknife(numbers, fmean)
    half = t_quantile(5) * stdev(numbers) / 6**0.5
    assert (found.value, found.low, found.high) == pytest.approx(
        (fmean(numbers), fmean(numbers) - half, fmean(numbers) + half)
    )


def test_matches_that_say_more_than_won_or_lost_have_a_narrower_interval() -> None:
    plain = estimate_share(20, 40)
    even = estimate_mean_share([0.4, 0.6] * 20)
    assert even.value == plain.value == 0.5
    assert even.high - even.low < (plain.high - plain.low) / 3
    assert estimate_mean_share([1.0] * 40) == estimate_share(40, 40), "where all agree, each counts as one match"


def test_groups_are_found_where_there_are_some() -> None:
    def apart(points: Sequence[float]) -> list[list[float]]:
        return [[abs(one - other) for other in points] for one in points]

    two = group(apart([0.0, 0.1, 0.2, 5.0, 5.1]))
    assert [sorted(own) for own in two.members] == [[0, 1, 2], [3, 4]]
    assert [own[0] for own in two.members] == [1, 3], "the middle comes first"
    assert len(group(apart([1.0] * 30)).members) == 1


# ---------------------------------------------------------------- luck and skill


def deals(end: str, number: int = 60) -> list[Played]:
    """Deals of two seats in which the result is what `end` says: who plays better, the deal, the seat, or a coin."""
    dice = Random(7)

    def shares(strong: int, dealt: int) -> tuple[float, ...]:
        winner = {"player": strong, "deal": dealt, "seat": 0, "coin": dice.randrange(2)}[end]
        return tuple(float(seat == winner) for seat in (0, 1))

    made: list[Played] = []
    for _ in range(number):
        dealt = dice.randrange(2)
        made.append(tuple(tuple(shares(strong, dealt) for _ in range(2)) for strong in (0, 1)))
    return made


@pytest.mark.parametrize("end", ["player", "deal", "coin"])
def test_what_decides_alone_has_all_of_the_variance(end: str) -> None:
    parts = divide(deals(end))
    known = {"player": parts.player, "deal": parts.deal, "seat": parts.seat, "coin": parts.rest}
    assert parts.share(known[end]) > 0.85
    assert parts.total == pytest.approx(0.25, rel=0.15), "the variance of a fair coin"


def test_a_seat_that_always_wins_is_the_seat() -> None:
    parts = divide(deals("seat"))
    assert (parts.share(parts.seat), parts.player, parts.deal, parts.rest) == (1.0, 0.0, 0.0, 0.0)


@pytest.mark.parametrize(
    ("end", "number", "told"), [("player", 20, (0.82, 1, 1)), ("coin", 60, (0, 0.01, 0.06)), ("seat", 20, (0, 0, 0))]
)
def test_the_interval_of_the_part_of_who_plays_better(end: str, number: int, told: tuple[float, float, float]) -> None:
    """It ends where shares end, and holds nothing if it cannot be told which player leads."""
    found = [Deep(FIRST, 1, (), (), (), (), luck) for luck in deals(end, number)]
    part = figure(luck_section(found, "random", "mcts:20", ""), "player_share").estimate
    assert part is not None
    assert (part.low, part.value, part.high) == pytest.approx(told, abs=0.005)


def test_parts_of_a_mixture_are_found_again() -> None:
    """A third each: the better player, the deal, or a coin decides the match, drawn anew. A cause that decides a match with chance p has p² of the variance."""
    dice = Random(3)
    made: list[Played] = []
    for _ in range(3000):
        dealt = dice.randrange(2)
        made.append(
            tuple(
                tuple(
                    tuple(float(seat == winner) for seat in (0, 1))
                    for winner in (dice.choice((strong, dealt, dice.randrange(2))) for _ in range(2))
                )
                for strong in (0, 1)
            )
        )
    parts = divide(made)
    assert parts.share(parts.player) == pytest.approx(1 / 9, abs=0.02)
    assert parts.share(parts.deal) == pytest.approx(1 / 9, abs=0.02)
    assert parts.share(parts.rest) == pytest.approx(7 / 9, abs=0.03)


COIN = """game coin:
    players 2

each player:
    points: 0..6 = 0

rounds up to 2:
    turns

phase turns, each player:
    choose guess: one of 1..3
    roll die: one of 1..6
    points = die

ranking by highest points, ties shared
"""


def test_a_game_of_pure_luck_has_no_skill() -> None:
    found = looked(COIN, "random", 20, Plan("random", "mcts:8", has_rivals=True))
    section = luck_section(found, "random", "mcts:8", "")
    skill = figure(section, "player_share").estimate
    assert skill is not None
    assert skill.low == 0
    assert skill.high < 0.2
    assert value(section, "rest_share") > 0.7


# ---------------------------------------------------------------- how early the winner is known

FIRST, SECOND = (1.0, 0.0), (0.0, 1.0)


def deep(end: tuple[float, float], *halves: tuple[int, int]) -> Deep:
    """A match with these moments: how often the first player wins in the first and in the second half of what is played on."""

    def ends(won: int) -> tuple[tuple[float, ...], ...]:
        return (FIRST,) * won + (SECOND,) * (REPLAYS // 2 - won)

    moments = tuple(Moment(at, ends(one) + ends(other)) for at, (one, other) in enumerate(halves))
    part_of = tuple(part * len(halves) // PARTS for part in range(PARTS))
    return Deep(end, len(halves), moments, part_of, (), (), ())


def test_measures_of_a_match_that_turns() -> None:
    """The first player is behind with 1 of 4 in the first half and ahead in the second one, where all that is played on ends with the same winner."""
    one = deep(FIRST, (1, 2), (4, 4))
    assert same_end(one, 0) == 3 / 8
    assert same_end(one, 9) == 1
    assert rest_after_decision(one) == 0.5
    assert comeback(one) == 2 / 4, "the moment is chosen by one half, the chance is that of the other"
    assert leader_wins(one, 0) == 2 / 4
    assert drama(one) == (2 / 4 - 2 / 4) / 2
    assert drama(deep(FIRST, (1, 1), (4, 4))) == pytest.approx((3 / 4 - 1 / 4) / 2)


def test_luck_of_what_is_played_on_is_no_comeback() -> None:
    """In an even match the lowest of ten chances is low by luck; its second half is as even as ever."""
    dice = Random(1)

    def won() -> int:
        return sum(dice.randrange(2) for _ in range(REPLAYS // 2))

    matches = [deep(FIRST, *((won(), won()) for _ in range(PARTS))) for _ in range(400)]
    assert fmean(map(comeback, matches)) == pytest.approx(0.5, abs=0.04)
    assert fmean(map(drama, matches)) == pytest.approx(0, abs=0.03)


def test_few_matches_have_no_number() -> None:
    section = tension_section([deep(FIRST, (4, 4))] * 19, "", "")
    assert figure(section, "known_half_way").estimate is None
    assert figure_text(figure(section, "known_half_way")) == "too few matches (19 of 20)"
    assert value(tension_section([deep(FIRST, (4, 4))] * 20, "", ""), "known_half_way") == 1


STONES = """game stones:
    players 2

shared:
    heap: 0..5 = 5

each player:
    last = no

rounds at most 6:
    turns

phase turns, each player:
    choose number: one of 1..3 where it <= heap
    heap -= number
    if heap is 0: last = yes

game ends when heap is 0

ranking by highest (1 if last else 0)
"""


def test_the_winner_of_a_solved_game_is_known_from_its_first_decision() -> None:
    """Who takes the last of five stones: the first player, by going to four. Players that see that win from the start; the seat is all there is."""
    solved = gamedsl.solve(gamedsl.parse_rules(STONES).game())
    assert solved.payoff == (1, 0)
    sections = {
        one.id: one
        for one in deep_sections(job(STONES, "mcts:30"), Depth(20, ("random", "mcts:30")), 1, abs, has_rivals=True)
    }
    known = sections["known"]
    assert value(known, "known_half_way") == 1
    assert value(known, "decided_rest") == 1
    assert value(known, "comeback") == 1
    assert value(known, "drama") == 0
    assert known.grid.rows[0][1] == "100%"
    seats = sections["strengths"]
    assert value(seats, "seat_1_mcts:30") == 1
    assert value(seats, "seat_1_random") < 0.9
    assert value(sections["luck"], "deal_share") == 0, "nothing is dealt"


# ---------------------------------------------------------------- options and interplay

WASTE = """game waste:
    players 2

each player:
    points: 0..40 = 0

rounds up to 2:
    turns

phase turns, each player:
    choose one:
        work
        rest
        spoil

action work: points += 2
action rest: points += 2
action spoil: points -= 0

score points: points

ranking by highest total, ties shared

players aim at points
"""


def test_an_option_that_is_never_good_is_dead_and_a_race_has_no_interaction() -> None:
    found = looked(WASTE, "random", 20)
    section = options_section(found, "", "")
    assert section is not None
    assert value(section, "dead_options") == 1
    assert section.findings[0].text == "1 of 3 options never come within 1% of the best: `spoil` (of `turns`)."
    assert section.grid.rows[0][:4] == ("spoil", "`turns`", section.grid.rows[0][2], "0%")
    assert value(section, "good_options") == pytest.approx(2 / 3, abs=0.15)
    interaction = figure(interplay_section(found, "", ""), "interaction").estimate
    assert interaction is not None
    assert interaction.low == 0


def test_who_blocks_the_others_interacts() -> None:
    """Each takes one of three numbers that are left; the highest is the best, and a move may take it away."""
    rules = """game grab:
    players 2

component 4 tile in row:
    name  count  worth
    One   1      1
    Three 1      3
    Nine  1      9
    Ten   1      10

shared:
    row: bag of tile

each player:
    points: 0..40 = 0

rounds up to 2:
    turns

phase turns, each player:
    choose piece: one of row
    points += piece.worth
    move piece from row to box

ranking by highest points, ties shared
"""
    interaction = figure(interplay_section(looked(rules, "random", 20), "", ""), "interaction").estimate
    assert interaction is not None
    assert interaction.low > 0.1


def test_what_is_good_depends_on_the_distance_and_on_what_the_search_can_tell() -> None:
    assert is_good(Judged(("", ""), 0.495, 0.0, 0.5, 0.0))
    assert not is_good(Judged(("", ""), 0.48, 0.0, 0.5, 0.0))
    assert is_good(Judged(("", ""), 0.3, 0.2, 0.5, 0.1)), "such a search cannot tell"


# ---------------------------------------------------------------- minutes, moves, ways to win


def test_minutes_and_refinement_are_those_of_the_model() -> None:
    told = evidence(job(COIN), 30, Thinking(0, 1), 1, pace=Pace(30, 60))
    sections = {one.id: one for one in told.sections}
    # Four decisions of three numbers: 30 + 60 log2(3) seconds each.
    assert value(sections["minutes"], "minutes") == pytest.approx(4 * (30 + 60 * 1.584962500721156) / 60)
    assert [one.name for one in sections["choices"].figures] == ["branching"]
    assert value(sections["choices"], "branching") == 3
    assert value(sections["length"], "decisions") == 4


def test_refinement_is_told_of_players_that_think() -> None:
    told = evidence(evolve(job(COIN), agents="mcts:2"), 30, Thinking(0, 1), 1)
    sections = {one.id: one for one in told.sections}
    assert value(sections["choices"], "refinement") == pytest.approx(3**0.5 / 4)


WAYS = """game ways:
    players 2

each player:
    corn: 0..9 = 0
    wine: 0..9 = 0

rounds up to 1:
    turns

phase turns, each player:
    choose one:
        sow
        plant

action sow:
    roll die: one of 1..6
    corn = die

action plant:
    roll die: one of 1..6
    wine = die

score corn: corn
score wine: wine

ranking by highest total, ties shared
"""


def test_two_ways_to_win_are_found() -> None:
    told = evidence(job(WAYS), 100, Thinking(0, 1), 1)
    ways = next(one for one in told.sections if one.id == "ways")
    assert value(ways, "ways_to_win") == pytest.approx(2, abs=0.1)
    assert value(ways, "difference_of_winners") == pytest.approx(0.5, abs=0.05)
    assert {row[3] for row in ways.grid.rows} == {"100% `corn`", "100% `wine`"}


def test_ways_to_win_without_score_lines_are_told_by_actions() -> None:
    rules = WAYS.replace("score corn: corn\nscore wine: wine\n\n", "").replace("highest total", "highest corn + wine")
    told = evidence(job(rules, "mcts:1"), 100, Thinking(0, 1), 1)
    ways = next(one for one in told.sections if one.id == "ways")
    assert value(ways, "ways_to_win") == pytest.approx(2, abs=0.1)
    assert {row[3] for row in ways.grid.rows} == {"100% `sow`", "100% `plant`"}


# ---------------------------------------------------------------- the same in any number of processes


@pytest.mark.usefixtures("forks")
def test_what_is_seen_does_not_depend_on_processes() -> None:
    own = job(STONES, "mcts:20")
    plan = Plan("random", "mcts:20", has_rivals=True)
    assert list(look_deep_in_order(own, range(3), plan, 2)) == [look_deep(own, index, plan) for index in range(3)]


@pytest.mark.usefixtures("forks")
def test_when_the_time_is_over_no_match_begins_and_those_that_have_begun_count() -> None:
    own, plan = job(STONES, "mcts:20"), Plan("random", "mcts:20", has_rivals=True)
    first = look_deep(own, 0, plan)
    assert list(look_deep_in_order(own, range(3), plan, 1, 0)) == [first]
    assert list(look_deep_in_order(own, range(3), plan, 2, 0)) == [first]


@pytest.mark.usefixtures("forks")
def test_it_is_said_how_long_it_takes_and_for_how_many_there_was_time(monkeypatch: pytest.MonkeyPatch) -> None:
    own = job(STONES, "mcts:20")
    assert expect_seconds(own, Plan("random", "mcts:20", has_rivals=True), ("random", "mcts:20")) > 0

    def expect(_job: Job, _plan: Plan, _strengths: Sequence[str]) -> float:
        return 90.0

    def look_once(job: Job, indices: range, plan: Plan, *_: object) -> Iterator[Deep]:
        return look_deep_in_order(job, indices[:1], plan)

    monkeypatch.setattr(deep_parts, "expect_seconds", expect)
    said_first = list[str]()
    depth = Depth(4, ("random", "mcts:20"), 50)
    own_sections = deep_sections(own, depth, 2, abs, has_rivals=True, say=said_first.append)
    monkeypatch.setattr(deep_parts, "look_deep_in_order", look_once)
    made = [one.made for one in own_sections]
    assert said_first == [
        "looking deep into 4 matches would take about 3 minutes, and ends after 50 seconds",
        "there was time to look into 1 of 4 matches",
    ]
    assert "4 matches" not in " ".join(made)
    assert "The first match of seed 1." in made[0]


# ---------------------------------------------------------------- intervals


@pytest.mark.parametrize(
    ("text", "widest"),
    [
        ("comeback: 1 coin decides", 0.3),
        ("interaction: 0.3 of answers, and 0.2 without a reason", 0.3),
        ("player_share: player 0.9, deal 0.0, 2 seats", 0.45),
    ],
)
def test_intervals_hold_the_true_figure_as_often_as_they_say(text: str, widest: float) -> None:
    """`python -m bench.figure_coverage` does it for all figures with many samples."""
    row = next(one for one in rows() if one.text == text)
    held, mean, width = cover(row, 20, 60)
    assert held >= 0.87, "95 %, less three times what 60 samples spread"
    assert mean == pytest.approx(row.truth, abs=0.03)
    assert width < widest


def test_deals_that_are_all_the_same_do_not_say_that_all_others_are() -> None:
    """The better player has won all of 20 deals: with 97 in 100 of the matches decided by play that happens in three of ten samples."""
    same = deals("player", 20)
    found = figure(luck_section([Deep((), 1, (), (), (), (), one) for one in same], "a", "b", ""), "player_share")
    assert found.estimate is not None
    assert (found.estimate.value, found.estimate.high, found.estimate.count) == (1, 1, 20)
    assert found.estimate.low < 0.97**2


def test_a_part_that_is_estimated_below_nothing_is_not_nothing_for_certain() -> None:
    found = from_zero(Estimate(-0.05, -0.1, -0.01, 20))
    assert (found.value, found.low) == (0, 0)
    assert found.high == pytest.approx(0.04)
