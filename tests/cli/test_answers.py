"""What people type at the table besides the numbers of a list, and what they are told."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from cli.running import Runs
from gamedsl.cli.choices.numbers import list_numbers

pytestmark = pytest.mark.usefixtures("quick_hints")

HOLDEM = ("play", "holdem", "--seed", "5", "--players", "2")
_HIGHER = Path(__file__).parents[1] / "page/higher.gdl"
CANT_STOP = ("play", "cant_stop", "--seed", "3")


def test_an_action_that_is_not_offered_is_refused_by_its_rule(gamedsl: Runs) -> None:
    assert "There is a bet to match.\n" in gamedsl(*HOLDEM, stdin=b"check\n").out


def test_small_words_are_left_out(gamedsl: Runs) -> None:
    assert "  Ann raises to 20.\n" in gamedsl(*HOLDEM, stdin=b"raise to 20\n").out
    assert "  Ann climbs 6 and 8.\n" in gamedsl(*CANT_STOP, stdin=b"6 and 8\n6\n").out


def test_names_with_small_words_are_still_names(gamedsl: Runs) -> None:
    shown = gamedsl("play", "gloriana", "--seed", "5", stdin=b"from Lamb and Flag cook\n").out
    assert "  Ann takes Cook from Lamb and Flag.\n" in shown


def test_a_turn_is_ended_by_stop(gamedsl: Runs) -> None:
    assert "  Ann stops.\n" in gamedsl(*CANT_STOP, stdin=b"1\nstop\n").out


def test_who_chose_something_else_is_told_how_to_go_back(gamedsl: Runs) -> None:
    shown = gamedsl(*HOLDEM, stdin=b"raise\nbet\nundo\ncall\n").out
    assert "`bet` is for another moment; here say a number: 4 to 99, or `undo` to choose again." in " ".join(
        shown.split()
    )
    assert "  Ann calls 1.\n" in shown


def test_enter_takes_what_alone_is_possible(gamedsl: Runs) -> None:
    shown = gamedsl("play", "hearts", "--seed", "3", stdin=b"6 4 5\n2\n3\n8\n\n").out
    assert "   1  6♣  (nothing else is possible: Enter takes it)\n" in shown
    assert "  Ann plays 6♣.\n" in shown


def test_enter_takes_nothing_where_there_is_a_choice(gamedsl: Runs) -> None:
    assert gamedsl(*HOLDEM, stdin=b"\n\n").out.count("Ann> ") == 3


def test_pieces_of_one_name_are_told_apart_by_their_places(gamedsl: Runs) -> None:
    Path("moving.gdl").write_text(_MOVING)
    shown = gamedsl("play", "moving.gdl", "--seed", "1", "--names", "Ann,Bob", stdin=b"quit\n").out
    assert "Man from camp" in shown
    assert "Man from boat" in shown


_MOVING = """game moving:
    "Men go from the camp and from the boat."
    players 2

component 4 man in camp

shared:
    camp: bag of man
    boat: bag of man
    shore: bag of man

setup: move 2 of camp to boat

rounds up to 2: going

phase going, each player:
    choose:
        who: one of camp + boat, ask "Who goes?"
        way: one of 1..2, ask "How far?"
    move who to shore

score n: 1

