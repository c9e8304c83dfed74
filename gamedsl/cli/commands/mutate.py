"""`gamedsl mutate`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import groupby
from random import Random
from time import monotonic
from typing import TYPE_CHECKING

import click

from gamedsl.cli.common.caching import cache_option, store
from gamedsl.cli.common.command import gamedsl_command
from gamedsl.cli.common.engines import jobs_option
from gamedsl.cli.common.exit_codes import ExitCode, WrongUseError
from gamedsl.cli.common.options import matches_option
from gamedsl.cli.printing.json_output import json_option, print_json
from gamedsl.cli.printing.progress import progress
from gamedsl.cli.printing.text import bad, faint, good, plural, title
from gamedsl.cli.reading.rules import Rules, all_setups_options, chosen_setups, read_whole
from gamedsl.mutation.mutants import Mutant
from gamedsl.mutation.trial import BaseFailsError, Fate, Verdict
from gamedsl.mutation.trials import Task, verdicts
from gamedsl.reports.titles import variant_names
from gamedsl.values import frozen

if TYPE_CHECKING:
    from gamedsl.cache import Store

_KEPT_EVERY = 5.0
"""Seconds between writes of the verdicts, in case the command is interrupted."""

_DATA = (
    "JSON: `file`, `variants`, `mutants` (how many could be made), `tried`, `noticed`, `never_ends` (part of these), `survived`, `equal`, `refused`, `share` "
    "(noticed of noticed and survived; null if there are none), and `each`, a list with `line`, `part` (the declaration), `operator`, `before`, `after` "
    "(empty: left out), `fate`, `by` (the example or match that noticed it, or the finding that refused it) and `notice` (what example would)."
)

_EXAMPLES = (
    "mutate my_game.gdl --sample 5",
    "mutate my_game.gdl -k turns",
    "mutate my_game.gdl -k 18-20 --players 3",
    "mutate my_game.gdl --sample 5 --at-least 0%",
)


@frozen
class _Tried:
    """A mutant and its verdict."""

    mutant: Mutant
    verdict: Verdict


@gamedsl_command(_EXAMPLES, _DATA)
@click.argument("file")
@all_setups_options
@click.option(
    "-k",
    "--only",
    metavar="TEXT",
    help="Only declarations whose names contain this, or only these lines: `120`, `120-140`.",
)
@click.option("--sample", type=click.IntRange(1), metavar="N", help="Only so many mutants, drawn from all of them.")
@click.option(
    "--seed", type=int, default=1, show_default=True, metavar="N", help="The seed: decides which mutants are drawn."
)
@matches_option(0, 2)
@click.option("--at-least", metavar="PERCENT", help="Fail if a smaller share is noticed of those that can be.")
@jobs_option
@cache_option
@json_option
def command(
    file: str,
    players: int | None,
    options: tuple[str, ...],
    only: str | None,
    sample: int | None,
    seed: int,
    matches: int,
    at_least: str | None,
    jobs: int | None,
    as_json: bool,
) -> ExitCode:
    """Change one rule at a time, and see whether the examples and invariants of the rules notice it.

    Each mutant is the rules with one change: another number, `<` for `<=`, a guard or a step left out, two steps swapped … The examples are run on it,
    and, if none fails, some random matches with all invariants. What nobody notices is listed with its line, and with what kind of example would notice
    it. A mutant that makes the same graph is `equal`: no example can notice it. One that has mistakes is `refused`.

    Mutants that nobody notices do not make the command fail, unless `--at-least` says so. After an interruption the same command continues where it was.
    """
    least = None if at_least is None else _share(at_least)
    rules = read_whole(file)
    setups = chosen_setups(rules.title, rules.known.setups, players, options)
    task = Task(rules.parsed, rules.files.source, setups, matches)
    every = task.mutants
    wanted = _select_mutants(rules, every, only, sample, seed)
    tried = _try_mutants(rules, task, wanted, jobs)
    report = _Report(rules, len(every), tried)
    if as_json:
        print_json(report.data())
    else:
        report.show()
    return (
        ExitCode.FINDINGS
        if least is not None and report.share is not None and report.share < least
        else ExitCode.SUCCESS
    )


def _share(text: str) -> float:
    """Reads `95%`, `95 %` or `95` as a share. Raises WrongUseError."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*%?", text.strip())
    if found is None or float(found[1]) > 100:
        raise WrongUseError(f"`--at-least {text}` is no percentage", "write for example `--at-least 95%`")
    return float(found[1]) / 100


def _select_mutants(
    rules: Rules, every: Sequence[Mutant], only: str | None, sample: int | None, seed: int
) -> tuple[Mutant, ...]:
    """Selects the requested mutants, in source order. Raises WrongUseError."""
    wanted = every if only is None else [m for m in every if _is_in(rules, m, only)]
    if not wanted:
        where = "" if only is None else f" in `{only}`"
        raise WrongUseError(
            f"there is nothing to change{where}",
            None if only is None else "`-k` takes part of a name, or lines: `120-140`",
        )
    if sample is not None and sample < len(wanted):
        drawn = sorted(Random(seed).sample(range(len(wanted)), sample))
        return tuple(wanted[index] for index in drawn)
    return tuple(wanted)


def _is_in(rules: Rules, mutant: Mutant, only: str) -> bool:
    lines = re.fullmatch(r"(\d+)(?:-(\d+))?", only)
    if lines is None:
        return mutant.part is not None and only in mutant.part
    first = int(lines[1])
    return first <= _line(rules, mutant) <= int(lines[2] or first)


def _line(rules: Rules, mutant: Mutant) -> int:
    return rules.files.source.position(mutant.at.start)[0]


# ---------------------------------------------------------------- trying


