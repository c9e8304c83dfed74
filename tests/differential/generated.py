"""Generated rules files on both executors:

    PYTHONPATH=tests python -m differential.generated RESULTS --decisions 5000000 --below-zero

File n is what the generator of valid rules (`fuzz.generator`) makes of seed n. In every setup of a file both executors go on a journey
(`differential.journey`), then they play whole matches of both random players, until the time for one setup is over. Each file has limits of time and
address space; one that exceeds them is noted as slow and given up.

RESULTS gets one line for each file, and a later run continues behind the last number. Where the executors differ, or something breaks down, the rules are
made smaller as long as they still differ, and written beside RESULTS. Exit code 1 if there is such a file in RESULTS.
"""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from time import monotonic, process_time

from attrs import evolve, frozen

from differential import results
from differential.children import Child, Stopped, Tell
from differential.differences import Difference, compared_by
from differential.journey import travelled
from differential.lockstep import Pair, improved, pair, same_matches
from differential.trial import games, refusals
from fuzz.generator.dice import seeded
from fuzz.generator.rules import rules_file
from fuzz.minimise import minimised
from gamedsl_interpreter.engine import Checking
from gamedsl_interpreter.wasm.bulk.playouts import Policy
from gamedsl_interpreter.wasm.emit.unsupported import Unsupported

EACH = 120.0
"""Seconds for one file."""
SHARE = 4.0
"""Seconds of process time for the matches of each setup and policy in which somebody is asked; the call that has begun is finished."""
POSITIONS = 100
"""Positions of the journey through each setup."""
PROBE = 32
"""Matches of each policy that are played in any case. Where none of them asks anybody, there is no more to compare."""
MOST_AT_ONCE = 256
ATTEMPTS = 200
"""So often it is tried to make a file smaller in which something is wrong."""
WRONG = ("differs", "breaks")
"""What must not happen to a file."""


@frozen
class Order:
    """What is asked for: the file of this seed, with this much time for the matches of each setup and policy."""

    number: int
    share: float


@frozen
class Compared:
    """What came of the file of a seed. `fate`: `refused` by the checker (the generator is wrong), `unsupported` by the fast executor, `alike`,
    `fault` (alike, too), `slow`, `differs`, or `breaks` (an exception before anything was played). `below_zero`: it reads a list at numbers below 0.
    `rules`: the text, where something is wrong."""

    number: int
    fate: str
    below_zero: bool = False
    setups: int = 0
    decisions: int = 0
    matches: int = 0
    what: str = ""
    rules: str = ""


# ---------------------------------------------------------------- the command


def main(arguments: Sequence[str] | None = None) -> int:
    """Compares files until there are enough decisions, or the time is over. The exit code."""
    asked = _parser().parse_args(arguments)
    file: Path = asked.results
    known = results.continued(file, Compared)
    for compared in _run(asked, known):
        if compared.rules:
            _beside(file, compared.number).write_text(compared.rules, encoding="utf-8")
        results.append(file, evolve(compared, rules=""))
        known.append(compared)
    print("\n".join(table(known, file)))
    return 1 if any(compared.fate in WRONG for compared in known) else 0


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        "python -m differential.generated", description="Compares the executors on generated rules."
    )
    parser.add_argument("results", type=Path, metavar="RESULTS", help="file to which results are appended")
    parser.add_argument("--decisions", type=int, help="end with so many decisions compared, with those in RESULTS")
    parser.add_argument("--files", type=int, help="end with so many files compared, with those in RESULTS")
    parser.add_argument("--minutes", type=float, help="end after this time")
    parser.add_argument("--below-zero", action="store_true", help="only files that read a list at numbers below 0")
    parser.add_argument("--having", default="", metavar="TEXT", help="only files with this text in them")
    parser.add_argument("--first", type=int, default=0, help="seed of the first file of a new RESULTS")
    parser.add_argument("--share", type=float, default=SHARE, help="seconds for each setup and policy (default 4)")
    parser.add_argument("--each", type=float, default=EACH, help="seconds after which a file is given up")
    return parser


def _run(asked: Namespace, known: Sequence[Compared]) -> Iterator[Compared]:
    end = None if asked.minutes is None else monotonic() + 60 * asked.minutes
    number = max((compared.number + 1 for compared in known), default=asked.first)
    decisions = sum(compared.decisions for compared in known)
    files = len(known)
    child = Child(made_and_compared)
    try:
        while (
            (asked.decisions is None or decisions < asked.decisions)
            and (asked.files is None or files < asked.files)
            and (end is None or monotonic() < end)
        ):
            text = rules_file(seeded(number)) if asked.below_zero or asked.having else ""
            if asked.having not in text or (asked.below_zero and not reads_below_zero(text)):
                number += 1
                continue
            found = child.ask(Order(number, asked.share), asked.each)
            if isinstance(found, Stopped):
                found = Compared(number, "slow", what=f"{found.stage}: {found.why}")
            yield found
            number, decisions, files = number + 1, decisions + found.decisions, files + 1
    finally:
        child.close()