ranking by highest total, ties shared
"""


def test_what_was_forced_stands_behind_the_question(gamedsl: Runs) -> None:
    rules = _MOVING.replace("setup: move 2 of camp to boat", "each player:\n    steps: 0..9 = 0")
    Path("moving.gdl").write_text(rules.replace("    move who to shore", "    move who to shore\n    steps += way"))
    shown = gamedsl("play", "moving.gdl", "--seed", "1", "--names", "Ann,Bob", stdin=b"quit\n").out
    assert "Ann: How far? (Man)\n" in shown


def test_a_hint_says_what_a_strong_player_would_do(gamedsl: Runs) -> None:
    """It tells what the move is worth, or which others are about as good, what may follow, and what others are worth."""
    shown = " ".join(gamedsl("play", "tic_tac_toe", "--seed", "3", stdin=b"hint\nb2\n").out.split())
    cell, less = "[abc][123]", r"\((about \d+ % to win|a little less)\)"
    assert re.search(
        rf"The computer would choose: {cell}(, about \d+ % to win)?(; {cell}( and {cell})? (is|are) about as good)?\. "
        rf"Then Bob may answer: {cell}\. (Less good: {cell} {less}(, {cell} {less})?\. )?Ann>",
        shown,
    )
    assert "Ann marks b2." in shown


def test_a_hint_tells_the_rest_of_the_turn_and_what_moves_are_worth(gamedsl: Runs) -> None:
    """Both dice of backgammon are one hint; a win in one is almost sure; a lone player is told points."""
    asked = (
        ("backgammon", b"hint\n", r"would choose: [^;.]+, then [^;.]+, about \d+ % to win\."),
        ("tic_tac_toe", b"a1\nb1\na2\nb2\nhint\n", r"would choose: a3, almost sure to win\. That wins the match\."),
        ("tic_tac_toe", b"b2\na1\na2\nhint\n", r"would choose: c2, .*\. Otherwise Ann could win with c2\."),
        ("golf_patience", b"hint\n", r"would choose: [^.]+, about −?\d+ points\."),
    )
    for game, typed, told in asked:
        ran = gamedsl("play", game, "--seed", "3", "--hot-seat", stdin=typed)
        assert re.search(told, " ".join(ran.out.split())), ran.out


@pytest.mark.parametrize(("seed", "is_sure"), [("4", True), ("2", False)])
def test_a_hint_tells_a_win_that_nothing_hidden_can_prevent(gamedsl: Runs, seed: str, is_sure: bool) -> None:
    """Ann has the highest card of all, or the second one, which Bob cannot beat in four of five deals."""
    shown = " ".join(gamedsl("play", str(_HIGHER), "--seed", seed, "--hot-seat", stdin=b"hint\n").out.split())
    assert "The computer would choose: show" in shown
    assert ("Whatever is hidden, that wins the match: it did so in all 100 tries." in shown) is is_sure


def test_a_hint_changes_nothing_of_the_match(gamedsl: Runs) -> None:
    plain, hinted = (
        gamedsl("play", "golf_patience", "--seed", "3", stdin=asked + b"1\n1\n").out for asked in (b"", b"hint\n")
    )
    assert re.search(r"The computer (would choose: .*\.|sees no difference between these\.)\n", hinted, re.DOTALL)
    assert re.findall(r"^  Ann .*", hinted, re.MULTILINE) == re.findall(r"^  Ann .*", plain, re.MULTILINE)


def test_rules_are_told_at_the_table(gamedsl: Runs) -> None:
    told = gamedsl(*HOLDEM, stdin=b"rules fold\nrules zebra\nrules\n").out
    assert "  You give up this hand, and what you have bet in it.\n" in told
    assert "The rules say nothing about `zebra`.\n" in told
    assert told.rpartition("zebra")[2].count("\n") > 60


def test_cards_on_the_board_are_told_also_if_somebody_shows_them_later(gamedsl: Runs) -> None:
    shown = gamedsl("play", "holdem", "--seed", "3", stdin=b"fold\nraise 71\ncheck\ncall\nbet 2\n").out
    assert "  On the board: 3♥ A♥ Q♦ J♦ K♣. The pot is 192.\n" in shown


def test_odd_answers_are_refused_and_change_nothing(gamedsl: Runs) -> None:
    texts = ("", " ", "\t", "9" * 10_000, "x" * 10_000, "é漢\U0001f600", "1 1", "1;2", "(((", "-1", "0", "`")
    ran = gamedsl("play", "hearts", "--seed", "3", stdin="".join(f"{one}\n" for one in (*texts, "quit")).encode())
    assert ran.code == 0
    assert ran.out.count("Ann> ") == len(texts) + 1
    assert "passes" not in ran.out
    assert ran.err == ""


def test_one_of_several_is_told_as_one(gamedsl: Runs) -> None:
    shown = gamedsl("play", "bread_street", "--seed", "3", stdin=b"gather\ngrind 1\nheat 1\n").out
    assert "  Ann bakes 1 loaf.\n" in shown
    assert "  Ann mills 1 sack of grain.\n" in shown


@pytest.mark.parametrize(
    ("game", "seed", "answers", "told"),
    [
        (
            "glory_islands",
            "7",
            "1\nfive\n1\n1\nhint\n",
            r"\n +1  to 3\n +2  to 4\n(.|\n)*would choose: (\d), to \d[,;.]",
        ),
        (
            "backgammon",
            "9",
            "6\n5\n4\n3\n6\n6\n6\n6\nhint\n",
            r"would choose: 1, which enters a checker from the bar on point 24[,;.]",
        ),
    ],
)
def test_numbers_say_where_they_lead(gamedsl: Runs, game: str, seed: str, answers: str, told: str) -> None:
    shown = gamedsl("play", game, "--seed", seed, stdin=answers.encode()).out
    assert re.search(told, shown)


@pytest.mark.parametrize(
    ("game", "seed", "answers", "told"),
    [
        (
            "ludo",
            "6",
            "1\nhint\n",
            r"\n   1  from 1  to square 5\n   9  from 9  to square 13\n(.|\n)*would choose: from \d+ to square \d+[,;.]",
        ),
        ("backgammon", "4", "8/5\nhint\n", r"would choose: from \d+ to point \d+[,;.]"),
    ],
)
def test_numbers_of_steps_are_told_as_the_places_that_are_left(
    gamedsl: Runs, game: str, seed: str, answers: str, told: str
) -> None:
    shown = gamedsl("play", game, "--seed", seed, stdin=answers.encode()).out
    assert re.search(told, shown)


def test_a_list_with_a_way_out_asks_what_is_chosen_in_it(gamedsl: Runs) -> None:
    shown = gamedsl("play", "mill_valley", "--seed", "4", stdin=b"quit\n").out
    assert "Ann: Which card do you throw away for a coin? (coins 5 → 6)\n" in shown


def test_a_house_has_its_own_number_in_the_list_whichever_are_offered(gamedsl: Runs) -> None:
    shown = gamedsl("play", "oware", "--seed", "3", stdin=b"1\n1\nwhy 7\n6\nquit\nyes\n").out
    assert "\n   2  house 2  5 seeds     4  house 4  5 seeds     6  house 6  4 seeds\n" in shown
    assert shown.count("The list has no number 1: it goes from 2 to 6.\n") == 1
    assert "The list has no number 7: it goes from 2 to 6.\n" in shown
    assert "  Ann sows 4 seeds from house 6.\n" in shown


@pytest.mark.parametrize(
    ("options", "numbers"),
    [
        (("house 2", "house 5"), [2, 5]),
        (("take 1 coin", "take 3 coins"), [1, 3]),
        (("house 2", "house 5", "pass"), [1, 2, 3]),
        (("bid 2, twos", "bid 2, threes"), [1, 2]),
        (("house 2", "column 5"), [1, 2]),
        (("7♣", "9♣"), [1, 2]),
    ],
)
def test_options_that_differ_by_a_number_are_listed_with_it(options: Sequence[str], numbers: Sequence[int]) -> None:
    assert list(list_numbers(options)) == numbers
