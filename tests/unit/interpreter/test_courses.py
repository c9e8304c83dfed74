"""Worlds from whole courses of play, where somebody chose a hidden value: what happens when there are too many courses, or none is left."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product
from pathlib import Path

import pytest

from gamedsl import load_rules, parse_rules
from gamedsl.graph.model.nodes import TogetherNode
from gamedsl.values import evolve
from gamedsl_interpreter.engine import Event
from gamedsl_interpreter.random import Dice, chance
from gamedsl_interpreter.reference import ReferenceEngine, ReferenceState
from gamedsl_interpreter.wasm.engine import WasmEngine
from gamedsl_interpreter.worlds.courses import course, population
from share import less

_KNOWN = Path(__file__).parents[2] / "known" / "worlds"
_SEA = Path(__file__).parents[3] / "games" / "classics" / "sea_battle.gdl"

_FAR = """\
game far_numbers:
    "A number out of many, and guesses that hear whether it is higher."
    players 2

each player:
    secret: 0..120 = 0, seen by owner
    told: 0..3 = 0

setup:
    each player: write_down

rule write_down:
    choose number: one of 1..120, seen by owner
    secret = number

rounds up to 2:
    guesses

phase guesses, each player:
    choose guess: one of [20, 40, 60, 80, 100]
    told = openly (3 if left(me).secret > guess else 2)

score points: told
ranking by highest total, ties shared
"""


def _match(engine: ReferenceEngine, seed: int) -> list[ReferenceState]:
    state, dice = engine.initial(seed), Dice.seeded(seed)
    stops: list[ReferenceState] = []
    while not state.is_over:
        stops.append(state)
        seat = engine.to_act(state)[0]
        moves = engine.moves(state, seat)
        state = engine.play(state, seat, moves[dice.below(len(moves))])
    return stops


def _texts(engine: ReferenceEngine, state: ReferenceState, seat: int) -> list[str]:
    """What worlds leave out; the seat cannot tell any of them from the position."""
    worlds = engine.worlds(state, seat)
    for number in range(6):
        world = worlds.sample(Dice(chance(1, number)))
        assert engine.view(world, seat) == engine.view(state, seat)
        assert world.node == state.node
    return [one.text for one in worlds.lossy]


def test_more_courses_than_can_be_kept_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = ReferenceEngine(load_rules(_KNOWN / "secret_numbers.gdl").game())
    stops = _match(engine, 2)
    assert _texts(engine, stops[-1], 0) == []
    monkeypatch.setattr(population, "_MOST_TRIED", 4)
    monkeypatch.setattr(population, "_MOST_KEPT", 4)
    monkeypatch.setattr(population, "_FEW", 4)
    [lost] = _texts(engine, _match(engine, 2)[-1], 0)
    assert lost == "some of the ways in which others may have chosen unseen are left out"


def test_when_no_course_is_left_worlds_still_show_what_the_seat_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = ReferenceEngine(load_rules(_SEA).game(None, None, waters="narrow"))
    for name, value in (("_MOST_TRIED", 2), ("_MOST_KEPT", 2), ("_FEW", 2), ("_MOST_STEPS", 0)):
        monkeypatch.setattr(population, name, value)
    stops = _match(engine, 1)
    lost = _texts(engine, stops[-1], engine.to_act(stops[-1])[0])
    assert "no way in which others may have chosen was found that agrees with everything that was seen" in lost


def test_a_hidden_choice_is_varied_until_it_explains_what_was_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three courses are kept; hits would soon leave none, if single ships were not laid anew."""
    engine = ReferenceEngine(load_rules(_SEA).game(None, None, waters="narrow"))
    for name, value in (("_MOST_TRIED", 3), ("_MOST_KEPT", 3), ("_FEW", 3)):
        monkeypatch.setattr(population, name, value)
    stops = _match(engine, 1)
    assert _texts(engine, stops[20], 0) == ["some of the ways in which others may have chosen unseen are left out"]


