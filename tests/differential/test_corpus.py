"""Small games in which the executors once differed, or might: `tests/corpus/executors/`."""

from __future__ import annotations

from pathlib import Path

import pytest

from differential.trial import Trial, games, same_when_formatted, tried

_FOLDER = Path(__file__).parents[1] / "corpus" / "executors"
_FILES = tuple(sorted(path.stem for path in _FOLDER.glob("*.gdl")))


@pytest.mark.parametrize("name", _FILES)
def test_both_executors_play_it_alike(name: str) -> None:
    text = (_FOLDER / f"{name}.gdl").read_text(encoding="utf-8")
    same_when_formatted(text)
    trial = Trial()
    for game in games(text):
        tried(game, trial, seeds=8)
    assert not trial.unsupported
    assert trial.compared
