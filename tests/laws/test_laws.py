"""The two large games keep the laws of their fact sheets in random and steered matches. LAWS=2000 plays so many, from a random beginning."""

from __future__ import annotations

import os

import pytest
from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st

from gamedsl.graph.compiled import Setup
from games import shipped
from independent.gloriana import rounds
from laws.matches import HABITS, lineup, play, table
from laws.moves import choices
from laws.named import FourOrNone, Triangles
from property.walks import law
from share import IS_WHOLE

MANY = os.environ.get("LAWS")


def _law(few: int) -> settings:
    """Everyday runs play the named matches alone."""
    if MANY is not None:
        return settings(max_examples=int(MANY), deadline=None, database=None)
    return law(few) if IS_WHOLE else settings(law(few), phases=(Phase.explicit,))


HOARDERS = 3
"""A seed with which all are hoarders: the deck runs out."""
FEASTERS, KEEPERS = 6, 9
"""Seeds with which all hold banquets, or all hire and keep specialists."""
SINKERS = 3
"""A seed with which all ships sail as fast as they can, and some are lost."""


@_law(26)
@given(st.sampled_from(shipped.setups("gloriana")), st.integers(0, 2**20))
@example(shipped.setups("gloriana")[0], HOARDERS)
@example(shipped.setups("gloriana")[1], HOARDERS)
@example(shipped.setups("gloriana")[2], HOARDERS)
def test_gloriana_keeps_its_laws(setup: Setup, seed: int) -> None:
    assert play("gloriana", setup, table("gloriana", setup), seed) > 20


@_law(9)
@given(st.sampled_from(shipped.setups("gloriana")), st.integers(0, 2**20))
@example(shipped.setups("gloriana")[0], HOARDERS)
@example(shipped.setups("gloriana")[1], HOARDERS)
def test_taverns_hold_four_cards_or_none(setup: Setup, seed: int) -> None:
    law = FourOrNone()
    table("gloriana", setup).played(law, lineup("gloriana", setup.players, seed), seed)
    assert law.seen


@_law(9)
@given(st.sampled_from(shipped.setups("gloriana")), st.integers(0, 2**20))
@example(shipped.setups("gloriana")[0], KEEPERS)
@example(shipped.setups("gloriana")[0], FEASTERS)
def test_an_event_is_worth_the_triangle_of_its_size(setup: Setup, seed: int) -> None:
    law = Triangles()
    table("gloriana", setup).played(law, lineup("gloriana", setup.players, seed), seed)
    assert law.seen == setup.players * rounds(setup.players)


@_law(14)
@given(st.sampled_from(shipped.setups("glory_islands")), st.integers(0, 2**20))
@example(shipped.first_setups("glory_islands")[1], SINKERS)
@example(shipped.first_setups("glory_islands")[2], 4)
def test_glory_islands_keep_their_laws(setup: Setup, seed: int) -> None:
    assert play("glory_islands", setup, table("glory_islands", setup), seed) > 20


def test_the_deck_runs_out_where_all_hoard() -> None:
    """The match of hoarders is what it is for: a tavern stays empty at the beginning of a round."""
    setup = shipped.setups("gloriana")[0]
    at = table("gloriana", setup)
    assert {habit.name for habit in lineup("gloriana", 3, HOARDERS)} == {"hoarder"}
    assert at.fewest("deck", "discards", lineup("gloriana", 3, HOARDERS), HOARDERS) < 4


def test_ships_are_lost_where_all_hurry() -> None:
    setup = shipped.first_setups("glory_islands")[1]
    at = table("glory_islands", setup)
    assert {habit.name for habit in lineup("glory_islands", 3, SINKERS)} == {"sinker"}
    assert at.highest("marker", lineup("glory_islands", 3, SINKERS), SINKERS) == 40


def test_all_hold_banquets_or_keep_specialists_where_they_should() -> None:
    assert {habit.name for habit in lineup("gloriana", 3, FEASTERS)} == {"feaster"}
    assert {habit.name for habit in lineup("gloriana", 3, KEEPERS)} == {"keeper of specialists"}


@pytest.mark.parametrize("name", HABITS)
def test_every_habit_has_a_turn(name: str) -> None:
    met = {habit.name for seed in range(60) for habit in lineup(name, 4, seed)}
    assert met == {habit.name for habit in HABITS[name]}


def test_moves_are_read() -> None:
    assert [(one.name, one.declined) for one in choices("no gather_sets")] == [("gather_sets", True)]
    first, second = choices("take_event(card = Single.Hunting), hold_banquet(matches = [2 Cook, Oxford], bonus = no)")
    assert first.values == {"card": "Single.Hunting"}
    assert second.pieces("matches") == {"Cook": 2, "Oxford": 1}
