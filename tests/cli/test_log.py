"""The log in a terminal: dealing, tricks, sowing and throws are folded, and nothing is told twice. The page's tests are `page/tests/telling.ts`."""

from __future__ import annotations

from functools import cache

import click
import pytest

import gamedsl
from gamedsl.graph.model.types import SeatId
from gamedsl.table.logs.entries import Line
from gamedsl.table.logs.printed_log import log_text
from gamedsl.table.logs.telling import Teller
from gamedsl.table.names import Names
from gamedsl_interpreter.engine import Event, View

_TRICKS = """game tricks:
    players 2

type suit: Clubs, Hearts
type rank: Two, Three, Four

component 6 card in past:
    rank       suit
    each rank  each suit

shared:
    deck:   bag of card, seen by nobody
    past:   bag of card
    leader: player or none = none
    pace:   0..9 = 0
    tide:   -9..9 = 0, shown as "{+} feet"

each player:
    hand:   bag of card, seen by owner
    played: slot of card
    won:    bag of card
    points: 0..9 = 0
    passed = no

rounds up to 2:
    turns

phase turns, each player: choose goal: one of 1..3

ranking by highest points
"""

_BOWLS = """game bowls:
    players 2

ring pit 8

component 12 seed, called "bean" or "beans"

shared:
    fist: bag of seed

each pit:
    seeds: bag of seed

each player:
    won: bag of seed

rounds up to 2:
    turns

phase turns, each player: choose goal: one of 1..3

ranking by highest count(won)
"""


_STORES = """game stores:
    players 2

type good: Wood, Clay

row place 2

component man each player in home: 2

shared:
    heap[good]: 0..9 = 0
    price[good]: 0..9 = 4

each place:
    spot: slot of man

each player:
    home: bag of man
    at: place = place[1]
    store[good]: 0..9 = 0

rounds up to 2:
    turns

phase turns, each player: choose goal: one of 1..3

ranking by highest count(home)
"""


_LOTS = """game lots:
    players 2

each player:
    bid:   0..20 = 0
    worth: 0..20 = 0, seen by owner

rounds up to 2:
    turns

phase turns, each player:
    roll value: one of 1..20, seen by owner
    worth = value
    choose offer: one of 0..20
    bid = offer

ranking by highest bid
"""


@cache
def _teller(rules: str) -> Teller:
    names = ("Ann", "Bob", "Cat") if "players 3" in rules else ("Ann", "Bob")
    return Teller(Names(gamedsl.parse_rules(rules).game(names=names), {}))


def _told(*events: Event, rules: str = _TRICKS, first: int = 0) -> list[str]:
    """The lines for events as Ann sees them, headings between dashes and effects behind a mark."""
    shown = _teller(rules).tell(View(0, "turns", (), (), (), events), first)
    form = {"period": "— {} —", "effect": "> {}"}
    return [form.get(line.sort, "{}").format(line.text) for line in shown]


def _choose(who: str, **values: str) -> Event:
    return Event(f"{who}: …", ("choose", who, (("act", False, tuple(values.items())),)))


def _say(text: str) -> Event:
    return Event(text, ("say", text))


def _field(name: str, value: str) -> Event:
    return Event(f"{name} is {value}", ("field", name, value))


def _roll(name: str, value: str) -> Event:
    return Event(f"{name}: {value}", ("roll", name, value))


def _move(source: str, to: str, *names: str, number: int = 0) -> Event:
    if names:
        return Event("", ("move", tuple((name, 1) for name in names), source, to))
    return Event("", ("move", number, (), source, to))


TWO, ACE = "card[Two, Clubs]", "card[Three, Hearts]"
PLAYS = (_choose("Ann", goal="2"), _say("Ann plays on."))


def test_of_a_field_the_last_value_is_told_and_nothing_that_goes_back() -> None:
    events = (_field("pace", "3"), _field("Ann.points", "4"), _field("Ann.points", "6"), _field("leader", "none"))
    assert _told(*PLAYS, *events, _field("pace", "0"), _field("Bob.passed", "no")) == [
        "Ann plays on.",
        "> Points: 0 → 6",
    ]


