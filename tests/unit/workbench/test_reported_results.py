"""What a report says of results: which seats win, how long matches are, and whether skill counts."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

import gamedsl
from gamedsl.workbench.playing.jobs import Job
from gamedsl.workbench.reporting import make, results
from gamedsl.workbench.reporting.outcomes import Outcome, Outcomes
from gamedsl.workbench.reporting.pictures import draw_picture, lying_bars
from gamedsl.workbench.reporting.skill import Share, Thinking, find_skill, skill
from gamedsl_interpreter.matches.fastest import fastest
from unit.workbench.reports import found, found_in, section


def test_a_seat_that_is_better_is_said_to_be() -> None:
    [first, *_] = section(found("tic_tac_toe", matches=150), "seats").findings
    assert first.sort == "certain"
    assert first.text.startswith("P1 wins 6")


def test_what_one_seat_wins_is_not_held_against_the_others() -> None:
    """If one of four wins half of the matches, the other three win less than a quarter, and are equal among themselves."""
    won = _won([0] * 50 + [1, 2, 3] * 17)
    told = results.seats(won, "", won).findings
    assert [(one.text, one.sort) for one in told] == [
        ("A wins 49.5% (40.0% to 59.1%), more than its fair 25.0%.", "certain")
    ]


def test_what_new_matches_do_not_confirm_was_chance() -> None:
    striking, usual = _won([0] * 50 + [1, 2, 3] * 17), _won([0, 1, 2, 3] * 50)
    told = results.seats(striking, "", usual)
    assert [(one.text, one.sort) for one in told.findings] == [
        (
            "No seat is better for certain. In 101 matches A seemed to be: it won 49.5%, where 25.0% is fair. "
            "Therefore 200 new matches were played to test this, and it won 25.0% of them.",
            "open",
        )
    ]
    assert told.grid.rows[0][:2] == ("A", "25.0%")


def test_without_new_matches_one_half_tests_the_other() -> None:
    """Of the results of a campaign no match can be played again."""
    assert results.seats(_won([0, 0, 1, 0, 2, 0, 0, 3] * 30), "").findings[0].sort == "certain"
    assert results.seats(_won([0, 1, 0, 2, 0, 3] * 30), "").findings[0].sort == "open"
    [alone] = results.seats(_won([0, 0] * 60 + [1, 1, 2, 2, 3, 3] * 47), "").findings
    assert alone.text.endswith("That the interval of a seat leaves out 25.0% is not enough: some do so by chance.")


def test_of_the_other_seats_a_better_one_is_named_too() -> None:
    won = [0] * 400 + [1] * 100 + [2] * 30 + [3] * 30
    told = [one.text for one in results.seats(_won(won), "", _won(won)).findings]
    assert told[0].startswith("A wins 71.4%")
    assert told[1].startswith("Of the other seats, B wins more than its fair share: 17.9%")
    assert len(told) == 2


def _won(seats: list[int]) -> Outcomes:
    names = ("A", "B", "C", "D")
    places = [tuple(1 if seat == winner else 2 for seat in range(4)) for winner in seats]
    return Outcomes(names, (), (), tuple(Outcome(1, "", one, (), (names[one.index(1)],), ()) for one in places))


def test_fair_is_what_seats_win_on_average_where_several_win_together() -> None:
    """Teams: two of three seats win each match, so that each seat wins two of three."""
    teams = [(True, True, False), (True, False, True), (False, True, True)] * 40
    ended = (Outcome(1, "", (1, 1, 1), (), (), (), won) for won in teams)
    told = results.seats(Outcomes(("Ann", "Bob", "Cat"), (), (), tuple(ended)), "")
    assert "its fair 66.7% is Ann with 66.7%" in told.findings[0].text
    assert told.findings[1].text == "Several players win together in 100.0% of the matches."
    assert "whoever wins together with others has a whole victory." in told.made


@pytest.mark.parametrize(("most", "watched"), [(1_000, 20), (40, 10)])
def test_long_matches_are_watched_until_they_are_enough(
    most: int, watched: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if 30 decisions were many: matches of four decisions are watched until there are twenty, or too many decisions."""
    monkeypatch.setattr(make, "DECISIONS", 30)
    monkeypatch.setattr(make, "MOST_DECISIONS", most)
    assert found_in(SHORT, 30).watched == watched


