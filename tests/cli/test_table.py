"""`play` on a real terminal: the table, short moves, several things at once, `?`, and what has changed."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from cli.running import Runs
from cli.terminals import on_terminal, read
from docs.pages import ROOT
from gamedsl.table.names import USUAL_NAMES

STYLES = re.compile(r"\x1b\[[\d;]*m")


def played(answers: Sequence[str], *args: str, between: str = "", **more: str) -> str:
    """What a person sees who gives these answers at a terminal; `between` is typed where Enter goes on, and `more` are variables of the environment."""
    shown, waiting = "", list(answers)
    with on_terminal("play", *args, **({"TERM": "xterm", "LINES": "40"} | more)) as terminal:
        while piece := read(terminal):
            shown += piece.decode("utf-8", "replace")
            # A prompt is the end of what is shown until somebody answers.
            plain = STYLES.sub("", shown)
            if waiting and re.search(r"(\n\w+|goes back)> $", plain):
                os.write(terminal, f"{waiting.pop(0)}\n".encode())
            elif plain.endswith("Leave the match? (yes or no)\r\n> "):
                os.write(terminal, b"yes\n")
            elif plain.endswith("Enter goes on> "):
                os.write(terminal, f"{between}\n".encode())
    return shown.replace("\r\n", "\n")


@pytest.fixture(autouse=True)
def _folder(gamedsl: Runs) -> None:  # replays are written to a folder of the test
    assert gamedsl is not None


@pytest.mark.parametrize(("columns", "colours"), [(80, False), (120, True)])
def test_a_board_is_drawn_and_moves_are_squares(columns: int, colours: bool) -> None:
    more = {} if colours else {"NO_COLOR": "1"}
    shown = played(["e2e4", "quit"], "chess", "--seed", "3", COLUMNS=str(columns), **more)
    assert ("\x1b[" in shown) == colours
    plain = STYLES.sub("", shown)
    assert "   a b c d e f g h\n8  r n b q k b n r  8\n7  p p p p p p p p  7\n" in plain
    assert "4  · · · · P*· · ·  4\n" in plain
    assert "  Ann moves the pawn from e2 to e4.\n" in plain
    assert max(map(len, plain.splitlines())) <= columns


def test_a_forced_part_of_a_move_is_listed_and_may_be_named(gamedsl: Runs) -> None:
    answers = ("f2f4", "e7e6", "why f4f6", "f4f5", "g8h6", "f5f6", "h6g8", "e1f2", "quit")
    ran = gamedsl("play", "chess", "--hot-seat", "--seed", "3", stdin="".join(f"{one}\n" for one in answers).encode())
    assert "\nAnn: Which piece moves? Where does it go?\n   1  a2 a3 " in ran.out
    assert " 18  e1 f2\n" in ran.out
    assert "`f4f6` cannot be chosen here; possible: f4 f5. A pawn goes one square ahead, or" in ran.out
    assert "  Ann moves the pawn from f4 to f5.\n" in ran.out
    assert "  Ann moves the king from e1 to f2.\n" in ran.out


def test_a_deal_is_read_to_its_end_before_the_next_one() -> None:
    shown = STYLES.sub("", played(["fold", "quit"], "holdem", "--seed", "5", "--players", "2", COLUMNS="80"))
    assert len(re.findall(r"Enter goes on> \n— Round \d —\n", shown)) == 2
    assert re.search(r"Enter goes on> \n— Round 3 —\n(  [^\n]+\n)*\n  (button|dealer|pot|deck)", shown)


def test_whoever_leaves_between_two_deals_leaves() -> None:
    answers = ["fold", "log"]
    shown = STYLES.sub("", played(answers, "holdem", "--seed", "5", "--players", "2", between="quit", COLUMNS="80"))
    assert shown.count("Ann> ") == 1
    assert "The match is written to " in shown


def test_no_move_is_made_where_enter_goes_on() -> None:
    answers = ["fold", "quit"]
    shown = STYLES.sub("", played(answers, "holdem", "--seed", "5", "--players", "2", between="1", COLUMNS="80"))
    assert shown.count("Ann> ") == 2
    assert shown.count("`1` is no answer here: choices are made at their question.") == 1


def test_hexagons_stand_between_each_other() -> None:
    shown = STYLES.sub("", played(["e5", "quit"], "hex", "--seed", "3", COLUMNS="80"))
    rows = [line for line in shown.splitlines() if "X*" in line]
    assert rows == [" 5      · · · · X*· · · · · ·        5"]
    assert "any of 121, from a1 to k11 (`moves` lists them)" in shown


def test_boards_of_lines_have_their_lines() -> None:
    shown = STYLES.sub("", played(["d2", "quit"], "nine_mens_morris", "--seed", "3", COLUMNS="80"))
    assert "7  ·─────·─────·  7\n   │     │     │\n" in shown
    assert "2    ·───X───·    2\n" in shown


def test_several_cards_are_named_at_once() -> None:
    shown = STYLES.sub("", played(["3d 3s 5d", "undo anyway", "1 2 3", "quit"], "hearts", "--seed", "3", COLUMNS="80"))
    assert "Ann: Which three cards do you pass on? (3, as `1 2 3`)\n" in shown
    assert "  Ann passes three cards on to Bob.\n    3♦ 3♠ 5♦ go from Ann’s hand to Bob’s hand\n" in shown
    assert "    3♦ 6♣ 8♣ go from Ann’s hand to Bob’s hand\n" in shown
    assert "  hand * " in shown


def test_what_cannot_be_chosen_together_is_refused() -> None:
    shown = STYLES.sub("", played(["3d 3s", "quit"], "hearts", "--seed", "3", COLUMNS="80"))
    assert "3♦ and 3♠, and which other? `undo` begins anew." in shown


def test_names_may_be_short_and_questions_answered_ahead() -> None:
    answers = ["from tavern mermaid soldier", "merm", "log", "quit"]
    shown = STYLES.sub("", played(answers, "gloriana", "--seed", "3", COLUMNS="120"))
    assert "  Ann takes Soldier from Mermaid.\n" in shown
    assert re.search(r"  Mermaid +\* empty\n", shown)
    assert "`merm` cannot be chosen here" in shown


def test_the_rule_is_explained() -> None:
    shown = STYLES.sub("", played(["?", "? full", "? some", "quit"], "gloriana", "--seed", "3", COLUMNS="80"))
    short, exact = shown.split("`? full` tells it step by step.\n")
    for one in (short, exact):
        assert "Take staff from a tavern\n" in one
        assert "  Take all staff of one symbol from a tavern" in one
    assert "  - Choose" not in short
    assert "  - Choose" in exact
    assert re.search(r"  --> \S*gloriana\.gdl:\d+:\d+\n", exact)
    refused = STYLES.sub("", played(["?", "quit"], "chess", "--seed", "3", COLUMNS="80"))
    assert "  You may be told: “Your king would be attacked.”\n" in refused
    assert "There is no `? some`: say `?`, or `? full` for each step of the rule.\n" in exact


def test_what_players_begin_with_is_told_and_no_nought_of_a_card() -> None:
    shown = STYLES.sub("", played(["?", "quit"], "kiln_lane", "--seed", "3", COLUMNS="80"))
    assert re.search(r"Ann \(you\)   people 3 · people to send 3 · coins 4 · wood 1", shown)
    assert "cost 0" not in shown
    assert "Send somebody\n  Send a person to any place of the town," in shown, "the only action of the phase"


def test_a_question_that_only_some_moves_answer_is_not_asked() -> None:
    shown = STYLES.sub("", played(["quit"], "backgammon", "--seed", "5", COLUMNS="80"))
    assert (
        "Ann: Which checker moves? Which die do you use for this checker? (2 moves left)\n   1  from 6, die 2   to point 4\n"
        in shown
    )
    assert "\n  dice 1 and 2\n" in shown


def test_short_options_with_details_stand_in_columns() -> None:
    shown = STYLES.sub("", played(["e2e4", "quit"], "chess", "--seed", "5", COLUMNS="80"))
    assert re.search(r"   1  a2  pawn +5  d1  queen +9  f1  bishop", shown)
    assert "   CAPITALS Ann, small letters Bob, K king, Q queen, R rook, B bishop,\n   N knight, P pawn\n" in shown


def test_what_is_printed_on_a_card_is_shown_with_it() -> None:
    shown = STYLES.sub("", played(["1", "quit"], "glory_islands", "--seed", "3", COLUMNS="80"))
    assert "   1  One Red    value 1, cost 1, Black ink, dots 1\n" in shown
    assert "   24    1│Af      Ab      Ac     │Bf      Bb     │8\n" in shown


@pytest.mark.parametrize("way", ["option", "variable"])
def test_screen_readers_get_sentences(way: str) -> None:
    args = ("--screen-reader",) if way == "option" else ()
    more = {} if way == "option" else {"GAMEDSL_SCREEN_READER": "1"}
    shown = STYLES.sub("", played(["e2e4", "quit"], "chess", "--seed", "3", *args, COLUMNS="80", **more))
    assert "  pawn of Ann: e4 (changed), a2, b2, " in shown
    assert not re.search("[·│─♥♣♦♠→]", shown)


def test_answers_that_mean_nothing_are_refused(gamedsl: Runs) -> None:
    answers = ("zz9", "e2e9", "1 2 3 4", "((", "♥", "-1", "e2e4e5", "a" * 500)
    ran = gamedsl("play", "chess", "--seed", "3", stdin="".join(f"{one}\n" for one in (*answers, "quit")).encode())
    assert ran.code == 0
    _, *told, _ = ran.out.split("Ann> ")
    for answer, refusal in zip(answers, told, strict=True):
        assert refusal.startswith(f"{answer}\n")
        assert re.search(
            r"is not offered here|cannot be chosen here|has no number|brackets|One is chosen here, not 4", refusal
        )


def test_ends_without_a_sentence_get_the_words_of_the_rulebook(gamedsl: Runs) -> None:
    rules = (ROOT / "games/classics/tic_tac_toe.gdl").read_text("utf-8")
    bare = re.sub(r' +"Three are in a row\."\ngame ends when (.*?) +"The board is full\."', r" or \1", rules)
    assert bare != rules
    Path("bare.gdl").write_text(bare, "utf-8")
    ran = gamedsl("play", "bare.gdl", "--seed", "4", "--hot-seat", stdin=b"a1\nb1\na2\nb2\na3\n")
    assert "\nAnn wins. The match ends at once when " in ran.out
    assert "c.mark" not in ran.out


def test_players_are_called_as_on_pages() -> None:
    page = re.search(r"^const NAMES = \[(.*)\];$", (ROOT / "page/src/window/start.ts").read_text("utf-8"), re.MULTILINE)
    assert page is not None
    assert tuple(re.findall(r'"(\w+)"', page[1])) == USUAL_NAMES


def test_moves_are_read_as_players_of_chess_write_them(gamedsl: Runs) -> None:
    answers = b"Nf3\nNf6\ne4\nexd5\nNg8\nNf6\nquit\n"
    shown = gamedsl("play", "chess", "--seed", "3", "--hot-seat", stdin=answers).out
    assert "  Ann moves the knight from g1 to f3.\n" in shown
    assert "  Bob moves the knight from g8 to f6.\n" in shown
    assert "  Ann moves the pawn from e2 to e4.\n" in shown
    assert re.search(r"`exd5` is not offered here; say a number of the list, or a move as `\w+`\.\n", shown)
    assert "  Bob moves the knight from f6 to g8.\n" in shown
    assert "The knight can go from f3 to e5, g5, d4, h4 or g1, from b1 to a3 or c3.\n" in shown


def test_captures_are_read_as_they_are_written(gamedsl: Runs) -> None:
    shown = gamedsl("play", "chess", "--seed", "3", "--hot-seat", stdin=b"Nf3\ne5\nNxe5\nNc6\nNexc6\nquit\n").out
    assert "  Ann takes the pawn on e5 with the knight from f3.\n" in shown
    assert "  Ann takes the knight on c6 with the knight from e5.\n" in shown


def test_castling_is_read_as_it_is_written(gamedsl: Runs) -> None:
    answers = b"Nf3\na6\ng3\na5\nBg2\na4\nO-O-O\n0-0\nquit\n"
    shown = gamedsl("play", "chess", "--seed", "3", "--hot-seat", stdin=answers).out
    assert "Between e1 and a1 stand the queen on d1, the bishop on c1 and the knight on b1.\n" in shown
    assert "  Ann castles: the king goes from e1 to g1.\n" in shown


def test_what_a_pawn_becomes_is_read_as_it_is_written(gamedsl: Runs) -> None:
    shown = gamedsl("play", "chess", "--from", "position_5", "--hot-seat", stdin=b"dxc8=X\ndxc8\ndxc8=Q\nquit\n").out
    assert "`dxc8=X` is not offered here" in shown
    assert "> dxc8\nChosen so far: " in shown
    assert "Do you do that?" not in shown
    assert "  White takes the bishop on c8 with the pawn from d7.\n  The pawn becomes a queen.\n" in shown


def test_numbers_and_cards_may_be_mixed() -> None:
    shown = STYLES.sub("", played(["6 3d 5d", "quit"], "hearts", "--seed", "3", COLUMNS="80"))
    assert "    3♦ 5♦ 9♦ go from Ann’s hand to Bob’s hand\n" in shown


def test_a_card_that_is_not_in_the_list_is_named() -> None:
    shown = STYLES.sub("", played(["1 qs 5h", "6 3d", "quit"], "hearts", "--seed", "3", COLUMNS="80"))
    assert "`qs` is not one of those: name 3 of the list.\n" in shown
    assert ", and which other?" in shown


def test_why_tells_the_rule_and_no_line_of_a_file() -> None:
    answers = ["1 4 7", "why 2c", "8c", "why 10h", "why qs", "quit"]
    shown = STYLES.sub("", played(answers, "hearts", "--seed", "3", COLUMNS="80"))
    assert "Ann> why 2c\n2♣ is not in hand.\n" in shown
    assert "Ann> why 10h\nFollow suit: play a card of the suit that was led.\n" in shown
    assert ".gdl" not in shown


def test_all_that_a_seat_sees_is_told_in_words() -> None:
    shown = STYLES.sub("", played(["view", "quit"], "chess", "--seed", "3", COLUMNS="80"))
    assert "\n  rook of Bob: a8, h8\n" in shown
    assert "square[" not in shown


def test_what_another_player_has_stands_in_a_line() -> None:
    shown = STYLES.sub("", played(["1 4 7", "8c", "quit"], "hearts", "--seed", "3", COLUMNS="80"))
    assert "\nBob   points 0 · hand 11 cards* · taken cards 2♣ 8♣ 9♣ J♣*\n" in shown


def test_tiles_lie_side_by_side_with_what_is_on_their_sides() -> None:
    shown = STYLES.sub("", played(["2", "no", "quit"], "hedge_country", "--seed", "3", COLUMNS="80"))
    assert "  your tile   Clearing (N Corn, E Corn, S Corn, W Wood)\n" in shown
    # Its top points to the east, so the wood of its west is in the north.
    assert "   │     │  W *│     │\n 0 │  ·  │C C C│  ·  │\n   │     │  C  │     │\n" in shown
    assert "W Wood, C Corn, A Water, X Ann, O Bob; place 0·1 is in row 0 and column 1\n" in shown
    assert "places are empty" not in shown


def test_columns_that_are_climbed_are_a_table() -> None:
    shown = STYLES.sub("", played(["1", "stop", "quit"], "cant_stop", "--seed", "3", COLUMNS="80"))
    assert re.search(r"^  column +2 +3 +4 +5 +6 +7 +8 +9 +10 +11 +12$", shown, re.MULTILINE)
    assert re.search(r"^  height +3 +5 +7 +9 +11 +13 +11 +9 +7 +5 +3$", shown, re.MULTILINE)
    assert re.search(r"^  runner( +·){4} +1\* +· +1\*( +·){4}$", shown, re.MULTILINE)
    assert re.search(r"^  Ann( +·){4} +1\* +· +1\*( +·){4}$", shown, re.MULTILINE)
    assert "camp" not in shown.rpartition("Ann: ")[2]


def test_a_ship_is_no_pirate() -> None:
    shown = STYLES.sub("", played(["2", "5", "2", "3", "quit"], "glory_islands", "--seed", "3", COLUMNS="80"))
    assert re.search(r"^ +▸O▸Y  +2 +3▸X +4 +5 +6 ", shown, re.MULTILINE)
    assert re.search(r"^ +22 +3│Ec +Eb X\* ", shown, re.MULTILINE)
    assert "▸ marker" in shown


def test_a_question_of_yes_and_no_is_answered_so() -> None:
    shown = STYLES.sub("", played(["quit"], str(ROOT / "docs/examples/hundred.gdl"), "--seed", "5", COLUMNS="80"))
    assert "Ann: Do you roll again?\n   1  no   points 0 → 2\n   2  yes\n" in shown


def test_walls_between_squares_are_seen_on_their_corners(gamedsl: Runs) -> None:
    shown = gamedsl("play", "quoridor", "--seed", "3", stdin=b"build\nd4\nflat\nquit\n").out
    assert "any of 64, from corner a8 to corner h1" in shown
    assert "corner d4: Flat*\n" in shown
    assert "walled" not in shown


def test_notes_about_several_things_stand_together(gamedsl: Runs) -> None:
    shown = gamedsl("play", "hamlet", "--seed", "3", stdin=b"quit\n").out
    assert re.search(r"heap: Forest \d", shown)


def test_a_stone_that_the_sentence_places_is_not_told_again(gamedsl: Runs) -> None:
    shown = gamedsl("play", "amazons", "--seed", "3", stdin=b"1\n1\n1\nquit\n").out
    assert re.search(r"  Ann shoots at \w+\.\n", shown)
    assert "quiver →" not in shown


def test_scoring_is_told_with_its_reason(gamedsl: Runs) -> None:
    shown = gamedsl("play", "cribbage", "--seed", "3", stdin=(b"1 2\n" + b"1\n" * 4) * 5).out
    assert re.search(r"  \w+ counts( \w+[♣♦♥♠]){4} with \w+[♣♦♥♠]\.\n", shown)
    assert "Nobody can lay another card: one point for Ann.\n" in shown


def test_the_winner_of_a_pot_is_told_with_the_cards(gamedsl: Runs) -> None:
    shown = gamedsl("play", "holdem", "--seed", "3", "--hot-seat", stdin=b"call\n" + b"check\n" * 8).out
    assert re.search(r"  \w+ shows \w+[♣♦♥♠] \w+[♣♦♥♠]\. The best five make [\w ]+:( \w+[♣♦♥♠]){5}\.\n", shown)
    assert re.search(r"  The pot of \d+ goes to \w+ with [\w ]+\.\n", shown)


def test_a_board_without_edge_is_drawn_around_its_pieces(gamedsl: Runs) -> None:
    shown = gamedsl("play", "beetle_nest", "--seed", "3", stdin=b"ant\nqueen\n1\nquit\n").out
    board = re.findall(r"(?:^ *\d+ .* \d+ *\n)+", shown, re.MULTILINE)[0]
    assert 3 <= len(board.splitlines()) <= 6
    assert "A*" in board


def test_cards_without_suits_have_their_ranks_on_boards(gamedsl: Runs) -> None:
    shown = gamedsl("play", "golf_patience", "--seed", "3", stdin=b"quit\n").out
    assert re.search(r"( +[2-9TJQKA]{5}){7}\n", shown)


def test_hands_in_a_row_stand_in_a_line(gamedsl: Runs) -> None:
    shown = gamedsl("play", "lantern_show", "--seed", "3", stdin=b"quit\n").out
    assert "Ann (you)   hand 1: hidden · 2: hidden · 3: hidden · 4: hidden · 5: hidden\n" in shown
    assert re.search(r"Bob   hand 1: \w+ \d · 2: \w+ \d · ", shown)


def test_one_line_of_points_needs_no_total(gamedsl: Runs) -> None:
    shown = gamedsl("play", "cribbage", "--seed", "3", stdin=(b"1 2\n" + b"1\n" * 4) * 800).out
    assert re.search(r"\nscore +Ann +Bob\npegs +\d+ +\d+\n", shown)
    assert "\ntotal" not in shown


def test_a_longer_number_is_no_beginning_of_a_place(gamedsl: Runs) -> None:
    shown = gamedsl("play", "gomoku", "--seed", "3", stdin=b"h11\nh11\nquit\n").out
    assert "A stone lies there already.\n" in shown


def test_markers_stand_on_their_places() -> None:
    shown = STYLES.sub("", played(["1", "quit"], "wolf_moor", "--seed", "3", COLUMNS="80"))
    assert re.search(r"^1  D X +G +G ", shown, re.MULTILINE)
    assert re.search(r"^4  W +G +F 2 +G dO +G ", shown, re.MULTILINE)
    assert "   X Ann, O Bob, d the dog, number sheep, " in shown
    assert re.search(r"^1  D\* +G X\* +G ", shown, re.MULTILINE)
    assert "the dog d4" not in shown


def test_moves_are_written_in_words_of_the_board() -> None:
    shown = played(["knight to c3", "quit"], "chess", "--seed", "3", COLUMNS="80")
    assert "  Ann moves the knight from b1 to c3.\n" in STYLES.sub("", shown)


def test_boards_in_words_stand_one_below_the_other(gamedsl: Runs) -> None:
    shown = gamedsl("play", "quoridor", "--seed", "7", "--screen-reader", stdin=b"quit\n").out
    assert "\nSquare\n  9 rows and 9 columns, from a1 to i9\n  e9: Bob\n  e1: Ann\n  79 places are empty\n" in shown
    assert "\n\nCorner\n  8 rows and 8 columns, from a1 to h8\n  64 places are empty\n" in shown


_DELTA = """\
game delta:
    players 2

