"""Many matches: the summary, or the fault, is the same whatever plays them, and however many play at once."""

from __future__ import annotations

import _thread
import subprocess
import sys
from pathlib import Path
from threading import Event, Thread

import pytest
from attrs import evolve

import gamedsl
from differential.lockstep import named
from gamedsl.graph.model.expressions import Const
from gamedsl.graph.model.game import Game, InvariantSpec
from gamedsl.graph.model.types import FLAG, SiteId
from gamedsl_interpreter.engine import Checking
from gamedsl_interpreter.matches.fastest import Chosen, fastest, random_matches
from gamedsl_interpreter.matches.match import MatchFault
from gamedsl_interpreter.matches.simulate import Summary
from gamedsl_interpreter.reference import ReferenceEngine
from gamedsl_interpreter.wasm.bulk import playouts
from gamedsl_interpreter.wasm.bulk.playouts import Policy
from gamedsl_interpreter.wasm.engine import WasmEngine
from gamedsl_interpreter.wasm.instances import modules
from gamedsl_interpreter.wasm.instances.interface import Built, Purpose
from gamedsl_interpreter.wasm.instances.modules import Tier
from share import less, picked, share

CROWD = """
game crowd:
    "One of very many numbers."
    players 2

each player:
    best: 0..20000 = 0

rounds up to 3:
    turns

phase turns, each player:
    choose number: one of [x * 7 for x in 1..2000 where x * 7 > best]
    best = number

score best: best

ranking by highest total, ties shared
"""


MATCHES = less(40, 8)


def slow(game: Game, checking: Checking = Checking.OFF) -> Chosen:
    """The reference executor."""
    return Chosen(ReferenceEngine(game, checking), "asked for")


def fault(chosen: Chosen, workers: int) -> tuple[str, int, str, int]:
    """What stops 200 matches."""
    with pytest.raises(MatchFault) as failed:
        random_matches(chosen, Policy.STEPS, 1, 0, 200, workers)
    record = failed.value.record
    return failed.value.fault.code, failed.value.fault.site, failed.value.fault.detail, record.index


@pytest.mark.parametrize("policy", Policy)
def test_the_summary_does_not_depend_on_what_plays(policy: Policy) -> None:
    game = named("love_letter")
    ways = [(fastest(game), 1), (fastest(game), 3), (slow(game), 1), (slow(game), 2)]
    told: list[list[int]] = []

    def summary(chosen: Chosen, workers: int) -> Summary:
        told.append([])
        return random_matches(chosen, policy, 5, 7, MATCHES, workers, told[-1].append)

    first, *others = [summary(*way) for way in ways]
    assert first.matches == MATCHES
    assert all(other == first for other in others)
    assert [sum(more) for more in told] == [MATCHES] * 4