_GHOST = """
game haunted:
    players 2

each player:
    points: 0..9 = 0

rounds up to 3:
    turns

phase turns, each player:
    choose n: one of 1..3
    points += n

ranking by highest points, ties shared

seat Ghost:
    answers:
        n: highest
"""


def test_seats_of_rules_are_no_competitors() -> None:
    """The ghost wins nearly always; the two players are compared with each other."""
    told = [one.text for one in section(found_in(_GHOST, 40), "seats").findings]
    assert any(text.startswith("Ghost, whom the rules play, wins ") for text in told)
    assert any("fair 50.0%" in text for text in told)


def test_skill_is_a_number() -> None:
    skill = section(found("tic_tac_toe", matches=20, thinking=4), "skill")
    assert skill.grid.rows[0][0] == "all seats"
    assert "without any effect it would be 50%" in skill.findings[0].text


_EVEN = """game even:
    players 2

each player:
    stake: 1..5 = 1

rounds up to 2:
    bidding

phase bidding, each player together:
    choose n: one of 1..5
    stake = n

ranking by highest number
"""


@pytest.mark.parametrize(
    ("won", "sort", "said"),
    [
        (70, "certain", "Skill counts."),
        (
            52,
            "open",
            "In so many matches, a difference of less than about 14 percentage points cannot be told from chance.",
        ),
        (25, "open", "So short searches mislead here, and say nothing of skill."),
    ],
)
def test_searches_that_lose_say_nothing_of_skill(won: int, sort: str, said: str) -> None:
    half = Fraction(1, 2)
    found = find_skill([Share(Fraction(1), half)] * won + [Share(Fraction(0), half)] * (100 - won), 5)
    assert found.sort == sort
    assert found.text.startswith(f"Four times the thinking (20 iterations for a move in place of 5) wins {won}% of 100")
    assert found.text.endswith(said)


def test_whoever_thinks_more_is_compared_with_those_who_win_together() -> None:
    """Three of four win each match: whoever thinks more wins as often as the others."""
    fair = Fraction(3, 4)
    found = find_skill([Share(Fraction(1), fair)] * 75 + [Share(Fraction(0), fair)] * 25, 5)
    assert found.sort == "open"
    assert "without any effect it would be 75%. In so many matches" in found.text


def test_skill_says_where_a_search_sees_no_difference() -> None:
    job = Job(fastest(gamedsl.parse_rules(_EVEN).game()), "random", 1)
    told = skill(job, Thinking(2, 5.0), 4, 1, lambda _: None)
    assert told.findings[1].text.startswith(
        "At all of 8 decisions these searches of 5 and 20 iterations saw no difference"
    )


SHORT = """
game short:
    players 2

each player:
    points: 0..9 = 0

rounds up to 2:
    turns

phase turns, each player:
    choose:
        n: one of 1..2
    points += n

ranking by highest points, ties shared
"""


def test_a_length_that_is_always_the_same_is_one_number() -> None:
    made = found_in(SHORT, 30)
    assert made.sections[0].findings[0].text == "Among random players, each match takes 4 decisions."


def test_a_name_before_a_bar_is_never_cut() -> None:
    name = "A player puts the last runner into column X, and climbs"
    drawn = draw_picture(lying_bars([(name, 2), ("A player stops", 1)], "times"), "Bars")
    assert "…" not in drawn
    words = [word for line in re.findall(r">([^<>]+)</", drawn) for word in line.split()]
    assert " ".join(words).startswith(name) or name in " ".join(words)
