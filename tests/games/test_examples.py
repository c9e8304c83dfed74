"""The rulebooks' examples, as they stand in the shipped games and variants: all their ways on the reference executor, one of them on both executors side by side."""

from __future__ import annotations

import pytest

from differential.both import BothHost
from gamedsl import pipeline
from gamedsl.graph.model.examples import ExampleSpec
from gamedsl_interpreter.examples import run_example, sampled
from gamedsl_interpreter.reference.host import ReferenceHost
from games import shipped


@pytest.mark.parametrize("name", [*shipped.GAMES, *shipped.VARIANTS])
def test_every_example_passes(name: str) -> None:
    failures: list[str] = []
    for setup, compiled, specs in pipeline.examples(shipped.parsed(name)):
        host = ReferenceHost(compiled.game)
        both = BothHost(compiled.game, specs) if specs else None
        for spec in specs:
            if both is not None:
                sampled(both, spec, 1)
            failures += [f"{shipped.label(name, setup)}: {text}" for text in _failures(host, spec)]
    assert not failures


@pytest.mark.parametrize("name", shipped.GAMES)
def test_every_game_has_an_example(name: str) -> None:
    assert any(specs for _, _, specs in pipeline.examples(shipped.parsed(name)))


def _failures(host: ReferenceHost, spec: ExampleSpec) -> list[str]:
    return [f"{spec.name}: {failure.text} ({', '.join(failure.way)})" for failure in run_example(host, spec).failures]
