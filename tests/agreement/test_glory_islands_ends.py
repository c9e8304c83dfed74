"""The rules file of Glory Islands against the scorer written from the rulebook: set-up and final scores."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agreement.test_glory_islands import THREE, TREASURES, WRECKS, card_name, crews, laid_pirates, table
from gamedsl_interpreter.random import policy_stream
from independent import glory_islands as isles
from independent.glory_islands import CARDS, Cell
from property.walks import law


@pytest.mark.parametrize("players", [2, 3, 4])
def test_set_up(players: int) -> None:
    t = table(players, shipwrecks=True)
    now = t.position(t.settled(t.run(t.host.table(), "setup"), policy_stream(5), lambda _: False))
    assert now.zones["sack"] == {name: isles.bag(players)[kind] for name, kind in TREASURES.items()}
    assert now.size("supply") == isles.barrel_supply(players)
    assert [now.size(f"{reef}.stack") for reef in ("East_reef", "West_reef")] == [5, 5]
    sets = [Counter(card_name(card) for card in CARDS if card.colour == colour) for colour in isles.COLOURS]
    owned = [now.zones[f"{seat}.{'deck' if seat == 'Morgan' else 'hand'}"] for seat in t.game.seats]
    assert all(cards in sets for cards in owned)
    assert len({frozenset(cards) for cards in owned}) == len(owned)
    for seat in t.game.seats:
        assert now.size(f"{seat}.crew") == (isles.MORGAN_PIRATES if seat == "Morgan" else isles.PIRATES)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_colours_are_chosen_freely(players: int) -> None:
    t = table(players)
    open_states, found = [t.run(t.host.table(), "setup")], set[tuple[str, ...]]()
    while open_states:
        state = open_states.pop()
        if t.asked(state) == "outfit":
            seat = t.game.seats[t.host.choosers(state)[0]]
            open_states += [t.host.play(state, t.seat(seat), way.move) for way in t.ways(state, seat)]
            continue
        now = t.position(state)
        colours = [_colour(now.zones[f"{seat}.{'deck' if seat == 'Morgan' else 'hand'}"]) for seat in t.game.seats]
        if players == 2:
            assert colours.pop() in isles.morgan_colours(colours)
        found.add(tuple(colours))
    assert found == set(permutations(isles.COLOURS, players))


def _colour(cards: Counter[str]) -> str:
    (colour,) = {name.split(".")[1].lower() for name in cards}
    return colour


ENDS = st.tuples(
    st.integers(0, 3),
    st.integers(0, 2),
    st.sampled_from([0, 10, 24, 30, 39, isles.SUNK]),
    st.fixed_dictionaries({name: st.integers(0, 2) for name in TREASURES}),
    st.integers(0, 2),
)


@law(examples=60)
@given(st.sampled_from([2, 3]), st.lists(ENDS, min_size=3, max_size=3), crews(THREE))
def test_final_scores(
    players: int, ends: list[tuple[int, int, int, dict[str, int], int]], landed: dict[Cell, str]
) -> None:
    t = table(players, shipwrecks=True)
    seats = t.game.seats
    pirates = {cell: seats[THREE.index(owner)] for cell, owner in landed.items()}
    fields, zones = dict[str, int](), dict(laid_pirates(pirates))
    lines: dict[str, isles.FinalLines] = {}
    totals: dict[str, int | None] = {}
    for i, (seat, (glory, barrels, circle, tokens, wrecks)) in enumerate(zip(seats, ends, strict=True)):
        fields |= {f"{seat}.glory": glory, f"{seat}.marker": circle}
        values = [3, 2, 2][i : i + 1] * min(wrecks, 1)
        zones |= {
            f"{seat}.barrels": {"barrel": barrels},
            f"{seat}.treasure": tokens,
            f"{seat}.loot": dict(Counter(WRECKS[value] for value in values)),
        }
        ashore = list(pirates.values()).count(seat)
        plain = {TREASURES[name]: n for name, n in tokens.items()}
        line = isles.final_lines(glory, barrels, ashore, circle, plain, values)
        totals[seat] = None if line is None else line.total
        if line is not None:
            lines[seat] = line
    outcome = t.outcome(t.run(t.laid(zones, fields), "end"))
    assert {seat: points for seat, points in t.totals(outcome).items() if seat in lines} == {
        seat: {
            "renown": line.glory,
            "barrels_left": line.barrels,
            "ashore_men": line.pirates,
            "sailing_track": line.sailing,
            "treasures": line.treasure,
            "wrecks_raised": line.shipwrecks,
            "total": line.total,
        }
        for seat, line in lines.items()
    }
    assert t.places(outcome) == isles.places(totals)
