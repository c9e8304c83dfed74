"""What `play` shows in the course of a turn, and how choices that are one to a player are asked at once."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from cli.running import Runs

TWO = ("--names", "Ann,Bob", "--seed", "1")


def test_the_table_is_whole_at_the_beginning_of_a_turn_and_then_only_what_has_changed(gamedsl: Runs) -> None:
    shown = gamedsl("play", "ember_watch", "--seed", "3", stdin=b"1\n1\nlook\nquit\n").out
    begun, first, second, looked, _ = shown.split("Ann> ")
    assert "X Ann, 1 a fire, W Wood" in begun
    assert "houses lost 0" in begun
    assert "  Ann walks to c2.\n\n   a     b     c     d     e\n" in first
    assert shown.count("\n  * has changed since you last chose\n\nAnn: ") == 1, "the sign is explained once"
    assert "houses lost" not in first + second
    assert "X Ann" not in first + second
    assert "houses lost 0" in looked


def test_news_stand_above_the_table_and_the_question_below_it(gamedsl: Runs) -> None:
    shown = gamedsl("play", "kalah", "--seed", "3", "--names", "Ann,Bob", stdin=b"1\nquit\n").out
    assert re.search(r"\n  Bob sows [^\n]*\n(?:    [^\n]*\n)*\n(?:[^\n]+\n|\n)*?\nAnn: ", shown)


def test_what_ended_a_deal_stands_above_the_next_one_and_its_table(gamedsl: Runs) -> None:
    shown = gamedsl("play", "holdem", "--seed", "5", "--players", "2", stdin=b"fold\nquit\n").out
    ended = shown.rindex("takes the pot of")
    dealt = shown.rindex("— Round 3 —")
    assert ended < dealt < shown.index("Ann (you)", dealt) < shown.index("Ann: What do you do?", dealt)
    assert "deck → Ann’s hand" not in shown


SUPPLY = """game supply:
    "Take from the supply."
    players 2

row shelf 25

each shelf:
    level: 0..9 = 0

each player:
    points: 0..99 = 0

rounds up to 2: turns

phase turns, each player:
    may choose place: one of shelf, ask "Which shelf do you fill?"
    place.level += 1
    points += 1

ranking by highest points, ties shared
"""


def test_whether_and_what_are_one_question(gamedsl: Runs) -> None:
    Path("supply.gdl").write_text(SUPPLY)
    shown = gamedsl("play", "supply.gdl", *TWO, stdin=b"27\n3\nquit\n").out
    assert "Ann: Which shelf do you fill? (points 0 → 1)\n   1  shelf 1 " in shown
    assert " 26  pass\n" in shown
    assert "The list has no number 27: it goes from 1 to 26.\n" in shown
    assert "Ann: shelf 3\n" in shown


HEAP = """game heap_of_numbers:
    "Take up to three."
    players 2

component 12 card in deck: 1..12

shared:
    deck: bag of card

each player:
    taken: bag of card

rounds up to 2: turns

phase turns, each player:
    may choose these: 1..3 of deck, ask "Which cards do you take?"
    move these to taken

ranking by highest count(taken), ties shared
"""


def test_whether_and_which_of_several_are_one_question(gamedsl: Runs) -> None:
    Path("heap_of_numbers.gdl").write_text(HEAP)
    shown = gamedsl("play", "heap_of_numbers.gdl", *TWO, stdin=b"1 2\nnone\n").out
    assert "Ann: Which cards do you take? (0 to 3, as `1 2 3`, or `none`)\n      1, 2, 3, 4, " in shown
    assert "  Ann: 1, 2\n" in shown
    assert "  Ann passes.\n" in shown


PAIRS = """game pairs:
    "Order makes no difference."
    players 2

each player:
    points: 0..99 = 0

rounds up to 2: turns

phase turns, each player:
    choose:
        low: one of 1..3
        other: one of 1..3 where it is not low
    points += low + other

