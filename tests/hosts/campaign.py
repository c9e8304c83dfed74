"""The long comparison of hosts: every setup of many games, one match after the other, in JavaScript and in Python.

    PYTHONPATH=tests python -m hosts.campaign RESULTS --games games/*.gdl games/*/*.gdl --minutes 20

RESULTS is a file with a line of JSON for each match. Matches that it already has are not played again, so a comparison can be stopped and continued. Ends with 1
if a match differs, and prints where.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

import gamedsl
from gamedsl_interpreter.hosting.module import HOST_SECTION
from hosts.driving import first_difference, written_for_users


def main() -> int:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("results", type=Path)
    parser.add_argument("--games", type=Path, nargs="+", required=True)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seeds", type=int, default=None, help="matches of each setup (as many as there is time for)")
    given = parser.parse_args()
    end = monotonic() + 60 * given.minutes
    done = {_key(one): one["difference"] for one in _read(given.results)}
    setups = [(path, number) for path in given.games for number in range(len(gamedsl.load_rules(path).setups()))]
    for seed in range(given.seeds) if given.seeds is not None else count():
        for path, number in setups:
            if monotonic() > end:
                return _told(done)
            if (path.stem, number, seed) not in done:
                difference = _compared(path, number, seed)
                done[path.stem, number, seed] = difference
                line = {"game": path.stem, "setup": number, "seed": seed, "difference": difference}
                with given.results.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(line) + "\n")
    return _told(done)


def _compared(path: Path, number: int, seed: int) -> str | None:
    """Where a match differs; None: nowhere, or there is no part for hosts."""
    rules = gamedsl.load_rules(path)
    setup = rules.setups()[number]
    game = rules.game(setup.players, None, **dict(setup.options))
    with TemporaryDirectory() as folder:
        module = written_for_users(game, Path(folder))
        return first_difference(game, module, seed) if HOST_SECTION.encode() in module.read_bytes() else None


def _read(results: Path) -> Iterator[dict[str, object]]:
    """Yields the matches that were compared before, without a last line that was cut off."""
    for line in results.read_text(encoding="utf-8").splitlines() if results.exists() else ():
        try:
            yield json.loads(line)
        except ValueError:
            continue


def _key(one: dict[str, object]) -> tuple[object, object, object]:
    return one["game"], one["setup"], one["seed"]


def _told(done: dict[tuple[object, object, object], object]) -> int:
    differing = {key: found for key, found in done.items() if found is not None}
    for (game, setup, seed), found in sorted(differing.items(), key=str):
        print(f"{game}, setup {setup}, seed {seed}: {found}")
    print(f"{len(done)} matches, {len(differing)} differ")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
