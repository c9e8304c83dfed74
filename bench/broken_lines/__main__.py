"""Do tests notice broken lines? Breaks one place of the program at a time, and runs the tests that execute it.

    python -m bench.broken_lines FOLDER record [tests/unit tests/cli …]
    python -m bench.broken_lines FOLDER try --first 0 --count 60 [--only gamedsl/differences gamedsl/cli]
    python -m bench.broken_lines FOLDER table --first 0 --count 60

All happens in FOLDER, outside the repository. The first `record` copies the repository there, twice, and puts the places that can be broken in random
order: those of all modules but the emitter of the fast executor, which the differential tests judge. It runs every file of tests once, and notes which tests
execute which of the first 2000 places. `try` breaks places of this order. The tests of their folder that execute them run first; if all pass, then all others
that execute them, the cheapest first, within a budget. They run in forks of one process that has collected all tests that were recorded, and only breaks of
what happens before tests begin have a process of their own. Both commands continue where they were stopped. Later calls copy tests that have changed since, and
`record` runs them again: so new tests can be measured on the same program, and with `--first` on places that nobody has looked at.

The table has the share that the tests of the folder noticed and the share that any test noticed, with the intervals in which the shares of all places lie
with 95 %, and the breaks that survived. A file `equal.txt` in FOLDER may name breaks that change nothing, each as the table prints it, with a reason behind a
`#`; they are shown apart.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from math import sqrt
from pathlib import Path

from bench.broken_lines import recording, trying
from bench.broken_lines.copies import Prepared, copy_repository, copy_tests
from bench.broken_lines.places import Place, drawn
from bench.broken_lines.trying import Tried

RECORDED = 2000
TOGETHER = 12
"""Files of tests that one process records."""


def main() -> int:
    """Records, tries or prints."""
    parser = ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=1, help="the order of places")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("record").add_argument("tests", nargs="*", default=["tests"])
    for name in ("try", "table"):
        command = commands.add_parser(name)
        command.add_argument("--first", type=int, default=0, help="the first place, by its number in the order")
        command.add_argument("--count", type=int, default=60)
        command.add_argument("--only", default=[""], nargs="+", help="modules whose path begins so")
        command.add_argument("--again", action="store_true", help="only breaks that nobody has noticed yet")
        command.add_argument(
            "--budget", type=float, default=120, help="seconds for tests of other folders, for each place"
        )
    given = parser.parse_args()
    folder: Path = given.folder.resolve()
    plain, noting = folder / "plain", folder / "noting"
    if not noting.exists():
        copy_repository(plain)
        copy_repository(noting)
        recording.mark(noting, drawn(plain, given.seed)[:RECORDED])
    trying.mend(plain)
    for copy in (plain, noting):
        copy_tests(copy)
    if given.command == "record":
        _record(folder, noting, given.tests)
        return 0
    chosen = [
        (at, place)
        for at, place in enumerate(drawn(plain, given.seed)[:RECORDED])
        if at in range(given.first, given.first + given.count) and place.path.startswith(tuple(given.only))
    ]
    if given.command == "try":
        _try(folder, plain, chosen, given.budget, is_again=given.again)
    print_table(folder, [place for _, place in chosen])
    return 0


def _record(folder: Path, noting: Path, tests: Sequence[str]) -> None:
    file = folder / "recording.jsonl"
    known = recording.read(file)
    missing = [
        path
        for path in recording.files_of_tests(noting, tests)
        if path not in known or known[path].digest != recording.digest(noting, path)
    ]
    for first in range(0, len(missing), TOGETHER):
        for one in recording.record_each(noting, missing[first : first + TOGETHER]):
            recording.add(file, one)
            print(f"{sum(one.seconds.values()):7.1f} s {len(one.seconds)} tests of {one.file}", *one.failed, flush=True)


def _try(folder: Path, plain: Path, chosen: Sequence[tuple[int, Place]], budget: float, *, is_again: bool) -> None:
    recorded = list(recording.read(folder / "recording.jsonl").values())
    results = folder / "tried.jsonl"
    done = trying.read(results)
    prepared = Prepared(plain, [one.file for one in recorded])
    try:
        for at, place in chosen:
            if place not in done or (is_again and not done[place].noticed):
                one = trying.try_place(plain, place, at, recorded, budget, prepared)
                trying.add(results, one)
                print(f"{at} {_line(one)}", flush=True)
    finally:
        prepared.end()


def print_table(folder: Path, chosen: Sequence[Place]) -> None:
    """Prints the shares that were noticed, the breaks that survived, and those that only tests of other folders noticed."""
    done = trying.read(folder / "tried.jsonl")
    tried = [done[place] for place in chosen if place in done]
    equal = _equal(folder / "equal.txt")
    if not tried:
        return
    for name, some in (
        ("all breaks", tried),
        ("breaks that change something", [one for one in tried if _key(one) not in equal]),
    ):
        print(f"{name}: {len(some)}")
        print("  noticed by the tests of the folder:", _share(sum(one.noticed == "folder" for one in some), len(some)))
        print("  noticed by any test:", _share(sum(bool(one.noticed) for one in some), len(some)))
    survivors = [one for one in tried if not one.noticed]
    print(f"survivors whose other tests were not all run: {sum(one.left > 0 for one in survivors)}")
    print(f"breaks with tests that do not end: {sum(one.by == 'tests that do not end' for one in tried)}")
    for one in survivors:
        print(_line(one), *([f"# {equal[_key(one)]}"] if _key(one) in equal else []))
    for one in tried:
        if one.noticed == "suite":
            print(_line(one))


def _equal(file: Path) -> dict[str, str]:
    """Reads the breaks that change nothing, with the reasons."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return {key.strip(): reason.strip() for key, _, reason in (line.partition("#") for line in lines)}


def _key(one: Tried) -> str:
    return f"{one.path}:{one.line} {one.how} {one.number}"


def _line(one: Tried) -> str:
    after = (
        f" by {one.by}" if one.noticed else f" after {one.ran} tests" + (f", {one.left} not run" if one.left else "")
    )
    return f"{one.noticed or 'SURVIVED'} {_key(one)}{after} ({one.seconds} s)"


def _share(noticed: int, tried: int) -> str:
    low, high = interval(noticed, tried)
    return f"{noticed} of {tried}, {100 * noticed / tried:.0f} % ({100 * low:.0f} to {100 * high:.0f} %)"


def interval(noticed: int, tried: int) -> tuple[float, float]:
    """Returns the interval of Wilson in which a share lies with 95 %."""
    z = 1.96
    share, base = noticed / tried, 1 + z * z / tried
    middle = (share + z * z / (2 * tried)) / base
    half = z * sqrt(share * (1 - share) / tried + z * z / (4 * tried * tried)) / base
    return middle - half, middle + half


if __name__ == "__main__":
    sys.exit(main())
