"""A fault stops both executors at the same rule; where wasmtime is missing, the reference executor plays."""

from __future__ import annotations

import pytest
from attrs import evolve

from differential.lockstep import named
from gamedsl.graph.expr import Const
from gamedsl.graph.nodes import EffectNode
from gamedsl.graph.stmt import Check
from gamedsl.graph.types import FLAG, SiteId
from gamedsl_interpreter.agents import RandomMoves
from gamedsl_interpreter.engine import Fault
from gamedsl_interpreter.match import MatchFault, play_match
from gamedsl_interpreter.reference.engine import ReferenceEngine
from gamedsl_interpreter.wasm import module
from gamedsl_interpreter.wasm.engine import WasmEngine
from gamedsl_interpreter.wasm.fallback import fastest
from gamedsl_interpreter.wasm.playouts import Policy, playouts


def _broken() -> tuple[ReferenceEngine, WasmEngine]:
    """Tic-tac-toe with a check that fails where the match ends."""
    game = named("tic_tac_toe")
    number = max(i for i, node in enumerate(game.nodes) if isinstance(node, EffectNode))
    node = game.nodes[number]
    assert isinstance(node, EffectNode)
    check = Check(Const(False, FLAG), "E_BOUND", "never", SiteId(3))
    nodes = (*game.nodes[:number], evolve(node, body=(*node.body, check)), *game.nodes[number + 1 :])
    game = evolve(game, nodes=nodes)
    return ReferenceEngine(game), WasmEngine(game)


def test_a_match_runs_into_the_same_fault() -> None:
    reference, wasm = _broken()
    agents = [RandomMoves(), RandomMoves()]
    for index in range(20):
        found: list[tuple[str, int, str, int]] = []
        for engine in (reference, wasm):
            try:
                play_match(engine, agents, 1, index)  # type: ignore[arg-type]  # one engine or the other
            except MatchFault as fault:
                found.append((fault.fault.code, fault.fault.site, fault.fault.detail, fault.record.decisions))
        assert len(found) in (0, 2)
        assert found[:1] == found[1:]


def test_playouts_tell_the_match_that_fails() -> None:
    _, wasm = _broken()
    with pytest.raises(MatchFault) as failed:
        playouts(wasm, Policy.MOVES, 1, 0, 1000)
    assert isinstance(failed.value.fault, Fault)
    assert (failed.value.fault.code, failed.value.fault.site) == ("E_BOUND", 3)


def test_without_wasmtime_the_reference_executor_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise module.Unavailable("wasmtime cannot be loaded: there is none")

    game = named("tic_tac_toe")
    assert fastest(game).note is None
    monkeypatch.setattr(module, "_loaded", missing)
    chosen = fastest(game)
    assert isinstance(chosen.engine, ReferenceEngine)
    assert chosen.note is not None


def test_calls_are_the_quick_ones() -> None:
    assert WasmEngine(named("tic_tac_toe")).instance.is_fast
