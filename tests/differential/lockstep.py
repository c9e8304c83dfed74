"""Two executors play the same matches and are compared after every move: bytes, streams, counters, seats, moves, steps, views, outcomes, faults."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

from attrs import frozen

from gamedsl.graph.game import Game
from gamedsl.graph.types import SeatId
from gamedsl.pipeline import Parsed, Setup, compile, parse_files, setups
from gamedsl.source import Source
from gamedsl_interpreter.engine import Fault, Move
from gamedsl_interpreter.reference.engine import ReferenceEngine
from gamedsl_interpreter.reference.state import ReferenceState
from gamedsl_interpreter.wasm.engine import WasmEngine
from gamedsl_interpreter.wasm.state import WasmState

GAMES = Path(__file__).parents[2] / "games"


@frozen
class Shipped:
    """A shipped game in one of its setups."""

    path: Path
    setup: Setup

    @property
    def name(self) -> str:
        options = "".join(f"-{name}={value}" for name, value in self.setup.options)
        return f"{self.path.stem}-{self.setup.players}{options}"

    def game(self) -> Game:
        """The compiled rules."""
        return compile(_parsed(self.path), self.setup).game


def shipped() -> Iterator[Shipped]:
    """Every shipped game (no variants) in every setup."""
    for path in sorted(GAMES.rglob("*.gdl")):
        if "variants" not in path.parts:
            yield from (Shipped(path, setup) for setup in setups(_parsed(path)))


def named(stem: str, players: int | None = None) -> Game:
    """A shipped game in its first setup (with so many people)."""
    return next(s.game() for s in shipped() if s.path.stem == stem and players in (None, s.setup.players))


def _parsed(path: Path) -> Parsed:
    return parse_files(Source(path.name, path.read_text()), _find)


def _find(name: str) -> Source | None:
    return next((Source(name, path.read_text()) for path in GAMES.rglob(f"{name}.gdl")), None)


@frozen
class Pair:
    """The two executors of one Game."""

    reference: ReferenceEngine
    wasm: WasmEngine


def pair(game: Game) -> Pair:
    """Both executors."""
    return Pair(ReferenceEngine(game), WasmEngine(game))


def compared(both: Pair, seed: int, most: int = 60) -> int:
    """Plays one match with moves drawn by the seed, at most so many; the number of moves. AssertionError where the executors differ."""
    random = Random(seed)
    one, other = both.reference.initial(seed), both.wasm.initial(seed)
    for number in range(most):
        same_position(both, one, other)
        if one.is_over:
            assert both.reference.outcome(one) == both.wasm.outcome(other)
            return number
        seats = both.reference.to_act(one)
        assert both.wasm.to_act(other) == seats
        seat = random.choice(seats)
        moves = same_choices(both, one, other, seat)
        move = random.choice(moves)
        played = _played(both, one, other, seat, move)
        if played is None:
            return number
        one, other = played
    return most


def same_position(both: Pair, one: ReferenceState, other: WasmState) -> None:
    """Bytes, the chance stream and the proof counters."""
    assert one.bytes == other.bytes
    shadow = both.wasm.reference_state(other)
    assert (shadow.stream, shadow.counters) == (one.stream, one.counters)
    assert one.is_over == other.is_over


def same_choices(both: Pair, one: ReferenceState, other: WasmState, seat: SeatId) -> list[Move]:
    """Complete moves and the open step with its completable values."""
    moves = list(both.reference.moves(one, seat))
    steps = both.wasm.move_steps(other, seat)
    assert steps is None or steps == [move.steps for move in moves]
    step = both.reference.step(one, seat)
    found = both.wasm.options(other, seat, ())
    assert found is not None
    assert found[1] == tuple(option.value for option in step.options)
    return moves


def _played(
    both: Pair, one: ReferenceState, other: WasmState, seat: SeatId, move: Move
) -> tuple[ReferenceState, WasmState] | None:
    try:
        after = both.reference.play(one, seat, move)
    except Fault as fault:
        same = _fault(both, other, seat, move)
        if (same.code, same.site, same.detail) != (fault.code, fault.site, fault.detail):
            raise AssertionError("the executors run into different faults") from fault
        return None
    return after, both.wasm.play(other, seat, move)


def _fault(both: Pair, state: WasmState, seat: SeatId, move: Move) -> Fault:
    try:
        both.wasm.play(state, seat, move)
    except Fault as fault:
        return fault
    raise AssertionError("only one executor runs into a fault")
