"""Random rules files are valid, reach every construct, and are played alike by both executors. GENERATED=5000 tries so many of them with hypothesis,
from a random beginning, and makes what fails smaller."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import cast, get_args

import pytest
from attrs import has
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from differential.trial import Trial, games, refusals, same_when_formatted, tried
from fuzz.generator.dice import Dice, seeded
from fuzz.generator.rules import rules_file
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.nodes import Node, StopNode
from gamedsl.graph.model.statements import Effect, Part

MANY = os.environ.get("GENERATED")
SEEDS = range(300)


@pytest.fixture(scope="module")
def texts() -> list[str]:
    """A fixed number of rules files."""
    return [rules_file(seeded(seed)) for seed in SEEDS]


def test_they_are_valid(texts: list[str]) -> None:
    refused = [found for text in texts if (found := refusals(text))]
    assert len(refused) <= len(texts) // 50, refused


def test_formatting_keeps_what_they_mean(texts: list[str]) -> None:
    for text in texts:
        same_when_formatted(text)


def test_every_construct_is_reached(texts: list[str]) -> None:
    reached = {found for text in texts if not refusals(text) for game in games(text) for found in classes(game)}
    wanted = {cls for union in (Expr, Effect, Part, Node) for cls in get_args(union)}
    assert wanted - reached == {StopNode}, "only what an example runs has a place to stop"


def classes(value: object) -> Iterator[type]:
    """The classes of all nodes, formulas and effects in a value."""
    if has(type(value)):
        yield type(value)
        for name in getattr(type(value), "__slots__", ()) or vars(value):
            yield from classes(getattr(value, name, None))
    elif isinstance(value, tuple):
        for part in cast(tuple[object, ...], value):
            yield from classes(part)


@pytest.mark.parametrize("seed", range(1000, 1060))
def test_both_executors_play_alike(seed: int) -> None:
    text = rules_file(seeded(seed))
    if not refusals(text):
        for game in games(text):
            tried(game, Trial())


@st.composite
def rules_files(draw: st.DrawFn) -> str:
    """The text of a random rules file."""
    return rules_file(Dice(lambda n: draw(st.integers(0, n - 1))))


@settings(
    max_examples=int(MANY or 25),
    derandomize=MANY is None,
    deadline=None,
    suppress_health_check=(HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example),
)
@given(rules_files())
def test_what_fails_is_made_smaller(text: str) -> None:
    same_when_formatted(text)
    if not refusals(text):
        for game in games(text):
            tried(game, Trial())
