"""What people type at a first evening, and what they are told: costs, reasons, ranks, counts, points."""

from __future__ import annotations

import re

import pytest

import gamedsl
from cli.running import Runs
from gamedsl.cli.common.card_texts import CardTexts
from gamedsl.table.names import Names


def said(gamedsl: Runs, game: str, *answers: str, more: tuple[str, ...] = ()) -> str:
    """What `play` shows while these answers are given, in one line."""
    shown = gamedsl("play", game, "--seed", "4", *more, stdin="".join(f"{one}\n" for one in answers).encode()).out
    return " ".join(shown.split())


def test_a_house_is_offered_with_its_cost_and_its_worth(gamedsl: Runs) -> None:
    """Also the only one that can be built, which nobody is asked for."""
    shown = said(gamedsl, "hamlet", "card manor", "1", more=("--players", "2"))
    assert "Ann> card manor Points 9; costs 5 wood, 5 clay and 1 food. Ann>" in shown
    assert "6 build a house: Mill lane, Shed points 1; costs 2 wood" in shown


def test_costs_in_columns_of_their_own_are_goods(gamedsl: Runs) -> None:
    shown = said(gamedsl, "kiln_lane", "card seed store", "12", "table", more=("--players", "2"))
    # What never changes is told at the first look, and to whoever asks.
    assert shown.count("the town Forest, ") == 2
    assert "Fee 1, points 2; costs 1 wood and 1 clay. Two fields more, up to six." in shown


def test_who_cannot_pay_is_told_so_with_the_cost(gamedsl: Runs) -> None:
    """Although nothing can be built, so that building is not offered."""
    shown = said(gamedsl, "hamlet", "build a cottage", "why chapel", "mill lane", more=("--players", "2"))
    cannot = "You do not have the goods for that house."
    assert f"Ann> build a cottage {cannot} Cottage: points 3; costs 2 wood and 2 clay." in shown
    assert f"Ann> why chapel {cannot} Chapel: points 7; costs 3 wood and 5 clay." in shown
    assert "Ann> mill lane Somebody works there already, or it is a road, where you can only build." in shown


def test_why_tells_the_rule_and_what_follows(gamedsl: Runs) -> None:
    shown = said(gamedsl, "hamlet", "why 1", more=("--players", "2"))
    assert "take all goods that lie there." in shown
    assert "What follows: Store of Wood: 0 → 2." in shown


def test_what_pieces_of_another_player_do_has_its_own_line(gamedsl: Runs) -> None:
    shown = gamedsl("play", "hamlet", "--players", "2", "--seed", "4", stdin=b"1\n2\n").out
    told = "  Ann has no food for the workers.\n    Missed meals: 0 → 2\n    Worker of Bob goes home from the box\n"
    assert told in shown


def test_points_so_far_are_told_where_all_see_them(gamedsl: Runs) -> None:
    assert "If the match ended now: score Ann Bob houses 0 0" in said(gamedsl, "hamlet", "score")
    assert "If the match ended now: score Ann Bob sets of four 0 0" in said(gamedsl, "go_fish", "score")
    assert "If the match ended now" not in said(gamedsl, "masked_court", "score")


def test_a_rank_is_called_as_its_cards_show_it(gamedsl: Runs) -> None:
    shown = said(gamedsl, "go_fish", "ask bob for 7", more=("--players", "2"))
    assert "Which rank do you ask for? (Bob) 2, 3, 7, 10, Queen or Ace Ann> ask bob for 7 Ann asks Bob for 7." in shown


def test_who_asks_for_a_rank_without_having_it_is_told_the_rule(gamedsl: Runs) -> None:
    asked = ("5", "K", "why 9", "do you have any kings?", "ask bob five")
    shown = said(gamedsl, "go_fish", *asked, more=("--players", "2"))
    assert shown.count("You have no card of this rank yourself.") == len(asked)
    assert "5 is not possible here: say 2, 3, 7, 10, Queen or Ace." in shown


def test_counts_and_words_in_any_order_are_understood(gamedsl: Runs) -> None:
    shown = said(gamedsl, "gloriana", "2 soldiers from mermaid", "2 priests from mermaid", more=("--players", "3"))
    assert "`soldiers` and `mermaid` do not go together here; possible: take staff from a tavern: " in shown
    assert "Ann> 2 priests from mermaid Ann takes Priest from Mermaid." in shown


def test_what_comes_later_is_begun(gamedsl: Runs) -> None:
    shown = said(gamedsl, "gloriana", "banquet", "1", more=("--players", "3"))
    assert "`banquet` is chosen after: hold an event. Chosen so far: hold an event; `undo` chooses again." in shown
    assert "Ann: Which event do you take?" in shown
    assert re.search(r"Ann: What do you do\? \(\w+ \w+\) 1 hold it as printed", shown), "a menu tells of what"