type good: Fish, Reed

component 12 cube in supply

shared:
    supply: bag of cube
    price[good]: 0..9 = 4

graph region:
    Stream: North South

each region:
    barges[player]: 0..9 = 0
    stock[good]: 0..9 = 0
    was_there[player] = no
    crop[player]: good or none = none
    camp[player]: bag of cube

each player:
    landed: 0..9 = 0
    owned[good]: 0..9 = 0

rounds up to 3: turns

phase turns, each player:
    choose good: one of good
    North.barges[me] += 1
    North.stock[good] += 1
    North.was_there[me] = yes
    North.crop[me] = good
    move 1 of supply to North.camp[me]
    landed += 1
    owned[good] += 1
    price[good] = 0

ranking by highest landed, ties shared
"""


def test_what_a_place_has_for_each_player_or_thing_is_told_with_it(gamedsl: Runs) -> None:
    Path("delta.gdl").write_text(_DELTA, "utf-8")
    line = ("play", "delta.gdl", "--hot-seat", "--names", "Ann,Bob", "--seed", "1")
    ran = gamedsl(*line, stdin=b"Fish\nReed\nFish\ntable\nquit\nyes\n")
    # Prices are read beside each other: at the start, and where one of them has fallen to 0. Goods that nobody has are not told.
    assert "  price: Fish 4, Reed 4\n" in ran.out
    assert "  price: Fish 0, Reed 4\n" in ran.out
    assert "owned: Fish 0" not in ran.out
    assert (
        "  North: Ann’s 2 cubes, Bob’s Cube, Ann’s barges 2, Bob’s barges 1,\n    stock of Fish 2, stock of Reed 1, "
        "Ann’s was there, Bob’s was there,\n    Ann’s Fish, Bob’s Reed\n" in ran.out
    )
    assert "Barges at North: 0 → 1" in ran.out