ranking by highest points, ties shared
"""


def test_moves_to_one_position_are_listed_once(gamedsl: Runs) -> None:
    Path("pairs.gdl").write_text(PAIRS)
    shown = gamedsl("play", "pairs.gdl", *TWO, stdin=b"quit\n").out
    assert len(re.findall(r"^ +\d  low ", shown, re.MULTILINE)) == 3


def test_nobody_is_asked_where_every_choice_comes_to_the_same(gamedsl: Runs) -> None:
    Path("pairs.gdl").write_text(PAIRS.replace("points += low + other", "points += 1"))
    shown = gamedsl("play", "pairs.gdl", *TWO, stdin=b"quit\n").out
    assert "Ann has nothing to decide here: every choice comes to the same.\n" in shown
    assert "Ann> " not in shown
    # In the first round, 2 and 3 can be chosen; in the second one 3 alone.
    later = PAIRS.replace("low: one of 1..3", "low: one of 1..1").replace("is not low", "> min(2, 1 + points)")
    Path("pairs.gdl").write_text(later.replace("points: 0..99 = 0", 'points: 0..99 = 0, shown as "{} points"'))
    forced = gamedsl("play", "pairs.gdl", *TWO, stdin=b"2\n").out
    assert "Ann (you)   0 points\n" in forced, "the number tells its name"
    assert re.findall(r"^  Ann: .*", forced, re.MULTILINE) == [
        "  Ann: other 2",
        "  Ann: low 1, other 3 (no other choice)",
    ]


def test_an_action_that_alone_is_possible_stands_before_the_question(gamedsl: Runs) -> None:
    answers = b"1\n1\n1\n1\n1\n1\n1\n1\nquit\n"
    shown = gamedsl("play", "gloriana", "--seed", "3", stdin=answers).out
    assert "  For Ann there is only Double Maritime left.\n" in shown
    assert "Ann: Hold a banquet. Which symbols does your banquet have? " in shown


def test_words_may_stand_in_any_order(gamedsl: Runs) -> None:
    shown = gamedsl("play", "gloriana", "--seed", "3", stdin=b"take boat from lamb and flag\nquit\n").out
    assert "  Ann takes Boat from Lamb and Flag.\n" in shown


def test_what_is_asked_for_is_said_by_its_own_word(gamedsl: Runs) -> None:
    hundred = str(Path(__file__).parents[2] / "docs/examples/hundred.gdl")
    shown = gamedsl("play", hundred, "--seed", "5", stdin=b"roll\nquit\n").out
    assert shown.count("Ann: Do you roll again?\n") == 2
    shown = gamedsl("play", hundred, "--seed", "5", stdin=b"stop\nquit\n").out
    assert "  Bob: " in shown


def test_a_move_is_known_by_what_would_be_told_of_it(gamedsl: Runs) -> None:
    shown = gamedsl("play", "backgammon", "--seed", "4", stdin=b"8/2\nquit\n").out
    assert "  Ann moves a checker from point 8 to point 2.\n" in shown


def test_from_one_place_to_another_is_no_place_and_a_die(gamedsl: Runs) -> None:
    """From 8 with the 6 a checker goes to 2: `8/6` would end on 6."""
    shown = gamedsl("play", "backgammon", "--seed", "4", stdin=b"8/6\nquit\n").out
    assert "Ann moves a checker" not in shown


def test_numbers_may_stand_in_any_order(gamedsl: Runs) -> None:
    shown = gamedsl("play", "cant_stop", "--seed", "3", stdin=b"8 and 6\nagain\nquit\n").out
    assert "  Ann climbs 6 and 8.\n" in shown
    assert "  Ann throws 3, 5, 2 and 3.\n" in shown


def test_what_an_action_costs_stands_beside_it(gamedsl: Runs) -> None:
    shown = gamedsl("play", "holdem", "--seed", "3", stdin=b"all in\nquit\n").out
    assert re.search(r"   2  call +1 chip\b", shown)
    assert re.search(r"  4  all in +99, your last chips\n", shown)
    assert "  Ann raises to 100 and is all in.\n" in shown


@pytest.mark.usefixtures("quick_hints")
def test_why_and_hints_speak_as_players_write(gamedsl: Runs) -> None:
    shown = gamedsl("play", "chess", "--seed", "3", stdin=b"why Nf3\nwhy e2e4\nwhy e2\nhint\nquit\n").out
    told = " ".join(shown.split())
    assert "It is possible: Nf3. Ann moves the knight from g1 to f3. The knight jumps two squares" in told
    assert "It is possible: e4. Ann moves the pawn from e2 to e4. A pawn goes one square ahead" in told
    assert re.search(r"The computer (would choose: [NBRQK]?[a-h]?x?[a-h]\d[,;.]|sees no difference)", shown)


def test_a_look_names_the_pieces_of_players_by_their_numbers(gamedsl: Runs) -> None:
    ran = gamedsl("play", "stone_roads", "--seed", "3", stdin=b"c3\nquit\n")
    assert (ran.code, ran.err) == (0, "")
    assert "  Ann places " in ran.out


def test_whoever_resigns_is_asked_and_told_who_wins(gamedsl: Runs) -> None:
    shown = gamedsl("play", "chess", "--seed", "3", stdin=b"e4\nresign\nno\nconcede\nyes\n").out
    assert "If you resign, Bob wins. Do you resign? (yes or no)\n> no\nYou play on.\nAnn> " in shown
    assert shown.endswith("Ann resigns; Bob wins.\nThe match is written to chess-3.json.\n")
    several = gamedsl("play", "hearts", "--seed", "3", stdin=b"resign\nyes\n").out
    assert "Ann resigns; the match ends without a result.\n" in several
    together = gamedsl("play", "ember_watch", "--players", "2", "--seed", "3", stdin=b"resign\nyes\n").out
    assert "Ann resigns; the match ends without a result.\n" in together


def test_a_number_below_all_others_is_refused_by_those_that_are_offered(gamedsl: Runs) -> None:
    shown = gamedsl("play", "holdem", "--players", "3", "--seed", "2", stdin=b"-3\nraise\n-3\nquit\n").out
    assert "The list has no number -3: it goes from 1 to 4.\n" in shown
    assert "-3 is not possible here: say 4 to 99.\n" in shown


def test_commands_say_how_they_are_meant_within_the_width(gamedsl: Runs) -> None:
    shown = gamedsl("play", "love_letter", "--seed", "3", stdin=b"card\nhelp\nquit\n").out
    assert "\nPriest: Rank 2. Look at the hand of another player.\n" in shown
    told = shown[shown.index("NUMBER ") : shown.index("leave, after you have said")]
    assert max(map(len, told.splitlines())) <= 80


def test_the_score_sheet_calls_its_lines_as_the_look_file_does(gamedsl: Runs) -> None:
    game = Path(__file__).parents[2] / "games/classics/twenty_one.gdl"
    Path("twenty_one.gdl").write_bytes(game.read_bytes())
    Path("twenty_one.look.toml").write_text('[rule.won]\nlabel = "Chips at the end"\n')
    shown = gamedsl("play", "twenty_one.gdl", "--seed", "1", "--agents", "random", stdin=b"1\n" * 200).out
    assert "chips at the end" in shown


ROUNDS = """game heap:
    "Take from the heap."
    players 2