def test_long_runs_go_over_to_the_optimised_module(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = fastest(named("nim"))
    expected = random_matches(chosen, Policy.STEPS, 5, 0, 3000)
    monkeypatch.setattr(playouts, "PATIENCE", 0)
    monkeypatch.setattr(playouts, "LONG", 0)
    made: list[tuple[Purpose, Tier]] = []
    emitted = modules.emit_module

    def noted(game: Game, checking: Checking, purpose: Purpose, tier: Tier) -> Built:
        made.append((purpose, tier))
        return emitted(game, checking, purpose, tier)

    monkeypatch.setattr(modules, "emit_module", noted)
    assert random_matches(chosen, Policy.STEPS, 5, 0, 3000, 2) == expected
    assert made == [(Purpose.PLAYOUTS, Tier.OPTIMISED)]


def test_a_broken_invariant_is_the_same_fault() -> None:
    game = named("connect_four")
    never = InvariantSpec("never", Const(False, FLAG), None, SiteId(2))
    broken = evolve(game, invariants=(never,))
    checked = fastest(broken, Checking.ON)
    assert checked.note is None
    found = {fault(checked, 1), fault(checked, 2), fault(slow(broken, Checking.ON), 2)}
    assert found == {("E_INVARIANT", 2, "`never` does not hold", 0)}
    assert random_matches(fastest(broken), Policy.STEPS, 1, 0, 5).matches == 5


@pytest.mark.parametrize("stem", share(["gloriana", "go_fish", "hex"], 3, 1))
def test_checked_matches_are_the_same_matches(stem: str) -> None:
    game = named(stem)
    checked, unchecked = (
        random_matches(fastest(game, on), Policy.STEPS, 3, 0, 30) for on in (Checking.ON, Checking.OFF)
    )
    assert checked == unchecked


def test_what_has_no_room_in_the_module_is_played_all_the_same() -> None:
    game = gamedsl.parse_rules(CROWD).game(2)
    chosen = fastest(game)
    assert isinstance(chosen.engine, WasmEngine)
    expected = random_matches(slow(game), Policy.STEPS, 1, 0, 3)
    assert random_matches(chosen, Policy.STEPS, 1, 0, 3) == expected


def test_little_address_space_is_enough() -> None:
    program = f"""
import resource
resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
import gamedsl
from gamedsl_interpreter.matches.fastest import fastest
print(fastest(gamedsl.load_rules({str(Path(__file__).parents[2] / "games/classics/nim.gdl")!r}).game()).note)
"""
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert done.stdout == "None\n"


def test_a_keyboard_interrupt_is_heard_while_a_match_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    is_playing, may_end = Event(), Event()

    def endless(*_: object) -> Summary:
        is_playing.set()
        # An interrupt that arrives in a callback of the garbage collector is lost.
        may_end.wait(60)
        raise AssertionError("nobody waits for this")

    def interrupt() -> None:
        is_playing.wait()
        _thread.interrupt_main()

    monkeypatch.setattr(playouts, "_slice", endless)
    Thread(target=interrupt, daemon=True).start()
    with pytest.raises(KeyboardInterrupt):
        random_matches(fastest(named("nim")), Policy.STEPS, 1, 0, 10)
    may_end.set()


def test_each_method_does_what_the_module_has_no_room_for() -> None:
    game = gamedsl.parse_rules(CROWD).game(2)
    fast, reference = WasmEngine(game), ReferenceEngine(game)
    one, other = reference.initial(3), fast.initial(3)
    for _ in range(less(3, 1)):
        seat = reference.to_act(one)[0]
        assert fast.moves(other, seat) == reference.moves(one, seat)
        assert fast.step(other, seat) == reference.step(one, seat)
        last = reference.step(one, seat).options[-1].value
        assert fast.walk(other, seat, lambda step: step.options[-1].value).steps == (last,)
        one, other = reference.take_step(one, seat, 5), fast.take_step(other, seat, 5)
        assert one.bytes == other.bytes
        assert fast.view(other, seat) == reference.view(one, seat)
        seat = reference.to_act(one)[0]
        move = reference.moves(one, seat)[100]
        one, other = reference.play(one, seat, move), fast.play(other, seat, move)
        assert one.bytes == other.bytes


@pytest.mark.parametrize("stem", picked(["love_letter", "sealed_bids", "gloriana"], ["love_letter", "sealed_bids"]))
def test_a_match_goes_on_from_a_saved_state(stem: str) -> None:
    game = named(stem)
    fast, reference = WasmEngine(game), ReferenceEngine(game)
    one, other = reference.initial(3), fast.initial(3)
    for number in range(7):
        seat = reference.to_act(one)[0]
        move = reference.moves(one, seat)[number % 2]
        one, other = reference.play(one, seat, move), fast.play(other, seat, move)
    saved = gamedsl.state_to_json(fast, other)
    assert saved == gamedsl.state_to_json(reference, one)
    again = gamedsl.state_from_json(fast, saved)
    assert again == other
    seat = reference.to_act(one)[0]
    assert fast.view(again, seat) == reference.view(one, seat)
    move = reference.moves(one, seat)[0]
    assert fast.play(again, seat, move).bytes == reference.play(one, seat, move).bytes


@pytest.mark.parametrize("policy", Policy)
def test_playouts_leave_states_as_they_were(policy: Policy) -> None:
    engine = WasmEngine(named("connect_four"))
    for index in range(20):
        state = engine.initial(1, index)
        while not state.is_over:
            seat = engine.to_act(state)[0]
            moves = engine.moves(state, seat)
            state = engine.play(state, seat, moves[(index + len(moves)) % len(moves)])
        outcome = engine.outcome(state)
        playouts.playouts(engine, policy, 1, 100 + index, 3)
        assert engine.outcome(state) == outcome
