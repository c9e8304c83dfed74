"""A module for a purpose has what that purpose needs, and plays as the module for all purposes does."""

from __future__ import annotations

from functools import cache
from struct import pack_into

import pytest

from gamedsl.graph.model.game import Game
from gamedsl_interpreter.wasm.emit.build import build_module
from gamedsl_interpreter.wasm.emit.optimise import keep_functions
from gamedsl_interpreter.wasm.instances.instance import Instance
from gamedsl_interpreter.wasm.instances.interface import Built, Purpose
from gamedsl_interpreter.wasm.instances.module import Program
from games import shipped
from share import picked

NAMES = ("tic_tac_toe", "gloriana", "goofspiel", "pig")


def _game(name: str) -> Game:
    return shipped.game(name, shipped.first_setups(name)[0])


WHOLE = (Purpose.EVERY, Purpose.THINKING)
FROM_WORLDS = (Purpose.WORLDS, Purpose.ADVISED_WORLDS, Purpose.THINKING_WORLDS)
WATCHED = [purpose for purpose in Purpose if purpose not in (*WHOLE, Purpose.TELLING, Purpose.HOSTED, *FROM_WORLDS)]
"""A module that tells does more at each step, and one that deals worlds tells what each seat sees, so these are no part of the module for all purposes."""

APART = (Purpose.SEARCHED, Purpose.ADVISED, Purpose.OBSERVED, Purpose.PROBED)
"""Nor is what hosts do not need."""


@cache
def _whole(name: str) -> Built:
    return build_module(_game(name), improve=keep_functions, purpose=Purpose.EVERY)


@pytest.mark.parametrize(
    ("name", "purpose"), [(name, purpose) for purpose in WATCHED for name in picked(NAMES, ["pig"])]
)
def test_a_module_exports_what_its_purpose_names(name: str, purpose: Purpose) -> None:
    game = _game(name)
    module, whole = build_module(game, improve=keep_functions, purpose=purpose), _whole(name)
    assert set(Program(module.code).instance().functions) == set(purpose.value)
    assert purpose in APART or set(purpose.value) <= set(Purpose.EVERY.value)
    assert len(module.code) < len(whole.code)


@pytest.mark.parametrize("name", picked(NAMES, ["tic_tac_toe", "goofspiel", "pig"]))
def test_playouts_are_the_same(name: str) -> None:
    game = _game(name)
    modules = [
        build_module(game, improve=keep_functions, purpose=purpose) for purpose in (Purpose.PLAYOUTS, Purpose.EVERY)
    ]
    sums = [_sums(module, Program(module.code).instance()) for module in modules]
    assert sums[0] == sums[1]
    assert any(sums[0])


def _sums(module: Built, instance: Instance) -> bytes:
    at = module.addresses
    pack_into("<QQ", instance.memory, at["SEED"], 7, 0)
    instance.functions["playouts"](module.states, 20, 2)
    return instance.memory[at["STATS"] : at["STATS_END"]].tobytes()