def _beside(file: Path, number: int) -> Path:
    return file.with_name(f"{file.stem}-{number}.gdl")


def table(known: Sequence[Compared], file: Path) -> Iterator[str]:
    """How much was compared, how many met which fate, and every one with which something is wrong."""
    below = [compared for compared in known if compared.below_zero]
    yield (
        f"{len(known):,} files in {sum(compared.setups for compared in known):,} setups: "
        f"{sum(compared.decisions for compared in known):,} decisions in {sum(compared.matches for compared in known):,} matches compared"
    )
    yield f"{len(below):,} files read a list at numbers below 0: {sum(compared.decisions for compared in below):,} decisions"
    yield from (f"{number:9,} {fate}" for fate, number in Counter(compared.fate for compared in known).most_common())
    for compared in (compared for compared in known if compared.fate in WRONG):
        yield f"{_beside(file, compared.number).name}: {compared.what}"


# ---------------------------------------------------------------- one file


def reads_below_zero(text: str) -> bool:
    """Whether rules have a list that begins below 0, and read it."""
    names = re.findall(r"^table (\w+) from -", text, re.MULTILINE)
    return any(f"{name}[" in text for name in names)


def made_and_compared(order: Order, tell: Tell) -> Compared:
    """Makes the file of a seed and compares the executors on it."""
    text = rules_file(seeded(order.number))
    found = _compared(text, order, tell)
    if found.fate not in WRONG:
        return found
    tell("making it smaller")
    short = Order(order.number, order.share / 10)

    def fails(candidate: bytes) -> bool:
        less = candidate.decode(errors="replace")
        return not compared_by(lambda: refusals(less)) and _compared(less, short, lambda _: None).fate == found.fate

    smaller = minimised(text.encode(), fails, tests=ATTEMPTS, seconds=EACH / 4).decode()
    return evolve(found, rules=smaller)


def _compared(text: str, order: Order, tell: Tell) -> Compared:
    made = Compared(order.number, "alike", reads_below_zero(text))
    tell("checking")
    refused = compared_by(lambda: refusals(text))
    if isinstance(refused, Difference):
        return evolve(made, fate="breaks", what=refused.words)
    if refused:
        return evolve(made, fate="refused", what="; ".join(refused)[:500])
    done = compared_by(lambda: _every_setup(made, text, order, tell))
    return evolve(made, fate="breaks", what=done.words) if isinstance(done, Difference) else done


def _every_setup(made: Compared, text: str, order: Order, tell: Tell) -> Compared:
    for game in games(text):
        number = made.setups + 1
        tell(f"setup {number}: making the executors")
        # Every second file tests invariants and pieces at every stop.
        checking = Checking.ON if order.number % 2 else Checking.OFF
        try:
            both = improved(pair(game, checking))
        except Unsupported as lacking:
            return evolve(made, fate="unsupported", what=str(lacking))
        played = compared_by(partial(_played, made, both, order, tell))
        if isinstance(played, Difference):
            return evolve(made, fate="differs", what=f"setup {number}: {played.words}")
        made = played
    return made


def _played(made: Compared, both: Pair, order: Order, tell: Tell) -> Compared:
    """A journey and whole matches of a setup, added to what was compared before."""
    tell(f"setup {made.setups + 1}: journey {order.number}")
    done = travelled(both, order.number, POSITIONS, order.share)
    decisions, matches, faults = done.decisions, done.matches, done.faults
    for policy in Policy:
        tell(f"setup {made.setups + 1}: matches of seed {order.number}, random {policy.name.lower()}")
        began, asked, first, number = process_time(), 0, 0, 1
        while first < PROBE or (asked and process_time() - began < order.share):
            some = same_matches(both, policy, order.number, first, number)
            first += some.number
            asked += some.decisions
            faults += bool(some.fault)
            number = min(2 * number, MOST_AT_ONCE)
        decisions, matches = decisions + asked, matches + first
    fate = "fault" if faults else made.fate
    return evolve(
        made, fate=fate, setups=made.setups + 1, decisions=made.decisions + decisions, matches=made.matches + matches
    )


if __name__ == "__main__":
    sys.exit(main())
