"""The core of every playing command, on both executors, in small: matches, the tree, chance, views, saved states, examples, drawings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar, cast

from fuzz.laws import law
from gamedsl.api.saved import state_from_json, state_to_json
from gamedsl.graph.compiled import Compiled
from gamedsl.graph.draw import dot, mermaid, svg
from gamedsl.graph.model.example_lines import ExampleSpec
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import SeatId
from gamedsl.graph.text.dump import dump
from gamedsl.pipeline import Parsed, compile, examples, setups
from gamedsl_interpreter.engine import Checking, Engine, Fault, S, State, TooManyOutcomes
from gamedsl_interpreter.explore import Exploration, explore
from gamedsl_interpreter.matches.agents import RandomSteps
from gamedsl_interpreter.matches.fastest import Chosen, fastest, random_matches
from gamedsl_interpreter.matches.match import MatchFault
from gamedsl_interpreter.perft import Level, TooManyError, perft
from gamedsl_interpreter.random import policy_stream
from gamedsl_interpreter.reference.engine import ReferenceEngine
from gamedsl_interpreter.reference.host import ReferenceHost
from gamedsl_interpreter.wasm.bulk.playouts import Policy
from gamedsl_interpreter.wasm.engine import WasmEngine
from gamedsl_interpreter.worked_examples.running import run_example
from tools.verifier.verify import verify

MOVES = 12
"""Moves of a match that is played move by move."""
MATCHES = 2
"""Whole matches that the fast executor plays with each policy."""
POSITIONS = 150
"""Positions that perft and explore may go through."""
OUTCOMES = 6
"""Outcomes of chance that are tried at the beginning of a match."""
EXAMPLES = 3
"""Worked examples that are run."""

T = TypeVar("T")


def runs_into_fault(rules: Parsed) -> bool:
    """Plays the first and the last setup of rules without errors; whether any of it ran into a fault. Raises BrokenLawError where the executors differ."""
    legal = setups(rules)
    chosen = dict.fromkeys([*legal[:1], *legal[-1:]])
    faults = [_game_played(compile(rules, setup).game) for setup in chosen]
    return any([*faults, _examples_run(rules)])


def _game_played(game: Game) -> bool:
    law(verify(game) == [], "the verifier refuses a graph that was compiled")
    for form in (dump, svg, dot, mermaid):
        form(game)
    reference, chosen = ReferenceEngine(game, Checking.ON), fastest(game, Checking.ON)
    results: list[object] = [_whole_matches(chosen, policy) for policy in Policy]
    for question in (_match, _levels, _tree, _chances):
        one, other = _answer(question, reference), _answer(question, chosen.engine)
        law(one == other, f"the executors differ in {question.__name__}")
        results.append(one)
    return any(isinstance(result, _Stopped) for result in results)


def _whole_matches(chosen: Chosen, policy: Policy) -> object:
    return _attempt(lambda: random_matches(chosen, policy, 1, 0, MATCHES))


class _Question(Protocol):
    """What is asked of both executors."""

    def __call__(self, engine: Engine[S]) -> object: ...


def _answer(question: _Question, engine: ReferenceEngine | WasmEngine) -> object:
    own = cast("Engine[State]", engine)
    return _attempt(lambda: question(own))


class _Stopped(tuple[object, ...]):
    """What stopped a command in a regular way: code, site and detail of a fault, or that something is too much to list."""


def _attempt(deed: Callable[[], T]) -> T | _Stopped:
    try:
        return deed()
    except Fault as fault:
        return _Stopped((fault.code, fault.site, fault.detail))
    except MatchFault as caught:
        return _Stopped((caught.fault.code, caught.fault.site, caught.fault.detail, caught.record.moves))
    except (TooManyError, TooManyOutcomes) as error:
        return _Stopped((type(error).__name__,))


def _match(engine: Engine[S]) -> list[object]:
    """The beginning of a match, move by move: positions, moves, views; then the state is saved and read again."""
    seen: list[object] = []
    dice = policy_stream(1, 0)
    state = engine.initial(1)
    for number in range(MOVES):
        seen.append(state.bytes)
        if number % 4 == 0:
            seen += [engine.view(state, SeatId(seat)) for seat in range(len(engine.game.seats))]
        if state.is_over:
            break
        seat = engine.to_act(state)[0]
        move = RandomSteps().choose(engine, state, seat, dice)
        seen.append(move.text)
        state = engine.play(state, seat, move)
    seen.append(engine.outcome(state))
    law(
        state_from_json(engine, state_to_json(engine, state)).bytes == state.bytes,
        "a saved state is read as another one",
    )
    return seen


def _levels(engine: Engine[S]) -> list[Level]:
    return list(perft(engine, 2, POSITIONS))


def _tree(engine: Engine[S]) -> Exploration:
    return explore(engine, 1, POSITIONS)


def _chances(engine: Engine[S]) -> list[object]:
    """Chance by hand: what can come out at first, and where it leads."""
    seen: list[object] = []
    state = engine.initial(None)
    for number in range(OUTCOMES):
        outcomes = engine.chance(state)
        seen += [outcome.text for outcome in outcomes[:OUTCOMES]]
        if not outcomes:
            break
        state = engine.play_chance(state, outcomes[number % len(outcomes)])
        seen.append(state.bytes)
    return seen


def _examples_run(rules: Parsed) -> bool:
    """Runs the first examples; whether one of them ran into a fault."""
    specs = [(compiled, spec) for _, compiled, own in examples(rules) for spec in own]
    return any(isinstance(_example_run(compiled, spec), _Stopped) for compiled, spec in specs[:EXAMPLES])


def _example_run(compiled: Compiled, spec: ExampleSpec) -> object:
    return _attempt(lambda: run_example(ReferenceHost(compiled.game), spec))
