"""What moves and options mean, as things of the game: enough to draw them without reading a text."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from random import Random

import pytest

import gamedsl
from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter.engine import Move
from gamedsl_interpreter.reference.engine import ReferenceEngine
from gamedsl_interpreter.things import Choice, Counted, Kind, Piece, Place, Seat, Thing, Word, Zone, thing_json
from games import shipped
from share import few

ANN = SeatId(0)


def _engine(name: str) -> ReferenceEngine:
    return ReferenceEngine(shipped.game(name, shipped.setups(name)[0]))


def test_from_a_move_to_its_square() -> None:
    engine = _engine("connect_four")
    state = engine.initial(1)
    places = [value for move in engine.moves(state, ANN) for choice in move.choices for _, value in choice.values]
    assert len(places) == 7
    for place, move in zip(places, engine.moves(state, ANN), strict=True):
        assert isinstance(place, Place | int)
        assert str(place if isinstance(place, int) else place.name) in move.text


def test_options_mean_what_moves_mean() -> None:
    engine = _engine("breakthrough")
    state = engine.initial(1)
    options = engine.step(state, ANN).options
    first = [value for move in engine.moves(state, ANN) for _, value in move.choices[0].values[:1]]
    assert list(dict.fromkeys(first)) == [option.thing for option in options]


def test_pieces_know_their_zones_and_zones_their_seats() -> None:
    engine = _engine("lost_cities")
    state = engine.initial(3)
    pieces = [thing for move in engine.moves(state, ANN) for thing in _things(move)]
    held = [piece for piece in pieces if isinstance(piece, Piece)]
    assert held
    for piece in held:
        assert piece.zone is not None
        assert piece.zone.index[0] == Seat(ANN, engine.game.seats[ANN])
        assert engine.game.kinds[piece.kind.number].name == piece.kind.name


def _things(move: Move) -> Iterator[Thing]:
    for choice in move.choices:
        for _, value in choice.values:
            yield from _inside(value)


def _inside(thing: Thing) -> Iterator[Thing]:
    yield thing
    match thing:
        case tuple():
            for one in thing:
                yield from _inside(one)
        case Counted(entries):
            for one, _ in entries:
                yield from _inside(one)
        case _:
            pass


@pytest.mark.parametrize("name", few(shipped.QUICK, 8))
def test_texts_name_the_things(name: str) -> None:
    engine, dice = _engine(name), Random(2)
    state = engine.initial(2)
    for _ in range(6):
        if state.is_over:
            break
        (seat, *_) = engine.to_act(state)
        moves = engine.moves(state, seat)
        for move in moves[:20]:
            for thing in _things(move):
                if isinstance(thing, Place | Seat | Kind):
                    assert thing.name in move.text
                json.dumps(thing_json(thing))
            assert pickle.loads(pickle.dumps(move)).choices == move.choices
        state = engine.play(state, seat, dice.choice(moves))


def test_declined_choices_are_choices_without_values() -> None:
    engine = _engine("gloriana")
    dice, state = Random(5), engine.initial(5)
    declined: set[Choice] = set()
    while not state.is_over and not declined:
        (seat, *_) = engine.to_act(state)
        moves = engine.moves(state, seat)
        declined |= {choice for move in moves[:50] for choice in move.choices if choice.is_declined}
        state = engine.play(state, seat, dice.choice(moves))
    assert all(not choice.values for choice in declined)
    assert declined


def test_things_as_json() -> None:
    card = Kind("card", "Ace", 3)
    hand = Zone("hand", (Seat(ANN, "Ann"),), "Ann.hand", 7)
    assert thing_json((Place("grid", "cell[1, 2]", 1, 0, 1), None, True, 4)) == [
        {"is": "place", "board": "grid", "name": "cell[1, 2]", "number": 1, "at": [0, 1]},
        None,
        True,
        4,
    ]
    kind = {"is": "kind", "component": "card", "name": "Ace", "number": 3}
    seat = {"is": "seat", "name": "Ann", "number": 0}
    zone = {"is": "zone", "family": "hand", "index": [seat], "name": "Ann.hand", "number": 7}
    assert thing_json(Counted(((Piece(card, hand), 2), (Word("suit", "clubs", 0), 1)))) == {
        "is": "counted",
        "entries": [
            [{"is": "piece", "kind": kind, "zone": zone}, 2],
            [{"is": "word", "of": "suit", "name": "clubs", "number": 0}, 1],
        ],
    }


def test_a_move_made_of_steps_has_no_choices() -> None:
    assert Move((1, 2), "").choices == ()
    assert gamedsl.Place is Place
