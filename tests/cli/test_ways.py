"""`play` reads the ways of pieces, says what is in the way of others, and lays dice and tricks on the table."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli.running import Runs
from cli.test_table import STYLES, played
from cli.test_terminal import on_a_terminal

BACKGAMMON = ("backgammon", "--seed", "3")
"""Ann has thrown two fours."""
LUDO = ("ludo", "--players", "2", "--seed", "1")
"""Ann has thrown a six, and can move two pawns."""


def said(gamedsl: Runs, *answers: str, game: tuple[str, ...] = BACKGAMMON) -> str:
    return gamedsl("play", *game, stdin="".join(f"{one}\n" for one in (*answers, "quit")).encode()).out


@pytest.mark.parametrize("way", ["8/4", "8 4", "8-4", "8 to 4", "from 8 to 4", "8/4*", "8→4"])
def test_a_way_is_written_as_players_do(gamedsl: Runs, way: str) -> None:
    assert "  Ann moves a checker from point 8 to point 4.\n" in said(gamedsl, way)


def test_several_ways_are_written_at_once(gamedsl: Runs) -> None:
    shown = said(gamedsl, "8/4(2) 6/2(2)")
    assert shown.count("  Ann moves a checker from point 8 to point 4.\n") == 2
    assert shown.count("  Ann moves a checker from point 6 to point 2.\n") == 2


@pytest.mark.parametrize("way", ["13/5", "13/9/5", "13 to 5"])
def test_one_piece_may_go_on(gamedsl: Runs, way: str) -> None:
    shown = said(gamedsl, way)
    assert "  Ann moves a checker from point 13 to point 9.\n  Ann moves a checker from point 9 to point 5.\n" in shown


_REFUSED = (
    ("6/5", "6 to 5 is not possible now: from 6 it goes to 2."),
    ("24 18", "24 to 18 is not possible now: from 24 it goes to 20."),
    ("bar/20", "Nothing can move from bar now: only from 6, 8, 13 or 24."),
    ("6/2 6/2 6/2 6/2 6/2", "`6/2 6/2 6/2 6/2 6/2` is more than you can move now."),
    ("20", "The list has no number 20: it has 6, 8, 13 and 24."),
)


def test_a_way_that_nothing_goes_is_refused_and_nothing_moves(gamedsl: Runs) -> None:
    shown = said(gamedsl, *(way for way, _ in _REFUSED))
    for way, why in _REFUSED:
        assert f"Ann> {way}\n{why}\n" in shown
    assert "Ann moves" not in shown


def test_what_comes_behind_a_throw_is_told_nobody(gamedsl: Runs) -> None:
    """A six gives another throw: where the next way is refused, the refusal may not say what would be thrown."""
    shown = said(gamedsl, "yard/1 1/2", game=LUDO)
    assert "Ann> yard/1 1/2\n`yard/1 1/2` is more than you can move now.\n" in shown


def test_the_dice_lie_on_the_table_with_how_many_moves_are_left(gamedsl: Runs) -> None:
    shown = said(gamedsl, "6/2")
    assert "\n  dice 4 and 4\n" in shown
    assert "Ann: Which checker moves? (4 moves left)\n   6  from 6 " in shown
    assert "\n  die 4*\n" in shown.split("(4 moves left)")[1]
    assert "Ann: Which checker moves? (3 moves left)\n" in shown


def test_two_places_beside_each_other_are_a_way_or_a_die(gamedsl: Runs) -> None:
    shown = said(gamedsl, "6 4", game=("backgammon", "--seed", "5"))
    assert "  Ann moves a checker from point 6 to point 4.\n" in shown, "a die of 2"
    assert "to point 5.\n" in said(gamedsl, "6 1", game=("backgammon", "--seed", "5")), "a die of 1"


def test_whoever_counts_from_the_other_end_writes_it_so(gamedsl: Runs) -> None:
    # Bob's point 13 is Ann's 12.
    shown = said(gamedsl, "13/11", game=("backgammon", "--seed", "7", "--seat", "Bob"))
    assert "Bob moves a checker from point 12 to point 14" in shown or "13 to 11 is not possible now" in shown


CHESS = ("chess", "--seed", "3")


_IN_THE_WAY = (
    ("O-O", "Between e1 and h1 stand the bishop on f1 and the knight on g1."),
    ("0-0-0", "Between e1 and a1 stand the queen on d1, the bishop on c1 and the knight on b1."),
    ("Bc4", "Between f1 and c4 stands the pawn on e2."),
    ("bishop to c4", "Between f1 and c4 stands the pawn on e2."),
    ("ke2", "Your own pawn stands on e2."),
    ("e4e5", "Nothing of yours stands on e4."),
    ("Ra1a3", "Between a1 and a3 stands the pawn on a2."),
)


def test_what_is_in_the_way_is_said(gamedsl: Runs) -> None:
    asked = said(gamedsl, *(f"{begun}{text}" for text, _ in _IN_THE_WAY for begun in ("", "why ")), game=CHESS)
    for text, why in _IN_THE_WAY:
        assert f"Ann> {text}\n{why}\n" in asked
        assert why in asked.partition(f"Ann> why {text}\n")[2].partition("Ann> ")[0]


def test_why_tells_the_sentence_of_the_rules_that_is_about_it(gamedsl: Runs) -> None:
    told = " ".join(said(gamedsl, "why O-O", "why 12", game=CHESS).split())
    assert "To castle, the king goes two squares towards a rook" in told
    assert "It is possible: e4. Ann moves the pawn from e2 to e4." in told


def test_letters_of_pieces_may_be_small(gamedsl: Runs) -> None:
    assert "  Ann moves the knight from g1 to f3.\n" in said(gamedsl, "nf3", game=CHESS)


def test_nobody_is_told_what_a_throw_will_bring(gamedsl: Runs) -> None:
    shown = said(gamedsl, "why 1", game=("pig", "--seed", "3"))
    assert "It is possible: throw. Throw the die and add what it shows to the pot." in shown.replace("\n", " ")
    assert "throws" not in shown


@pytest.mark.usefixtures("gamedsl")
def test_the_trick_lies_in_the_middle() -> None:
    shown = played(["1 4 7", "queen of spades", "8 of clubs", "quit"], "hearts", "--seed", "3", COLUMNS="80")
    plain = STYLES.sub("", shown)
    assert "Q♠ is not in hand.\n" in plain or "is not offered here" not in plain
    assert "\x1b[31m9♦\x1b[39m" in shown, "red suits are red"
    assert " you ·\n" in plain
    spoken = STYLES.sub("", played(["1 4 7", "quit"], "hearts", "--seed", "3", "--screen-reader", COLUMNS="80"))
    assert "\n  card played: " in spoken


_FENS = """\
game fens:
    players 2