def test_a_price_that_is_again_what_it_was_is_told() -> None:
    told = _told(_field("price[Wood]", "5"), *PLAYS, _field("price[Wood]", "4"), rules=_STORES, first=1)
    assert told == ["Ann plays on.", "> Price of Wood: 5 → 4"]


def test_numbers_are_told_as_they_were_and_are() -> None:
    earlier = (_field("Ann.points", "3"), _field("Bob.points", "7"), _field("pace", "2"))
    events = (*PLAYS, _field("Ann.points", "4"), _field("Bob.points", "6"), _field("pace", "2"))
    assert _told(*earlier, *events, first=3) == ["Ann plays on.", "> Points: Ann 3 → 4, Bob 7 → 6"]
    begun = Event("", ("start", "late"))
    assert _told(begun, *PLAYS, _field("Ann.points", "4"), first=1) == ["Ann plays on.", "> Points: 4"]
    twice = (_field("Ann.points", "4"), _choose("Bob", goal="2"), _say("Bob plays on."), _field("Ann.points", "5"))
    assert _told(*PLAYS, *twice)[1::2] == ["> Points: 0 → 4", "> Ann’s points: 4 → 5"]


def test_a_choice_or_a_throw_that_a_number_keeps_is_told_once() -> None:
    bid = (_choose("Bob", offer="7"), _field("Bob.bid", "7"))
    assert _told(*bid, _field("Ann.bid", "7"), rules=_LOTS) == ["Bob: act offer 7", "> Ann’s bid: 0 → 7"]
    thrown = (_roll("value", "9"), _field("Bob.worth", "9"))
    assert _told(*bid, *thrown, rules=_LOTS) == ["Bob: act offer 7", "> Worth: 0 → 9"]
    assert _told(*bid, _roll("value", "9"), rules=_LOTS)[1:] == ["Value: 9"]


def test_numbers_of_one_family_are_told_together() -> None:
    events = (_field("Ann.store[Wood]", "3"), _field("Ann.store[Clay]", "1"), _field("heap[Wood]", "2"))
    assert _told(*PLAYS, *events, rules=_STORES) == [
        "Ann plays on.",
        "> Store: Wood 0 → 3, Clay 0 → 1 · Heap of Wood: 0 → 2",
    ]
    went = (_choose("Ann", goal="2"), _field("Ann.store[Wood]", "1"), _field("Bob.store[Wood]", "1"))
    told = _told(*went, _field("Ann.at", "place[2]"), rules=_STORES)[1]
    assert told.endswith(" · At: place 2"), "who goes is in the line above, whoever else has something new"
    assert _told(*PLAYS, _field("Bob.store[Clay]", "1"), rules=_STORES)[1] == "> Bob’s store of Clay: 0 → 1"


def test_pieces_that_go_the_same_way_are_told_together() -> None:
    home = (_move("place[1].spot", "Ann.home", "man.Ann"), _move("place[2].spot", "Bob.home", "man.Bob"))
    assert _told(*PLAYS, *home, rules=_STORES) == ["Ann plays on.", "> Man of Ann and Man of Bob go home"]
    own = (_move("Ann.hand", "Ann.won", TWO), _move("Bob.hand", "Bob.won", ACE))
    assert _told(*PLAYS, *own)[1] == "> 2♣ 3♥ go from the hands to the won cards"
    assert _told(*PLAYS, _move("Ann.hand", "past", TWO), _move("deck", "past", ACE))[1] == "> 2♣ 3♥ go to the past"


def test_numbers_are_read_as_the_rules_say() -> None:
    assert _told(*PLAYS, _field("tide", "4")) == ["Ann plays on.", "> Tide: 0 feet → +4 feet"]
    assert _told(*PLAYS, _field("tide", "-4")) == ["Ann plays on.", "> Tide: 0 feet → −4 feet"]
    named = _TRICKS.replace("tide:", "feet:").replace("points: 0..9 = 0", 'points: 0..9 = 0, shown as "{} points"')
    own = ["Ann plays on.", "> 0 feet → +4 feet · 0 points → 2 points"]
    assert _told(*PLAYS, _field("feet", "4"), _field("Ann.points", "2"), rules=named) == own
    assert _told(*PLAYS, _field("Bob.points", "2"), rules=named) == ["Ann plays on.", "> Bob: 0 points → 2 points"]


