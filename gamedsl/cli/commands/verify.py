"""`gamedsl verify`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import fill
from typing import cast

import click

from gamedsl.api.rules import RulesError
from gamedsl.api.verifying import Possible, SetupSearch, Trouble, Verified, search_of, search_setups
from gamedsl.cli.common.caching import cache_option
from gamedsl.cli.common.command import gamedsl_command
from gamedsl.cli.common.exit_codes import ExitCode, FindingsError
from gamedsl.cli.common.options import (
    at_most_option,
    count_option,
    depth_option,
    matches_option,
    output_option,
    seconds_option,
    seed_option,
)
from gamedsl.cli.printing.faults import match_lines
from gamedsl.cli.printing.findings import text_with_colours
from gamedsl.cli.printing.json_output import json_option, print_json
from gamedsl.cli.printing.progress import progress
from gamedsl.cli.printing.text import bad, good, plural
from gamedsl.cli.printing.writing import STANDARD_OUTPUT, Output, force_option, sources_of
from gamedsl.cli.reading.look_files import look_as_it_is
from gamedsl.cli.reading.rules import Rules, all_setups_options, choose_setups, compile_game, read, show
from gamedsl.graph.compiled import Compiled
from gamedsl.reports.faults import BrokenMatch
from gamedsl.reports.setups import setup_text
from gamedsl.table.logs.retelling import retell
from gamedsl.table.table import screen_width
from gamedsl.table.text import faint, join_items, title
from gamedsl.values import evolve
from gamedsl_interpreter.engine import Engine, State
from gamedsl_interpreter.matches.replay import Replay, to_json
from gamedsl_interpreter.reference.engine import ReferenceEngine
from gamedsl_interpreter.trouble.survey import Idle

_DATA = """JSON: `file`, `setups`: a list with `players`, `options`, `positions`, `depth`, `whole` (whether these are all positions), `matches`,
`visited` (positions in random matches and in walks near the break of a promise), `excluded` (n: a fault in one of n random matches would have been found with
99.9 %), `exchanged` (matches in which hidden facts were exchanged),
`possible` (`name`, `found`, `proved`, `moves`) and `idle` (`actions`, `single`, `fields`, `kinds`; null after trouble); `troubles`: a list of diagnostics with the
`match`, the `example` (text or null) and the `replay` (file or null)."""

_EXAMPLES = (
    "verify tic_tac_toe",
    "verify my_game.gdl --matches 200 -o trouble.json",
)


_FEW = 12
"""The most names and moves that people are shown."""


@gamedsl_command(_EXAMPLES, _DATA)
@click.argument("file")
@all_setups_options
@depth_option(is_required=False)
@at_most_option(20_000)
@matches_option(least=0, default=500)
@seed_option
@seconds_option("--seconds", 2.0, "Seconds for the search; each setup has them.")
@count_option("--secrets", least=0, default=10, told="Matches in which hidden facts are exchanged, in each setup.")
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
    seconds: float,
    secrets: int,
    output: str | None,
    force: bool,
    as_json: bool,
) -> ExitCode:
    """Look for matches in which the rules break a promise: an invariant, a range, a limit. Say whether what must be `possible` is, and what never happens.

    A game with few positions is searched to the end, or `--depth` answers deep: then what holds is proved. Otherwise each setup is searched for `--seconds`: random
    players play (by steps, and by moves, at least `--matches` each), walks begin again and again at positions that are near the break of a promise, and players
    that think play. Then players try what was tried least. In games that hide something, hidden facts are exchanged in
    `--secrets` matches, and what each seat can tell by that is trouble, unless the rules say it. What is found is made short, shown with the fewest players, and
    written as an example for the rules and as a replay.
    """
    rules = read(file)
    setups = choose_setups(rules.title, rules.known.setups, players, options)
    replay = None if output is None else Output(output, lambda _: False, sources_of(rules.files), force)
    if replay is not None:
        replay.check()
    search = search_of(rules.api, setups, depth, most, matches, seconds, seed, secrets)
    found = list(_search(rules, search, as_json))
    troubles = _write_replays([(setup, one) for setup in found for one in setup.troubles], replay)
    missing = _missing(found)
    if as_json:
        told = [{**one.data, "replay": path} for _, one, path in troubles]
        print_json({"file": rules.name, "setups": [one.data for one in found], "troubles": told})
    else:
        _show(rules, troubles, missing)
    is_fine = not troubles and not missing and all(one.is_sound for one in found)
    return ExitCode.SUCCESS if is_fine else ExitCode.FINDINGS


def _search(rules: Rules, search: SetupSearch, as_json: bool) -> Iterator[Verified]:
    """Yields the result of each setup, and shows it at once unless JSON is printed."""
    try:
        for found in search_setups(search, lambda one: progress(f"positions and matches of {setup_text(one)}")):
            if not as_json:
                _show_setup(rules, found)
            yield found
    except RulesError as error:
        show(rules, error.diagnostics)
        raise FindingsError from error


_Told = tuple[Verified, Trouble, str | None]
"""A trouble of a setup, and the file to which its match was written."""


def _write_replays(troubles: Sequence[tuple[Verified, Trouble]], output: Output | None) -> list[_Told]:
    """Writes the replays, if a file was named, and returns the troubles with their files."""
    made: list[_Told] = []
    for number, (found, one) in enumerate(troubles, start=1):
        path = None if output is None else _number_path(output.path, number)
        if output is not None and path is not None:
            evolve(output, path=path).write(to_json(one.replay))
        made.append((found, one, path))
    return made


def _number_path(path: str, number: int) -> str:
    """Numbers the files: `trouble.json`, `trouble-2.json`, …; standard output stays unchanged."""
    if number == 1 or path == STANDARD_OUTPUT:
        return path
    place = Path(path)
    return str(place.with_name(f"{place.stem}-{number}{place.suffix}"))


def _missing(found: Sequence[Verified]) -> list[str]:
    """Returns the names that must be possible but were found in no setup."""
    every = [one for setup in found for one in setup.possibles]
    seen = {one.name for one in every if one.replay is not None}
    return [name for name in dict.fromkeys(one.name for one in every) if name not in seen]


# ---------------------------------------------------------------- for people


def _show_setup(rules: Rules, found: Verified) -> None:
    verdict = good("nothing is wrong") if found.is_sound else bad("trouble")
    click.echo(f"{title(setup_text(found.setup))}: {verdict}")
    for line in (*_looked_lines(found), *_exclusion_lines(found)):
        click.echo(faint(fill(line, screen_width(), initial_indent="  ", subsequent_indent="    ")))
    for one in found.possibles:
        click.echo(f"  possible {one.name}: {_possible_text(rules, found, one)}")
    for line in _idle_lines(found.idle):
        click.echo(faint(f"  {line}"))


def _looked_lines(found: Verified) -> Iterator[str]:
    """Says what the search has looked at."""
    looked = plural(found.positions, "position")
    if found.is_whole:
        yield f"looked at all {looked}"
    else:
        near = f"up to {plural(found.depth, 'answer')} from the beginning" if found.depth else "at the beginning"
        yield f"looked at {looked} {near}, and at {plural(found.matches, 'match', 'matches')}"
    if found.exchanged:
        matches = plural(found.exchanged, "match", "matches")
        yield f"exchanged what players do not see in {matches}, to find out whether they could tell"


def _exclusion_lines(found: Verified) -> Iterator[str]:
    """Says what the search excludes."""
    if not found.is_sound or found.is_whole or not found.visited:
        return
    told = f"no promise was broken in {_round(found.visited)} positions"
    rare = f"; a mistake that one of {_round(found.excluded)} random matches meets would have been found with 99.9 %"
    yield f"{told}{rare if found.excluded else ''}"


def _round(number: int) -> str:
    """Rounds a number down to two digits: `41 million`."""
    unit = 10 ** max(0, len(str(number)) - 2)
    number -= number % unit
    return f"{number:,}" if number < 1_000_000 else f"{number / 1_000_000:g} million"


def _possible_text(rules: Rules, found: Verified, one: Possible) -> str:
    if one.replay is None:
        certain = "no: in none of all positions"
        return bad(certain if one.is_proved else f"not found in {plural(found.matches, 'match', 'matches')}")
    if not one.moves:
        return good("yes, at the beginning")
    sentences = _choice_sentences(rules, compile_game(rules, found.setup), one.replay)
    more = f" … {plural(len(sentences) - _FEW, 'more line')}" if len(sentences) > _FEW else ""
    return (
        good(f"yes, after {plural(len(one.moves), 'move')}")
        + f" (match {one.replay.index} of seed {one.replay.seed}): {' '.join(sentences[:_FEW])}{more}"
    )


def _choice_sentences(rules: Rules, game: Compiled, record: Replay) -> list[str]:
    """Returns what players chose in a match, as sentences."""
    look = look_as_it_is(rules, game.game)
    lines = [line for move in retell(cast("Engine[State]", ReferenceEngine(game.game)), look, record) for line in move]
    return [_sentence(line.text) for line in lines if line.sort == "choice"]


def _sentence(text: str) -> str:
    return text if text[-1:] in ".!?" else f"{text}."


def _idle_lines(idle: Idle | None) -> Iterator[str]:
    """Yields lines about what never happened."""
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
                join_items(names[:_FEW])
                if len(names) <= _FEW
                else f"{', '.join(names[:_FEW])} and {len(names) - _FEW} more"
            )
            yield f"{what}: {few}"


def _show(rules: Rules, troubles: Sequence[_Told], missing: Sequence[str]) -> None:
    for found, one, path in troubles:
        click.echo()
        click.echo(text_with_colours(one.diagnostic, rules.files.sources), nl=False)
        record = one.replay
        match = BrokenMatch(found.setup, record.seats, record.seed, record.index, one.moves, one.failing, record.start)
        for line in match_lines(rules, compile_game(rules, found.setup), match):
            click.echo(line)
        if path is not None:
            click.echo(f"the match is written to {path}")
        if one.fault.code == "E_SECRET":
            click.echo(faint("two such matches that differ in this alone show it"))
        elif one.example is None:
            click.echo(faint("no short example shows it"))
        else:
            click.echo(title("\nan example for the rules, which fails until this is mended:"))
            click.echo(f"\n{one.example}", nl=False)
    if missing:
        click.echo(bad(f"\nnot possible, as far as was seen: {join_items(list(missing))}"))