def test_numbers_are_called_by_the_look(gamedsl: Runs) -> None:
    shown = said(gamedsl, "tile_walls", "1", "blue", "2", more=("--players", "2"))
    assert "On which step do you put them? 0 is the floor" in shown
    assert "line" not in shown.split("On which step")[1].split("Ann>")[0]
    assert "Ann (you) points 0 · step 2: Blue*" in shown


def test_a_way_tells_what_it_costs_and_asks_its_own_question(gamedsl: Runs) -> None:
    """Road by road, and also where one town alone can be reached."""
    shown = said(gamedsl, "pack_road", "brill", "1", "pave coast", more=("--players", "2"))
    assert "2 Brill 3 coins" in shown
    assert "Ann> brill Ann drives to Brill. Coins: 6 → 3" in shown
    assert " Brill (Corn) 2CX* " in shown
    assert "Ann: Where do you drive? 1 Ashport 2 pass" in shown
    # The place that somebody has left has changed, too.
    told = said(gamedsl, "pack_road", "1", "3", "1", more=("--players", "2"))
    assert " Ashport (Salt) 3S* " in told
    assert " Brill (Corn) 3CXO* " in told


def test_cards_may_be_called_in_figures_and_discarded(gamedsl: Runs) -> None:
    shown = said(gamedsl, "lost_cities", "play lowest", "draw", "white 6", "discard white 8")
    assert "Ann> play lowest Wager Yellow, Wager White and Wager Green are equally high: say which you mean." in shown
    assert "`draw` is for another moment; here say a number of the list" in shown
    assert "1 lay a card: Six White 2 throw a card away: Six White" in shown
    assert "Ann> discard white 8 Ann throws Eight White away." in shown


@pytest.mark.parametrize(
    ("game", "seed", "answers", "told"),
    [
        # What an option brings is told where something is hidden, too, beside one that the look file names the price of.
        ("bread_street", "5", "", "1 gather grain grain 1 → 3 2 mill grain: 1 grain 1 → 0, flour 1 → 2"),
        ("masked_court", "2", "1\n1", "1 work for a coin coins 3 → 4"),
        # The only action that is left asks its own question, and whoever declines it is not told so.
        ("mill_valley", "3", "", "Ann: Which card do you throw away for a coin? (coins 5 → 6) 1 Thatcher"),
        ("mill_valley", "3", "none", "6 none Ann> none Ann: What do you do?"),
        ("forecast", "5", "1", "Bob promised 0* · points 0"),
        ("lantern_show", "5", "1\n1", "hand 1 * hidden (told number 1)"),
        ("gloriana", "3", "", "deck 33 staff cards · nobles 2 · singles: 8 events"),
        # A price and what it does to a number are told once, also of numbers that last a turn only.
        ("mill_valley", "3", "none", "1 build a house: Thatcher coins 5 → 3, Craft, points 1: Farms cost"),
        ("spell_kitchen", "3", "1\n1\n1\n1", "1 Flame sparks 4 → 1, sparks 2"),
        ("english_auction", "3", "", "What the lot is worth to you: 10 highest bid 0 · opens Ann Ann (you)"),
        # Many pairs are asked for in two steps.
        ("beetle_nest", "3", "1", "Ann: Which insect do you lay? 1 Queen 2 Beetle 3 Hopper 4 Spider 5 Ant Ann>"),
        ("flower_stall", "2", "", "1 Tulip Five points at the end for each pair of tulips."),
    ],
)
def test_what_decides_is_on_the_screen(gamedsl: Runs, game: str, seed: str, answers: str, told: str) -> None:
    shown = gamedsl("play", game, "--seed", seed, stdin=f"{answers}\nquit\nyes\n".encode()).out
    assert told in " ".join(shown.split())


@pytest.mark.parametrize(("number", "is_told"), [(12, True), (13, False)])
def test_the_texts_of_many_cards_are_told_one_by_one(number: int, *, is_told: bool) -> None:
    kinds = "".join(f"    Card{one}  {one}\n" for one in range(1, number + 1))
    rules = f"""game cards:
    players 2

component card in deck:
    name  worth
{kinds}
shared:
    deck: bag of card

rounds up to 1:
    turns

phase turns, each player:
    choose one_card: one of deck
    move one_card to box

ranking by highest round, ties shared
"""
    told = CardTexts(Names(gamedsl.parse_rules(rules).game(), {}))
    assert ("Card3: Worth 3." in told.answer("").split("\n")) is is_told
    assert told.answer("card 3") == "Worth 3."