def test_a_flag_is_not_told_that_the_sentence_calls_by_its_name() -> None:
    events = (_choose("Ann"), _say("Ann passes."), _field("Ann.passed", "yes"))
    assert _told(*events) == ["Ann passes."]
    assert _told(*events, _field("Bob.passed", "yes")) == ["Ann passes.", "> Bob: passed"]


def test_a_trick_is_taken_in_a_line() -> None:
    collected = (_move("Ann.played", "past", TWO), _move("Bob.played", "past", ACE))
    events = (_move("Ann.hand", "Ann.played", TWO), _field("leader", "Bob"), *collected)
    assert _told(*PLAYS, *events) == [
        "Ann plays on.",
        "> 2♣ goes from the hand to the played cards",
        "Bob takes the trick.",
    ]


def test_cards_that_go_different_ways_are_no_trick() -> None:
    collected = (_move("Ann.played", "past", TWO), _move("Bob.played", "deck", ACE))
    told = _told(*PLAYS, _field("leader", "Bob"), *collected)
    assert told[1].startswith("> 2♣ goes from the played cards to the past")
    assert "takes the trick" not in " ".join(told)


def test_a_deal_is_a_heading_and_of_its_cards_only_ones_own_are_told() -> None:
    dealt = (
        _move("past", "deck", number=6),
        Event("", ("shuffle", "deck")),
        _move("deck", "Ann.hand", TWO),
        _move("deck", "Bob.hand", number=1),
    )
    assert _told(*PLAYS, _field("Ann.points", "9"), *dealt) == [
        "Ann plays on.",
        "> Points: 0 → 9",
        "— New deal —",
        "> 2♣ goes from the deck to Ann’s hand",
    ]
    assert "— New deal —" not in _told(*PLAYS, *dealt, _field("round", "2"))
    assert "— Round 2 of 2 —" in _told(*PLAYS, *dealt, _field("round", "2"))
    assert "— New deal —" not in _told(*PLAYS, *dealt[:3]), "who draws alone gets no deal"


def test_many_sorts_of_cards_are_counted() -> None:
    cards = [f"card[{rank}, {suit}]" for suit in ("Clubs", "Hearts") for rank in ("Two", "Three", "Four")]
    assert _told(*PLAYS, _move("deck", "past", *cards)) == [
        "Ann plays on.",
        "> 6 cards go from the deck to the past",
    ]
    assert _told(*PLAYS, _move("deck", "Bob.hand", number=1)) == [
        "Ann plays on.",
        "> 1 card goes from the deck to Bob’s hand",
    ]


def test_a_sowing_is_seen_on_the_board() -> None:
    lifted = Event("", ("move", (("seed", 4),), "pit[1].seeds", "fist"))
    sown = [_move("fist", f"pit[{number}].seeds", "seed") for number in range(2, 6)]
    taken = _move("pit[5].seeds", "Ann.won", "seed")
    assert _told(*PLAYS, lifted, *sown, rules=_BOWLS) == ["Ann plays on."]
    assert _told(*PLAYS, lifted, *sown, taken, rules=_BOWLS) == [
        "Ann plays on.",
        "> Seed goes from pit 5 to the won beans",
    ]


def test_a_throw_stands_before_the_choice_that_uses_it() -> None:
    events = (_roll("die", "3"), _roll("other", "5"), _choose("Bob", goal="2"), _say("Bob walks."))
    assert _told(*events) == ["Thrown: 3 and 5", "Bob walks."]
    assert _told(_roll("die", "6"), _roll("die", "2")) == ["Die: 6", "Die: 2"]


def test_a_sentence_tells_the_choice_of_whoever_it_is_about() -> None:
    chosen = (
        _choose("Ann", goal="2"),
        Event("Bob", ("choose", "Bob", None)),
        _say("Ann shows 2."),
        _say("Bob shows 3."),
    )
    moves = (_move("Ann.hand", "past", TWO), _move("Bob.hand", "past", ACE))
    assert _told(*chosen, *moves)[:2] == ["Ann shows 2.", "Bob shows 3."]


