"""Random rules files are valid, reach every construct, and are played alike by both executors. GENERATED=5000 tries so many of them with hypothesis,
from a random beginning, and makes what fails smaller."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import cast, get_args

import pytest
from attrs import fields, has
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from differential.both import BothHost
from differential.trial import Trial, games, refusals, same_when_formatted, tried
from fuzz.generator.dice import Dice, seeded
from fuzz.generator.rules import rules_file
from gamedsl import pipeline
from gamedsl.graph.model.expressions import Form
from gamedsl.graph.model.nodes import Node, StopNode
from gamedsl.graph.model.statements import Effect, Part
from gamedsl.source import Source
from gamedsl_interpreter.wasm.emit.unsupported import TooLong
from gamedsl_interpreter.worked_examples.running import run_example
from share import IS_WHOLE, less

MANY = os.environ.get("GENERATED")
SEEDS = (*range(120), 128, 169, 2128) if IS_WHOLE else (12, 38, 55, 57, 63, 91, 97, 119, 128, 169, 2128)
"""In everyday runs those that reach every construct in the least time. Of file 2 it is known before a match that two of one thing are chosen, which is refused."""


@pytest.fixture(scope="module")
def texts() -> dict[str, list[str]]:
    """A fixed number of rules files, and the errors in each."""
    return {text: refusals(text) for text in (rules_file(seeded(seed)) for seed in SEEDS)}


def test_they_are_valid(texts: dict[str, list[str]]) -> None:
    refused = [found for found in texts.values() if found]
    assert len(texts) == len(SEEDS)
    assert len(refused) <= len(texts) // 50, refused


def test_formatting_keeps_what_they_mean(texts: dict[str, list[str]]) -> None:
    for text in texts:
        same_when_formatted(text)


def test_every_construct_is_reached(texts: dict[str, list[str]]) -> None:
    reached = classes(next(games(text)) for text, found in texts.items() if not found)
    wanted = {cls for union in (Form, Effect, Part, Node) for cls in get_args(union)}
    assert wanted - {StopNode} <= reached, "only questions about actions have nodes that stop, and few files ask"


def test_what_they_say_of_sights_holds(texts: dict[str, list[str]]) -> None:
    told = [text for text, found in texts.items() if not found and " see" in text.partition("example who_sees:")[2]]
    assert len(told) > len(SEEDS) // 10
    run = 0
    for text in told:
        if run == less(24, 4):
            break
        try:
            failures = _failures(text)
        except TooLong:
            continue  # too large for a module: another one is taken
        assert failures == []
        run += 1
    assert run > len(SEEDS) // 10


def _failures(text: str) -> list[str]:
    """What fails of the examples of a rules file, which both executors run."""
    found: list[str] = []
    for _, compiled, specs in pipeline.examples(pipeline.parse_files(Source("generated", text), lambda _: None)):
        both = BothHost(compiled.game, specs)
        found += [failure.text for spec in specs for failure in run_example(both, spec).failures]
    return found


def classes(values: Iterable[object]) -> set[type]:
    """The classes of all nodes, formulas and effects in the values."""
    found: set[type] = set()
    for value in values:
        waiting = [value]
        while waiting:
            part = waiting.pop()
            if isinstance(part, tuple):
                waiting += cast(tuple[object, ...], part)
            elif (names := _names(part.__class__)) is not None:
                found.add(part.__class__)
                waiting += [getattr(part, name) for name in names]
    return found


def _names(kind: type) -> tuple[str, ...] | None:
    """The fields of a class of values; None for any other class."""
    if kind not in _NAMES:
        _NAMES[kind] = tuple(one.name for one in fields(kind)) if has(kind) else None
    return _NAMES[kind]


_NAMES: dict[type, tuple[str, ...] | None] = {}
"""What was looked up."""


@pytest.mark.parametrize("seed", range(1000, 1000 + less(20, 2)))
def test_both_executors_play_alike(seed: int) -> None:
    text, trial = rules_file(seeded(seed)), Trial()
    if not refusals(text):
        for game in games(text):
            tried(game, trial, seeds=range(2) if IS_WHOLE else range(seed, seed + 1))
    assert not trial.unsupported


@st.composite
def rules_files(draw: st.DrawFn) -> str:
    """The text of a random rules file."""
    return rules_file(Dice(lambda n: draw(st.integers(0, n - 1))))


@settings(
    max_examples=int(MANY or less(12, 2)),
    derandomize=MANY is None,
    deadline=None,
    suppress_health_check=(HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example),
)
@given(rules_files())
def test_what_fails_is_made_smaller(text: str) -> None:
    trial = Trial()
    same_when_formatted(text)
    if not refusals(text):
        for game in games(text):
            tried(game, trial)
    assert not trial.unsupported
