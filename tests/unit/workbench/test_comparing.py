"""Comparisons: nothing is certain of a game and itself, and what differs is found."""

from __future__ import annotations

from pathlib import Path

import pytest

import gamedsl
from bench.same_game import same
from gamedsl.workbench.comparing.compare import Comparison, Finding, Pair, compare
from gamedsl.workbench.comparing.figures import Figure, Scale
from gamedsl.workbench.comparing.sides import Side, SideFaultError
from gamedsl.workbench.comparing.words import doubt, sentence, sight, uncertain, with_names, without_doubles
from gamedsl.workbench.playing.jobs import Job
from gamedsl.workbench.statistics.differences import Difference
from gamedsl_interpreter.matches.fastest import fastest

GAMES = Path(__file__).parents[3] / "games"


def side(rules: gamedsl.Rules, name: str, seed: int = 1, agents: str = "random") -> Side:
    return Side(name, Job(fastest(rules.game()), agents, seed))


def test_a_game_and_itself_do_not_differ() -> None:
    found = same(GAMES / "classics" / "kuhn_poker.gdl", pairs=40, matches=25, first=1)
    assert found.certain <= 2
    assert found.uncorrected > 5


PURSE = """game purse:
    players 2

each player:
    coins: 0..9 = 0
    debt: 0..60 = 0

rounds up to 3:
    turns

phase turns, each player:
    choose n: one of 1..3
    coins += n
    roll die: one of 1..6
    if die < 3:
        each player: debt += 2

score coins: coins
score unpaid: -debt

ranking by highest total, ties shared
"""
POORER = PURSE.replace("debt += 2", "debt += 8")


def test_the_score_lines_that_differ_are_named() -> None:
    sides = [side(gamedsl.parse_rules(rules), name) for name, rules in (("poor", PURSE), ("poorer", POORER))]
    [pair] = compare(sides, 40, workers=1).pairs
    lines = {one.figure.name: one for one in pair.findings if one.figure.group == "score"}
    assert [name for name, one in lines.items() if one.is_certain] == ["total", "unpaid"]
    assert lines["unpaid"].difference.change < -3
    assert pair.only_before == pair.only_after == ()


def test_what_one_side_alone_has_is_nothing_at_the_other() -> None:
    sides = [side(gamedsl.load_rules(name), name) for name in ("tic_tac_toe", "kuhn_poker")]
    found = compare(sides, 30, workers=1)
    [pair] = found.pairs
    figures = {one.figure: one.difference for one in pair.findings}
    assert figures[Figure("action", "bet")].before == 0 < figures[Figure("action", "bet")].after
    assert pair.only_after == ("chips",)
    assert not any(figure.group == "score" for figure in figures)


@pytest.mark.usefixtures("forks")
def test_the_same_whatever_the_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gamedsl.workbench.comparing.compare.DECISIONS_FOR_USES", 200)
    rules = gamedsl.load_rules("tic_tac_toe")
    sides = [side(rules, "one"), side(rules, "other", agents="random:moves", seed=2)]
    alone = compare(sides, 40, workers=1)
    assert 20 < alone.matches_for_uses < 40
    assert compare(sides, 40, workers=2) == alone


def test_matches_go_on_until_intervals_are_narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gamedsl.workbench.comparing.compare.DECISIONS_FOR_USES", 200)
    rules = gamedsl.load_rules("tic_tac_toe")
    sides = [side(rules, "one"), side(rules, "other", seed=2)]
    found = compare(sides, 30, until=0.04, workers=1)
    assert found.is_narrow
    assert found.matches == 1302, "figures of uses, scores and reasons may stay wide"
    for one in found.pairs[0].findings:
        if one.figure.group == "wins":
            assert (one.difference.high - one.difference.low) / 2 <= 0.04


def test_a_fault_says_which_side_has_it() -> None:
    text = (GAMES / "classics" / "tic_tac_toe.gdl").read_text(encoding="utf-8")
    good = gamedsl.load_rules("tic_tac_toe")
    bad = gamedsl.parse_rules(text + "\ninvariant empty: all(c.mark is none for c in cell)\n")
    broken = Side("bad", Job(fastest(bad.game(), gamedsl.Checking.ON), "random", 1))
    with pytest.raises(SideFaultError) as caught:
        compare([side(good, "good"), broken], 10, workers=1)
    assert caught.value.number == 1


