"""The places of a board by content, as bits that modules for playouts keep: against the reference executor, which looks at each place."""

from __future__ import annotations

import pytest

from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import FieldId
from gamedsl.pipeline import compile, parse_files, setups
from gamedsl.source import Source
from gamedsl_interpreter.matches.agents import RandomMoves, RandomSteps
from gamedsl_interpreter.matches.simulate import simulate
from gamedsl_interpreter.reference.engine import ReferenceEngine
from gamedsl_interpreter.wasm.bulk.playouts import Policy, playouts
from gamedsl_interpreter.wasm.emit.build import Improve, build_module
from gamedsl_interpreter.wasm.emit.bulk import kept_masks
from gamedsl_interpreter.wasm.emit.context import context
from gamedsl_interpreter.wasm.emit.optimise import keep_functions, optimise_functions
from gamedsl_interpreter.wasm.engine import WasmEngine
from gamedsl_interpreter.wasm.instances.interface import Purpose
from share import paired

PAINTERS = """game painters:
    players 2

type hue: Bare, Red, Green, Blue, Black

grid cell SIDE

each cell:
    mark: player or none = none
    hue: hue = Bare
    wet = no, each turn
    seen = no, each round

each player:
    dry: 0..4000 = 0
    rival_wet: 0..4000 = 0
    let rival = left(me)

setup:
    cell[1, 2].mark = players[2]
    cell[2, 2].hue = Blue

rounds up to 6:
    turns

phase turns, each player:
    choose spot: one of cell where mark is none and not wet, ask "Where?"
    choose paint: one of hue, ask "Which?"
    spot.mark = me
    spot.hue = paint
    for c in neighbours(spot) where hue is not paint:
        c.wet = yes
        c.seen = yes
    for c in neighbours(spot) where mark is rival and hue is paint: c.mark = none
    dry = dry + count(cell where not wet) + count(cell where mark is none)
    rival_wet = rival_wet + count(cell where mark is rival and wet)
    if count(cell where hue in [Red, Green]) > 2:
        for c in cell where seen and hue is not Blue and hue is not Bare: c.hue = Black

score dried: dry
score soaked: rival_wet
score own: count(cell where mark is me)
score of_hue: count(cell where hue is Red or hue is Green or hue is Bare) + count(cell where hue is Black)

ranking by highest total, ties shared
"""


def _game(side: str) -> Game:
    text = PAINTERS.replace("SIDE", side)
    parsed = parse_files(Source("painters.gdl", text), lambda _: None)
    return compile(parsed, next(iter(setups(parsed)))).game


@pytest.mark.parametrize(("side", "improve"), paired(["5 by 5", "9 by 9"], (keep_functions, optimise_functions)))
def test_same_playouts(side: str, improve: Improve) -> None:
    game = _game(side)
    wasm = WasmEngine(game, module=build_module(game, improve=improve, purpose=Purpose.PLAYOUTS), purpose=None)
    for policy, agent in ((Policy.MOVES, RandomMoves()), (Policy.STEPS, RandomSteps())):
        assert playouts(wasm, policy, 5, 0, 20) == simulate(ReferenceEngine(game), [agent] * 2, 5, range(20))


def test_only_playouts_of_boards_keep_bits() -> None:
    game = _game("5 by 5")
    playing = context(game, can_stop=False)
    kept = [number for number in range(len(game.fields)) if kept_masks.mask_of(playing, FieldId(number)) is not None]
    assert len(kept) == 4
    assert all(kept_masks.mask_of(context(game), FieldId(number)) is None for number in kept)
    for side in ("4 by 4", "21 by 21"):
        other = context(_game(side), can_stop=False)
        assert all(kept_masks.mask_of(other, FieldId(number)) is None for number in kept)
