"""Modules that were kept are those that were emitted; what the host knows of modules is what the emitter says; each purpose has its own."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import gamedsl
from gamedsl.cache.store import Store
from gamedsl.graph.model.game import Game
from gamedsl_interpreter.engine import Checking, Forced
from gamedsl_interpreter.explore import explore
from gamedsl_interpreter.perft import leaves
from gamedsl_interpreter.wasm.bulk.batch import Batch
from gamedsl_interpreter.wasm.bulk.playouts import Policy, playouts
from gamedsl_interpreter.wasm.emit import build, signals
from gamedsl_interpreter.wasm.emit.optimise import keep_functions
from gamedsl_interpreter.wasm.emit.unsupported import Unsupported
from gamedsl_interpreter.wasm.engine import WasmEngine
from gamedsl_interpreter.wasm.instances import interface, modules
from gamedsl_interpreter.wasm.instances.interface import Purpose
from gamedsl_interpreter.wasm.instances.modules import Modules, Tier, first_module, from_bytes, module_of, to_bytes
from games import shipped
from share import paired, picked

GAMES = Path(__file__).parents[3] / "games"
NAMES = ("tic_tac_toe", "gloriana", "gin_rummy", "kuhn_poker")


@pytest.fixture(scope="module")
def game() -> Game:
    return gamedsl.load_rules(GAMES / "classics" / "tic_tac_toe.gdl").game()


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(str(tmp_path))


class Emitted:
    """Stands in for the emitter: notes what is asked for, and gives one module."""

    def __init__(self, made: interface.Built, monkeypatch: pytest.MonkeyPatch) -> None:
        self._made = made
        self.noted: list[tuple[Checking, Purpose, Tier]] = []
        monkeypatch.setattr(modules, "emit_module", self._emit)

    def _emit(self, _: Game, checking: Checking, purpose: Purpose, tier: Tier) -> interface.Built:
        self.noted.append((checking, purpose, tier))
        return self._made


def test_the_host_knows_the_numbers_of_the_emitter() -> None:
    assert (interface.NO_ROOM, interface.NO_LIMIT) == (signals.NO_ROOM, signals.ON)


@pytest.mark.parametrize(
    ("name", "purpose"), paired(picked(NAMES, ["tic_tac_toe", "kuhn_poker"]), [Purpose.PLAY, Purpose.PLAYOUTS])
)
def test_a_module_survives_its_bytes(name: str, purpose: Purpose) -> None:
    made = build.build_module(
        shipped.game(name, shipped.first_setups(name)[0]), improve=keep_functions, purpose=purpose
    )
    read = from_bytes(to_bytes(made))
    assert to_bytes(read) == to_bytes(made)
    assert (read.code, read.addresses, read.words, read.pages) == (made.code, made.addresses, made.words, made.pages)
    assert {node: (o.low, o.words) for node, o in read.offers.items()} == {
        node: (o.low, o.words) for node, o in made.offers.items()
    }


def test_a_module_is_emitted_once(game: Game, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    made = module_of(game, Checking.OFF, Purpose.PLAY, Tier.QUICK, store)
    emitted = Emitted(made, monkeypatch)
    assert to_bytes(module_of(game, Checking.OFF, Purpose.PLAY, Tier.QUICK, store)) == to_bytes(made)
    assert to_bytes(first_module(game, Checking.OFF, Purpose.PLAY, store)) == to_bytes(made)
    assert emitted.noted == []
    asked = [
        (Checking.ON, Purpose.PLAY, Tier.QUICK),
        (Checking.OFF, Purpose.PLAYOUTS, Tier.QUICK),
        (Checking.OFF, Purpose.PLAY, Tier.OPTIMISED),
    ]
    for one in asked:
        module_of(game, *one, store)
    module_of(game, *asked[0], None)
    assert emitted.noted == [*asked, asked[0]]


def test_an_optimised_module_is_used_from_the_next_start_on(game: Game, store: Store) -> None:
    first = WasmEngine(game, keeper=store)
    better = first.improved()
    assert better.module.code != first.module.code
    again = WasmEngine(game, keeper=store)
    assert again.module.code == better.module.code
    assert playouts(again, Policy.STEPS, 1, 0, 50) == playouts(first, Policy.STEPS, 1, 0, 50)


def test_what_asks_forced_moves_is_another_module(store: Store) -> None:
    game = gamedsl.load_rules(GAMES / "classics" / "nim.gdl").game()
    played, asked = (WasmEngine(game, forced=forced, keeper=store).module.code for forced in Forced)
    assert played != asked
    assert [WasmEngine(game, forced=forced, keeper=store).module.code for forced in Forced] == [played, asked]


# ---------------------------------------------------------------- by purpose


def test_a_purpose_makes_its_module_and_no_other(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    emitted = Emitted(build.build_module(game), monkeypatch)
    engine = WasmEngine(game, purpose=Purpose.PLAYOUTS)
    playouts(engine, Policy.STEPS, 1, 0, 2)
    assert [purpose for _, purpose, _ in emitted.noted] == [Purpose.PLAYOUTS]
    leaves(engine, 2, 1000)
    explore(engine, 1, 1000)
    assert [purpose for _, purpose, _ in emitted.noted] == [Purpose.PLAYOUTS, Purpose.TREES]
    Batch(engine, 2, seed=1)
    playouts(engine, Policy.STEPS, 1, 0, 2, state=engine.initial(1))
    wanted = [Purpose.PLAYOUTS, Purpose.TREES, Purpose.BATCHES, Purpose.PLAY, Purpose.RESUMED]
    assert [purpose for _, purpose, _ in emitted.noted] == wanted


@pytest.mark.parametrize("name", picked(NAMES, ["kuhn_poker"]))
def test_records_are_the_same_in_the_modules_of_all_purposes(name: str) -> None:
    made = Modules(shipped.game(name, shipped.first_setups(name)[0]), Checking.OFF)
    built = {purpose: made.of(purpose).module for purpose in Purpose}
    assert len({(one.state_size, one.layout_size) for one in built.values()}) == 1
    for place in ("STREAM", "HAS_STREAM", "COUNTERS"):
        assert len({one.addresses[place] for one in built.values()}) == 1
    noting = [one for purpose, one in built.items() if purpose is not Purpose.PLAYOUTS]
    assert len({(one.addresses["NOTE_SIZE"], one.addresses["OFFER_BYTES"]) for one in noting}) == 1
    assert all({n: (o.low, o.words) for n, o in one.offers.items()} == _offers(noting[0]) for one in noting)


def _offers(made: interface.Built) -> dict[int, tuple[int, int]]:
    return {node: (offer.low, offer.words) for node, offer in made.offers.items()}


def test_a_given_module_serves_all_purposes(game: Game) -> None:
    given = build.build_module(game)
    engine = WasmEngine(game, module=given)
    apart = (Purpose.TELLING, Purpose.SEARCHED, Purpose.WORLDS, Purpose.OBSERVED, Purpose.PROBED)
    assert all(engine.modules.of(purpose).module is given for purpose in Purpose if purpose not in apart)


def test_a_refusal_is_remembered(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Purpose] = []

    def refuse(_: Game, _checking: Checking, purpose: Purpose, _tier: Tier) -> interface.Built:
        asked.append(purpose)
        raise Unsupported("too much of it")

    monkeypatch.setattr(modules, "emit_module", refuse)
    made = Modules(game, Checking.OFF)
    for _ in range(2):
        with pytest.raises(Unsupported, match="too much"):
            made.of(Purpose.PLAY)
    assert asked == [Purpose.PLAY]


def test_without_a_module_for_them_playouts_and_trees_are_played_otherwise(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine, whole = WasmEngine(game), WasmEngine(game)
    wanted = playouts(whole, Policy.STEPS, 1, 0, 20), leaves(whole, 3, 10_000)

    def refuse(*_: object) -> interface.Built:
        raise Unsupported("too much of it")

    monkeypatch.setattr(modules, "emit_module", refuse)
    assert (playouts(engine, Policy.STEPS, 1, 0, 20), leaves(engine, 3, 10_000)) == wanted


def test_modules_go_to_other_processes_with_the_engine(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = WasmEngine(game)
    playouts(engine, Policy.STEPS, 1, 0, 2)
    sent = pickle.dumps(engine)
    emitted = Emitted(engine.module, monkeypatch)
    again: WasmEngine = pickle.loads(sent)
    playouts(again, Policy.STEPS, 1, 0, 2)
    assert (emitted.noted, again.module) == ([], engine.module)


_MATCH = """
import atexit
import gc

def left():
    from wasmtime._managed import Managed

    gc.collect()
    print([type(one).__name__ for one in gc.get_objects() if isinstance(one, Managed)])

atexit.register(left)

import gamedsl

game = gamedsl.load_rules("kuhn_poker").game()
print(gamedsl.simulate(gamedsl.engine_for(game), [gamedsl.Mcts(3), gamedsl.Cfr(3)], 1, range(1)).matches)
"""


def test_nothing_of_wasmtime_is_left_when_python_ends() -> None:
    """What is freed later ends in lines on the terminal, because Python has taken itself apart by then."""
    done = subprocess.run([sys.executable, "-c", _MATCH], capture_output=True, text=True, check=False, timeout=300)
    assert (done.stdout, done.stderr) == ("1\n[]\n", "")