def test_who_has_chosen_is_told_in_one_line() -> None:
    assert _told(Event("Ann", ("choose", "Ann", None)), Event("Bob", ("choose", "Bob", None))) == [
        "Ann and Bob have chosen."
    ]


def test_effects_of_hidden_choices_made_together_name_their_players() -> None:
    hidden = (Event("", ("choose", "Bob", None)), Event("", ("choose", "Ann", None)))
    gains = (_field("Ann.points", "2"), _say("The sun sets."))
    assert _told(*hidden, *gains) == ["Bob and Ann have chosen.", "> Ann’s points: 0 → 2", "The sun sets."]
    known = (Event("", ("choose", "Ann", (("act", False, (("card", TWO),)),))), hidden[0])
    laid = (_move("Ann.hand", "Ann.won", TWO), _move("Bob.hand", "Bob.won", number=1))
    assert _told(*known, *laid) == [
        "Ann: act 2♣",
        "Bob has chosen.",
        "> 1 card goes from Bob’s hand to Bob’s won cards",
    ]


def test_whoever_declines_passes_unless_something_else_was_done() -> None:
    declined = Event("", ("choose", "Ann", (("special", True, ()),)))
    assert _told(declined, _move("deck", "past", number=2)) == [
        "Ann passes.",
        "> 2 cards go from the deck to the past",
    ]
    assert _told(*PLAYS, _move("deck", "past", number=2), declined) == [
        "Ann plays on.",
        "> 2 cards go from the deck to the past",
    ]


def test_what_is_kept_of_drawn_cards_and_an_empty_choice_are_told_in_words() -> None:
    kept = Event("", ("choose", "Ann", (("act", False, (("kept", f"[{TWO}]"),)),)))
    assert _told(kept) == ["Ann keeps 2♣."]
    assert _told(_choose("Ann", goal="2"), _say("Ann takes [].")) == ["Ann takes nothing."]


def test_the_set_up_is_on_the_table() -> None:
    dealt = (_move("deck", "Ann.hand", TWO), _field("Ann.points", "3"), _field("round", "1"))
    assert _told(*dealt) == ["— Round 1 of 2 —"]


@pytest.mark.parametrize("width", [30, 40, 80])
def test_an_effect_is_not_broken_if_it_fits(width: int) -> None:
    effects = ("6 cards: deck → hand", "Points: 12", "Bob’s points: 7")
    lines = click.unstyle(log_text(Line("effect", " · ".join(effects)), width)).splitlines()
    assert all(any(effect in line for line in lines) for effect in effects)
    assert max(map(len, lines)) <= width


_PATRONS = """game patrons:
    players 3

component 6 card in deck: 1..6

shared:
    deck: pile of card, seen by nobody

each player:
    patron: bag of card, seen by owner
    points: 0..9 = 0

rounds up to 1: turns

phase turns, each player:
    choose number: one of 1..2
    points += number

ranking by highest points, ties shared
"""


def test_what_all_others_look_at_is_shown() -> None:
    def looks(who: str) -> Event:
        return Event(f"{who} looks at Ann.patron", ("peek", who, "Ann.patron"))

    assert _told(looks("Bob"), looks("Cat"), rules=_PATRONS)[-1].endswith("All see Ann’s patron")
    assert _told(looks("Bob"), rules=_PATRONS)[-1].endswith("Bob looks at Ann’s patron")


_SHED = """game sheds:
    players 2

component 6 tool in shed:
    name
    Red_1
    Red_2
    Saw
    Axe
    Rake
    Hoe

shared:
    shed:   bag of tool, seen by nobody
    market: bag of tool
    trees:  0..9 = 0
    faults: 0..9 = 0

each player:
    tools: bag of tool, seen by owner

setup:
    trees = 9

rounds up to 2:
    turns

phase turns, each player: choose goal: one of 1..3

ranking by highest count(tools)
"""


def test_a_shed_is_no_participle() -> None:
    found = _move("shed", "market", "Saw")
    assert _told(*PLAYS, found, rules=_SHED, first=0)[1] == "> Saw goes from the shed to the market"


