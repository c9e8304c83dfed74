"""A Game survives JSON, and its digest names its content."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from gamedsl.graph.model.game import Game
from gamedsl.graph.serial import digest, from_json, to_json
from share import less
from unit.graph.court import court
from unit.graph.generic import few_changes, zoo
from unit.graph.samples import tic_tac_toe

SAMPLES = (tic_tac_toe, court, lambda: zoo(court()))


@pytest.mark.parametrize("sample", SAMPLES)
def test_a_game_written_and_read_is_the_same_game(sample: Callable[[], Game]) -> None:
    game = sample()
    read = from_json(json.loads(json.dumps(to_json(game))))
    assert read == game
    assert to_json(read) == to_json(game)


def test_any_change_of_a_game_changes_its_digest() -> None:
    game = zoo(court())
    own = digest(game)
    seen = {own}
    for path, changed in few_changes(game, Game):
        name = digest(changed)
        if ("Game", "about") in path:
            assert name == own, path
            assert from_json(to_json(changed)) == changed
            continue
        assert name != own, path
        seen.add(name)
    assert len(seen) > less(500, 200)


def test_the_digest_does_not_depend_on_the_process() -> None:
    source = "from unit.graph.court import court; from gamedsl.graph.serial import digest; print(digest(court()))"
    names = {_run(source, seed) for seed in ("1", "4242")}
    assert names == {digest(court())}


def test_another_format_is_refused() -> None:
    with pytest.raises(ValueError, match="format"):
        from_json({**to_json(court()), "format": 0})


def _run(source: str, hash_seed: str) -> str:
    tests = Path(__file__).parents[2]
    path = os.pathsep.join(map(str, (tests, tests.parent)))
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": path}
    done = subprocess.run([sys.executable, "-c", source], env=environment, capture_output=True, text=True, check=True)
    return done.stdout.strip()
