"""The rulings of the language, one topic a file: their examples state what has to come out, on both executors. Emitting a module takes longer than all else,
so in everyday runs a sixth of the topics and those that no other test replaces are tried on both, and the others on the reference executor."""

from __future__ import annotations

from pathlib import Path

import pytest

from differential.both import BothHost
from gamedsl import pipeline
from gamedsl.diagnostics.model import Severity
from gamedsl.graph.compiled import Compiled
from gamedsl.graph.model.example_lines import ExampleSpec
from gamedsl.pipeline.left_out import LeftOut
from gamedsl.source import Source
from gamedsl_interpreter.reference.host import ReferenceHost
from gamedsl_interpreter.wasm.emit.build import Improve
from gamedsl_interpreter.wasm.emit.optimise import keep_functions, optimise_functions
from gamedsl_interpreter.worked_examples.running import run_example
from share import paired, picked, share

_FOLDER = Path(__file__).parent / "meaning"

_TOPICS = tuple(sorted(path.stem for path in _FOLDER.glob("*.gdl")))
_OF_EXECUTORS = tuple(
    f"../executors/{path.stem}"
    for path in sorted(_FOLDER.with_name("executors").glob("*.gdl"))
    if "\nexample " in path.read_text(encoding="utf-8")
)
"""Games on which both executors play matches elsewhere; here their examples are tried."""

_ALWAYS = (
    "alike_and_from",
    "asking_first",
    "drawn",
    "game_over",
    "histories",
    "scripted",
    "state_of_kinds",
    "two_sides",
    "undrawn",
)
"""Topics that need lines of the emitter that no other everyday test reaches."""
_ON_BOTH = paired(sorted({*picked(_TOPICS, _ALWAYS), *share(_TOPICS, 6)}), (keep_functions, optimise_functions))
_ALONE = [(topic, None) for topic in (*_TOPICS, *_OF_EXECUTORS) if topic not in {topic for topic, _ in _ON_BOTH}]


@pytest.mark.parametrize(("topic", "improve"), [*_ON_BOTH, *_ALONE])
def test_rulings_hold(topic: str, improve: Improve | None) -> None:
    parsed = pipeline.parse_files(Source(topic, (_FOLDER / f"{topic}.gdl").read_text(encoding="utf-8")), _find)
    assert not [d for d in pipeline.check(parsed).diagnostics if d.severity is Severity.ERROR]
    failures: list[str] = []
    tried = 0
    left_out = LeftOut(parsed, _holds)
    for setup, compiled, specs in pipeline.examples(parsed):
        if not specs:
            continue
        reference = ReferenceHost(compiled.game)
        both = None if improve is None else BothHost(compiled.game, specs, improve)
        for spec in specs:
            tried += 1
            failed = (run_example(reference, spec) if both is None else run_example(both, spec)).failures
            if failed and left_out.line(setup, spec.name) is None:
                failures += [f"{spec.name}: {failure.text}" for failure in failed]
    assert tried
    assert not failures
    assert not left_out.useless()


def _holds(game: Compiled, spec: ExampleSpec) -> bool:
    return run_example(ReferenceHost(game.game), spec).passed


def _find(name: str) -> Source | None:
    path = _FOLDER / f"{name}.gdl"
    return Source(name, path.read_text(encoding="utf-8")) if path.exists() else None
