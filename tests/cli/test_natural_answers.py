"""`play` understands what strangers type: words of consent, verbs, parts of options; it asks where a word is not enough, and always says what can be typed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli.running import Runs
from cli.test_table import STYLES, played


def said(gamedsl: Runs, game: str, *answers: str, more: tuple[str, ...] = ("--seed", "4")) -> str:
    return gamedsl("play", game, *more, stdin="".join(f"{one}\n" for one in (*answers, "quit")).encode()).out


@pytest.mark.parametrize("word", ["roll", "go", "continue", "yes", "again", "throw again"])
def test_words_of_consent_go_on(gamedsl: Runs, word: str) -> None:
    shown = said(gamedsl, "cant_stop", "1", word)
    assert shown.count("  Ann throws ") == 2


@pytest.mark.parametrize(
    ("game", "word", "told"), [("cant_stop", "no", "Ann stops."), ("twenty_one", "stop", "Ann stands.")]
)
def test_words_of_refusal_stop(gamedsl: Runs, game: str, word: str, told: str) -> None:
    assert told in said(gamedsl, game, *(["1"] if game == "cant_stop" else []), word)


def test_a_verb_before_a_number_or_a_name_is_understood(gamedsl: Runs) -> None:
    shown = said(gamedsl, "glory_islands", "1", "sail 3", "undo anyway", "play three red")
    assert shown.count("Ann plays Three Red.") == 2


def test_a_part_of_an_option_names_it(gamedsl: Runs) -> None:
    assert "   1  Lamb and Flag, Soldier " in said(gamedsl, "gloriana", "tavern")
    assert "`staff` may be 1, take staff from a tavern or 2, take staff from the court: say its number.\n" in said(
        gamedsl, "gloriana", "staff", more=("--seed", "4", "--names", "Ann,Bob,Cat")
    ).replace("say\n", "say ")


def test_one_word_for_two_choices_is_asked_about(gamedsl: Runs) -> None:
    shown = said(gamedsl, "gloriana", "horse", "no", "horse", "yes")
    asked = "`horse` would be: take staff from a tavern: Boar’s Head, Horse. Do you do that?"
    assert shown.count(asked) == 2
    assert shown.count("  Ann takes Horse from Boar’s Head.\n") == 1


def test_a_word_that_fits_several_options_takes_none(gamedsl: Runs) -> None:
    shown = said(gamedsl, "gloriana", "tavern", "priest")
    assert "`priest` may be 2, Lamb and Flag, Priest or 5, Mermaid, Priest: say its number.\n" in shown
    assert "Ann takes" not in shown


def test_everything_is_bet_by_a_short_word_only_if_it_is_meant(gamedsl: Runs) -> None:
    shown = said(gamedsl, "holdem", "all", "no", more=("--seed", "3", "--players", "3"))
    assert "That is all in: 100, your last chips. Do you do it? (yes or no)\n> no\nAnn> " in shown
    assert "Ann raises" not in shown


@pytest.mark.parametrize(
    ("game", "answer", "told"),
    [
        (
            "chess",
            "\n1 2",
            "Type a number of the list, or `?` for the rule and `help` for what else can be|One is chosen here, not 2: say a number of the list",
        ),
        ("hearts", "", "Type numbers of the list, or `?`"),
        ("backgammon", "roll", "What follows by itself is done for you; here say a number"),
        ("cribbage", "1 2 3", "name 2 of the list."),
        ("love_letter", "guard", "Guard is not in hand."),
        ("liars_dice", "bid 3 fives", "3 is not possible here: say 1 or 2."),
        (
            "hex",
            "help undo\nhelp hnt",
            "undo: back to your last choice|There is no help about `hnt`. Do you mean `help hint`?",
        ),
    ],
)
def test_it_is_said_what_can_be_typed(gamedsl: Runs, game: str, answer: str, told: str) -> None:
    shown = said(gamedsl, game, answer)
    assert all(one in shown for one in told.split("|"))


def test_a_card_may_be_called_by_its_whole_name(gamedsl: Runs) -> None:
    names = ("8♣", "8c", "8 of clubs", "eight of clubs", "8 clubs")
    answers = [answer for name in names for answer in (name, "undo anyway")]
    shown = said(gamedsl, "hearts", "1 4 7", "queen of spades", *answers, more=("--seed", "3"))
    assert shown.count("  Ann plays 8♣.\n") == len(names)
    assert "Q♠ is not in hand.\n" in shown


def test_why_about_a_number_is_about_the_list(gamedsl: Runs) -> None:
    assert re.search(r"^ +2  Princess\b", shown := said(gamedsl, "love_letter", "why 2"), re.MULTILINE)
    assert "It is possible: Princess" in shown
    assert "5♣ may be one of those that you choose." in said(gamedsl, "cribbage", "why 1", more=("--seed", "3"))
    assert "The list has no number 9: it goes from 1 to " in said(gamedsl, "love_letter", "why 9")


def test_pieces_are_counted_in_the_plural(gamedsl: Runs) -> None:
    assert "   1  pit 1  4 seeds " in said(gamedsl, "kalah")
    assert "  crew   5 pirates\n" in said(gamedsl, "glory_islands")
    assert "  point 1: 2 checkers of Bob\n" in said(
        gamedsl, "backgammon", "view", more=("--seed", "5", "--seat", "Ann")
    )


@pytest.mark.usefixtures("gamedsl")
def test_rules_are_read_page_by_page_and_the_next_line_is_an_answer() -> None:
    shown = STYLES.sub("", played(["rules", "why 1", "quit"], "cant_stop", "--seed", "3", COLUMNS="80", LINES="24"))
    assert "q goes back> why 1\nIt is possible: " in shown
    assert shown.count("goes back> ") == 1
    page = shown.split("> rules\n")[1].split("Enter reads on")[0]
    assert page.count("\n") == 22, "two lines of the window are left for the question"


def test_a_long_table_is_shown_whole_once_a_round_and_then_what_has_changed(gamedsl: Runs) -> None:
    shown = said(gamedsl, "gloriana", "tavern", "1", "table")
    first, second, _, asked, _ = shown.split("Ann> ")
    assert "what events are worth" in first + second
    news, whole = shown.split("Ann> table\n")
    assert "what events are worth" not in news.rpartition("Ann> 1\n")[2]
    assert "  hand  * " in news.rpartition("Ann> 1\n")[2]
    assert "what events are worth" in whole
    assert asked


_STOPPING = """game edge:
    "How far does one go?"
    players 2

