"""A fault stops both executors at the same rule; where wasmtime is missing, the reference executor plays."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from attrs import evolve

import made_once
from differential.lockstep import named
from gamedsl import load_rules
from gamedsl.graph.model.expressions import Const
from gamedsl.graph.model.nodes import EffectNode, EndNode
from gamedsl.graph.model.statements import Check
from gamedsl.graph.model.types import FLAG, SiteId
from gamedsl_interpreter.engine import Engine, Fault, S
from gamedsl_interpreter.matches.agents import RandomMoves
from gamedsl_interpreter.matches.fastest import fastest
from gamedsl_interpreter.matches.match import MatchFault, play_match
from gamedsl_interpreter.reference.engine import ReferenceEngine
from gamedsl_interpreter.wasm.bulk.playouts import Policy, playouts
from gamedsl_interpreter.wasm.engine import WasmEngine


def _broken() -> tuple[ReferenceEngine, WasmEngine]:
    """Tic-tac-toe with a check that fails where the match ends."""
    game = named("tic_tac_toe")
    check = Check(Const(False, FLAG), "E_BOUND", "never", SiteId(3))
    ends = {i for i, node in enumerate(game.nodes) if isinstance(node, EndNode)}
    nodes = tuple(
        evolve(node, body=(*node.body, check)) if isinstance(node, EffectNode) and node.next in ends else node
        for node in game.nodes
    )
    game = evolve(game, nodes=nodes)
    return ReferenceEngine(game), WasmEngine(game)


def test_a_match_runs_into_the_same_fault() -> None:
    reference, wasm = _broken()
    for index in range(20):
        assert _fault(reference, index) == _fault(wasm, index)


def test_pieces_that_do_not_lie_where_a_move_takes_them_from_are_not_left_out_in_silence(tmp_path: Path) -> None:
    path = tmp_path / "lay.gdl"
    path.write_text(
        """game lay:
    "Everybody lays the cards of the left neighbour from the own hand."
    players 2

component 6 card in deck: 1..6

shared:
    deck: bag of card
    used: bag of card

each player:
    hand: bag of card, seen by owner

setup: each player: draw 1 from deck to hand

rounds up to 1:
    turns

phase turns, each player: lay(left(me).hand)

rule lay(things: bag of card): move things from hand to used

ranking by highest count(hand), ties shared
""",
        encoding="utf-8",
    )
    game = load_rules(path).game()
    faults = {_fault(ReferenceEngine(game), 0), _fault(WasmEngine(game), 0)}
    assert [(code, detail) for code, _, detail, _ in faults] == [("E_MISSING", "1 piece wanted, and none is there")]


def _fault(engine: Engine[S], index: int) -> tuple[str, int, str, int]:
    with pytest.raises(MatchFault) as failed:
        play_match(engine, [RandomMoves(), RandomMoves()], 1, index)
    fault = failed.value.fault
    return fault.code, fault.site, fault.detail, failed.value.record.decisions


def test_playouts_tell_the_match_that_fails() -> None:
    _, wasm = _broken()
    with pytest.raises(MatchFault) as failed:
        playouts(wasm, Policy.MOVES, 1, 0, 1000)
    assert isinstance(failed.value.fault, Fault)
    assert (failed.value.fault.code, failed.value.fault.site) == ("E_BOUND", 3)


def test_without_wasmtime_the_reference_executor_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    game = named("tic_tac_toe")
    assert fastest(game).note is None
    made_once.forget()
    monkeypatch.setitem(sys.modules, "wasmtime", None)
    chosen = fastest(game)
    assert isinstance(chosen.engine, ReferenceEngine)
    assert chosen.note is not None


def test_calls_are_the_quick_ones() -> None:
    assert WasmEngine(named("tic_tac_toe")).instance.is_fast
