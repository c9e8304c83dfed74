"""Four small games of our own, against scorers that know only the record of a match."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

import pytest

from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter.engine import Forced, Move
from gamedsl_interpreter.wasm.engine import WasmEngine
from gamedsl_interpreter.wasm.state import WasmState
from games import shipped
from independent import own_games
from independent.own_games import Lines, Played, Rolled
from share import less

MATCHES = less(50, 8)
"""Of each game."""

SCORERS: dict[str, Callable[[int, list[Played]], Lines]] = {
    "spell_kitchen": own_games.spell_kitchen,
    "bread_street": own_games.bread_street,
    "canal_country": own_games.canal_country,
}


@pytest.mark.parametrize("name", SCORERS)
def test_scores_follow_from_the_moves(name: str) -> None:
    for engine, seed in _matches(name):
        moves, state = _played(engine, seed)
        assert SCORERS[name](len(engine.game.seats), moves) == _lines(engine, state), (engine.game.seats, seed)


def test_scores_follow_from_moves_and_rolls() -> None:
    for engine, seed in _matches("ember_watch"):
        _, state = _played(engine, seed)
        record = list(_seen(engine, state))
        outcome = engine.outcome(state)
        assert outcome is not None
        houses = own_games.ember_watch(len(engine.game.seats), record)[0]["houses_saved"]
        assert outcome.won == (houses > 2,) * len(engine.game.seats)
        assert own_games.ember_watch(len(engine.game.seats), record) == _lines(engine, state), (
            engine.game.options,
            seed,
        )


def _matches(name: str) -> Iterator[tuple[WasmEngine, int]]:
    engines = [WasmEngine(shipped.game(name, setup), forced=Forced.ASKED) for setup in shipped.setups(name)[:MATCHES]]
    for seed in range(MATCHES):
        yield engines[seed % len(engines)], seed


def _played(engine: WasmEngine, seed: int) -> tuple[list[Played], WasmState]:
    """A random match with all its forced moves, and its end."""
    dice = Random(seed)
    state = engine.initial(seed)
    moves: list[Played] = []
    while not state.is_over:
        seat = engine.to_act(state)[0]
        move = _choice(engine.moves(state, seat), dice, eager=seed % 3 > 0)
        moves.append(Played(seat, move.text))
        state = engine.play(state, seat, move)
    return moves, state


def _seen(engine: WasmEngine, state: WasmState) -> Iterator[Played | Rolled]:
    """What all have seen of moves and rolls."""
    for event in engine.view(state, SeatId(0)).events:
        match event.data:
            case ("choose", str(name), *_):
                yield Played(engine.game.seats.index(name), event.text.partition(": ")[2])
            case ("roll", str(name), str(text)):
                yield Rolled(name, text)
            case _:
                pass


def _choice(moves: Sequence[Move], dice: Random, *, eager: bool) -> Move:
    """Any move. Who is eager declines only if nothing else is left, and so sees more of the cards."""
    offered = [move for move in moves if not move.text.startswith("no ")] if eager else []
    return dice.choice(offered or list(moves))


def _lines(engine: WasmEngine, state: WasmState) -> Lines:
    outcome = engine.outcome(state)
    assert outcome is not None
    return [dict(lines) for lines in outcome.scores]
