"""The independent scorer of Gloriana against the fact sheet's examples (E..) and derived tables, and a few laws of scoring."""

from __future__ import annotations

from collections import Counter

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from . import gloriana as court
from .gloriana import Declaration, Judgement, Position, declaration_value

TRIANGULAR = [n * (n + 1) // 2 for n in range(9)]

# ---------------------------------------------------------------- holding events

HUNT = Position(
    hand={"Horse": 3, "Boat": 2, "Priest": 1, "Actor": 1, "Noblewoman": 1},
    noble="Leicester",
    retinue=(),
    event="Hunting",
    icons=1,
    weather="Sunny",
)
HUNTED = Declaration("Printed", None, ["Horse"] * 3 + ["Boat", "Priest", "Actor"], ["Leicester"], bonus=True)
PLAY = Position({"Boat": 2, "Horse": 2, "Noblewoman": 1}, "Oxford", ["Shakespeare"], "Military", 1, "Sunny")
PLAYED = Declaration("Specialist", "Shakespeare", ["Boat", "Horse", "Noblewoman"])
FEAST = Position(
    hand={"Soldier": 3, "Horse": 1, "Boat": 1, "Actor": 1, "Noblewoman": 1, "Cook": 1},
    noble="Arundel",
    retinue=["Drake"],
    event="Hunting",
    icons=1,
    weather="Sunny",
)
SIX_GUESTS = ("Soldier", "Horse", "Boat", "Actor", "Noblewoman", "Cook")
FEASTED = Declaration("Banquet", None, SIX_GUESTS, ["Arundel"])


def refused(position: Position, declaration: Declaration) -> str:
    """The reason for a refusal."""
    judgement = declaration_value(position, declaration)
    assert (judgement.legal, judgement.size, judgement.value) == (False, 0, 0)
    return judgement.reason


def test_e2_hunt() -> None:
    assert court.event_symbols(HUNT, HUNTED) == 4
    assert declaration_value(HUNT, HUNTED) == Judgement(True, "", 5, 15)
    rain = evolve(HUNT, weather="Rainy")
    assert declaration_value(rain, evolve(HUNTED, bonus=False)) == Judgement(True, "", 4, 10)
    assert "weather" in refused(rain, HUNTED)
    assert "twice" in refused(HUNT, evolve(HUNTED, spent=["Horse"] * 3, matches=["Leicester"] * 2))
    assert "more matches" in refused(HUNT, evolve(HUNTED, spent=(*HUNTED.spent, "Noblewoman")))
    assert not Counter(HUNTED.spent) - Counter(HUNT.hand)
    assert Counter(HUNT.hand) - Counter(HUNTED.spent) == Counter(["Boat", "Noblewoman"])


def test_e3_specialist_play() -> None:
    for weather in ("Sunny", "Rainy"):
        play = evolve(PLAY, weather=weather, event="Performance")
        assert court.event_symbols(play, PLAYED) == 4
        assert declaration_value(play, PLAYED) == Judgement(True, "", 3, 6)
        assert "no weather" in refused(play, evolve(PLAYED, bonus=True))
    assert court.type_held(PLAY, PLAYED) == "Performance"
    assert Counter(PLAY.hand) - Counter(PLAYED.spent) == Counter(["Boat", "Horse"])


def test_e4_banquet() -> None:
    assert declaration_value(FEAST, FEASTED) == Judgement(True, "", 4, 7)
    rain = evolve(FEAST, weather="Rainy")
    assert declaration_value(rain, evolve(FEASTED, bonus=True)) == Judgement(True, "", 5, 12)
    assert declaration_value(rain, FEASTED).value == 7  # the bonus may be declined (A8)
    without_boat = [guest for guest in SIX_GUESTS if guest != "Boat"]
    drake_plays = evolve(FEASTED, spent=without_boat, matches=["Arundel", "Drake"])
    assert declaration_value(FEAST, drake_plays) == Judgement(True, "", 4, 10)
    assert "twice" in refused(FEAST, evolve(drake_plays, spent=SIX_GUESTS))
    assert Counter(FEAST.hand) - Counter(FEASTED.spent) == Counter({"Soldier": 2})


def test_e5_e6_points_by_size() -> None:
    assert list(court.POINTS) == TRIANGULAR
    everyone = dict.fromkeys(court.SYMBOLS, 1) | {"Horse": 3}
    best = Position(everyone, "Essex", (), "Hunting", 2, "Sunny")
    spent = [*(s for s in court.SYMBOLS if s != "Horse"), "Horse", "Horse", "Horse"]
    assert court.event_symbols(best, Declaration("Printed", None, spent)) == 7
    assert declaration_value(best, Declaration("Printed", None, spent)) == Judgement(True, "", 7, 28)
    assert declaration_value(best, Declaration("Printed", None, spent, bonus=True)) == Judgement(True, "", 8, 36)


def test_e12_and_empty_events() -> None:
    empty = Declaration("Printed", bonus=True)
    assert declaration_value(evolve(HUNT, hand={}), empty) == Judgement(True, "", 1, 1)  # A9
    assert declaration_value(evolve(HUNT, hand={}, retinue=["Drake"]), empty) == Judgement(True, "", 1, 0)
    two_kept = evolve(FEAST, retinue=["Drake", "Sidney"])
    assert declaration_value(two_kept, FEASTED).value == 7  # flat, A14


@pytest.mark.parametrize(
    ("position", "declaration", "word"),
    [
        (evolve(HUNT, banquet_only=True), HUNTED, "turned back"),
        (PLAY, Declaration("Specialist"), "has a host"),
        (PLAY, Declaration("Banquet", "Shakespeare"), "has a host"),
        (PLAY, Declaration("Specialist", "Drake"), "host is not in hand"),
        (PLAY, Declaration("Banquet", None, ["Cook"]), "card is not in hand"),
        (PLAY, Declaration("Banquet", None, ["Noblewoman"] * 2), "card is not in hand"),
        (PLAY, Declaration("Banquet", None, (), ["Drake"]), "neither"),
        (PLAY, Declaration("Banquet", None, (), ["Essex"]), "neither"),
        (PLAY, Declaration("Specialist", "Shakespeare", (), ["Shakespeare"]), "host already"),
        (PLAY, Declaration("Specialist", "Shakespeare", (), ["Oxford"]), "own symbol"),
        (evolve(HUNT, noble="Essex"), Declaration("Printed", None, (), ["Essex"]), "own symbol"),
        (evolve(HUNT, retinue=["Walsingham"]), Declaration("Printed", None, (), ["Walsingham"]), "own symbol"),
        (HUNT, Declaration("Printed", None, ["Boat", "Boat"]), "twice"),
        (FEAST, Declaration("Banquet", None, ["Soldier", "Soldier"]), "twice"),
        (HUNT, Declaration("Printed", None, ["Boat", "Priest"]), "more matches"),
        (HUNT, Declaration("Banquet", bonus=True), "weather"),
    ],
)
def test_refusals(position: Position, declaration: Declaration, word: str) -> None:
    assert word in refused(position, declaration)


def test_the_last_player_may_still_host() -> None:
    last = evolve(PLAY, banquet_only=True)
    assert declaration_value(last, PLAYED).value == 6  # R29
    assert {d.kind for d, _ in court.all_legal_declarations(last)} == {"Banquet", "Specialist"}


HANDS = st.dictionaries(st.sampled_from(court.SYMBOLS), st.integers(1, 2), max_size=5)
POSITIONS = st.builds(
    Position,
    HANDS,
    st.sampled_from(sorted(court.NOBLE_SYMBOL)),
    st.sets(st.sampled_from(sorted(court.SPECIALIST_EVENT)), max_size=2),
    st.sampled_from(sorted(court.EVENT_SYMBOL)),
    st.sampled_from([1, 2]),
    st.sampled_from(["Sunny", "Rainy"]),
    st.booleans(),
)


def best_size(position: Position, declaration: Declaration) -> int:
    """The largest size of this kind of event without weather, by counting what is to hand instead of trying it."""
    symbol = court.event_symbol(position, declaration)
    helpers = {court.NOBLE_SYMBOL[position.noble]} | {court.SPECIALIST_SYMBOL[s] for s in position.retinue}
    others = ({s for s, n in position.hand.items() if n} | helpers) - {symbol}
    if symbol is None:
        return -(-len(others) // 2)
    cards = tuple([symbol] * position.hand.get(symbol, 0))
    return min(len(others), court.event_symbols(position, evolve(declaration, spent=cards)))


@given(POSITIONS)
def test_the_best_declaration_is_as_large_as_what_is_to_hand(position: Position) -> None:
    legal = court.all_legal_declarations(position)
    assert len({declaration for declaration, _ in legal}) == len(legal)
    for event in {evolve(d, spent=(), matches=(), bonus=False) for d, _ in legal}:
        sizes = [j.size for d, j in legal if (d.kind, d.host, d.bonus) == (event.kind, event.host, False)]
        assert max(sizes) == best_size(position, event)


@given(POSITIONS)
def test_every_legal_value_follows_from_its_size(position: Position) -> None:
    for declaration, judgement in court.all_legal_declarations(position):
        used = {*declaration.matches, declaration.host}
        kept = [specialist for specialist in position.retinue if specialist not in used]
        assert judgement.value == max(0, TRIANGULAR[judgement.size] - (3 if kept else 0))
        assert not Counter(declaration.spent) - Counter(position.hand)


@given(POSITIONS)
def test_the_order_of_cards_does_not_matter(position: Position) -> None:
    for declaration, judgement in court.all_legal_declarations(position)[:20]:
        turned = evolve(declaration, spent=declaration.spent[::-1], matches=declaration.matches[::-1])
        assert turned == declaration
        assert declaration_value(position, turned) == judgement


# ---------------------------------------------------------------- all the rest


def test_e1_tavern_choice() -> None:
    inn = {"Boat": 3, "Noblewoman": 1}
    boats, lady = {"Boat": 3}, {"Noblewoman": 1}
    assert court.take_from_tavern(inn, {}, "Boat") == (boats, {}, lady)
    assert court.take_from_tavern(inn, {}, "Noblewoman") == (lady, {}, boats)
    assert set(court.staff_sets({"Lamb & Flag": inn}, {})) == {("Lamb & Flag", "Boat"), ("Lamb & Flag", "Noblewoman")}
    assert court.take_from_court(inn, "Boat") == (boats, lady)
    both = ("Boat", "Boat", "Boat", "Noblewoman")
    assert court.last_player_takings({"Lamb & Flag": inn}, {}) == {(), both[:3], both[3:], both}
    assert court.last_player_takings({}, {}) == {()}
    full = court.last_player_takings({"Tabard": {"Cook": 2}}, {"Horse": 1, "Actor": 1})
    assert sorted(map(len, full)) == [0, 1, 1, 2, 2, 3, 3]  # never all three sets


@given(HANDS, HANDS)
def test_taking_loses_no_card(tavern: dict[str, int], middle: dict[str, int]) -> None:
    for taken, taverns, rest in court.staff_sets({"Mermaid": tavern}, middle).values():
        places = [taken, *taverns.values(), rest]
        assert len(taken) == 1
        assert sum(sum(place.values()) for place in places) == sum(tavern.values()) + sum(middle.values())


def test_e7_types_and_unpaid_staff() -> None:
    five = ["Hunting", "Military", "Maritime", "Performance", "Banquet"]
    assert court.final_lines([], five, 0).total == 15
    assert court.final_lines([], ["Hunting", "Banquet", "Military", "Hunting"], 0).variety == 6
    assert court.final_lines([], five[1:], 0).variety == 10
    lines = court.final_lines([10, 6], ["Banquet", "Banquet"], 4)
    assert (lines.events, lines.variety, lines.unpaid, lines.total) == (16, 1, -4, 13)


def test_e11_gloriana_card() -> None:
    assert court.gloriana_takers([10, 6, 6, 15]) == [True, True, False, False]
    assert court.gloriana_takers([0, 0, 0]) == [True, False, False]


def test_ranking() -> None:
    totals = {"Anne": 20, "Bess": 31, "Cecil": 31, "Drury": 20}
    assert court.leaders(totals) == {"Bess", "Cecil"}
    assert court.ranking(totals) == [{"Bess", "Cecil"}, {"Anne", "Drury"}]
    assert court.ranking(totals, "Cecil") == [{"Cecil"}, {"Bess"}, {"Anne", "Drury"}]
    assert court.ranking({"Anne": 3, "Bess": 2}, "Anne") == [{"Anne"}, {"Bess"}]


@pytest.mark.parametrize(
    ("players", "events", "deck", "discard", "left"), [(3, 15, 49, 10, 1), (4, 20, 50, 5, 2), (5, 20, 51, 0, 3)]
)
def test_e9_e10_counts(players: int, events: int, deck: int, discard: int, left: int) -> None:
    used = court.events_in_game(players)
    shown = [court.events_revealed(players, number) for number in range(1, court.rounds(players) + 1)]
    assert len(used) == events == players * court.rounds(players)
    assert sum(double for double, _ in shown) == sum(card.icons == 2 for card in used) == 5
    assert all(sum(row) == players for row in shown)
    assert shown[-1] == ((2, 3) if players == 5 else (1, players - 1))
    assert Counter(card.event for card in used) == dict.fromkeys(court.EVENT_SYMBOL, events // 5)
    assert court.starting_staff(players) == {
        "deck": deck,
        "discard": discard,
        "hands": sum(court.starting_hands(players)),
    }
    assert sum(court.starting_staff(players).values()) == sum(court.STAFF.values()) == 71
    assert (court.deck_when_filling(players, 1), court.deck_when_filling(players, 4)) == (deck, left)
    assert players - left == 2  # red cards dealt in round three
    assert [court.reshuffles(number) for number in (3, 4, 5)] == [False, True, False]


def test_the_tables_agree() -> None:
    assert set(court.NOBLE_SYMBOL.values()) == set(court.SPECIALIST_SYMBOL.values()) == set(court.CORE)
    assert Counter(court.FAVOURABLE.values()) == {"Sunny": 3, "Rainy": 3}
    assert len(court.EVENTS) == 20
    assert sum(card.players == 4 and card.icons == 1 for card in court.EVENTS) == 5
    assert court.tavern_fill(71) == (4, 4, 4, 4)
    assert court.tavern_fill(9) == (4, 4, 0, 0)
    assert court.tavern_fill(3) == (0, 0, 0, 0)
    assert court.next_player("ABCD", "B", {"A"}) == "C"
    assert court.next_player("ABC", "B", {"C"}) == "A"
    assert court.next_player("ABC", "C", {"A", "B"}) == "C"
    assert court.next_player("ABC", "C", set("ABC")) is None


def test_conservation_counts() -> None:
    whole = {symbol: 10 if symbol in court.CORE else 7 for symbol in court.SYMBOLS}
    assert court.staff_out_of_balance([whole, {}]) == {}
    assert court.staff_out_of_balance([whole, {"Cook": 1}]) == {"Cook": 1}
    assert court.staff_out_of_balance([whole | {"Horse": 8}]) == {"Horse": -2}
