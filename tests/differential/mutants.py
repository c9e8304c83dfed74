"""Changed rules files on both executors:

    PYTHONPATH=tests python -m differential.mutants RESULTS --games PATH… --minutes 20

A mutant is a rules file with one to four small changes (`differential.mutating`) with which it still compiles, in one of its setups. Both executors go
on a journey through it (`differential.journey`), and play whole matches. A mutant is drawn by the seed and its number. It has limits: steps, time, address
space; one that exceeds them is noted as slow and given up.

RESULTS gets one line for each mutant, and a later run continues behind the last number. Where the executors differ, or something breaks down, changes
are taken back as long as the difference stays; the line holds what is left of them, and the rules are written beside RESULTS. Exit code 1 if there
is such a mutant in RESULTS.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import islice
from pathlib import Path
from random import Random
from time import monotonic

from attrs import evolve, frozen

from differential import results
from differential.children import Child, Stopped, Tell
from differential.differences import Difference, compared_by
from differential.journey import travelled
from differential.lockstep import Pair, improved, matches_inside, pair, same_matches
from differential.mutating import difference, edits, without_examples
from differential.rules_files import GAMES, files, near
from gamedsl import pipeline
from gamedsl.graph.model.game import Game
from gamedsl.pipeline import NotCompilable
from gamedsl.source import Source
from gamedsl_interpreter.engine import Checking
from gamedsl_interpreter.wasm.bulk.playouts import Policy
from gamedsl_interpreter.wasm.emit.unsupported import Unsupported

ATTEMPTS = 30
"""At most this many changes are tried for one mutant; most of them are refused."""
EACH = 30.0
"""Seconds for one mutant."""
MATCHES = 1
"""Whole matches of each policy."""
LONGEST = 300
"""Matches with more decisions are left out: the reference executor would take most of the time for them."""
WRONG = ("differs", "breaks")
"""What must not happen to a mutant."""


@frozen
class Order:
    """What is asked for: mutant `number` of a seed, made of one of the files, compared for this many positions."""

    paths: tuple[Path, ...]
    seed: int
    number: int
    steps: int


@frozen
class Mutant:
    """What came of a mutant. `fate`: `refused` (no change was left that compiles), `unsupported` by the fast executor, `alike`, `fault` (alike, too), `slow`,
    `differs`, or `breaks` (an exception before anything was played). `diff`: the changed lines; `rules`: the text, where something is wrong."""

    number: int
    file: str
    setup: str = ""
    checking: str = "off"
    fate: str = "refused"
    decisions: int = 0
    what: str = ""
    diff: str = ""
    rules: str = ""


# ---------------------------------------------------------------- the command


def main(arguments: Sequence[str] | None = None) -> int:
    """Tries mutants until there are enough, or the time is over. The exit code."""
    asked = _parser().parse_args(arguments)
    file: Path = asked.results
    known = results.continued(file, Mutant)
    first = max((mutant.number for mutant in known), default=-1) + 1
    end = monotonic() + (asked.seconds if asked.minutes is None else 60 * asked.minutes)
    for mutant in _run(asked, first, end):
        if mutant.rules:
            _beside(file, mutant.number).write_text(mutant.rules, encoding="utf-8")
        results.append(file, evolve(mutant, rules=""))
        known.append(mutant)
    print("\n".join(table(known, file)))
    return 1 if any(mutant.fate in WRONG for mutant in known) else 0


def _parser() -> ArgumentParser:
    parser = ArgumentParser("python -m differential.mutants", description="Compares the executors on changed rules.")
    parser.add_argument("results", type=Path, metavar="RESULTS", help="file to which results are appended")
    parser.add_argument(
        "--games", type=Path, nargs="+", default=[GAMES], metavar="PATH", help="rules files, or folders of them"
    )
    parser.add_argument("--mutants", type=int, help="how many mutants there are in the end, with those in RESULTS")
    time = parser.add_mutually_exclusive_group()
    time.add_argument("--seconds", type=float, default=60.0, help="how long (default 60)")
    time.add_argument("--minutes", type=float, help="how long")
    parser.add_argument("--each", type=float, default=EACH, help="seconds after which a mutant is given up")
    parser.add_argument("--steps", type=int, default=60, help="positions to compare in each mutant")
    parser.add_argument("--seed", type=int, default=1, help="seed of all mutants")
    return parser


def _run(asked: Namespace, first: int, end: float) -> Iterator[Mutant]:
    paths = tuple(files(asked.games))
    last = sys.maxsize if asked.mutants is None else asked.mutants
    child = Child(made_and_tried)
    try:
        for number in range(first, last):
            if monotonic() > end:
                return
            found = child.ask(Order(paths, asked.seed, number, asked.steps), asked.each)
            if isinstance(found, Stopped):
                found = _slow(found, number)
            yield found
    finally:
        child.close()


def _slow(stopped: Stopped, number: int) -> Mutant:
    """What is known of a mutant that was given up: its last stage tells it."""
    file, _, rest = stopped.stage.partition("\n")
    what, _, diff = rest.partition("\n")
    return Mutant(number, file, fate="slow", what=f"{what}: {stopped.why}", diff=diff)


def _beside(file: Path, number: int) -> Path:
    return file.with_name(f"{file.stem}-{number}.gdl")


def table(mutants: Sequence[Mutant], file: Path) -> Iterator[str]:
    """How many met which fate, and every one with which something is wrong."""
    fates = Counter(mutant.fate for mutant in mutants)
    yield f"{len(mutants)} mutants, {sum(mutant.decisions for mutant in mutants):,} decisions compared"
    yield from (f"{number:9,} {fate}" for fate, number in fates.most_common())
    for mutant in (mutant for mutant in mutants if mutant.fate in WRONG):
        yield f"{_beside(file, mutant.number).name}, {mutant.setup}, checking {mutant.checking}: {mutant.what}"
        yield from (f"    {line}" for line in mutant.diff.splitlines())


# ---------------------------------------------------------------- one mutant


def made_and_tried(order: Order, tell: Tell) -> Mutant:
    """Makes a mutant and compares the executors on it."""
    random = Random(f"{order.seed} {order.number}")
    path = random.choice(order.paths)
    rules = _Rules(path, random.random(), tell)
    checking = random.choice(tuple(Checking))
    trial = _Trial(rules, checking, order, is_improved=random.random() < 0.5)
    mutant = Mutant(order.number, path.name, checking=checking.value)
    found = compared_by(lambda: _made_and_tried(trial, random))
    if isinstance(found, Difference):
        found = _Found("breaks", what=found.words)
    wrong = rules.text if found.fate in WRONG else ""
    diff = difference(rules.before, rules.text) if found.fate != "refused" else ""
    return evolve(
        mutant, setup=rules.setup, fate=found.fate, decisions=found.decisions, what=found.what, diff=diff, rules=wrong
    )


def _made_and_tried(trial: _Trial, random: Random) -> _Found:
    before = trial.rules.before
    text = _changed(trial.rules, random)
    if text == before:
        return _Found("refused")
    found = trial.of(text)
    if found.fate != "differs":
        return found
    return trial.of(with_less(before, text, lambda less: trial.of(less).fate == "differs"))


class _Rules:
    """What texts are read as: a file, in the setup at this place (from 0 to 1) of all its setups. `text` is the last text that was read, `setup` its setup."""

    def __init__(self, path: Path, at: float, tell: Tell) -> None:
        self.before = self.text = without_examples(path.read_text(encoding="utf-8"))
        self.setup = ""
        self._path = path
        self._at = at
        self._tell = tell

    def tell(self, stage: str) -> None:
        """Says what is done with the text."""
        self._tell(f"{self._path.name}\n{stage}\n{difference(self.before, self.text)}")

    def game(self, text: str) -> Game | None:
        """The compiled game; None if the text has errors."""
        self.text = text
        self.tell("checking")
        parsed = pipeline.parse_files(Source(self._path.name, text), near(self._path))
        setups = pipeline.setups(parsed)
        if not setups:
            return None
        setup = setups[int(self._at * len(setups))]
        self.setup = ", ".join([str(setup.players), *(f"{name} = {value}" for name, value in setup.options)])
        try:
            return pipeline.compile(parsed, setup).game
        except NotCompilable:
            return None


def _changed(rules: _Rules, random: Random) -> str:
    """The text with one to four changes that compile and make another game; fewer, or none, where too many are refused."""
    text = rules.before
    game = rules.game(text)
    left, wanted = ATTEMPTS, random.choice((1, 1, 1, 2, 2, 3, 4))
    while left and wanted:
        for edit in islice(edits(text, random), left):
            left -= 1
            tried = edit.applied(text)
            made = rules.game(tried)
            if made is not None and made != game:
                text, game = tried, made
                break
        wanted -= 1
    return text


@frozen
class _Found:
    fate: str
    decisions: int = 0
    what: str = ""


@frozen
class _Trial:
    """How mutants are compared."""

    rules: _Rules
    checking: Checking
    order: Order
    is_improved: bool

    def of(self, text: str) -> _Found:
        """What comes of it."""
        game = self.rules.game(text)
        if game is None:
            return _Found("refused")
        self.rules.tell("making the executors")
        try:
            both = pair(game, self.checking)
            both = improved(both) if self.is_improved else both
        except Unsupported as lacking:
            return _Found("unsupported", what=str(lacking))
        found = compared_by(lambda: self._played(both))
        return _Found("differs", what=found.words) if isinstance(found, Difference) else found

    def _played(self, both: Pair) -> _Found:
        """A journey and whole matches."""
        seed = self.order.number
        self.rules.tell(f"journey {seed}")
        done = travelled(both, seed, self.order.steps, EACH / 10)
        decisions, faults = done.decisions, done.faults
        for policy in Policy:
            self.rules.tell(f"matches of seed {seed}, random {policy.name.lower()}")
            if matches_inside(both, policy, seed, 0, MATCHES).decisions <= LONGEST:
                matches = same_matches(both, policy, seed, 0, MATCHES)
                decisions += matches.decisions
                faults += bool(matches.fault)
        return _Found("fault" if faults else "alike", decisions)


def with_less(before: str, after: str, differs: Callable[[str], bool]) -> str:
    """The text with as few of its changed stretches of lines as still make a difference."""
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    kept = [code for code in SequenceMatcher(None, old, new, autojunk=False).get_opcodes() if code[0] != "equal"]

    def text(changes: Sequence[tuple[str, int, int, int, int]]) -> str:
        lines = list(old)
        for _, start, end, start_new, end_new in reversed(changes):
            lines[start:end] = new[start_new:end_new]
        return "".join(lines)

    for change in tuple(kept):
        fewer = [other for other in kept if other is not change]
        if fewer and differs(text(fewer)):
            kept = fewer
    return text(kept)


if __name__ == "__main__":
    sys.exit(main())
