"""Saved states that somebody has changed, with a digest made anew: they load and can be played to the end, or they are refused in one sentence."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

import gamedsl
from gamedsl import Checking, Engine, State, StateError
from gamedsl.api.saved import _digest  # pyright: ignore[reportPrivateUsage]  # an attacker knows how it is made
from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter.engine import ChanceOutcome, Fault, TooManyOutcomes
from gamedsl_interpreter.random import Dice, Stream
from gamedsl_interpreter.reference.engine import ReferenceEngine
from gamedsl_interpreter.wasm.engine import WasmEngine
from share import less, paired, share

GAMES = Path(__file__).parents[2] / "games"
NAMES = [
    "classics/tic_tac_toe",
    "classics/kuhn_poker",
    "classics/liars_dice",
    "classics/connect_four",
    "classics/reversi",
    "modern/masked_court",
    "modern/gem_guild",
    "modern/forecast",
    "gloriana",
    "glory_islands",
]
KINDS = {"wasm": WasmEngine, "reference": ReferenceEngine}
MUTATIONS = less(60, 25)
"""Of each game and executor."""
MOST = 1000
"""Outcomes that are listed."""
PLAYED = 15
"""Stops that a state is played on for, at most: the rest of a match of the large games takes seconds."""


@cache
def engine(name: str, kind: str) -> Engine[State]:
    make: Any = KINDS[kind]
    found: Any = make(gamedsl.load_rules(GAMES / f"{name}.gdl").game(), Checking.ON)
    made: Engine[State] = found
    return made


def texts(engine: Engine[State]) -> Iterator[str]:
    """Saved states: of the beginning, the middle and the end of matches, with steps taken, and where chance is done by hand."""
    for seed in (1, None):
        random = Random(seed)
        state = engine.initial(seed)
        for number in range(less(60, 31)):
            if number in (0, 1, 2, 5, 9, 14, 30, 59) or state.is_over:
                yield gamedsl.state_to_json(engine, state)
            if state.is_over:
                break
            state = onward(engine, state, random)


def onward(engine: Engine[State], state: State, random: Random) -> State:
    """The next stop, by a step or by chance."""
    acting = engine.to_act(state)
    if not acting:
        return engine.play_chance(state, outcome(engine, state, random))
    seat = random.choice(acting)
    for other in range(len(engine.game.seats)):
        with suppress(gamedsl.ArgumentError):  # the change may have made it a world that was drawn for another seat
            engine.view(state, SeatId(other))
    return engine.take_step(state, seat, random.choice(engine.step(state, seat).options).value)


def outcome(engine: Engine[State], state: State, random: Random) -> ChanceOutcome:
    """One of the outcomes; out of very many one is drawn."""
    try:
        return random.choice(engine.chance(state, MOST))
    except TooManyOutcomes:
        player: Any = engine
        is_fast = isinstance(engine, WasmEngine)
        reference: ReferenceEngine = player.reference if is_fast else player
        here: Any = player.reference_state(state) if is_fast else state
        return reference.sample(here, Dice(Stream(random.getrandbits(64), 1)))


def play_on(engine: Engine[State], state: State, random: Random) -> None:
    """Plays with checking on. The rules may break a promise at a position that cannot be reached; nothing else may happen."""
    try:
        for _ in range(PLAYED):
            if state.is_over:
                assert engine.outcome(state) is not None
                break
            state = onward(engine, state, random)
    except Fault:
        return


# ---------------------------------------------------------------- mutations

STRANGE: list[object] = [
    None, True, False, -1, 0, 1, 2, 255, 256, 65535, 1 << 31, 1 << 63, 1 << 70, -(1 << 40), 0.5, 1e400, "", "0", "f" * 16, [], [[]], [0], [[0, 1]],
    [[[0, 1]]], {}, {"is": "Shown"}, {"is": 5},
]  # fmt: skip


def places(data: Any, way: tuple[object, ...] = ()) -> Iterator[tuple[object, ...]]:
    """The ways to all values in JSON data."""
    yield way
    if isinstance(data, dict | list):
        inside = cast("Any", data)
        for key, value in inside.items() if isinstance(data, dict) else enumerate(inside):
            yield from places(value, (*way, key))


def mutated(data: dict[str, Any], random: Random) -> dict[str, Any]:
    """Data with one to three places changed: a strange value, one from elsewhere, a number near by, something added, left out or exchanged."""
    made = deepcopy(data)
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        part = random.choice([key for key in made if key not in ("digest", "game", "format")])
        ways = list(places(made[part], (part,)))
        way = random.choice(ways)
        holder: Any = made
        for key in way[:-1]:
            holder = holder[key]
        value: Any = holder[way[-1]]
        other: Any = made
        for key in random.choice(ways):
            other = other[key]
        match random.randrange(6):
            case 0:
                holder[way[-1]] = deepcopy(random.choice(STRANGE))
            case 1:
                holder[way[-1]] = deepcopy(other)
            case 2 | 3 if isinstance(value, int):
                holder[way[-1]] = value + random.choice((-2, -1, 1, 2, 100))
            case 4 if isinstance(value, list) and value:
                holder[way[-1]].pop(random.randrange(len(holder[way[-1]])))
            case 5 if isinstance(value, list):
                holder[way[-1]].insert(random.randint(0, len(holder[way[-1]])), deepcopy(other))
            case _:
                holder[way[-1]] = not value if isinstance(value, bool) else deepcopy(random.choice(STRANGE))
    return made


def signed(data: dict[str, Any]) -> str:
    content = {key: value for key, value in data.items() if key != "digest"}
    return json.dumps(content | {"digest": _digest(content)})


@pytest.mark.parametrize(("name", "kind"), share(paired(NAMES, list(KINDS)), 2))
def test_changed_states_are_refused_or_can_be_played(name: str, kind: str) -> None:
    player = engine(name, kind)
    random = Random(name)
    saved = [json.loads(text) for text in texts(player)]
    said: list[str] = []
    for number in range(MUTATIONS):
        data = mutated(saved[number % len(saved)], random)
        try:
            state = gamedsl.state_from_json(player, signed(data))
        except StateError as error:
            said.append(str(error))
            continue
        play_on(player, state, random)
    assert MUTATIONS // 2 < len(said) < MUTATIONS
    assert not any("\n" in text for text in said)


@pytest.mark.parametrize(("name", "kind"), share(paired(NAMES, list(KINDS)[::-1]), 3, 1))
def test_states_of_matches_load(name: str, kind: str) -> None:
    player = engine(name, kind)
    for text in texts(player):
        assert gamedsl.state_to_json(player, gamedsl.state_from_json(player, text)) == text


LOOP = """
game loop:
    players 2

