"""The rulebooks' examples, as they stand in the shipped games and variants: all their ways on the reference executor, one of them on both executors side by side.

An example is tried in the setups that change anything that it depends on. A variant also has the examples of the game that it builds on, which the game's
own test tries in full. Of these, a variant tries only those that depend on what it changes, of their ways a hundredth, and none side by side. Everyday runs
look at some games and variants. Emitting a module takes longer than most examples, so few of these games go side by side, in the setup with the most examples
of its own, and the module of one is optimised.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache

import pytest

import made_once
from differential.both import BothHost
from gamedsl import pipeline
from gamedsl.graph.analysis.slices import Slices
from gamedsl.graph.compiled import Compiled, Setup
from gamedsl.graph.model.example_lines import ExampleSpec
from gamedsl.graph.model.game import Game
from gamedsl.syntax.tree import example_lines
from gamedsl_interpreter.reference.host import ReferenceHost
from gamedsl_interpreter.wasm.emit.optimise import keep_functions, optimise_functions
from gamedsl_interpreter.worked_examples.running import run_example, run_sample
from gamedsl_interpreter.worked_examples.ways import LEAVES, SAMPLES
from games import shipped
from share import IS_WHOLE, less, picked

OWN = (less(LEAVES, LEAVES // 20), less(SAMPLES, SAMPLES // 20))
"""Ways of an example that stands in the file itself: tried one by one, and drawn where there are more."""
EVERYDAY = picked(
    [*shipped.GAMES, *shipped.VARIANTS],
    [
        "backgammon", "beetle_nest", "bridge", "cant_stop", "cribbage", "ember_watch", "glory_islands", "grand_season", "hearts", "kuhn_poker", "lantern_show",
        "liars_dice", "love_letter", "misere_tic_tac_toe", "oware", "sea_battle", "sealed_bids", "stone_roads", "tile_walls",
    ],
)  # fmt: skip
"""Boards of all sorts, cards, dice, bids, tiles, scripted seats, hidden fields, and what variants inherit."""
BESIDE = frozenset(picked(shipped.GAMES, ["cant_stop", "liars_dice", "love_letter"]))
"""Games whose examples run on both executors side by side in everyday runs."""
OPTIMISED = frozenset(picked(shipped.GAMES, ["cant_stop"]))
"""Games whose examples run in an optimised module."""
INHERITED = (LEAVES // 100, SAMPLES // 100)
"""Those of an example that a variant has from its game."""


@pytest.mark.parametrize("name", EVERYDAY)
def test_every_example_passes(name: str) -> None:
    own = _own(name)
    improve = optimise_functions if name in OPTIMISED else keep_functions
    known = _tried_below(name)
    failures: list[str] = []
    beside: list[tuple[Game, list[ExampleSpec]]] = []
    for (setup, compiled, every), digests in zip(_examples(name), _digests(name), strict=True):
        specs = [spec for spec, digest in zip(every, digests, strict=True) if digest not in known]
        if not specs:
            continue
        host = ReferenceHost(compiled.game)
        known |= set(digests)
        for spec in specs:
            failures += [f"{shipped.label(name, setup)}: {text}" for text in _failures(host, spec, spec.name in own)]
        standing_here = [spec for spec in specs if spec.name in own]
        if standing_here:
            beside.append((compiled.game, standing_here))
    beside.sort(key=lambda pair: -len(pair[1]))
    for game, standing_here in beside if IS_WHOLE else beside[: name in BESIDE]:
        both = BothHost(game, standing_here, improve)
        improve = keep_functions
        for spec in standing_here:
            run_sample(both, spec, 1)
    assert not failures


@pytest.mark.parametrize("name", shipped.GAMES)
def test_every_game_has_an_example(name: str) -> None:
    assert pipeline.example_names(shipped.parsed(name))


@lru_cache(maxsize=2)
def _examples(name: str) -> Sequence[tuple[Setup, Compiled, Sequence[ExampleSpec]]]:
    """The examples of the setups that have one which no setup before them has, and of the last setup; those of all setups in a whole run."""
    parsed, setups = shipped.parsed(name), shipped.every_setup(name)
    if IS_WHOLE:
        return pipeline.examples(parsed)
    first: dict[str, Setup] = {}
    for setup, example, _ in pipeline.example_names(parsed):
        first.setdefault(example, setup)
    return pipeline.examples(parsed, tuple(dict.fromkeys((*first.values(), setups[-1]))))


def _own(name: str) -> frozenset[str]:
    """The examples that stand in the file itself."""
    _, file = shipped.parsed(name).chain.files[-1]
    return frozenset(decl.name.text for decl in file.decls if isinstance(decl, example_lines.Example))


def _tried_below(name: str) -> set[str]:
    """What the examples of the files below depend on."""
    below = [file for file, _ in shipped.parsed(name).chain.files[:-1]]
    return {digest for file in below for digests in _digests(file) for digest in digests}


def _digests(name: str) -> list[list[str]]:
    """What each of the examples depends on, in their order. It is found once for a game and all variants on it."""
    found: list[list[str]] = json.loads(
        made_once.kept(f"slices {name}", lambda: json.dumps(_made_digests(name)).encode())
    )
    return found


def _made_digests(name: str) -> list[list[str]]:
    groups = [(Slices(compiled.game), specs) for _, compiled, specs in _examples(name)]
    return [[slices.digest(spec) for spec in specs] for slices, specs in groups]


def _failures(host: ReferenceHost, spec: ExampleSpec, is_own: bool) -> list[str]:
    failures = run_example(host, spec, *(OWN if is_own else INHERITED)).failures
    return [f"{spec.name}: {failure.text} ({', '.join(failure.way)})" for failure in failures]
