"""The law of certain fixes: what `gamedsl check --fix` makes of a slip is the game as it was before the slip, or it makes nothing.

`python -m bench.fixes --seed 5` tries it on the 1,100 mistakes of a seed; it prints the fixes that break it.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from pathlib import Path

from attrs import frozen

from bench.mistakes import Mistake
from bench.mutants import find, sample
from gamedsl.graph.model.game import Game
from gamedsl.pipeline import Parsed, compile, correct, parse_files, setups
from gamedsl.source import Source


@frozen
class Tried:
    """A mistake after `--fix`: the titles of the fixes that were made, whether the text is the one before, and whether its games are."""

    path: Path
    mistake: Mistake
    titles: tuple[str, ...]
    is_same_text: bool
    is_same_game: bool


def main() -> int:
    """Prints how many fixes were made, and those that are wrong; 1 if there are any."""
    parser = ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=1100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=max(1, (os.cpu_count() or 2) - 1))
    options = parser.parse_args()
    chosen = sample(options.count, options.seed, None)
    with ProcessPoolExecutor(options.jobs) as pool:
        tried = list(pool.map(tried_on, *zip(*chosen, strict=True), chunksize=8))
    return _print(tried)


def tried_on(path: Path, mistake: Mistake) -> Tried:
    """What `--fix` makes of a game with one mistake."""
    text = path.read_text(encoding="utf-8")
    fixed = correct(Source(path.stem, mistake.made_in(text)), _read)
    titles = tuple(one.fix.title for one in fixed.made)
    is_same = fixed.source.text == text
    same_game = not titles or is_same or games(path.stem, text) == _games(_read(fixed.source))
    return Tried(path, mistake, titles, is_same, same_game)


def _read(source: Source) -> Parsed:
    return parse_files(source, find)


@lru_cache(maxsize=4)
def games(name: str, text: str) -> tuple[Game, ...]:
    """The games of all setups of a text."""
    return _games(_read(Source(name, text)))


def _games(parsed: Parsed) -> tuple[Game, ...]:
    return tuple(compile(parsed, setup).game for setup in setups(parsed))


def _print(tried: Sequence[Tried]) -> int:
    made = [one for one in tried if one.titles]
    wrong = [one for one in made if not one.is_same_game]
    texts = sum(one.is_same_text for one in made)
    print(f"{len(tried)} mistakes, {len(made)} corrected: {texts} to the text before, {len(wrong)} to another game")
    for one in wrong:
        text = one.path.read_text(encoding="utf-8")
        row = text.count("\n", 0, one.mistake.start)
        print(f"\n== {one.path.stem}:{row + 1}  {one.mistake.kind}: {'; '.join(one.titles)}")
        print(f"   {text.splitlines()[row].strip()}")
        print(f"   {one.mistake.made_in(text).splitlines()[row].strip()}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
