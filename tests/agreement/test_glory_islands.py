"""Glory Islands as it is compiled, against the scorer written from the fact sheet."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import islice

from hypothesis import assume, given
from hypothesis import strategies as st

from agreement.table import Table, Way
from gamedsl.graph.compiled import Setup
from gamedsl_interpreter.random import policy_stream
from gamedsl_interpreter.reference import ReferenceState
from games import shipped
from independent import glory_islands as isles
from independent.glory_islands import CARDS, Board, Cell, SailingCard
from property.walks import SEEDS, Position, law, match, reading

COLOURS = {2: ("red", "blue", "green"), 3: ("red", "green", "yellow"), 4: ("red", "green", "yellow", "blue")}
NAMES = {1: "One", 2: "Two", 4: "Four", 5: "Five"}
TREASURES: dict[str, str] = dict(zip(("Ruby", "Spice", "Emerald", "Crown", "Doubloon"), isles.TOKEN_KINDS, strict=True))
WRECKS = {value: f"Hull_{value}" for value in isles.SHIPWRECK_TOKENS}
CELLS = tuple(isles.FRONT.island)

FRAGMENTS = (
    *(f"as P1: place({reach})" for reach in range(1, 6)),
    *(f"as P1: sail({most})" for most in range(1, 6)),
    *(f"as P1: advance({steps})" for steps in range(1, 6)),
    *("as P1: field_glory", "as P1: score_islands", "as P1: special", "as P1: stop_over"),
    *("spend_points", "set_order", "swap_cards", "discard_cards", "setup", "end"),
)
MORGAN = "as Morgan: voyages"
SALVAGE = "as P1: salvage"


@cache
def table(players: int, storm: bool = False, shipwrecks: bool = False) -> Table:
    options = {"storm": "yes"} if storm else {}
    options |= {"shipwrecks": "yes"} if shipwrecks else {}
    more = ((MORGAN,) if players == 2 else ()) + ((SALVAGE,) if shipwrecks else ())
    return Table("glory_islands", [f"P{i + 1}" for i in range(players)], options, (*FRAGMENTS, *more))


def space(cell: Cell) -> str:
    return f"space[{cell[0]}, {cell[1]}]"


def ordinal(cell: Cell) -> int:
    return (cell[0] - 1) * 5 + cell[1] - 1


def cell_of(number: int) -> Cell:
    return number // 5 + 1, number % 5 + 1


def laid_pirates(pirates: Mapping[Cell, str]) -> dict[str, dict[str, int]]:
    return {f"{space(cell)}.pirate": {f"pirate.{owner}": 1} for cell, owner in pirates.items()}


def pirates_in(now: Position) -> dict[Cell, str]:
    found = ((cell, list(now.zones[f"{space(cell)}.pirate"])) for cell in CELLS)
    return {cell: pirate[0].removeprefix("pirate.") for cell, pirate in found if pirate}


def card_name(card: SailingCard) -> str:
    name = NAMES.get(card.value) or ("Three" if card.ink == "black" else "Trey")
    return f"{name}.{card.colour.capitalize()}"


def crews(seats: tuple[str, ...], most: int = 12) -> st.SearchStrategy[dict[Cell, str]]:
    """Pirates on the board, never more of a captain than there are."""
    pool = [seat for seat in seats for _ in range(isles.MORGAN_PIRATES if seat == "Morgan" else isles.PIRATES)]
    return st.tuples(st.permutations(CELLS), st.permutations(pool), st.integers(0, min(most, len(pool)))).map(
        lambda drawn: dict(islice(zip(drawn[0], drawn[1], strict=False), drawn[2]))
    )


def without(pirates: Mapping[Cell, str], cell: Cell | None) -> dict[Cell, str]:
    return {where: owner for where, owner in pirates.items() if where != cell}


THREE = ("P1", "P2", "P3")

# ---------------------------------------------------------------- cards


@law(examples=60)
@given(st.sampled_from([2, 3, 4]), st.permutations(CARDS), st.integers(0, 18))
def test_order_swaps_and_discards(players: int, cards: list[SailingCard], split: int) -> None:
    t = table(players)
    seats = t.game.seats
    deck = [card for card in cards if card.colour in COLOURS[players]]
    played = dict(zip(seats, deck, strict=False))
    rest = deck[len(seats) :]
    piles = [
        [card for card in part if hash_of(card, len(seats)) == i]
        for part in (rest[:split], rest[split:])
        for i in range(len(seats))
    ]
    hands = {seat: Counter(piles[i]) for i, seat in enumerate(seats)}
    discards = {seat: Counter(piles[len(seats) + i]) for i, seat in enumerate(seats)}
    zones = {f"{seat}.played": {card_name(card): 1} for seat, card in played.items()}
    for i, seat in enumerate(seats):
        zones[f"{seat}.{'deck' if seat == 'Morgan' else 'hand'}"] = dict(Counter(map(card_name, piles[i])))
        zones[f"{seat}.discard"] = dict(Counter(map(card_name, piles[len(seats) + i])))
    state = t.run(t.laid(zones, {}), "set_order")
    order = isles.turn_order(played)
    assert [seats[seat] for seat in t.position(state).fields["order"]] == order
    state = t.run(state, "swap_cards")
    swapped = isles.swap_cards(order, played)
    assert all(t.position(state).zones[f"{seat}.played"] == {card_name(swapped[seat]): 1} for seat in seats)
    now = t.position(t.settled(t.run(state, "discard_cards"), policy_stream(1), lambda _: False))
    morgan = "Morgan" if players == 2 else None
    new_hands, new_discards = isles.end_of_round(played, hands, discards, morgan)
    for seat in seats:
        held = now.zones[f"{seat}.{'deck' if seat == 'Morgan' else 'hand'}"]
        assert held == Counter({card_name(card): n for card, n in new_hands[seat].items()})
        assert now.zones[f"{seat}.discard"] == Counter({card_name(card): n for card, n in new_discards[seat].items()})


def hash_of(card: SailingCard, seats: int) -> int:
    """Whom a card goes to when the rest of the deck is spread: any fixed rule will do."""
    return (card.value + card.dots + len(card.ink)) % seats


@law(examples=30)
@given(st.lists(st.integers(0, 39), min_size=3, max_size=3), st.permutations([c for c in CARDS if c.colour == "red"]))
def test_sailing_costs_and_lost_ships(markers: list[int], cards: list[SailingCard]) -> None:
    t = table(3)
    zones = {f"{seat}.played": {card_name(card): 1} for seat, card in zip(THREE, cards, strict=False)}
    state = t.laid(zones, {f"{seat}.marker": marker for seat, marker in zip(THREE, markers, strict=True)})
    now = t.position(t.run(state, "spend_points"))
    for seat, marker, card in zip(THREE, markers, cards, strict=False):
        circle = isles.sail(marker, isles.COST[card.value])
        assert now.fields[f"{seat}.marker"] == circle
        assert (now.size(f"{seat}.crew") == 0) == (circle == isles.SUNK)


# ---------------------------------------------------------------- moving


@law(examples=40)
@given(crews(THREE), st.integers(0, 23), st.integers(1, 5), st.lists(st.integers(0, 28), min_size=2, max_size=2))
def test_arrivals_and_fields(pirates: dict[Cell, str], sailed: int, most: int, others: list[int]) -> None:
    t = table(3)
    fields = {"P1.sailed": sailed, "P2.sailed": others[0], "P3.sailed": others[1]}
    state = t.run(t.laid(laid_pirates(pirates), fields), f"as P1: sail({most})")
    ways = t.ways(state, "P1")
    assert [way.number("steps") for way in ways] == list(range(1, most + 1))
    for way, stop in zip(ways, isles.stops(sailed, most), strict=True):
        arrived = t.host.play(state, t.seat("P1"), way.move)
        before = [sum(other >= mark for other in others) for mark in (isles.COMPASS, isles.SEA)]
        bonus = sum(isles.arrival_bonuses(sailed, way.number("steps"), *before))
        assert t.position(arrived).fields["P1.glory"] == bonus
        earned = isles.field_glory(isles.FRONT, pirates, stop)
        now = t.position(t.run(arrived, "as P1: field_glory"))
        assert {seat: now.fields[f"{seat}.glory"] - bonus * (seat == "P1") for seat in THREE} == {
            seat: earned.get(seat, 0) for seat in THREE
        }


@law(examples=10)
@given(st.integers(0, 23))
def test_stopovers(sailed: int) -> None:
    t = table(3)
    fields = {"P1.sailed": sailed}
    begin = t.run(t.laid({"P1.played": {"Five.Red": 1}}, fields), "as P1: stop_over")
    found: list[tuple[int, int]] = []
    for way in t.ways(begin, "P1"):
        if not way.declined:
            stage = way.number("stage")
            onward = t.run(t.laid({}, {"P1.sailed": sailed + stage}), f"as P1: sail({5 - stage})")
            stops = [sailed + stage + way.number("steps") for way in t.ways(onward, "P1")]
            found += [((sailed + stage) % isles.SEA, stop % isles.SEA) for stop in stops]
    assert sorted(found) == sorted(isles.stopovers(sailed))


# ---------------------------------------------------------------- landing pirates


@law(examples=60)
@given(crews(THREE, 15), st.integers(0, 24), st.integers(1, 5), st.booleans(), st.integers(0, 3), st.integers(0, 3))
def test_landing(pirates: dict[Cell, str], sailed: int, reach: int, storm: bool, held: int, left: int) -> None:
    _land(pirates, sailed, reach, storm, held, left)


@law(examples=80)
@given(st.data(), st.integers(0, 24), st.integers(1, 5), st.booleans())
def test_landing_without_a_crew(data: st.DataObject, sailed: int, reach: int, storm: bool) -> None:
    ahead = st.sampled_from(isles.line(sailed))
    own = data.draw(st.sets(ahead | st.sampled_from(CELLS), min_size=6, max_size=6))
    cells = [cell for cell in sorted(own) if not (storm and cell == isles.CENTRE)]
    others = data.draw(st.sets(ahead, max_size=4)) - own - ({isles.CENTRE} if storm else set())
    _land({**dict.fromkeys(cells[: isles.PIRATES], "P1"), **dict.fromkeys(others, "P2")}, sailed, reach, storm, 1, 1)


def _land(pirates: dict[Cell, str], sailed: int, reach: int, storm: bool, held: int, left: int) -> None:
    t = table(3, storm)
    board = isles.BACK if storm else isles.FRONT
    pirates = without(pirates, board.storm)
    zones = laid_pirates(pirates) | {
        "P1.barrels": {"barrel": held},
        "supply": {"barrel": left},
        "P2.barrels": {"barrel": 0},
    }
    own = [cell for cell, owner in pirates.items() if owner == "P1"]
    state = t.run(t.laid(zones, {"P1.sailed": sailed}), f"as P1: place({reach})")
    spots: dict[Cell | None, set[Cell]]
    if len(own) < isles.PIRATES:
        spots = {None: isles.legal_spots(pirates, sailed, reach, board.storm)}
    else:
        removed = isles.spots_without_supply(pirates, own, sailed, reach, board.storm)
        spots = {back: cells for back, cells in removed.items()}  # noqa: C416 (a dict with wider keys)
    expected = {(back, spot) for back, cells in spots.items() for spot in cells}
    ways = [way for way in t.ways(state, "P1") if not way.declined] if t.asked(state) == "place" else []
    offered: dict[tuple[Cell | None, Cell], Way] = {}
    for way in ways:
        found = re.fullmatch(r"space\[(\d), (\d)\]\.pirate", way.places["pirate"])
        back = (int(found[1]), int(found[2])) if found else None
        offered[back, cell_of(way.number("spot"))] = way
    assert offered.keys() == expected
    for (back, spot), way in offered.items():
        landed = {spot: t.host.play(state, t.seat("P1"), way.move)}
        if spot == board.storm:
            landed = _blown(t, landed[spot])
            assert landed.keys() == isles.empty_cells(board, without(pirates, back))
        for berth, after in landed.items():
            now = t.position(after)
            assert pirates_in(now) == {**without(pirates, back), berth: "P1"}
            reward = board.reward[berth]
            assert now.fields["P1.glory"] == (reward == "Pirate field")
            gained = isles.barrel_gained(held, left) if reward == "Barrel" else 0
            assert (now.size("P1.barrels"), now.size("supply")) == (held + gained, left - gained)
            assert (t.host.open_chance(after) is not None) == (reward == "Chest")


def _blown(t: Table, state: ReferenceState) -> dict[Cell, ReferenceState]:
    """Where the storm can blow a pirate, and what comes of it."""
    assert t.asked(state) == "blown"
    return {cell_of(way.number("berth")): t.host.play(state, t.seat("P1"), way.move) for way in t.ways(state, "P1")}


@law(examples=12)
@given(st.sampled_from(shipped.setups("glory_islands")), SEEDS)
def test_landing_in_matches(setup: Setup, seed: int) -> None:
    engine, read = shipped.engine("glory_islands", setup), reading("glory_islands", setup).position
    storm = isles.CENTRE if dict(setup.options)["storm"] == "yes" else None
    for state, turn in match(engine, seed):
        if turn is None or engine.step(state, turn.seat).decision != "place":
            continue
        now, seat = read(state.bytes), engine.game.seats[turn.seat]
        texts = [move.text for move in engine.moves(state, turn.seat)]
        spots = {
            (int(spot[1]), int(spot[2])) for text in texts if (spot := re.search(r"spot = space\[(\d), (\d)\]", text))
        }
        if now.size(f"{seat}.crew"):
            card = next(iter(now.zones[f"{seat}.played"])).split(".")[0]
            reach = {"One": 1, "Two": 2, "Three": 3, "Trey": 3, "Four": 4, "Five": 5}[card]
            assert spots == isles.legal_spots(pirates_in(now), now.fields[f"{seat}.sailed"], reach, storm)


# ---------------------------------------------------------------- special actions


@law(examples=50)
@given(
    st.sampled_from([card for card in CARDS if card.colour == "red"]),
    crews(THREE, 15),
    st.integers(0, 24),
    st.integers(0, 3),
    st.sampled_from([0, 20, 37, 38, 39]),
)
def test_specials(card: SailingCard, pirates: dict[Cell, str], sailed: int, barrels: int, marker: int) -> None:
    t = table(3, storm=True)
    pirates = without(pirates, isles.CENTRE)
    zones = laid_pirates(pirates) | {"P1.played": {card_name(card): 1}, "P1.barrels": {"barrel": barrels}}
    state = t.run(t.laid(zones, {"P1.sailed": sailed, "P1.marker": marker}), "as P1: special")
    pays = {"spend_barrel"} if barrels else set[str]()
    pays |= {"spend_circles"} if isles.may_pay_spaces(marker) else set()
    own = {cell for cell, owner in pirates.items() if owner == "P1"}
    expected: set[tuple[object, ...]] = {("no",)}
    match card.value:
        case 2 if barrels:
            expected.add(("search",))
        case 3 if isles.legal_spots(pirates, sailed, 5, isles.CENTRE):
            expected |= {("land_another", pay) for pay in pays}
        case 4:
            free = isles.empty_cells(isles.BACK, pirates)
            expected |= {("relocate", back, berth, pay) for back in own for berth in free for pay in pays}
        case _:
            pass
    ways = t.ways(state, "P1") if t.asked(state) == "special" else []
    offered: set[tuple[object, ...]] = {("no",)}
    for way in ways:
        if way.declined:
            continue
        if "relocate" in way.names:
            numbers = [int(digit) for digit in re.findall(r"\d", way.places["pirate"])]
            offered.add(("relocate", (numbers[0], numbers[1]), cell_of(way.number("berth")), way.names[-1]))
        else:
            offered.add(way.names[1:])
    assert offered == expected
    assert len(ways) in (0, len(expected))


# ---------------------------------------------------------------- islands


@law(examples=60)
@given(st.sampled_from([2, 3, 4]), st.booleans(), st.data())
def test_islands(players: int, storm: bool, data: st.DataObject) -> None:
    t = table(players, storm)
    board = isles.BACK if storm else isles.FRONT
    seats = t.game.seats
    chosen = data.draw(st.sets(st.sampled_from("ABCDEF"), min_size=1, max_size=2))
    cells = [cell for cell, island in board.island.items() if island in chosen]
    pool = [seat for seat in seats for _ in range(isles.MORGAN_PIRATES if seat == "Morgan" else isles.PIRATES)]
    pirates = dict(zip(cells, data.draw(st.permutations(pool)), strict=False))
    assume(len(pirates) == len(cells))
    full = isles.full_islands(board, pirates)
    assume(all("P1" in isles.pirates_on(board, pirates, island) for island in full))
    glory = Counter[str]()
    for island in full:
        glory.update(isles.score_island(isles.pirates_on(board, pirates, island), "P1", board.size(island)))
    state = t.run(t.laid(laid_pirates(pirates), {}), "as P1: score_islands")
    offered = {"ABCDEF"[way.number("isle")] for way in t.ways(state, "P1")}
    assert offered == full
    now = t.position(t.settled(state, policy_stream(0), lambda _: False))
    assert {seat: now.fields[f"{seat}.glory"] for seat in seats} == {seat: glory[seat] for seat in seats}
    assert pirates_in(now) == {}


# ---------------------------------------------------------------- Henry Morgan


@law(examples=60)
@given(st.sampled_from(CARDS), crews(("P1", "P2", "Morgan"), 15), st.integers(0, 27), st.booleans())
def test_morgan(card: SailingCard, pirates: dict[Cell, str], sailed: int, storm: bool) -> None:
    t = table(2, storm)
    board = isles.BACK if storm else isles.FRONT
    pirates = without(pirates, board.storm)
    assume(card.colour in COLOURS[2])
    assume(not isles.full_islands(board, pirates))
    zones = laid_pirates(pirates) | {"Morgan.played": {card_name(card): 1}}
    others = {"P1.sailed": 13, "P2.sailed": 3}
    state = t.run(t.laid(zones, {"Morgan.sailed": sailed, **others}), MORGAN)
    now = t.position(t.settled(state, policy_stream(0), lambda _: False))
    board_after, glory, tokens = _morgans_turn(board, pirates, sailed, card.value)
    assert pirates_in(now) == board_after
    assert {seat: now.fields[f"{seat}.glory"] for seat in t.game.seats} == {seat: glory[seat] for seat in t.game.seats}
    assert now.size("Morgan.treasure") == tokens
    assert now.fields["Morgan.sailed"] == sailed + card.value
    assert now.size("Morgan.barrels") == 0
    assert now.size("supply") == isles.BARRELS


def _morgans_turn(
    board: Board, pirates: dict[Cell, str], sailed: int, value: int
) -> tuple[dict[Cell, str], Counter[str], int]:
    """Pirates, glory and Morgan's new treasures after his turn; one ship is past the compass."""
    glory, tokens, now = Counter[str](), 0, dict(pirates)
    glory["Morgan"] += sum(isles.arrival_bonuses(sailed, value, 1, 0))
    stops = isles.morgan_stops(sailed, value)
    for stop in stops:
        if stop == stops[-1]:
            glory.update(isles.field_glory(board, now, stop))
        supply = isles.MORGAN_PIRATES - list(now.values()).count("Morgan")
        spot = isles.morgan_spot(now, stop, supply, board.storm)
        if spot is not None:
            now[spot] = "Morgan"
            more, drawn = isles.MORGAN_REWARD[board.reward[spot]]
            glory["Morgan"] += more
            tokens += drawn
    for island in isles.full_islands(board, now):
        glory.update(isles.score_island(isles.pirates_on(board, now, island), "Morgan", board.size(island)))
        now = {cell: owner for cell, owner in now.items() if board.island[cell] != island}
    return now, glory, tokens