def _try_mutants(rules: Rules, task: Task, wanted: Sequence[Mutant], jobs: int | None) -> tuple[_Tried, ...]:
    """Returns the verdicts on the mutants; those of an earlier run are reused."""
    keeper = _Keeper(store(), rules, task)
    known = keeper.known
    try:
        with progress("mutants", len(wanted)) as tick:
            tick(sum(m.number in known for m in wanted))
            for mutant, verdict in verdicts(task, [m for m in wanted if m.number not in known], jobs):
                keeper.note(mutant, verdict)
                tick()
    except BaseFailsError as error:
        raise WrongUseError(str(error), f"`gamedsl test {rules.name} -k {error.example}` says why") from error
    finally:
        keeper.keep()
    return tuple(_Tried(mutant, known[mutant.number]) for mutant in wanted)


class _Keeper:
    """The verdicts on mutants by number, written to the cache from time to time."""

    def __init__(self, cache: Store | None, rules: Rules, task: Task) -> None:
        texts = [source.text for source in rules.parsed.sources]
        setups = [(setup.players, setup.options) for setup in task.setups]
        self._cache = cache
        self._key = f"mutants {sha256(json.dumps([texts, setups, task.matches]).encode()).hexdigest()}"
        self._time = monotonic()
        data = None if cache is None else cache.get(self._key)
        known: dict[str, tuple[str, str, bool]] = {} if data is None else json.loads(data)
        self.known = {int(n): Verdict(Fate(fate), by, never) for n, (fate, by, never) in known.items()}
        self._kept = len(self.known)

    def note(self, mutant: Mutant, verdict: Verdict) -> None:
        """Records the verdict on a mutant."""
        self.known[mutant.number] = verdict
        if monotonic() - self._time > _KEPT_EVERY:
            self.keep()

    def keep(self) -> None:
        """Writes the verdicts to the cache."""
        self._time = monotonic()
        if self._cache is not None and len(self.known) > self._kept:
            self._kept = len(self.known)
            data = {n: (v.fate.value, v.by, v.never_ends) for n, v in self.known.items()}
            self._cache.put(self._key, json.dumps(data).encode())


# ---------------------------------------------------------------- the report


@frozen
class _Report:
    """The verdicts on all mutants that were tried."""

    rules: Rules
    made: int
    tried: tuple[_Tried, ...]

    def of(self, fate: Fate) -> tuple[_Tried, ...]:
        """Returns the mutants with this fate."""
        return tuple(one for one in self.tried if one.verdict.fate is fate)

    @property
    def share(self) -> float | None:
        """The share of noticed mutants among those that can be noticed; None if there are none."""
        noticed, survived = len(self.of(Fate.NOTICED)), len(self.of(Fate.SURVIVED))
        return noticed / (noticed + survived) if noticed + survived else None

    def show(self) -> None:
        """Prints the survivors by line, then the figures."""
        survived = self.of(Fate.SURVIVED)
        for line, group in groupby(survived, lambda one: _line(self.rules, one.mutant)):
            text = self.rules.files.source.line(line).strip()
            click.echo(f"{self.rules.name}:{line}: {text}")
            for one in group:
                click.echo(f"  {_change(one.mutant, text)}")
                click.echo(faint(f"    would be noticed by {one.mutant.change.notice}"))
        if survived:
            click.echo()
        for figure in self._figures():
            click.echo(figure)

    def _figures(self) -> Iterator[str]:
        never = sum(one.verdict.never_ends for one in self.tried)
        ends = f" ({never} because {'it does' if never == 1 else 'they do'} not end)" if never else ""
        some = "" if len(self.tried) == self.made else f" of {self.made:,}"
        yield title(f"{self.rules.title}: {plural(len(self.tried), 'mutant')}{some}")
        yield f"{len(self.of(Fate.NOTICED)):>6,}  noticed{ends}"
        yield f"{len(self.of(Fate.SURVIVED)):>6,}  not noticed"
        yield f"{len(self.of(Fate.EQUAL)):>6,}  equal: the same graph"
        yield f"{len(self.of(Fate.REFUSED)):>6,}  refused: mistakes that `check` finds"
        if self.share is not None:
            share, others = f"{self.share:.1%}", len(self.of(Fate.NOTICED)) + len(self.of(Fate.SURVIVED))
            yield f"{(bad if self.of(Fate.SURVIVED) else good)(share)} noticed of {others:,} that are neither equal nor refused"

    def data(self) -> dict[str, object]:
        """Returns the report as data."""
        return {
            "file": self.rules.name,
            "variants": list(variant_names(self.rules.parsed)),
            "mutants": self.made,
            "tried": len(self.tried),
            "noticed": len(self.of(Fate.NOTICED)),
            "never_ends": sum(one.verdict.never_ends for one in self.tried),
            "survived": len(self.of(Fate.SURVIVED)),
            "equal": len(self.of(Fate.EQUAL)),
            "refused": len(self.of(Fate.REFUSED)),
            "share": self.share,
            "each": [self._each(one) for one in self.tried],
        }

    def _each(self, one: _Tried) -> dict[str, object]:
        mutant, verdict = one.mutant, one.verdict
        return {
            "line": _line(self.rules, mutant),
            "part": mutant.part,
            "operator": mutant.change.operator.value,
            "before": mutant.before,
            "after": mutant.after,
            "fate": verdict.fate.value,
            "by": verdict.by,
            "notice": mutant.change.notice,
        }


def _change(mutant: Mutant, line: str) -> str:
    """Describes a change: `comparison: a < b → a <= b`. For a deletion, gives the deleted text only if it is not the whole line."""
    name = mutant.change.operator.value
    if mutant.after:
        return f"{name}: {mutant.before} → {mutant.after}"
    return name if line == mutant.before else f"{name}: {mutant.before}"