graph quay by channel:
    channel:
        name  from   to     one_way
        Cut   Abbey  Brine  no
        Race  Brine  Crane  yes
        Lode  Crane  Dyke   no
        Broad Dyke   Abbey  no

each quay:
    stall: 0..9 = 3

each channel:
    keeper: player or none = none

each player:
    at: quay = Abbey
    oars: 0..3 = 2, each turn
    silver: 0..9 = 3

rounds up to 2:
    rowing
    fair

phase rowing, each player:
    repeat until declined, at most 4:
        may choose one:
            row
            keep

phase fair, each player:
    may choose one:
        sell

action row:
    choose way: one of channel where at in ends(it) and oars > 0 and it is not Race, ask "Which channel do you row?"
    let from = at
    at = first(ends(way) where it is not from)
    oars -= 1

action keep:
    choose way: one of channel where keeper is none and at in ends(it) and silver > 1, ask "Which channel do you keep?"
    silver -= 2
    way.keeper = me

action sell:
    require dear: silver is 0 "You have silver."
    silver += 1

ranking by highest silver, ties shared
"""


def test_a_map_shows_where_ways_lead_and_passes_are_of_those_who_are_asked(gamedsl: Runs) -> None:
    Path("fens.gdl").write_text(_FENS, "utf-8")
    shown = gamedsl("play", "fens.gdl", "--seed", "3", "--seat", "Ann", stdin=b"row Cut\npass\n").out
    assert "  Race     Brine→Crane\n" in shown
    assert "\n  Crane 3 ───" in shown
    assert "\n      ↑" in shown, "the way up from Brine has a head"
    assert "Ann (you)   oars 2 · silver 3\n" in shown, "what she has in her turn"
    assert "   1  row Cut     at Brine, Abbey–Brine\n" in shown
    assert "\n  Crane 3O* ──" in shown, "who came"
    # Only the Cut can be rowed from here: the question of the other action does not fit.
    assert "Ann: What do you do?\n   1  row Cut    at Abbey, oars 1 → 0, Abbey–Brine\n   2  keep Cut   " in shown
    # Nobody can sell, so nobody is asked at the fair.
    assert "  Ann passes (rowing).\n" in shown
    assert "(fair)" not in shown


_ISLES = """\
game isles:
    players 2