each player:
    steps: 0..9 = 0
    has_stopped = no, not shown

rounds up to 3:
    walk

phase walk, each player where not has_stopped:
    choose stop: may, ask "Do you stop?"
    if stop: has_stopped = yes
    else: steps += 1

score way: steps
"""


@pytest.mark.parametrize(
    ("answer", "steps"), [("go on", 1), ("continue", 1), ("again", 1), ("no", 1), ("stop", 0), ("yes", 0), ("ok", 0)]
)
def test_words_of_going_on_do_not_stop(gamedsl: Runs, tmp_path: Path, answer: str, steps: int) -> None:
    rules = tmp_path / "edge.gdl"
    rules.write_text(_STOPPING, "utf-8")
    shown = gamedsl("play", str(rules), "--seed", "1", stdin=f"{answer}\nquit\n".encode()).out
    assert ("  Ann: stop\n" in shown) == (steps == 0)


@pytest.mark.parametrize(
    ("game", "answer", "told"),
    [
        ("cribbage", "jack", "`jack` may be 5 (J♥) or 6 (J♠): say its number."),
        ("hearts", "queen of spades", "Q♠, and which 2 others? `undo` begins anew."),
        ("cribbage", "1\nqueen of hearts\n1", "3♥ is chosen already: name another one"),
        ("chess", "pawn", "`pawn` may mean several moves. Ann:"),
        ("cant_stop", "6 and 8", "`6` is in 2 (6 and 9) and `8` is in 1 (7 and 8), but nothing has both."),
        (
            "gloriana",
            "banquet",
            "`banquet` is chosen after: hold an event. Chosen so far: hold an event; `undo` chooses",
        ),
        ("gloriana", "hold banquet with soldier", "`hold` is 4 (hold an event); `banquet` comes after that."),
    ],
)
def test_it_is_said_which_part_of_an_answer_fits(gamedsl: Runs, game: str, answer: str, told: str) -> None:
    assert told in said(gamedsl, game, answer, more=("--seed", "7")).replace("\n", " ")


@pytest.mark.parametrize(
    ("game", "answer", "told"),
    [
        ("cribbage", "3 7", "3♥ 7♥ go from the hand to the dealer’s crib"),
        ("cribbage", "lay my 2 lowest", "3♥ 7♥ go from the hand to the dealer’s crib"),
        ("cribbage", "3 highest", "2 can be chosen here, not 3."),
        ("hearts", "the lowest", "are equally high: say which you mean."),
        ("hearts", "pass my 3 highest", "10♣ Q♠ Q♥ go from Ann’s hand to Bob’s hand"),
        ("quoridor", "up", "Ann walks to e2."),
        ("quoridor", "walk north", "Ann walks to e2."),
    ],
)
def test_what_people_call_moves_is_understood(gamedsl: Runs, game: str, answer: str, told: str) -> None:
    assert told in gamedsl("play", game, "--seed", "7", stdin=f"{answer}\nquit\n".encode()).out


def test_what_people_call_moves_that_are_not_possible_is_understood(gamedsl: Runs) -> None:
    shown = gamedsl("play", "chess", "--seed", "7", stdin=b"Ne5\nwhy Ke2\nwhy Kd3\nquit\n").out
    for answer, told in (
        ("Ne5", "The knight can go from b1 to a3 or c3, from g1 to f3 or h3."),
        ("why Ke2", "Your own pawn stands on e2."),
        ("why Kd3", "No king of yours can move now."),
    ):
        assert told in shown.partition(f"> {answer}\n")[2].partition("Ann> ")[0]


def test_why_not_a_square_that_is_taken(gamedsl: Runs) -> None:
    shown = gamedsl("play", "reversi", "--seed", "7", stdin=b"d4\na1\nz9\nquit\n").out
    assert "> d4\nd4 is taken: Bob.\n" in shown
    assert shown.count("is taken") == 1


def test_numbers_that_are_ranks_too_are_asked_for(gamedsl: Runs) -> None:
    shown = gamedsl("play", "cribbage", "--seed", "17", stdin=b"5 6\nno\nquit\n").out
    assert re.search(r"By their numbers in the list `5 6` are 9♦ and K♥\. Do you mean these\? \(yes or no\)", shown)
    assert "lays two cards away" not in shown


def test_of_the_only_move_it_is_said_that_it_is(gamedsl: Runs) -> None:
    shown = gamedsl("play", "hearts", "--seed", "7", stdin=b"1 2 3\nwhy 1\nquit\n").out
    assert "It is the only move that is possible here: 2♣. The two of clubs is led to the\nfirst trick.\n" in shown


def test_moves_of_chess_are_listed_as_they_are_written(gamedsl: Runs) -> None:
    shown = gamedsl("play", "chess", "--seed", "3", stdin=b"moves\nquit\n").out
    assert "   h4\n      h3   Na3   Nc3   Nf3   Nh3\n" in shown


def test_the_rules_about_a_word_find_the_list_that_explains_it(gamedsl: Runs) -> None:
    shown = gamedsl("play", "holdem", "--seed", "7", stdin=b"rules flush\nrules ranks\nrules straight\n").out
    _, *told = " ".join(shown.split()).split("> rules ")
    assert len(told) == 3
    assert all("a flush is five cards of a suit" in one for one in told)


@pytest.mark.parametrize(
    ("game", "answer", "told"),
    [
        ("hearts", "queen spades", "Q♠, and which 2 others?"),
        ("hearts", "6 of clubs and 9d", "6♣ and 9♦, and which other?"),
        ("hearts", "queen spades and 6 of clubs and nine diamonds", "6♣ 9♦ Q♠ go from Ann’s hand to Bob’s hand"),
        ("cribbage", "jack of hearts and 3h", "3♥ J♥ go from the hand to the dealer’s crib"),
        ("cribbage", "why 3h", "3♥ may be one of those that you choose."),
        ("hearts", "score", "Ann (you)   points 0"),
    ],
)
def test_small_words_and_plurals_are_understood(gamedsl: Runs, game: str, answer: str, told: str) -> None:
    shown = gamedsl("play", game, "--seed", "7", stdin=f"{answer}\nquit\nyes\n".encode()).out
    assert told in shown.split(f"> {answer}\n")[1]


def test_help_lists_cards_where_they_have_texts(gamedsl: Runs) -> None:
    assert "\ncard  " not in gamedsl("play", "hearts", "--seed", "7", stdin=b"help\nquit\n").out
    assert "\ncard  " in gamedsl("play", "love_letter", "--seed", "7", stdin=b"help\nquit\n").out


_ROUND = ("--seed", "7", "--players", "3")


@pytest.mark.parametrize("answer", ["single maritime", "hold maritime"])
def test_words_of_several_moves_lead_to_the_next_question(gamedsl: Runs, answer: str) -> None:
    shown = gamedsl("play", "gloriana", *_ROUND, stdin=f"{answer}\nundo\nquit\n".encode()).out
    asked, taken_back = shown.split(f"> {answer}\n")[1].split("> undo\n")
    assert "1  hold it as printed\n" in asked
    assert "may mean" not in asked
    assert "4  hold an event\n" in taken_back


def test_the_plural_of_a_name_is_understood(gamedsl: Runs) -> None:
    shown = gamedsl("play", "gloriana", *_ROUND, stdin=b"soldiers from lamb\nquit\nyes\n").out
    assert "  Ann takes Soldier from Lamb and Flag.\n" in shown


def test_moves_that_an_answer_may_mean_are_a_list(gamedsl: Runs) -> None:
    shown = gamedsl("play", "chess", "--seed", "7", stdin=b"knight\nundo\nknight\n2\nquit\nyes\n").out
    asked = shown.split("> knight\n")[1]
    assert asked.startswith("`knight` may mean several moves.\nAnn: ")
    assert "\n   1  b1 a3     2  b1 c3     3  g1 f3     4  g1 h3\nAnn> undo\nAnn: Which" in asked
    assert "  Ann moves the knight from b1 to c3.\n" in shown


def test_a_column_is_known_by_its_letter(gamedsl: Runs) -> None:
    shown = gamedsl("play", "connect_four", "--seed", "2", stdin=b"c\nquit\nyes\n").out
    assert "  Ann drops a disc, which falls to c1.\n" in shown
    assert "from 1" not in shown


def test_the_rules_about_a_row_of_a_list_tell_that_row(gamedsl: Runs) -> None:
    shown = gamedsl("play", "kiln_lane", "--seed", "4", stdin=b"rules sawmill\nquit\n").out
    told = shown.split("> rules sawmill\n")[1]
    assert "  - Sawmill: " in told
    assert "Windmill: " not in told
    assert "Pieces with rules of their own\n  - Sawmill: Three wood.\n" in told


FRAME = ("--seed", "5", "--screen-reader")


def test_a_square_is_named_in_any_form_where_an_option_leads_there(gamedsl: Runs) -> None:
    forms = ("4", "d", "d1", "to d1", "d 1")
    shown = said(gamedsl, "connect_four", *(answer for form in forms for answer in (form, "undo anyway")), more=FRAME)
    assert shown.count("Ann drops a disc, which falls to d1.\n") == len(forms)


def test_a_square_where_nothing_goes_is_refused_with_one_that_is_reached(gamedsl: Runs) -> None:
    shown = said(gamedsl, "connect_four", "d3", "why d3", "d 3", "to", more=FRAME)
    assert shown.count("Nothing gets to d3 now: say `d1`.") == 3
    assert "Frame\n  6 rows and 7 columns" in shown
    assert "or where it leads, as `a1`." in shown.replace("\n", " ")


def test_moves_that_are_numbers_are_listed_with_where_they_lead(gamedsl: Runs) -> None:
    assert said(gamedsl, "connect_four", "moves", more=FRAME).count("    7  to g1\n") == 2


def test_help_names_moves_of_the_game_that_is_played(gamedsl: Runs) -> None:
    shown = said(gamedsl, "hamlet", "help", more=("--seed", "5"))
    assert "             now: `fetch goods: Forest` or `fetch goods: Coppice`\n" in shown
    assert not {"e2e4", "Mermaid", "qs"} & set(re.findall(r"\w+", shown))


def test_what_is_chosen_later_has_its_reason_where_it_is_named_alone(gamedsl: Runs) -> None:
    shown = said(gamedsl, "hamlet", "forest", "manor", "why manor", more=("--seed", "5"))
    assert shown.count("You do not have the goods for that house.") == 2


def test_a_question_to_a_player_is_read_by_what_it_asks_for(gamedsl: Runs) -> None:
    shown = said(gamedsl, "go_fish", "kings", "do you have any sixes", "undo", more=("--seed", "5"))
    assert "You have no card of this rank yourself.\n" in shown
    assert "  Ann asks Bob for 6.\n  Bob has none: Ann goes fishing.\n    K♠ goes from the pond" in shown
    assert "`undo anyway` takes it back all the\nsame.\n" in shown


def test_plurals_of_people_are_understood(gamedsl: Runs) -> None:
    shown = said(gamedsl, "gloriana", "noblewomen from tabard", more=("--seed", "5"))
    assert "  Ann takes Noblewoman from Tabard.\n" in shown


def test_an_evening_says_whose_meals_it_tells(gamedsl: Runs) -> None:
    shown = said(gamedsl, "hamlet", "forest", "stay", more=("--seed", "5"))
    assert "  In the evening all workers come home and eat.\n" in shown
    assert "  Ann has food for one worker only.\n    Store of Food: 1 → 0 · Missed meals: 0 → 1\n" in shown


def test_a_number_stands_before_what_it_counts_as_the_rules_say_it(gamedsl: Runs) -> None:
    shown = said(gamedsl, "liars_dice", "1", more=("--seed", "3"))
    assert "   1  1 one " in shown
    assert "   8  2 twos " in shown
    assert "   1  bid 2 twos " in shown
    assert "   1  bid 5 Diamonds " in said(gamedsl, "bridge", "1", "1", "1", more=("--seed", "3"))


def test_what_asks_for_nothing_else_is_said_to_do_so(gamedsl: Runs) -> None:
    told = "`take` is 1 (take the first card), and asks for nothing else: leave out `J`.\n"
    assert told in said(gamedsl, "gin_rummy", "take J", more=("--seed", "3"))


def test_pieces_that_go_together_are_joined_by_and(gamedsl: Runs) -> None:
    shown = said(gamedsl, "beacon_chain", "1", more=("--seed", "3"))
    assert "    Oil and Water go from the store to Bob’s flasks\n" in shown


def test_the_number_of_a_card_says_nothing_of_what_is_counted(gamedsl: Runs) -> None:
    shown = said(gamedsl, "lantern_show", "2", more=("--seed", "5"))
    assert "  Bob lights card 2.\n    Mistakes: 1 → 2\n" in shown


def test_what_has_become_of_cards_stands_beside_them(gamedsl: Runs) -> None:
    assert "J♣ goes from the hand to the cards given away\n" in said(gamedsl, "euchre", "1", more=("--seed", "5"))


def test_a_direction_that_is_drawn_is_told_once_and_in_words(gamedsl: Runs) -> None:
    shown = said(gamedsl, "ember_watch", "2", "1", "2", "1", "2", "1", more=("--seed", "5"))
    assert "  The wind blows to the north.\n" in shown
    assert "Weather: N" not in shown
    assert "Wind: north" not in shown
