"""Modules that were kept are those that were emitted; what the host knows of modules is what the emitter says."""

from __future__ import annotations

from pathlib import Path

import pytest

import gamedsl
from gamedsl.cache.store import Store
from gamedsl.graph.model.game import Game
from gamedsl_interpreter.engine import Checking, Forced
from gamedsl_interpreter.plans import spans
from gamedsl_interpreter.wasm import interface, modules
from gamedsl_interpreter.wasm.emit import build, context, nodes
from gamedsl_interpreter.wasm.engine import WasmEngine
from gamedsl_interpreter.wasm.modules import Tier, first_module, from_bytes, module_of, to_bytes
from gamedsl_interpreter.wasm.playouts import Policy, playouts

GAMES = Path(__file__).parents[3] / "games"


@pytest.fixture(scope="module")
def game() -> Game:
    return gamedsl.load(GAMES / "classics" / "tic_tac_toe.gdl").game()


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(str(tmp_path))


def test_the_host_knows_the_numbers_of_the_emitter(game: Game) -> None:
    assert (interface.ABI, interface.NO_ROOM, interface.NO_LIMIT) == (build.ABI, context.NO_ROOM, context.ON)
    assert spans.highest_score(game) == nodes.highest_score(game)


def test_a_module_survives_its_bytes(game: Game) -> None:
    made = build.built(game)
    read = from_bytes(to_bytes(made))
    assert to_bytes(read) == to_bytes(made)
    assert (read.code, dict(read.addresses), read.pages) == (made.code, made.addresses, made.pages)
    assert {node: (o.low, o.words) for node, o in read.offers.items()} == {
        node: (o.low, o.words) for node, o in made.offers.items()
    }


def test_a_module_is_emitted_once(game: Game, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    made = module_of(game, Checking.OFF, Tier.QUICK, store)
    emitted: list[tuple[Checking, Tier]] = []

    def emit(_: Game, checking: Checking, tier: Tier) -> interface.Built:
        emitted.append((checking, tier))
        return made

    monkeypatch.setattr(modules, "_emitted", emit)
    assert to_bytes(module_of(game, Checking.OFF, Tier.QUICK, store)) == to_bytes(made)
    assert to_bytes(first_module(game, Checking.OFF, store)) == to_bytes(made)
    assert emitted == []
    module_of(game, Checking.ON, Tier.QUICK, store)
    module_of(game, Checking.OFF, Tier.OPTIMISED, store)
    module_of(game, Checking.OFF, Tier.QUICK, None)
    assert emitted == [(Checking.ON, Tier.QUICK), (Checking.OFF, Tier.OPTIMISED), (Checking.OFF, Tier.QUICK)]


def test_an_optimised_module_is_used_from_the_next_start_on(game: Game, store: Store) -> None:
    first = WasmEngine(game, keeper=store)
    better = first.improved()
    assert better.module.code != first.module.code
    again = WasmEngine(game, keeper=store)
    assert again.module.code == better.module.code
    assert playouts(again, Policy.STEPS, 1, 0, 50) == playouts(first, Policy.STEPS, 1, 0, 50)


def test_what_asks_forced_moves_is_another_module(store: Store) -> None:
    game = gamedsl.load(GAMES / "classics" / "nim.gdl").game()
    played, asked = (WasmEngine(game, forced=forced, keeper=store).module.code for forced in Forced)
    assert played != asked
    assert [WasmEngine(game, forced=forced, keeper=store).module.code for forced in Forced] == [played, asked]
