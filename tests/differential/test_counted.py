"""Selections whose moves are counted without going through them, and whose steps are drawn without trying them: against the reference executor."""

from __future__ import annotations

import pytest

from gamedsl.graph.model.game import Game
from gamedsl.pipeline import compile, parse_files, setups
from gamedsl.source import Source
from gamedsl_interpreter.matches.agents import RandomMoves, RandomSteps
from gamedsl_interpreter.matches.simulate import simulate
from gamedsl_interpreter.reference.engine import ReferenceEngine
from gamedsl_interpreter.wasm.bulk.playouts import Policy, playouts
from gamedsl_interpreter.wasm.emit.build import Improve, build_module
from gamedsl_interpreter.wasm.emit.optimise import keep_functions, optimise_functions
from gamedsl_interpreter.wasm.engine import WasmEngine
from share import paired

PICNIC = """game picnic:
    players 2

type fruit: Apple, Pear, Plum, Fig

component 12 food in basket:
    name     fruit
    Red      Apple
    Green    Apple
    Yellow   Apple
    Bartlett Pear
    Conference Pear
    Williams Pear
    Damson   Plum
    Mirabelle Plum
    Victoria Plum
    Smyrna   Fig
    Kadota   Fig
    Calimyrna Fig

shared:
    basket: bag of food

each player:
    plate: bag of food
    eaten: bag of food
    happy: 0..9 = 0

setup:
    each player: draw 5 from basket to plate

rounds up to 2:
    eat

phase eat, each player:
    choose:
        apples: any of plate where fruit is Apple
        others: any of plate where fruit is not Apple, distinct fruit
        glad:   may if some(apples)
        {requirement}
    move apples to eaten
    move others to eaten
    if glad: happy += 1

game ends after round when round is 2

score full: count(eaten)
score joy: happy

ranking by highest total, ties shared
"""
REQUIREMENTS = {
    "a bound": 'require enough: count(others) <= count(apples) + 1 "Enough apples."',
    "a bound from the other side": 'require enough: count(apples) + 1 >= count(others) "Enough apples."',
    "more than a bound": 'require enough: count(others) is not 1 "Not just one."',
    "what is chosen": 'require no_figs: not any(f.fruit is Fig for f in others) or glad "Figs make glad."',
    "nothing": "",
}


def _game(requirement: str) -> Game:
    text = PICNIC.replace("        {requirement}\n", f"        {requirement}\n" if requirement else "")
    parsed = parse_files(Source("picnic.gdl", text), lambda _: None)
    return compile(parsed, next(iter(setups(parsed)))).game


@pytest.mark.parametrize(("name", "improve"), paired(list(REQUIREMENTS), (keep_functions, optimise_functions)))
def test_same_playouts(name: str, improve: Improve) -> None:
    game = _game(REQUIREMENTS[name])
    reference = ReferenceEngine(game)
    wasm = WasmEngine(game, module=build_module(game, improve=improve))
    for policy, agent in ((Policy.MOVES, RandomMoves()), (Policy.STEPS, RandomSteps())):
        assert playouts(wasm, policy, 5, 0, 30) == simulate(reference, [agent] * 2, 5, range(30))