shared:
    heap = 20

each player:
    points: 0..99 = 0
    has_rested = no, each round

rounds up to 3: turns

phase turns, each player:
    choose one:
        take
        rest

action take:
    say "{me} takes."
    heap -= 1
    points += 1

action rest:
    say "{me} rests."
    has_rested = yes

ranking by highest points, ties shared
"""
ANSWERS = b"rest\nrest\ntake\nundo anyway\nlog\ntake\nquit\nyes\n"


def test_rounds_are_headed_whose_number_no_rule_asks_for(gamedsl: Runs) -> None:
    Path("heap.gdl").write_text(ROUNDS, encoding="utf-8")
    shown = gamedsl("play", "heap.gdl", "--hot-seat", *TWO, "-o", "match.json", stdin=ANSWERS).out
    asked = shown.split("Ann> ")
    assert asked[0].count("— Round 1 of 3 —") == 1
    assert "  Bob rests.\n\n— Round 2 of 3 —\n" in asked[1]
    log = shown.split("Ann> log\n")[1]
    assert re.findall(r"— Round \d of 3 —|Ann \w+|Bob \w+", log)[:4] == [
        "— Round 1 of 3 —",
        "Ann rests",
        "Bob rests",
        "— Round 2 of 3 —",
    ]
    told = gamedsl("replay", "match.json").out
    assert re.findall(r"— Round \d of 3 —|(?:Ann|Bob) (?:rests|takes)", told)[:5] == [
        "— Round 1 of 3 —", "Ann rests", "Bob rests", "— Round 2 of 3 —", "Ann takes"
    ]  # fmt: skip
    Path("heap.look.toml").write_text('[table]\nround = ""\n', encoding="utf-8")
    assert "— Round" not in gamedsl("play", "heap.gdl", "--hot-seat", *TWO, stdin=ANSWERS).out


def test_a_question_mark_before_a_card_asks_what_it_says(gamedsl: Runs) -> None:
    shown = gamedsl("play", "branch_lines", *TWO, stdin=b"? wool\ncard Wool\nquit\n").out
    told = "Birch–Gorse, worth 8.\n"
    assert shown.split("Ann> ")[1:3] == [f"? wool\n{told}", f"card Wool\n{told}"]


def test_a_round_begins_behind_an_empty_line(gamedsl: Runs) -> None:
    shown = gamedsl("play", "branch_lines", *TWO, stdin=b"draw two unseen\nlog\nquit\n").out
    assert len(re.findall(r"— Round 2 of at most 25 —", shown)) == 2
    assert len(re.findall(r"\S\n\n— Round 2 of at most 25 —\n", shown)) == 2


def test_a_line_of_a_graph_is_offered_with_the_places_that_it_joins(gamedsl: Runs) -> None:
    shown = gamedsl("play", "branch_lines", "--names", "Ann,Bob", "--seed", "3", stdin=b"quit\n").out
    assert re.search(r"\d  build a line: Ridge Line +rails 16 → 14, Dogwood–Fir, length 2, Blue\n", shown)


def test_cards_that_are_no_options_are_described_once(gamedsl: Runs) -> None:
    match = ("play", "gloriana", "--names", "Ann,Bob,Cat", "--seed", "3")
    shown = gamedsl(*match, stdin=b"1\nquit\n").out
    assert shown.count("\n  Drake            Boat, icons 2, Maritime\n") == shown.count("Boat, icons 2, M") == 1
    assert "\n  Drake: Boat, icons 2, Maritime\n" in gamedsl(*match, "--screen-reader", stdin=b"quit\n").out


def test_options_without_details_end_without_spaces(gamedsl: Runs) -> None:
    shown = gamedsl("play", "ember_watch", "--seed", "5", stdin=b"1\nquit\n").out
    assert re.search(r"\d  walk c3 +\d  pass\n", shown)
    assert "\n   1  place a stone  any of 81, from a1 to j9\n   2  pass\n" in gamedsl("play", "go", stdin=b"quit\n").out


def test_it_is_said_who_plays_together(gamedsl: Runs) -> None:
    names = ("--names", "Ann,Bob,Cat,Dan", "--seed", "1")
    shown = gamedsl("play", "euchre", *names, stdin=b"quit\n").out
    assert "\nAnn and Cat play as North–South; Bob and Dan play as East–West.\n" in shown
    assert "play as" not in gamedsl("play", "hearts", *names, stdin=b"quit\n").out


LAMP = """game lamp:
    "Who lights a lamp loses."
    players 2

