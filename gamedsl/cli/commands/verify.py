"""`gamedsl verify`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import cast

import click

from gamedsl.cli.common.caching import cache_option, store
from gamedsl.cli.common.command import gamedsl_command
from gamedsl.cli.common.exit_codes import ExitCode
from gamedsl.cli.common.options import (
    FiniteRange,
    at_most_option,
    depth_option,
    matches_option,
    output_option,
    seed_option,
)
from gamedsl.cli.printing.findings import shown
from gamedsl.cli.printing.json_output import json_option, print_json
from gamedsl.cli.printing.progress import counting
from gamedsl.cli.printing.text import bad, faint, good, listed, plural, title
from gamedsl.cli.printing.writing import STANDARD_OUTPUT, Output, force_option, sources_of
from gamedsl.cli.reading.look_files import look_as_it_is
from gamedsl.cli.reading.rules import Rules, all_setups_options, chosen_setups, compiled, read
from gamedsl.cli.table.faults import told_match
from gamedsl.cli.table.retelling import told_moves
from gamedsl.graph.compiled import Compiled, Setup
from gamedsl.reports.faults import diagnostic
from gamedsl.reports.secrecy import with_leaks, with_places
from gamedsl.reports.setups import setup_text
from gamedsl.reports.trouble import Case, TroubleFound, case_data, cases, replay_found, trouble_data, troubles_of
from gamedsl.values import evolve, frozen
from gamedsl_interpreter.engine import Engine, State
from gamedsl_interpreter.matches.replay import to_json
from gamedsl_interpreter.reference.engine import ReferenceEngine
from gamedsl_interpreter.trouble.attempts import Attempt
from gamedsl_interpreter.trouble.probing import Key
from gamedsl_interpreter.trouble.searching import Plan, Searched, Witness, search_trouble

_DATA = """JSON: `file`, `setups`: a list with `players`, `options`, `positions`, `depth`, `whole` (whether these are all positions), `matches`,
`exchanged` (matches in which hidden facts were exchanged),
`possible` (`name`, `found`, `proved`, `moves`) and `idle` (`actions`, `single`, `fields`, `kinds`; null after trouble); `troubles`: a list of diagnostics with the
`match`, the `example` (text or null) and the `replay` (file or null)."""

_EXAMPLES = (
    "verify tic_tac_toe",
    "verify my_game.gdl --matches 200 -o trouble.json",
)


_FEW = 12
"""The most names and moves that people are shown."""


@frozen
class _Trouble:
    """A trouble, and the file to which its match was written."""

    found: TroubleFound
    replay: str | None


@gamedsl_command(_EXAMPLES, _DATA)
@click.argument("file")
@all_setups_options
@depth_option(is_required=False)
@at_most_option(20_000)
@matches_option(0, 500)
@seed_option
@click.option(
    "--thinking",
    type=FiniteRange(0),
    default=2.0,
    show_default=True,
    metavar="S",
    help="Seconds for players that think, in each setup.",
)
@click.option(
    "--secrets",
    type=click.IntRange(0),
    default=10,
    show_default=True,
    metavar="N",
    help="Matches in which hidden facts are exchanged, in each setup.",
)
@output_option(None, "none; the moves are printed")
@force_option
@cache_option
@json_option
def command(
    file: str,
    players: int | None,
    options: tuple[str, ...],
    depth: int | None,
    most: int,
    matches: int,
    seed: int,
    thinking: float,
    secrets: int,
    output: str | None,
    force: bool,
    as_json: bool,
) -> ExitCode:
    """Look for matches in which the rules break a promise: an invariant, a range, a limit. Say whether what must be `possible` is, and what never happens.

    A game with few positions is searched to the end, or `--depth` answers deep: then what holds is proved. Otherwise matches are played by random players (by
    steps, and by moves), by players that think, and by players that try what was tried least. In games that hide something, hidden facts are exchanged in
    `--secrets` matches, and what each seat can tell by that is trouble, unless the rules say it. What is found is made short, shown with the fewest players, and
    written as an example for the rules and as a replay.
    """
    rules = read(file)
    setups = chosen_setups(rules.title, rules.known.setups, players, options)
    replay = None if output is None else Output(output, lambda _: False, sources_of(rules.files), force)
    if replay is not None:
        replay.check()
    plan = Plan(most, depth, matches, min(50, matches), thinking, seed)
    found = list(_cases(rules, setups, plan, secrets, as_json))
    troubles = _write_replays(rules, list(troubles_of(rules.known, found)), replay)
    missing = _missing(found)
    if as_json:
        print_json(
            {
                "file": rules.name,
                "setups": [case_data(case) for case in found],
                "troubles": [
                    {**trouble_data(one.found, rules.files.sources), "replay": one.replay} for one in troubles
                ],
            }
        )
    else:
        _show(rules, troubles, missing)
    return ExitCode.FINDINGS if troubles or missing else ExitCode.SUCCESS


def _cases(rules: Rules, setups: Sequence[Setup], plan: Plan, secrets: int, as_json: bool) -> Iterator[Case]:
    """Yields the result of each setup, and shows it at once unless JSON is printed."""

    def game_of(setup: Setup) -> Compiled:
        game = compiled(rules, setup)
        return with_places(game, rules.parsed, setup) if secrets else game

    def search(setup: Setup, game: Compiled, known: frozenset[Key]) -> Searched:
        with counting(f"positions and matches of {setup_text(setup)}") as tick:
            result = search_trouble(game.game, plan, known, store(), tick)
            return with_leaks(result, rules.parsed, setup, game, known, secrets, plan.seed, tick)

    for case in cases(setups, game_of, search):
        if not as_json:
            _show_case(rules, case)
        yield case


def _write_replays(rules: Rules, troubles: Sequence[TroubleFound], output: Output | None) -> list[_Trouble]:
    """Writes the replays, if a file was named, and returns the troubles with their files."""
    made: list[_Trouble] = []
    for number, one in enumerate(troubles, start=1):
        path = None
        if output is not None:
            path = _number_path(output.path, number)
            replay = replay_found(rules.known, rules.name, one.case.game, one.attempt, store())
            evolve(output, path=path).write(to_json(replay))
        made.append(_Trouble(one, path))
    return made


def _number_path(path: str, number: int) -> str:
    """Numbers the files: `trouble.json`, `trouble-2.json`, …; standard output stays unchanged."""
    if number == 1 or path == STANDARD_OUTPUT:
        return path
    place = Path(path)
    return str(place.with_name(f"{place.stem}-{number}{place.suffix}"))


def _missing(cases: Sequence[Case]) -> list[str]:
    """Returns the names that must be possible but were found in no setup."""
    names = dict.fromkeys(one.name for case in cases for one in case.result.witnesses)
    seen = {one.name for case in cases for one in case.result.witnesses if one.attempt is not None}
    return [name for name in names if name not in seen]


# ---------------------------------------------------------------- for people


def _show_case(rules: Rules, case: Case) -> None:
    result = case.result
    looked = plural(result.looked.positions, "position")
    if result.looked.is_whole:
        told = f"all {looked}"
    else:
        told = f"{looked} up to {plural(result.looked.depth, 'answer')} deep, and {plural(result.played, 'match', 'matches')}"
    if result.exchanged:
        told += f", hidden facts exchanged in {plural(result.exchanged, 'match', 'matches')}"
    verdict = good("nothing is wrong") if not result.troubles and result.looked.fault is None else bad("trouble")
    click.echo(f"{title(setup_text(case.setup))}: {told}: {verdict}")
    for one in result.witnesses:
        click.echo(f"  possible {one.name}: {_witness_text(rules, case, one)}")
    for line in _idle_lines(result):
        click.echo(faint(f"  {line}"))


def _witness_text(rules: Rules, case: Case, one: Witness) -> str:
    if one.attempt is None:
        certain = "no: in none of all positions"
        return bad(certain if one.is_proved else f"not found in {plural(case.result.played, 'match', 'matches')}")
    told = [*one.attempt.moves, *(() if one.attempt.failing is None else (one.attempt.failing,))]
    if not told:
        return good("yes, at the beginning")
    sentences = _told_choices(rules, case.game, one.attempt)
    more = f" … {plural(len(sentences) - _FEW, 'more line')}" if len(sentences) > _FEW else ""
    return (
        good(f"yes, after {plural(len(told), 'move')}")
        + f" (match {one.attempt.index} of seed {one.attempt.seed}): {' '.join(sentences[:_FEW])}{more}"
    )


def _told_choices(rules: Rules, game: Compiled, attempt: Attempt) -> list[str]:
    """Returns what players chose in a match, as sentences."""
    record = replay_found(rules.known, rules.name, game, attempt, store())
    look = look_as_it_is(rules, game.game)
    lines = [
        line for move in told_moves(cast("Engine[State]", ReferenceEngine(game.game)), look, record) for line in move
    ]
    return [_sentence(line.text) for line in lines if line.sort == "choice"]


def _sentence(text: str) -> str:
    return text if text[-1:] in ".!?" else f"{text}."


def _idle_lines(result: Searched) -> Iterator[str]:
    """Yields lines about what never happened."""
    idle = result.idle
    if idle is None:
        return
    told = (
        (idle.actions, "never offered"),
        (idle.single, "never left a choice"),
        (idle.fields, "never changed"),
        (idle.kinds, "never left where they begin"),
    )
    for names, what in told:
        if names:
            few = (
                listed(names[:_FEW])
                if len(names) <= _FEW
                else f"{', '.join(names[:_FEW])} and {len(names) - _FEW} more"
            )
            yield f"{what}: {few}"


def _show(rules: Rules, troubles: Sequence[_Trouble], missing: Sequence[str]) -> None:
    for one in troubles:
        click.echo()
        found = one.found
        click.echo(shown(diagnostic(found.fault, found.case.game), rules.files.sources), nl=False)
        for line in told_match(rules, found.case.game, found.match):
            click.echo(line)
        if one.replay is not None:
            click.echo(f"the match is written to {one.replay}")
        if found.fault.code == "E_SECRET":
            click.echo(faint("two such matches that differ in this alone show it"))
        elif found.example is None:
            click.echo(faint("no short example shows it"))
        else:
            click.echo(title("\nan example for the rules, which fails until this is mended:"))
            click.echo(f"\n{found.example}", nl=False)
    if missing:
        click.echo(bad(f"\nnot possible, as far as was seen: {listed(list(missing))}"))
