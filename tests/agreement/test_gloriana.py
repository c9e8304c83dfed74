"""Gloriana as it is compiled, against the scorer written from the fact sheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agreement.table import Table, Way
from gamedsl.graph.compiled import Setup
from gamedsl_interpreter.random import policy_stream
from games import shipped
from independent import gloriana as court
from independent.gloriana import Declaration, Position
from property.walks import SEEDS, law, match, reading
from property.walks import Position as Read

SEATS = ("P1", "P2", "P3", "P4", "P5")
OCCASIONS = (*court.EVENT_SYMBOL, "Banquet")
SKIES: tuple[court.Weather, ...] = ("Sunny", "Rainy")
TAVERNS = ("Lamb_and_Flag", "Mermaid", "Tabard", "Boars_Head")
TAVERN_NAMES = dict(zip(TAVERNS, court.TAVERNS, strict=True))

EVENT, LAST, TURN, GATHER = ("as P1: take_event", "as P1: last_turn", "as P1: take_turn", "as P1: gather_sets")


@cache
def table(players: int) -> Table:
    return Table("gloriana", SEATS[:players], {}, (EVENT, LAST, TURN, GATHER, "end", "setup"))


def staff(most: int, cards: int, symbols: Iterable[str] = court.SYMBOLS) -> st.SearchStrategy[dict[str, int]]:
    """Up to so many of a symbol, and so many in all."""
    counts = st.fixed_dictionaries({symbol: st.integers(0, most) for symbol in symbols})
    return counts.map(lambda hand: _first(hand, cards))


def _first(hand: dict[str, int], cards: int) -> dict[str, int]:
    return dict(Counter(list(Counter(hand).elements())[:cards]))


# ---------------------------------------------------------------- holding an event

POSITIONS = st.builds(
    Position,
    hand=st.permutations(court.SYMBOLS).flatmap(lambda symbols: staff(3, 6, symbols)),
    noble=st.sampled_from(sorted(court.NOBLE_SYMBOL)),
    retinue=st.sets(st.sampled_from(sorted(court.SPECIALIST_EVENT)), max_size=2),
    event=st.sampled_from(sorted(court.EVENT_SYMBOL)),
    icons=st.integers(1, 2),
    weather=st.sampled_from(SKIES),
    banquet_only=st.booleans(),
)


@law(examples=60)
@given(POSITIONS, st.none() | st.sampled_from(court.POINTS))
def test_declarations(position: Position, smallest: int | None) -> None:
    t = table(3)
    state = t.laid(
        {
            "P1.hand": position.hand,
            "P1.noble": {position.noble: 1},
            "P1.retinue": dict.fromkeys(position.retinue, 1),
            "programme": {_card(position.event, position.icons): 1},
        },
        {"weather": SKIES.index(position.weather), "smallest": smallest, "gloriana": 2},
    )
    fragment = LAST if position.banquet_only else EVENT
    state = t.settled(t.run(state, fragment), policy_stream(0), lambda name: name in ("take_event", "last_turn"))
    offered = [(_declaration(way), way) for way in t.ways(state, "P1")]
    legal = dict(court.all_legal_declarations(position))
    assert Counter(declaration for declaration, _ in offered) == Counter(legal.keys())
    for declaration, way in offered:
        after = t.position(t.host.play(state, t.seat("P1"), way.move))
        value = legal[declaration].value
        assert after.fields["P1.earned"] == value
        assert after.fields["P1.shown"] == (OCCASIONS.index(court.type_held(position, declaration)),)
        assert after.fields["P1.done"]
        takes = court.gloriana_takers([value] if smallest is None else [smallest, value])[-1]
        assert after.fields["gloriana"] == (0 if takes else 2)
        assert after.zones["P1.used"] == Counter(declaration.spent)
        assert after.zones["P1.hand"] == Counter(position.hand) - Counter(declaration.spent)
        leaving = {*declaration.matches, declaration.host} & position.retinue
        assert after.zones["P1.leaving"] == Counter(leaving)
        assert after.zones["P1.retinue"] == Counter(position.retinue - leaving)
        shown = _card(position.event, position.icons)
        lies = {"Printed": (shown, None), "Banquet": (_back(shown), None), "Specialist": (None, shown)}[
            declaration.kind
        ]
        assert (after.zones["P1.held"], after.zones["past_events"]) == tuple(Counter(filter(None, [c])) for c in lies)


def _card(event: str, icons: int) -> str:
    return f"{'Single' if icons == 1 else 'Double'}.{event}"


def _back(card: str) -> str:
    return card.replace(".", "_banquet.")


def _declaration(way: Way) -> Declaration:
    """The move in the words of the fact sheet."""
    matches = way.counts("matches")
    cards = Counter({name: n for name, n in matches.items() if name in court.SYMBOLS}) + way.values.get(
        "spent", Counter()
    )
    helpers = [name for name in matches if name not in court.SYMBOLS]
    bonus = bool(way.values.get("bonus", False))
    match way.names[-1]:
        case "hold_printed":
            return Declaration("Printed", None, cards.elements(), helpers, bonus)
        case "hold_banquet":
            return Declaration("Banquet", None, cards.elements(), helpers, bonus)
        case _:
            return Declaration("Specialist", way.word("host"), cards.elements(), helpers, bonus)


# ---------------------------------------------------------------- taking staff

CREWS = st.lists(staff(2, 4, ("Horse", "Boat", "Priest")), min_size=4, max_size=4)


@law(examples=25)
@given(CREWS, staff(2, 4), st.booleans(), st.sets(st.sampled_from(sorted(court.SPECIALIST_EVENT)), max_size=3))
def test_turns(crews: list[dict[str, int]], on_court: dict[str, int], taken: bool, hired: set[str]) -> None:
    t = table(4)
    zones = {f"{tavern}.crew": crew for tavern, crew in zip(TAVERNS, crews, strict=True)}
    free = court.SPECIALIST_EVENT.keys() - hired
    state = t.laid(
        {**zones, "court": on_court, "P1.hand": {}, "retired": dict.fromkeys(hired, 1), "programme": {}},
        {"weather_taken": taken},
    )
    state = t.run(state, TURN)
    ways = t.ways(state, "P1") if t.asked(state) else []
    hires = {(way.word("helper"), SKIES[way.number("face")]) for way in ways if way.names[-1] == "hire"}
    assert hires == ({(helper, sky) for helper in free for sky in SKIES} if not taken else set())
    sets = court.staff_sets({TAVERN_NAMES[name]: crew for name, crew in zip(TAVERNS, crews, strict=True)}, on_court)
    takings = [way for way in ways if way.names[-1].startswith("from_")]
    assert len(takings) == len(sets)
    for way in takings:
        place = court.TAVERNS[way.number("t")] if way.names[-1] == "from_tavern" else "Court"
        gained, left, rest = sets[place, court.SYMBOLS[way.number("s")]]
        after = t.position(t.host.play(state, t.seat("P1"), way.move))
        assert after.zones["P1.hand"] == gained
        assert after.zones["court"] == rest
        assert all(after.zones[f"{name}.crew"] == left[TAVERN_NAMES[name]] for name in TAVERNS)


@law(examples=25)
@given(CREWS, staff(1, 2))
def test_the_last_player_gathers_up_to_two_sets(crews: list[dict[str, int]], on_court: dict[str, int]) -> None:
    t = table(3)
    crews = [crew if i < 2 else {} for i, crew in enumerate(crews)]
    zones = {f"{tavern}.crew": crew for tavern, crew in zip(TAVERNS, crews, strict=True)}
    begin = t.run(t.laid({**zones, "court": on_court, "P1.hand": {}}, {}), GATHER)
    open_states, hands = [begin], set[tuple[str, ...]]()
    while open_states:
        state = open_states.pop()
        if t.asked(state) is None:
            hands.add(tuple(sorted(t.position(state).zones["P1.hand"].elements())))
        else:
            open_states += [t.host.play(state, t.seat("P1"), way.move) for way in t.ways(state, "P1")]
    names = {TAVERN_NAMES[name]: crew for name, crew in zip(TAVERNS, crews, strict=True)}
    assert hands == court.last_player_takings(names, on_court)


# ---------------------------------------------------------------- the end

ENDS = st.tuples(
    st.integers(0, 3).map(lambda n: 20 + 5 * n),
    st.sets(st.sampled_from(OCCASIONS), max_size=5),
    st.integers(0, 3),
)


@law(examples=60)
@given(st.lists(ENDS, min_size=3, max_size=5), st.integers(0, 4))
def test_final_scores(ends: list[tuple[int, set[str], int]], holder: int) -> None:
    t = table(len(ends))
    seats = SEATS[: len(ends)]
    fields: dict[str, object] = {"gloriana": holder % len(ends)}
    for seat, (earned, types, _) in zip(seats, ends, strict=True):
        fields |= {f"{seat}.earned": earned, f"{seat}.shown": tuple(sorted(OCCASIONS.index(kind) for kind in types))}
    zones = {
        f"{seat}.hand": {"Cook": 1, "Boat": cards - 1} if cards else {}
        for seat, (_, _, cards) in zip(seats, ends, strict=True)
    }
    state = t.run(t.laid(zones, fields), "end")  # type: ignore[arg-type]
    lines = {seat: court.final_lines([e], kinds, n) for seat, (e, kinds, n) in zip(seats, ends, strict=True)}
    totals = {seat: line.total for seat, line in lines.items()}
    expected = {
        seat: {"events": line.events, "variety": line.variety, "unpaid": line.unpaid, "total": line.total}
        for seat, line in lines.items()
    }
    if len(court.leaders(totals)) == 1:
        outcome = t.outcome(state)
        assert t.totals(outcome) == expected
        assert t.places(outcome) == court.ranking(totals)
        return
    chooser = seats[holder % len(ends)]
    assert [t.game.seats[seat] for seat in t.host.choosers(state)] == [chooser]
    ways = {seats[way.number("winner")]: way for way in t.ways(state, chooser)}
    assert ways.keys() == court.leaders(totals)
    for favourite, way in ways.items():
        outcome = t.outcome(t.host.play(state, t.seat(chooser), way.move))
        assert t.totals(outcome) == expected
        assert t.places(outcome) == court.ranking(totals, favourite)


# ---------------------------------------------------------------- set-up and rounds


@pytest.mark.parametrize("players", [3, 4, 5])
def test_set_up(players: int) -> None:
    t = table(players)
    for seed in range(10):
        now = t.position(t.settled(t.run(t.host.table(), "setup"), policy_stream(seed), lambda _: False))
        first = now.fields["gloriana"]
        hands = [now.size(f"{SEATS[(first + turn) % players]}.hand") for turn in range(players)]
        assert hands == court.starting_hands(players)
        expected = court.starting_staff(players)
        assert (now.size("deck"), now.size("discards"), sum(hands)) == tuple(expected.values())
        events = Counter((card.event, card.icons) for card in court.events_in_game(players))
        dealt = now.zones["singles"] | now.zones["doubles"]
        assert dealt == {_card(event, icons): n for (event, icons), n in events.items()}


@law(examples=12)
@given(st.sampled_from(shipped.setups("gloriana")), SEEDS)
def test_rounds(setup: Setup, seed: int) -> None:
    engine, read = shipped.engine("gloriana", setup), reading("gloriana", setup).position
    seats, players = engine.game.seats, setup.players
    last: tuple[int, str] | None = None
    rounds = 0
    for state, turn in match(engine, seed):
        now = read(state.bytes)
        staffed = [zone for name, zone in now.zones.items() if name.split(".")[-1] in STAFFED]
        assert not court.staff_out_of_balance(staffed)
        rounds = now.fields["round"]
        if turn is None or rounds == 0 or engine.step(state, turn.seat).decision not in ("take_turn", "gather_sets"):
            last = None if turn is None else last
            continue
        actor = seats[turn.seat]
        held = [seat for seat in seats if now.fields[f"{seat}.done"]]
        if last is None or last[0] != rounds:
            assert actor == seats[now.fields["gloriana"]]
            _round_begins(now, players, rounds)
        elif last[1] != actor or len(held) < players - 1:
            assert actor == court.next_player(seats, last[1], held)
        last = rounds, actor
    assert rounds == court.rounds(players)


STAFFED = ("red", "deck", "discards", "underdeck", "court", "crew", "hand", "used")


def _round_begins(now: Read, players: int, number: int) -> None:
    doubles, singles = court.events_revealed(players, number)
    revealed = now.zones["programme"]
    assert sum(n for name, n in revealed.items() if name.startswith("Double.")) == doubles
    assert sum(n for name, n in revealed.items() if name.startswith("Single.")) == singles
    assert not now.fields["weather_taken"]
    if number <= 3:
        filled = court.tavern_fill(court.deck_when_filling(players, number))
        assert tuple(now.size(f"{tavern}.crew") for tavern in TAVERNS) == filled
        assert now.size("deck") == court.deck_when_filling(players, number) - sum(filled)
    else:
        assert now.size("discards") == 0 or number > 4