row lamp 5

each lamp:
    uses: 0..9 = 0

each player:
    faults: 0..9 = 0

rounds up to 2: turns

phase turns, each player:
    light_up

rule light_up:
    may choose one:
        light

action light:
    choose lit: one of lamp
    lit.uses += 1
    faults += 1

ranking by lowest faults, ties shared
"""


@pytest.mark.usefixtures("quick_hints")
def test_a_hint_answers_a_question_as_the_list_does(gamedsl: Runs) -> None:
    Path("lamp.gdl").write_text(LAMP, encoding="utf-8")
    Path("lamp.look.toml").write_text('[say]\nlight_up = "Do you light a lamp?"\n', encoding="utf-8")
    shown = gamedsl("play", "lamp.gdl", *TWO, stdin=b"hint\nquit\n").out
    assert re.search(r"\d  no\b", shown)
    assert "Ann> hint\nThe computer would choose: no.\n" in shown


HANDFUL = """game handful:
    "Cards go from hand to hand."
    players 2

component card in deck: 1..20

shared:
    deck: bag of card, seen by nobody

each player:
    hand: bag of card, seen by owner

setup:
    each player:
        draw 5 from deck to hand

rounds up to 3: turns

phase turns, each player:
    draw_two

action draw_two:
    choose number: one of 1..2
    say "{me} draws two cards."
    draw 2 from deck to hand

