"""The corpus on both executors: every file that compiles, among them small games in which the executors once differed, or might
(`tests/corpus/executors/`).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from corpus.test_corpus import FILES, HERE, bases_of, split
from differential.trial import Trial, games, same_when_formatted, tried
from gamedsl import pipeline
from gamedsl.pipeline import Parsed
from gamedsl.source import Source
from gamedsl_interpreter.wasm.emit import build
from gamedsl_interpreter.wasm.emit.planning.sizes import GRAINS
from share import IS_WHOLE, less, paired, share

_EXECUTORS = HERE / "executors"
_FILES = tuple(sorted(path.stem for path in _EXECUTORS.glob("*.gdl")))


def _parsed(path: Path) -> Parsed:
    bases = bases_of(path)
    return pipeline.parse_files(Source(str(path), split(path.read_text(encoding="utf-8"))[0]), bases.find, bases)


def _compiles(path: Path) -> bool:
    """Whether no error is expected in the file; `test_corpus` checks that exactly these are found."""
    return all(wish.code.startswith("W") for wish in split(path.read_text(encoding="utf-8"))[1])


_OTHERS = tuple(path for path in FILES if path.parent != _EXECUTORS and _compiles(path))
_SEEDS = [range(4)] if IS_WHOLE else [range(seed, seed + 1) for seed in (0, 3, 2, 1)]
"""Of a file about an executor: the optimised module plays odd ones. Everyday runs play one module of a file by one policy."""
_DIVIDED = "functions_of_everything"
"""Its module is divided as finely as those of the largest games."""
_MOST = {"slow": 4}
"""Moves that are played of rules which are slow on purpose."""


@pytest.mark.parametrize(("name", "seeds"), paired(_FILES, _SEEDS))
def test_both_executors_play_it_alike(name: str, seeds: range, monkeypatch: pytest.MonkeyPatch) -> None:
    if name == _DIVIDED:
        monkeypatch.setattr(build, "GRAINS", GRAINS[-1:])
    text = (_EXECUTORS / f"{name}.gdl").read_text(encoding="utf-8")
    same_when_formatted(text)
    trial = Trial()
    for game in games(text):
        tried(game, trial, seeds=seeds, most=less(30, 8))
    assert not trial.unsupported
    assert trial.compared


@pytest.mark.parametrize("path", share(_OTHERS, 40), ids=lambda path: str(path.relative_to(HERE)))
def test_whatever_compiles_is_played_alike(path: Path) -> None:
    parsed = _parsed(path)
    trial = Trial()
    for number, setup in enumerate(pipeline.setups(parsed), len(path.stem)):
        tried(
            pipeline.compile(parsed, setup).game, trial, seeds=range(number, number + 1), most=_MOST.get(path.stem, 30)
        )
    assert not trial.unsupported