graph isle by passage:
    passage:
        from     to     days
        North    South  1
        South    East   2
        North    West   1
        West     South  3

each player:
    at: isle = South

shared:
    water: 0..20 = 0

rounds up to 2:
    voyages

phase voyages, each player:
    choose way: one of passage where at in ends(it)
    at = first(ends(way) where it is not at)

ranking by highest (2 if at is East else 1), ties shared
"""


_GOALS = """:
        way: one of passage where at in ends(it)
        goal: one of ends(way) where it is not at
"""


def test_a_way_without_a_name_is_told_by_its_ends_and_once(gamedsl: Runs) -> None:
    Path("isles.gdl").write_text(_ISLES, "utf-8")
    shown = gamedsl("play", "isles.gdl", "--seed", "3", stdin=b"1\n1\n").out
    assert "\n   1  North–South  days 1\n   2  South–East   days 2\n   3  West–South   days 3\n" in shown
    assert "  Ann: North–South\n" in shown
    # The drawn map says the days, so no list does.
    assert "passage  " not in shown
    assert "on each passage: days" in shown


def test_a_way_tells_where_it_leads_and_what_a_phase_throws_stands_below_its_name(gamedsl: Runs) -> None:
    rules = _ISLES.replace(
        "    at = first(ends(way) where it is not at)\n",
        "    at = goal\n\nphase tide:\n    roll flood: one of 1..6\n    water += flood\n",
    )
    rules = rules.replace(" way: one of passage where at in ends(it)\n", _GOALS).replace(
        "    voyages\n", "    voyages\n    tide\n"
    )
    Path("goals.gdl").write_text(rules, "utf-8")
    shown = gamedsl("play", "goals.gdl", "--seed", "3", stdin=b"east\n1\n").out
    assert "Ann: Which way?\n   1  from South to North  days 1\n   2  from South to East   days 2\n" in shown
    assert "  Ann: from South to East\n" in shown
    assert "  Tide:\n    Flood: 3 · Water: 0 → 3\n" in shown


@pytest.mark.usefixtures("gamedsl")
def test_a_map_that_has_room_below_what_is_said_first_is_shown_once() -> None:
    Path("isles.gdl").write_text(_ISLES, "utf-8")
    for lines in (21, 40):
        shown = on_a_terminal("play", "isles.gdl", typed="\nquit\n", LINES=str(lines), NO_COLOR="1", COLUMNS="80")
        assert shown.count("on each passage: days") == 1, lines
        assert "passage  " not in shown


_MEALS = """\
game meals:
    players 2

type inn: The_lamb_and_flag_beside_the_river, The_horse_and_groom_behind_the_gate
type meal: Bread_with_cheese_and_an_onion_or_two, Fish_with_a_cup_of_small_beer "Fish with a cup of small beer: a bargain. Bread with cheese and an onion or two: 2."

shared:
    price: 0..9 = 4

each player:
    paid: 0..9 = 0
    heard: inn or none = none

rounds up to 1:
    tips
    turns
    closing_time

phase tips, each player:
    may choose way_out: one of inn, ask "From which inn do you hear?"
    heard = way_out
    paid += 1

phase turns, each player:
    choose:
        inn: one of inn
        meal: one of meal
    paid += 1 if inn is The_lamb_and_flag_beside_the_river and meal is Fish_with_a_cup_of_small_beer else 2

phase closing_time:
    price += 1

ranking by highest paid, ties shared
"""


def test_moves_with_many_words_are_asked_one_question_after_the_other(gamedsl: Runs) -> None:
    Path("meals.gdl").write_text(_MEALS, "utf-8")
    shown = gamedsl("play", "meals.gdl", "--seed", "3", stdin=b"1\n1\n2\n").out
    # What every option brings but the pass is told once, above.
    asked = "Ann: From which inn do you hear? (paid 0 → 1)\n   1  The lamb and flag beside the river\n   2  The horse and groom behind the gate\n   3  pass\n"
    assert asked in shown
    assert "Ann: Which inn?\n   1  The lamb and flag beside the river\n   2  The horse" in shown
    # What the rules say of each value of a type.
    assert "\n   2  Fish with a cup of small beer          paid 1 → 2, a bargain\n" in shown
    # What a phase without a choice brings is no effect of the last choice.
    told = "    Paid: 1 → 3\n  Closing time:\n    Price: 4 → 5\n"
    assert told in shown
    assert re.sub("^", "    ", told.rstrip(), flags=re.MULTILINE) in gamedsl("replay", "meals-3.json").out
