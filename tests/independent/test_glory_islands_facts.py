"""The independent scorer of Glory Islands against the fact sheet's examples (E..) and derived tables, and a few laws of scoring."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from . import glory_islands as isles
from .glory_islands import BACK, CARDS, FRONT, Cell, SailingCard

TRIANGULAR = [n * (n + 1) // 2 for n in range(9)]

# ---------------------------------------------------------------- cards and order


def card(colour: str, value: int, dots: int) -> SailingCard:
    """The one card of the deck with this colour, value and number of dots."""
    [found] = [c for c in CARDS if (c.colour, c.value, c.dots) == (colour, value, dots)]
    return found


THREES = {"Anna": card("red", 3, 3), "Beth": card("green", 3, 2), "Connor": card("yellow", 3, 4)}
FOURS = {"Anna": card("red", 4, 2), "Beth": card("green", 4, 4), "Connor": card("yellow", 4, 3)}


def test_e1_order_of_three_threes() -> None:
    assert isles.turn_order(THREES) == ["Connor", "Anna", "Beth"]


def test_e7_swap_of_three_fours() -> None:
    order = isles.turn_order(FOURS)
    assert order == ["Beth", "Connor", "Anna"]
    expected = {"Anna": FOURS["Beth"], "Beth": FOURS["Anna"], "Connor": FOURS["Connor"]}
    assert isles.swap_cards(order, FOURS) == expected
    nothing: dict[str, isles.Pile] = {player: Counter() for player in FOURS}
    hands, discards = isles.end_of_round(FOURS, nothing, nothing)
    assert hands == nothing
    assert discards == {player: Counter([kept]) for player, kept in expected.items()}


def test_e11_four_equal_cards_and_two_pairs() -> None:
    blacks = {colour: next(c for c in CARDS if (c.colour, c.value) == (colour, 1)) for colour in isles.COLOURS}
    order = isles.turn_order(blacks)
    swapped = isles.swap_cards(order, blacks)
    assert [swapped[player] for player in order] == [blacks[player] for player in reversed(order)]
    pairs = {"a": card("red", 5, 3), "b": card("green", 5, 1), "c": card("red", 2, 4), "d": card("blue", 2, 3)}
    swapped = isles.swap_cards(isles.turn_order(pairs), pairs)
    assert swapped == {"a": pairs["b"], "b": pairs["a"], "c": pairs["d"], "d": pairs["c"]}


def test_black_before_white() -> None:
    both = {"white": SailingCard("red", 3, 2, "white"), "black": SailingCard("green", 3, 2, "black")}
    assert isles.turn_order(both) == ["black", "white"]


def test_a_one_returns_the_pile_with_the_card_received() -> None:
    played = {"Anna": card("red", 1, 1), "Beth": card("green", 1, 3), "Morgan": card("blue", 4, 1)}
    five = card("red", 5, 3)
    discards = {"Anna": Counter([five]), "Beth": Counter[SailingCard](), "Morgan": Counter([card("blue", 1, 4)])}
    hands = {"Anna": Counter[SailingCard](), "Beth": Counter[SailingCard](), "Morgan": Counter([card("blue", 5, 2)])}
    hands, discards = isles.end_of_round(played, hands, discards, morgan="Morgan")
    assert hands["Anna"] == Counter([five, played["Beth"]])
    assert hands["Beth"] == Counter([played["Anna"]])
    assert hands["Morgan"] == Counter([card("blue", 5, 2), card("blue", 1, 4), card("blue", 4, 1)])
    assert not any(discards.values())
    hands, discards = isles.end_of_round(
        {"Morgan": card("blue", 1, 4)}, {"Morgan": Counter(CARDS[:2])}, {"Morgan": Counter()}, "Morgan"
    )
    assert (hands["Morgan"], discards["Morgan"]) == (Counter(CARDS[:2]), Counter([card("blue", 1, 4)]))


HANDFULS = st.lists(st.sampled_from(CARDS), min_size=1, max_size=4, unique=True)


@given(HANDFULS.flatmap(lambda cards: st.tuples(st.just(cards), st.permutations(cards))))
def test_order_and_swaps_depend_on_the_cards_alone(hands: tuple[list[SailingCard], list[SailingCard]]) -> None:
    played, shuffled = ({str(c): c for c in cards} for cards in hands)
    order = isles.turn_order(played)
    assert order == isles.turn_order(shuffled)
    swapped = isles.swap_cards(order, played)
    assert swapped == isles.swap_cards(order, shuffled)
    assert isles.swap_cards(order, swapped) == played
    assert all(swapped[player].value == played[player].value for player in played)


def test_cards_and_track() -> None:
    assert len(set(CARDS)) == 24
    for colour in isles.COLOURS:
        own = [c for c in CARDS if c.colour == colour]
        assert sorted(c.value for c in own) == [1, 2, 3, 3, 4, 5]
        assert sorted(c.dots for c in own if c.value != 3) == [1, 2, 3, 4]
        assert sum(c.dots for c in own if c.value == 3) == 5
    assert len({isles.rank(c) for c in CARDS}) == 24  # no full tie
    assert (len(isles.TRACK), isles.TRACK[0], isles.TRACK[3], isles.TRACK[24], isles.TRACK[39]) == (40, 24, 21, 0, -30)
    assert (isles.sail(39, 1), isles.sail(39, 5), isles.sail(36, 3)) == (40, 40, 39)
    assert list(isles.COST.items()) == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5)]
    assert [isles.may_pay_spaces(circle) for circle in (37, 38)] == [True, False]


# ---------------------------------------------------------------- board and placing


def test_the_board() -> None:
    for position in range(isles.SEA):
        cells = isles.line(position)
        assert len(set(cells)) == 5
        assert {FRONT.reward[cell] for cell in cells} == set(isles.REWARDS.values())
    assert isles.line(2)[:2] == ((1, 2), (2, 2))
    assert isles.line(9)[:2] == ((3, 5), (3, 4))
    assert isles.line(14)[:2] == ((5, 4), (4, 4))
    assert isles.line(20)[:2] == ((4, 1), (4, 2))
    assert [isles.line(corner)[0] for corner in (0, 6, 12, 18)] == [(1, 1), (1, 5), (5, 5), (5, 1)]
    for position in (*range(1, 6), *range(7, 12)):
        across = 18 - position if position < 6 else 30 - position
        assert isles.line(across) == isles.line(position)[::-1]
    assert isles.line(6) == isles.line(18)[::-1]
    assert {name: FRONT.size(name) for name in "ABCDEF"} == {"A": 4, "B": 3, "C": 4, "D": 6, "E": 5, "F": 3}
    assert {name: BACK.size(name) for name in "ABCDEF"} == {"A": 4, "B": 3, "C": 3, "D": 6, "E": 5, "F": 3}
    assert Counter(FRONT.reward.values()) == {"Pirate field": 8, "Chest": 9, "Barrel": 8}
    assert Counter(BACK.reward.values()) == {"Pirate field": 8, "Chest": 8, "Barrel": 8}


@pytest.mark.parametrize("board", [FRONT, BACK], ids=["front", "back"])
def test_islands_are_connected(board: isles.Board) -> None:
    for name in set(board.island.values()):
        cells = {cell for cell, island in board.island.items() if island == name}
        found, frontier = set[Cell](), {min(cells)}
        while frontier:
            found |= frontier
            frontier = {
                (r + x, c + y) for r, c in frontier for x, y in ((0, 1), (1, 0), (0, -1), (-1, 0))
            } & cells - found
        assert found == cells


def test_e2_move_and_place_with_a_three() -> None:
    pirates = {(2, 3): "Beth"}
    assert 8 in isles.stops(5, 3)
    assert isles.field_glory(FRONT, pirates, 8) == {"Beth": 1}
    assert isles.legal_spots(pirates, 8, 3) == {(2, 5), (2, 4)}
    assert (FRONT.reward[2, 5], FRONT.reward[2, 4]) == ("Chest", "Barrel")
    assert isles.barrel_gained(1, 5) == 1
    assert isles.TRACK[isles.sail(0, isles.COST[3])] == 21


def test_e3_next_turn_with_a_one() -> None:
    pirates = {(3, 5): "Beth", (3, 4): "Anna", (2, 4): "Anna", (2, 3): "Beth"}
    assert isles.stops(8, 1) == [9]
    assert isles.field_glory(FRONT, pirates, 9) == {"Anna": 1}
    assert isles.legal_spots(pirates, 9, 1) == {(3, 3)}
    assert FRONT.reward[3, 3] == "Chest"


def test_e4_e5_e6_two_islands_in_one_turn() -> None:
    pirates = {(1, 1): "Jeremy", (1, 2): "Jeremy", (2, 1): "Anna", (1, 5): "Beth", (2, 5): "Beth"}
    assert isles.legal_spots(pirates, 7, 3) == {(1, 4), (1, 3)}
    pirates |= {(1, 3): "Anna", (1, 4): "Anna"}
    assert isles.full_islands(FRONT, pirates) == {"A", "B"}
    first = isles.score_island(isles.pirates_on(FRONT, pirates, "A"), "Anna", FRONT.size("A"))
    second = isles.score_island(isles.pirates_on(FRONT, pirates, "B"), "Anna", FRONT.size("B"))
    assert first == {"Anna": 5, "Jeremy": 4}
    assert second == {"Beth": 4, "Anna": 2}
    assert Counter(first) + Counter(second) == {"Anna": 7, "Jeremy": 4, "Beth": 4}
    back = Counter(isles.pirates_on(FRONT, pirates, "A")) + Counter(isles.pirates_on(FRONT, pirates, "B"))
    assert back == {"Anna": 3, "Jeremy": 2, "Beth": 2}


def test_full_lines_empty_supplies_and_the_storm() -> None:
    row = {(1, c) for c in range(1, 6)}
    assert isles.legal_spots(row, 7, 5) == set()
    assert isles.legal_spots(row - {(1, 1)}, 7, 2) == {(1, 1)}
    assert isles.spots_without_supply(row, [(1, 1), (5, 5)], 7, 5) == {}
    assert isles.spots_without_supply({(1, 5), (4, 4)}, [(1, 5), (4, 4)], 7, 2) == {(1, 5): {(1, 4)}, (4, 4): {(1, 4)}}
    assert isles.legal_spots({(3, 5), (3, 4)}, 9, 1, BACK.storm) == {(3, 3)}
    assert isles.morgan_spot({(3, 5), (3, 4)}, 9, 1, BACK.storm) == (3, 2)
    assert isles.morgan_spot({(3, 5), (3, 4)}, 9, 1) == (3, 3)
    assert isles.morgan_spot({(3, 5), (3, 4)}, 9, 0) is None
    assert len(isles.empty_cells(BACK, [(1, 1)])) == 23
    assert (3, 3) not in isles.empty_cells(BACK, [])


CELLS = st.sets(st.sampled_from(sorted(FRONT.island)))


@given(CELLS, st.integers(0, 23), st.integers(1, 5))
def test_a_longer_reach_offers_no_less(occupied: set[Cell], position: int, reach: int) -> None:
    spots = isles.legal_spots(occupied, position, reach)
    empty = set(isles.line(position)) - occupied
    assert spots <= empty
    assert bool(spots) == bool(empty)
    assert isles.legal_spots(occupied, position, 5) == empty
    assert spots <= isles.legal_spots(occupied, position, min(5, reach + 1))


def test_e10_bonuses_and_moves() -> None:
    assert [isles.arrival_bonuses(9, 3, before, 0)[0] for before in range(4)] == [4, 2, 1, 0]
    assert [isles.arrival_bonuses(23, 2, 0, before)[1] for before in range(4)] == [6, 3, 1, 0]
    for progress, steps in ((9, 2), (12, 5), (20, 3), (24, 2)):
        assert isles.arrival_bonuses(progress, steps, 0, 0) == (0, 0)
    assert isles.arrival_bonuses(20, 4, 0, 0) == (0, 6)
    assert isles.stops(22, 3) == [23, 0, 1]
    assert len(isles.stopovers(0)) == 10
    assert isles.stopovers(21)[-3:] == [(0, 1), (0, 2), (1, 2)]
    assert isles.SHIPWRECKS == (6, 18)
    assert isles.morgan_stops(22, 5) == [23, 3]
    assert isles.morgan_stops(22, 4) == [2]


def test_supplies() -> None:
    assert [isles.barrel_supply(humans) for humans in (2, 3, 4)] == [6, 5, 4]
    assert [sum(isles.bag(humans).values()) for humans in (2, 3, 4)] == [30, 30, 35]
    assert [isles.barrel_gained(*pair) for pair in ((2, 1), (3, 1), (0, 0))] == [1, 0, 0]
    assert (isles.PIRATES, isles.MORGAN_PIRATES) == (5, 8)
    assert isles.MORGAN_REWARD == {"Pirate field": (1, 0), "Chest": (0, 1), "Barrel": (2, 0)}  # E12
    assert sum(value * copies for value, copies in isles.SHIPWRECK_TOKENS.items()) == 23
    assert isles.shipwreck_takings([4, 2, 2], 0) == {(), (2,), (4,)}
    assert isles.shipwreck_takings([4, 2, 2], 1) == {(), (2,), (4,), (2, 2), (2, 4)}
    assert isles.shipwreck_takings([], 1) == {()}


# ---------------------------------------------------------------- scoring

PAYOUTS = """
3: (3)->4; (2,1)->4,2; (1,1,1)->3*,2,2
4: (4)->5; (3,1)->5,3; (2,2)->5*,4; (2,1,1)->5,2,2; (1,1,1,1)->3*,2,2,2
5: (5)->6; (3,2)->6,4; (4,1)->6,4; (3,1,1)->6,3,3; (2,2,1)->5,5,1; (2,1,1,1)->6,2,2,2
6: (6)->7; (5,1)->7,5; (4,2)->7,5; (3,3)->8*,7; (4,1,1)->7,4,4; (3,2,1)->7,5,2; (2,2,2)->6*,5,5
6: (3,1,1,1)->7,3,3,3; (2,2,1,1)->6,6,1,1
"""


def payout_rows() -> list[tuple[int, list[int], list[int]]]:
    """(island size, pirates of players A, B.., glory when A triggers) for each entry of the table."""
    entries = [(int(row[0]), entry.split("->")) for row in PAYOUTS.split("\n") if row for entry in row[2:].split(";")]
    return [
        (size, [int(n) for n in left.strip(" ()").split(",")], [int(n) for n in right.replace("*", "").split(",")])
        for size, (left, right) in entries
    ]


@pytest.mark.parametrize(("size", "pirates", "glory"), payout_rows())
def test_island_payouts(size: int, pirates: list[int], glory: list[int]) -> None:
    counts = dict(zip("ABCD", pirates, strict=False))
    assert isles.score_island(counts, "A", size) == dict(zip("ABCD", glory, strict=False))


def test_the_payout_table_has_every_way_to_fill_an_island() -> None:
    """Every size, split among at most four players."""
    ways = {(n, w) for n in isles.CHART for k in range(1, 5) for w in product(range(1, n + 1), repeat=k) if sum(w) == n}
    assert {(size, tuple(pirates)) for size, pirates, _ in payout_rows()} == {
        (size, tuple(sorted(way, reverse=True))) for size, way in ways
    }


@given(st.sampled_from(payout_rows()), st.permutations("ABCD"), st.integers(0, 3))
def test_island_glory_depends_on_counts_and_trigger_alone(
    row: tuple[int, list[int], list[int]], names: list[str], trigger: int
) -> None:
    size, pirates, _ = row
    counts = dict(zip(names, pirates, strict=False))
    trigger_name = names[trigger % len(pirates)]
    glory = isles.score_island(counts, trigger_name, size)
    assert glory == isles.score_island(dict(reversed(list(counts.items()))) | {"absent": 0}, trigger_name, size)
    level = len(set(pirates)) == 1 and len(pirates) > 1
    plain = {player: won - (level and player == trigger_name) for player, won in glory.items()}
    assert all(plain[a] >= plain[b] for a, b in permutations(counts, 2) if counts[a] >= counts[b])
    assert len({(counts[player], won) for player, won in plain.items()}) == len(set(pirates))


def test_e8_e9_treasure() -> None:
    assert isles.treasure_sets({"emerald": 3, "crown": 2, "doubloon": 1, "ruby": 1}) == 14
    for kinds, points in enumerate([0, 1, 3, 6, 10, 15]):
        assert isles.treasure_sets(dict.fromkeys(isles.TOKEN_KINDS[:kinds], 1)) == points == TRIANGULAR[kinds]


def best_sets(counts: tuple[int, ...]) -> int:
    """The most glory for these tokens, by trying every first set."""
    choices = [pick for pick in product(*(range(min(n, 1) + 1) for n in counts)) if any(pick)]
    rest = (tuple(n - p for n, p in zip(counts, pick, strict=True)) for pick in choices)
    return max((TRIANGULAR[sum(pick)] + best_sets(left) for pick, left in zip(choices, rest, strict=True)), default=0)


@given(st.lists(st.integers(0, 2), max_size=3))
def test_large_sets_first_is_best(counts: list[int]) -> None:
    tokens = dict(zip(isles.TOKEN_KINDS, counts, strict=False))
    assert isles.treasure_sets(tokens) == best_sets(tuple(counts))
    assert isles.treasure_sets(dict(reversed(tokens.items()))) == isles.treasure_sets(tokens)


def test_final_lines() -> None:
    lines = isles.final_lines(31, 2, 3, 27, {"emerald": 2, "crown": 1}, [4, 1])
    assert lines == isles.FinalLines(31, 2, 3, -6, 4, 5)
    assert lines is not None
    assert lines.total == 39
    assert isles.final_lines(31, 2, 3, isles.SUNK, {}) is None
    assert isles.winners({"Anna": 39, "Beth": 39, "Morgan": 12}) == {"Anna", "Beth"}
    assert isles.places({"Anna": 39, "Beth": None, "Connor": 12, "Morgan": None}) == [
        {"Anna"},
        {"Connor"},
        {"Beth", "Morgan"},
    ]
    assert isles.places({"Anna": None, "Beth": None, "Connor": None}) == [{"Anna", "Beth", "Connor"}]