def finding(change: float, visible: float | None, figure: Figure) -> Finding:
    one = Difference(1.0, 1 + change, change - 0.1, change + 0.1, 0.5, 0.1, 1.0, 1234)
    return Finding(figure, one, 1.0, False, visible)


@pytest.mark.parametrize(
    ("one", "said"),
    [
        (finding(0.0, None, Figure("length", "steps")), "no match shows a difference"),
        (finding(0.05, 0.125, Figure("length", "steps")), "1,234 matches would show a change of 0.12"),
        (finding(0.05, 0.125, Figure("wins", "P1")), "1,234 matches would show a change of 12.5 percentage points"),
    ],
)
def test_how_small_a_change_would_be_seen_is_said(one: Finding, said: str) -> None:
    assert sight(one) == said


LONER = """game loner:
    players 1

rounds up to 1:
    turns

phase turns, each player:
    choose guess: one of 1..2
    roll die: one of 1..12
    if die is 12: end game, all lose "The dice are against you."

ranking by highest 0, ties shared
"""


def test_matches_of_one_player_count_also_where_all_of_a_part_are_won() -> None:
    rules = gamedsl.parse_rules(LONER)
    (pair,) = compare([side(rules, "a"), side(rules, "b", seed=2)], 60, workers=1).pairs
    found = {one.figure.group: one.difference for one in pair.findings if "rounds" not in one.figure.name}
    assert 0 < found["end"].before < 1
    assert found["wins"].before == pytest.approx(1 - found["end"].before)
    assert found["wins"].count == 60


def test_places_and_ends_have_the_names_that_people_know() -> None:
    figures = (Figure("place", "lot[1, 4]"), Figure("end", "no(stall)"), Figure("action", "no(stall)"))
    whole = Comparison(9, 9, (Pair("a", "b", tuple(finding(0.1, 3.0, one) for one in figures), (), ()),))
    named = with_names(whole, {"lot[1, 4]": "d1", "no(stall)": "the stall is empty"})
    assert [one.figure.name for one in named.pairs[0].findings] == ["d1", "the stall is empty", "no(stall)"]


def test_what_is_nearest_to_being_seen_comes_first() -> None:
    figures = [Figure("score", name) for name in ("far", "near", "blind", "equal")]
    found = [finding(0.3, 3.0, figures[0]), finding(-0.2, 0.25, figures[1]), finding(9.0, None, figures[2])]
    listed = uncertain([*found, finding(0.0, 0.1, figures[3])], are_uses=False)
    assert [one.figure.name for one in listed] == ["near", "far", "blind"]


def test_sentences() -> None:
    assert sentence(finding(-0.2, None, Figure("score", "events"))) == (
        "“events” brings a seat 0.20 points less (0.10 to 0.30): 0.80 instead of 1.00, a tiny effect"
    )
    assert doubt(finding(0.05, 0.09, Figure("wins", "P1"))) == (
        "P1 wins 5.0 percentage points more often (5.0 less to 15.0 more); 1,234 matches would show a change of 9.0 percentage points"
    )


def test_sentences_count_things_as_people_do() -> None:
    assert sentence(finding(-0.2, None, Figure("length", "decisions"))).startswith(
        "a match takes 0.20 fewer decisions ("
    )
    assert sentence(finding(0.2, None, Figure("action", "hold"))).startswith(
        "“hold” is done 0.20 more times in a match ("
    )
    assert sentence(finding(-0.2, None, Figure("place", "pit[11]"))).startswith(
        "“pit 11” is chosen 0.20 fewer times in a match ("
    )


def test_figures_that_say_the_same_are_told_once() -> None:
    figures = [
        Figure("length", "decisions"),
        Figure("length", "steps"),
        Figure("score", "total"),
        Figure("score", "points"),
    ]
    same = [finding(0.3, 3.0, figure) for figure in figures]
    assert [one.figure.name for one in without_doubles(same)] == ["decisions", "points"]
    others = [*same, finding(0.1, 3.0, Figure("score", "bonus"))]
    assert [one.figure.name for one in without_doubles(others)] == ["decisions", "total", "points", "bonus"]
    longer = [same[0], finding(0.9, 3.0, Figure("length", "steps"))]
    assert without_doubles(longer) == longer


def test_sides_have_common_multiples_of_their_players_and_winners() -> None:
    assert Scale.of([(2, 2)]) == Scale(seats=2, winners=2)
    assert Scale.of([(2, 3), (3, 4), (0, 1)]) == Scale(seats=6, winners=12)