ranking by highest count(hand), ties shared
"""


def test_unseen_cards_that_a_sentence_counts_are_told_once(gamedsl: Runs) -> None:
    Path("handful.gdl").write_text(HANDFUL, encoding="utf-8")
    shown = gamedsl("play", "handful.gdl", *TWO, stdin=b"1\nquit\n").out
    assert "  Bob draws two cards.\n\n" in shown
    assert "2 cards go" not in shown


def test_an_action_that_chooses_a_set_is_one_line_and_its_things_are_the_next_question(gamedsl: Runs) -> None:
    shown = gamedsl("play", "gem_guild", *TWO, stdin=b"why 2\nwhy 1\n1\n3 1\nquit\nyes\n").out
    first, *_, second, last, _ = shown.split("Ann> ")
    assert "   1  take different gems    1 to 3 of Ruby, Jade, Opal and Topaz\n   2  take two alike: Ruby\n" in first
    assert "Ann: Which gems do you take? (1 to 3, as `1 2 3`)\n   1  Ruby " in second
    assert "\n  Ann takes Ruby and Opal.\n" in last
    assert "It is possible: take two alike: Ruby." in shown
    assert "It is possible, for example: take different gems: " in shown


def test_few_sets_are_listed_one_by_one(gamedsl: Runs) -> None:
    shown = gamedsl("play", "pack_road", *TWO, stdin=b"dunmere\nquit\nyes\n").out
    assert "Ann: Which crates do you load?\n   1  Wool\n   2  2× Wool\n   3  pass\n" in shown


def test_a_map_stands_on_the_table_with_its_lines_and_whose_they_are(gamedsl: Runs) -> None:
    shown = gamedsl("play", "branch_lines", "--names", "Ann,Bob", "--seed", "3", stdin=b"1\nquit\nyes\n").out
    first, second, _ = shown.split("Ann> ")
    assert "\n  track                       length  colour\n  Cliff Line   Alder–Birch    2       Red\n" in first
    assert "\n  harbour: Alder, Gorse, Juniper\n" in first
    assert re.search(r"\n  \w+ Line +\w+–\w+ +\d +\w+ +Ann\*\n", second)
    assert "\n   on each track: length, colour (R Red, B Blue, A Amber, G Green)\n" in first
    assert re.search(r"─3B/3A─+Alder\n", first)
    assert re.search(r"\d[RBAG]:X", second)
    assert re.search(r",\s+builder \(X Ann(?:, O Bob)?\)\n", second)


def test_what_a_table_says_of_each_line_of_a_map_stands_beside_it(gamedsl: Runs) -> None:
    shown = gamedsl("play", "canal_country", *TWO, stdin=b"1 2\nquit\nyes\n").out
    assert "\n  Alder cut   Ashby–Brook   Clay  1\n" in shown
    assert re.search(r"dig a canal: [^\n]+ +boats 18 → 1\d, \w+–\w+, (?:Clay|Sand|Rock),\n +length \d\n", shown)
    spoken = gamedsl("play", "canal_country", *TWO, "--screen-reader", stdin=b"1 2\nquit\nyes\n").out
    assert spoken.count("\n  Alder cut: Ashby–Brook, Clay, length 1\n") == 1


def test_a_zone_that_is_called_as_its_pieces_are_tells_their_number(gamedsl: Runs) -> None:
    shown = gamedsl("play", "canal_country", *TWO, stdin=b"1 2\nquit\nyes\n").out
    assert "\nBob   boats 18 · tools 3* · contracts 2*\n" in shown
    assert "\n  shed   * 30 tools\n" in shown


def test_a_map_is_one_drawing_with_letters_after_names_and_numbers_on_lines_without_gaps(gamedsl: Runs) -> None:
    shown = gamedsl("play", "pack_road", *TWO, stdin=b"1\nquit\n").out
    drawn, key, after = shown.partition("\n   on each road: miles\n")
    assert key
    rows = drawn.split("\n\n")[-1].splitlines()
    for told in ("Ashport (Salt) 2S", "Dunmere (Wool) 2W", "Elmstow XO"):
        assert any(told in row for row in rows)
    assert after.startswith("   X Ann, O Bob, S Salt, W Wool, ")
    assert len(re.findall(r"[─│╭╮╰╯][123]|[123][─│╭╮╰╯]", "\n".join(rows))) >= 8
    # Each line goes on below its bends.
    for upper, lower in pairwise(rows):
        below = (x for x, sign in enumerate(upper) if sign in "│╭╮┬")
        assert all(lower[max(x - 1, 0) : x + 2].strip() for x in below)
    # A move changes nothing but the letters after names.
    moved = next(part for part in after.split("\n\n") if "Elmstow O*" in part).splitlines()
    assert moved == [
        row.replace("Elmstow XO", "Elmstow O*").replace("Ashport (Salt) 2S", "Ashport (Salt) 2SX*") for row in rows
    ]


def test_a_card_between_two_places_names_them_as_a_way_wherever_it_lies(gamedsl: Runs) -> None:
    shown = gamedsl("play", "branch_lines", "--names", "Ann,Bob", "--seed", "3", stdin=b"8\nquit\n").out
    assert "\n  orders   Timber (Dogwood–Juniper, worth 6), Grain (Birch–Fir, worth 5)\n" in shown
    assert "\n  Timber " not in shown


def test_a_team_that_wins_is_named_and_has_one_column(gamedsl: Runs) -> None:
    answers = b"1\n2\n" + b"1\n" * 300
    shown = gamedsl("play", "euchre", "--names", "Ann,Bob,Cy,Di", "--seed", "5", stdin=answers).out
    assert re.search(r"\n(North–South wins: Ann and Cy|East–West wins: Bob and Di)\. A side has ten points\.\n", shown)
    assert re.search(r"\nscore  North–South  East–West\nwon +\d+ +\d+\n", shown)
    assert " is offered as trumps.\n" in shown
    assert re.search(r"\n  \w+ takes the trick for (North–South|East–West)\.\n", shown)
    assert re.search(r" takes \d tricks? and scores \d points?\.\n", shown)
    assert "go to the deck" not in shown


def test_who_wins_together_has_one_column(gamedsl: Runs) -> None:
    shown = gamedsl("play", "lantern_show", *TWO, stdin=b"1\n" * 200).out
    assert re.search(r"\nscore +all\napplause +\d+\n", shown)