def test_who_says_no_has_not_passed() -> None:
    said = Event("", ("choose", "Ann", (("turns", False, (("alone", "no"),)),)))
    assert _told(said) == ["Ann says no."]


def test_a_number_that_the_set_up_has_changed_is_told_where_it_gets_back() -> None:
    felled = (_field("trees", "9"), *PLAYS, _field("trees", "0"))
    assert _told(*felled, rules=_SHED)[-1] == "> Trees: 9 → 0"
    assert _told(*PLAYS, _field("trees", "4"), *PLAYS, _field("trees", "0"), rules=_SHED)[-1] == "Ann plays on."


def test_the_number_of_a_card_says_nothing_of_other_numbers() -> None:
    shown = (_say("It is Red 2, a fault."), _field("faults", "2"))
    assert _told(*PLAYS, *shown, rules=_SHED)[-1] == "> Faults: 0 → 2"


def test_what_is_unknown_of_a_choice_is_told_once() -> None:
    hidden = Event("", ("choose", "Bob", None))
    drawn = (_move("shed", "Bob.tools", number=2),)
    took = (_choose("Bob", goal="2"), _say("Bob signs a contract."))
    # What follows from a choice that was told is no news.
    assert _told(*took, hidden, *PLAYS, rules=_SHED) == ["Bob signs a contract.", "Ann plays on."]
    # A choice of which something was seen is told before that.
    assert _told(*PLAYS, hidden, *drawn, rules=_SHED) == [
        "Ann plays on.",
        "Bob has chosen.",
        "> 2 tools go from the shed to the tools",
    ]


def test_a_choice_that_is_told_later_is_not_unknown() -> None:
    hidden = (Event("", ("choose", "Ann", None)), Event("", ("choose", "Bob", None)))
    shown = (_field("leader", "Ann"), _say("Ann shows 2."), _field("pace", "3"), _say("Bob shows 3."))
    assert [line for line in _told(*hidden, *shown) if not line.startswith(">")] == ["Ann shows 2.", "Bob shows 3."]


def test_sentences_of_choices_made_together_stand_in_the_order_in_which_they_are_said() -> None:
    chosen = _choose("Bob", goal="2")
    said = (_say("Ann turns back."), _say("Bob turns back."), _field("Ann.points", "2"))
    assert _told(chosen, *said) == ["Ann turns back.", "Bob turns back.", "> Ann’s points: 0 → 2"]


def test_the_name_of_an_action_gives_way_to_the_sentence_that_says_it() -> None:
    chosen = Event("", ("choose", "Ann", (("turn_up", False, ()),)))
    turned = _move("shed", "market", "Saw")
    assert _told(chosen, turned, _say("Ann turns up Saw."), rules=_SHED) == ["Ann turns up Saw."]
    assert _told(chosen, turned, _say("Ann gets a point."), rules=_SHED)[0] == "Ann: turn up Saw"


def test_a_table_that_is_cleared_at_the_end_is_no_news() -> None:
    dealt = (_move("deck", "Ann.hand", TWO), _move("deck", "Bob.hand", number=1))
    cleared = _move("past", "deck", number=4)
    over = View(0, "turns", (), (), (), (*dealt, *PLAYS, cleared))
    assert [line.text for line in _teller(_TRICKS).tell(over)] == ["Ann plays on."]
    asked = View(0, "turns", (SeatId(0),), (), (), (*dealt, *PLAYS, cleared))
    assert len(_teller(_TRICKS).tell(asked)) == 2


def test_dealing_between_choices_of_the_set_up_is_on_the_table() -> None:
    dealt = (_move("deck", "Bob.hand", number=2), _field("Ann.points", "3"))
    view = View(0, "turns", (SeatId(0),), (), (), (*PLAYS, *dealt), 0)
    assert [line.text for line in _teller(_TRICKS).tell(view)] == ["Ann plays on.", "Points: 0 → 3"]
    later = View(0, "turns", (SeatId(0),), (), (), (*PLAYS, *dealt), 1)
    assert "2 cards" in _teller(_TRICKS).tell(later)[-1].text