component card in deck:
    name  count
    Low   3
    High  3

shared:
    deck: pile of card

each player:
    seen: 0..6 = 0

rounds up to 1:
    turns

phase turns, each player:
    reveal deck
    for c in deck:
        choose b: may
        if c is Low and b: seen += 1

ranking by highest seen, ties shared
"""


@pytest.mark.parametrize("kind", [WasmEngine, ReferenceEngine])
def test_a_loop_over_an_ordered_pile_can_be_saved(kind: type[WasmEngine] | type[ReferenceEngine]) -> None:
    """What is still to be gone through names a kind once for each of its pieces."""
    rules = gamedsl.parse_rules(LOOP)
    assert not rules.check().has_errors, rules.text(rules.check().diagnostics)
    made = cast("Engine[State]", kind(rules.game(), Checking.ON))
    state = made.initial(1)
    while not state.is_over:
        assert gamedsl.state_from_json(made, gamedsl.state_to_json(made, state)).bytes == state.bytes
        seat = made.to_act(state)[0]
        state = made.play(state, seat, made.moves(state, seat)[0])


def test_folders_numbers_of_players_and_moves_after_the_end_are_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError, match="this is a folder: name a rules file in it"):
        gamedsl.load_rules(tmp_path)
    endless = tmp_path / "endless.gdl"  # a device such as /dev/zero would fill all memory
    with endless.open("wb") as file:
        file.truncate((16 << 20) + 1)
    with pytest.raises(OSError, match="there are more than 16 megabytes in it"):
        gamedsl.load_rules(endless)
    with pytest.raises(gamedsl.SetupError, match="the game is for 3 to 5 players, not 7"):
        gamedsl.load_rules("gloriana").game(players=7)
    engine = gamedsl.engine_for(gamedsl.load_rules("nim").game())
    state = engine.initial(seed=1)
    while not state.is_over:
        (seat,) = engine.to_act(state)
        state = engine.play(state, seat, engine.moves(state, seat)[0])
    with pytest.raises(gamedsl.IllegalMove, match="the match is over"):
        engine.moves(state, 0)