# ---------------------------------------------------------------- shipwrecks


@law(examples=25)
@given(
    st.permutations([value for value, n in isles.SHIPWRECK_TOKENS.items() for _ in range(n)]),
    st.integers(0, 5),
    st.integers(0, 3),
    st.sampled_from([*isles.SHIPWRECKS, 3, 12]),
)
def test_shipwrecks(tokens: list[int], size: int, barrels: int, position: int) -> None:
    t = table(3, shipwrecks=True)
    stack = tokens[:size]
    reef = "West_reef" if position == isles.LOWER_LEFT else "East_reef"
    zones = {f"{reef}.stack": dict(Counter(WRECKS[value] for value in stack)), "P1.barrels": {"barrel": barrels}}
    state = t.run(t.laid(zones, {"P1.sailed": position}), SALVAGE)
    takings: dict[tuple[int, ...], Position] = {}
    open_states = [state]
    while open_states:
        state = open_states.pop()
        if t.asked(state) is None:
            now = t.position(state)
            takings[tuple(sorted(int(name[-1]) for name in now.zones["P1.loot"].elements()))] = now
        else:
            open_states += [t.host.play(state, t.seat("P1"), way.move) for way in t.ways(state, "P1")]
    reachable = stack if position in isles.SHIPWRECKS else []
    assert takings.keys() == isles.shipwreck_takings(reachable, barrels)
    for taken, now in takings.items():
        assert now.zones["P1.loot"] == Counter(WRECKS[value] for value in taken)
        assert now.size("P1.barrels") == barrels - (len(taken) == 2)