def test_of_very_many_choices_some_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(course, "_MOST_MOVES", 50)
    for name in ("_MOST_TRIED", "_MOST_KEPT", "_FEW"):
        monkeypatch.setattr(population, name, 40)
    game = parse_rules(_FAR).game()
    engine = ReferenceEngine(game)
    last = _match(engine, 3)[-1]
    secret = next(spec for spec in game.fields if spec.name == "secret").base
    heard = next(spec for spec in game.fields if spec.name == "told").base
    worlds = engine.worlds(last, 0)
    drawn = {worlds.sample(Dice(chance(1, number))).frame[secret + 1] for number in range(less(40, 12))}
    assert len(drawn) > less(8, 4)
    assert last.frame[heard] in (2, 3)


def test_a_secret_is_concluded_where_pieces_are_hidden_too() -> None:
    """Secret trumps: a card brings twice its rank if its suit is the favourite. Pieces come from the belief, the favourite from courses; both executors agree."""
    reference = ReferenceEngine(load_rules(_KNOWN / "secret_trumps.gdl").game())
    fast = WasmEngine(reference.game)
    favourite = next(spec for spec in reference.game.fields if spec.name == "favourite").base + 1
    narrowed = 0
    for seed in range(1, less(6, 3)):
        for state in _match(reference, seed)[2:]:
            worlds = reference.worlds(state, 0)
            assert not worlds.exact
            found = [worlds.sample(Dice(chance(seed, number))) for number in range(30)]
            assert all(reference.view(world, 0) == reference.view(state, 0) for world in found)
            possible = _possible_suits(reference.view(state, 0).events)
            assert {world.frame[favourite] for world in found} == possible
            narrowed += len(possible) < 3
            world = fast.worlds(fast.put(state), 0).sample(Dice(chance(seed, 0)))
            assert world.bytes == found[0].bytes
    assert narrowed > less(8, 3)


def _possible_suits(events: Sequence[Event]) -> set[int]:
    """The suits that the other player's favourite can be, by the points that each card has brought."""
    found, points, rank, card = {0, 1, 2}, 0, 0, ""
    for event in events:
        if played := re.search(r"card\[(\w+), (\d)\].* to P2\.past", event.text):
            card, rank = played[1], int(played[2])
        elif brought := re.fullmatch(r"P2\.points is (\d+)", event.text):
            gained, points = int(brought[1]) - points, int(brought[1])
            suit = {("Red", "Blue", "Green").index(card)}
            found &= suit if gained == 2 * rank else found - suit
    return found


def test_secrets_outlive_cards_that_change_hands_and_suits_that_are_followed() -> None:
    """Cards that a seat is given, or sees played, say nothing against any bid: each is possible until the tricks are counted, and then one."""
    engine = ReferenceEngine(load_rules(_KNOWN / "secret_bids.gdl").game())
    bid = next(spec for spec in engine.game.fields if spec.name == "bid").base
    for seed in range(1, less(4, 2)):
        for number, state in enumerate(_match(engine, seed)):
            if number % 3 or not 6 <= number <= 18:
                continue
            worlds = engine.worlds(state, 0)
            assert not any("no way in which" in one.text for one in worlds.lossy)
            found = [worlds.sample(Dice(chance(seed, at))) for at in range(40)]
            assert all(engine.view(world, 0) == engine.view(state, 0) for world in found)
            possible = {world.frame[bid + 1 : bid + 3] for world in found}
            assert possible == (set(product(range(2), repeat=2)) if number < 18 else {state.frame[bid + 1 : bid + 3]})


def test_a_course_that_contradicts_everything_leaves_the_seat_its_turn() -> None:
    engine = ReferenceEngine(load_rules(_KNOWN / "secret_bids.gdl").game())
    state = next(one for one in _match(engine, 1) if engine.to_act(one) == (0, 1, 2))
    engine.worlds(state, 0)
    known = state.log.courses[0]
    assert isinstance(known, population.Population)
    todo = next(node for node in engine.game.nodes if isinstance(node, TogetherNode)).todo_field
    slot = engine.game.fields[todo].base
    spoilt = [
        (
            evolve(
                trail,
                course=evolve(trail.course, frame=(*trail.course.frame[:slot], False, *trail.course.frame[slot + 1 :])),
            ),
            weight,
        )
        for trail, weight in known.trails
    ]
    state.log.courses[0] = evolve(known, trails=tuple(spoilt))
    world = engine.worlds(state, 0).sample(Dice.seeded(1))
    assert engine.to_act(world) == (0, 1, 2)
    assert engine.moves(world, 0) == engine.moves(state, 0)
