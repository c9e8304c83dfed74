"""`gamedsl mutate`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

import click

from gamedsl.api.studies.mutating import Mutated, TriedMutant, select_mutants, try_mutants
from gamedsl.cli.common.caching import cache_option
from gamedsl.cli.common.command import gamedsl_command
from gamedsl.cli.common.engines import jobs_option
from gamedsl.cli.common.exit_codes import ExitCode, WrongUseError
from gamedsl.cli.common.options import matches_option
from gamedsl.cli.printing.json_output import json_option, print_json
from gamedsl.cli.printing.progress import progress
from gamedsl.cli.printing.text import bad, good, plural
from gamedsl.cli.reading.rules import Rules, all_setups_options, choose_setups, read_whole
from gamedsl.errors import ArgumentError
from gamedsl.mutation.trial import BaseFailsError
from gamedsl.table.text import faint, title

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
@matches_option(least=0, default=2)
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
    setups = choose_setups(rules.title, rules.known.setups, players, options)
    try:
        selection = select_mutants(rules.api, setups, only, sample, seed, matches)
        with progress("mutants", len(selection.wanted)) as tick:
            found = try_mutants(selection, jobs, tick)
    except ArgumentError as error:
        raise WrongUseError(str(error), only and "`-k` takes part of a name, or lines: `120-140`") from None
    except BaseFailsError as error:
        raise WrongUseError(str(error), f"`gamedsl test {rules.name} -k {error.example}` says why") from error
    if as_json:
        print_json({"file": rules.name, **found.data})
    else:
        _show(rules, found)
    is_low = least is not None and found.share is not None and found.share < least
    return ExitCode.FINDINGS if is_low else ExitCode.SUCCESS


def _share(text: str) -> float:
    """Reads `95%`, `95 %` or `95` as a share. Raises WrongUseError."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*%?", text.strip())
    if found is None or float(found[1]) > 100:
        raise WrongUseError(f"`--at-least {text}` is no percentage", "write for example `--at-least 95%`")
    return float(found[1]) / 100


def _show(rules: Rules, found: Mutated) -> None:
    """Prints the survivors by line, then the figures."""
    survived = found.of("survived")
    for line, group in groupby(survived, lambda one: one.line):
        text = rules.files.source.line(line).strip()
        click.echo(f"{rules.name}:{line}: {text}")
        for one in group:
            click.echo(f"  {_change(one, text)}")
            click.echo(faint(f"    would be noticed by {one.notice}"))
    if survived:
        click.echo()
    for figure in _figures(rules, found):
        click.echo(figure)


def _figures(rules: Rules, found: Mutated) -> Iterator[str]:
    never, noticed, survived = found.never_ends, len(found.of("noticed")), len(found.of("survived"))
    ends = f" ({never} because {'it does' if never == 1 else 'they do'} not end)" if never else ""
    some = "" if len(found.tried) == found.made else f" of {found.made:,}"
    yield title(f"{rules.title}: {plural(len(found.tried), 'mutant')}{some}")
    yield f"{noticed:>6,}  noticed{ends}"
    yield f"{survived:>6,}  not noticed"
    yield f"{len(found.of('equal')):>6,}  equal: the same graph"
    yield f"{len(found.of('refused')):>6,}  refused: mistakes that `check` finds"
    if found.share is not None:
        share = (bad if survived else good)(f"{found.share:.1%}")
        yield f"{share} noticed of {noticed + survived:,} that are neither equal nor refused"


def _change(one: TriedMutant, line: str) -> str:
    """Describes a change: `comparison: a < b → a <= b`. For a deletion, gives the deleted text only if it is not the whole line."""
    if one.after:
        return f"{one.operator}: {one.before} → {one.after}"
    return one.operator if line == one.before else f"{one.operator}: {one.before}"
