"""Whatever the engine prints can be written in an example: every move of a match, as a line `P plays MOVE`, means just that move."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest
from attrs import frozen

from gamedsl import RandomSteps, pipeline
from gamedsl.graph.compiled import Setup
from gamedsl.graph.model.example_lines import Plays
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import SeatId
from gamedsl.source import Source
from gamedsl_interpreter.engine import Move
from gamedsl_interpreter.proposals import Wanted
from gamedsl_interpreter.random import policy_stream
from gamedsl_interpreter.reference.host import ReferenceHost
from gamedsl_interpreter.reference.state import ReferenceState
from games import shipped
from share import few, less

MOST = less(60, 12)
"""Decisions of a match that are looked at."""


@frozen
class Asked:
    """A decision of a match, and the move that was made."""

    seat: SeatId
    move: Move


@pytest.mark.parametrize("name", few(shipped.GAMES, 6, 1))
def test_every_printed_move_can_be_written(name: str) -> None:
    setups = shipped.setups(name)
    for number, setup in enumerate(dict.fromkeys((setups[0], setups[-1]))):
        game = shipped.game(name, setup)
        played = [asked for _, asked in islice(_match(ReferenceHost(game), game, number), MOST)]
        again = _written(name, setup, played)
        host = ReferenceHost(game)
        for line, (state, asked) in zip(again, _match(host, game, number), strict=False):
            wanted = [
                Wanted(part.name, part.decline, tuple((n, host.value(state, value)) for n, value in part.args))
                for part in line.parts
            ]
            found = host.walks(state, line.seat, wanted)
            assert [walk.move.text for walk in found] == [asked.move.text]


def _match(host: ReferenceHost, game: Game, seed: int) -> Iterator[tuple[ReferenceState, Asked]]:
    """The decisions of a match at random, forced ones included."""
    dice = policy_stream(seed, 0)
    state = host.enter(host.table(), game.start)
    while not state.is_over:
        if host.open_chance(state) is not None:
            state = host.play_chance(state, host.sample(state, dice))
            continue
        seat = host.choosers(state)[0]
        move = host.only_move(state, seat) or RandomSteps().choose(host.engine, state, seat, dice)
        yield state, Asked(seat, move)
        state = host.play(state, seat, move)


def _written(name: str, setup: Setup, played: list[Asked]) -> list[Plays]:
    """The moves as lines of an example, checked as such."""
    names = [f"P{i + 1}" for i in range(setup.players)]
    seats = [*names, *shipped.game(name, setup).seats[setup.players :]]
    lines = [
        "example as_printed:",
        f"    players {', '.join(names)}",
        *(f"    with {option} = {value}" for option, value in setup.options),
        *(f"    {seats[asked.seat]} plays {asked.move.text}" for asked in played),
    ]
    text = shipped.parsed(name).sources[0].text + "\n" + "\n".join(lines) + "\n"
    parsed = pipeline.parse_files(Source(name, text), lambda _: None)
    assert not [d.message for d in parsed.diagnostics]
    found = [spec for _, _, specs in pipeline.examples(parsed, (setup,)) for spec in specs if spec.name == "as_printed"]
    assert len(found) == 1
    plays = [line for line in found[0].lines if isinstance(line, Plays)]
    assert len(plays) == len(played)
    return plays
