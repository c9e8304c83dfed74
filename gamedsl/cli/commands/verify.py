"""`gamedsl verify`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import cast

import click

from gamedsl import pipeline
from gamedsl.cli.common.caching import cache_option, store
from gamedsl.cli.common.command import gamedsl_command
from gamedsl.cli.common.exit_codes import ExitCode
from gamedsl.cli.common.faults import fault_data
from gamedsl.cli.common.findings import shown
from gamedsl.cli.common.json_output import json_option, print_json
from gamedsl.cli.common.options import at_most_option, depth_option, matches_option, output_option, seed_option
from gamedsl.cli.common.progress import counting
from gamedsl.cli.common.rules import Rules, all_setups_options, chosen_setups, compiled, read
from gamedsl.cli.common.text import bad, faint, good, listed, plural, title
from gamedsl.cli.common.writing import STANDARD_OUTPUT, Output, force_option, sources_of
from gamedsl.graph.compiled import Compiled, Setup
from gamedsl.graph.model.faults import FAULTS
from gamedsl.graph.model.types import SiteId
from gamedsl.reports.faults import BrokenMatch, diagnostic, retold
from gamedsl.reports.pasted import pasted
from gamedsl.reports.setups import setup_text
from gamedsl.source import NOWHERE, Source, Span
from gamedsl.values import evolve, frozen
from gamedsl_interpreter.engine import Engine, Fault, State
from gamedsl_interpreter.fastest import fastest
from gamedsl_interpreter.replay import replay_of, to_json
from gamedsl_interpreter.trouble.attempts import Attempt, asked_moves
from gamedsl_interpreter.trouble.searching import Plan, Searched, Witness, searched
from gamedsl_interpreter.trouble.survey import Idle

_DATA = """JSON: `file`, `setups`: a list with `players`, `options`, `positions`, `depth`, `whole` (whether these are all positions), `matches`,
`possible` (`name`, `found`, `proved`, `moves`) and `idle` (`actions`, `single`, `fields`, `kinds`; null after trouble); `troubles`: a list of diagnostics with the
`match`, the `example` (text or null) and the `replay` (file or null)."""

_EXAMPLES = (
    "verify tic_tac_toe",
    "verify my_game.gdl --matches 200 -o trouble.json",
)


_FEW = 12
"""Names and moves that people are shown."""


@frozen
class _Case:
    """A setup and what was found in it."""

    setup: Setup
    game: Compiled
    result: Searched


@frozen
class _Trouble:
    """A fault in the smallest setup in which it was found."""

    case: _Case
    fault: Fault
    attempt: Attempt
    example: str | None
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
    type=click.FloatRange(0),
    default=2.0,
    show_default=True,
    metavar="S",
    help="Seconds for players that think, in each setup.",
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
    output: str | None,
    force: bool,
    as_json: bool,
) -> ExitCode:
    """Look for matches in which the rules break a promise: an invariant, a range, a limit. Say whether what must be `possible` is, and what never happens.

    A game with few positions is searched to the end, or `--depth` answers deep: then what holds is proved. Otherwise matches are played by random players (by
    steps, and by moves), by players that think, and by players that try what was tried least. What is found is made short, shown with the fewest players, and
    written as an example for the rules and as a replay.
    """
    rules = read(file)
    setups = chosen_setups(rules.title, rules.known.setups, players, options)
    replay = None if output is None else Output(output, lambda _: False, sources_of(rules.files), force)
    if replay is not None:
        replay.check()
    plan = Plan(most, depth, matches, min(50, matches), thinking, seed)
    cases = list(_cases(rules, setups, plan, as_json))
    troubles = list(_troubles(rules, cases, replay))
    missing = _missing(cases)
    if as_json:
        print_json(
            {
                "file": rules.name,
                "setups": [_data(case) for case in cases],
                "troubles": [_told(rules, one) for one in troubles],
            }
        )
    else:
        _show(rules, cases, troubles, missing)
    return ExitCode.FINDINGS if troubles or missing else ExitCode.SUCCESS


def _cases(rules: Rules, setups: Sequence[Setup], plan: Plan, as_json: bool) -> Iterator[_Case]:
    """The setups in order of their players, each searched for what is not known from an earlier one."""
    known: set[tuple[str, Span]] = set()
    for setup in sorted(setups, key=lambda one: one.players):
        game = compiled(rules, setup)
        sites = [SiteId(-1), *map(SiteId, range(len(game.sites)))]
        old = frozenset((code, site) for code in FAULTS for site in sites if (code, _span(game, site)) in known)
        with counting(f"positions and matches of {setup_text(setup)}") as tick:
            result = searched(game.game, plan, old, store(), tick)
        faults = [one.fault for one in result.troubles if one.fault is not None]
        known |= {(fault.code, _span(game, SiteId(fault.site))) for fault in faults}
        case = _Case(setup, game, result)
        if not as_json:
            _show_case(case)
        yield case


def _span(game: Compiled, site: SiteId) -> Span:
    return game.sites[site].span if 0 <= site < len(game.sites) else NOWHERE


def _troubles(rules: Rules, cases: Sequence[_Case], output: Output | None) -> Iterator[_Trouble]:
    """What was found, with examples and replays."""
    found = [(case, one) for case in cases for one in case.result.troubles]
    for number, (case, one) in enumerate(found, start=1):
        if one.fault is None:
            continue
        example = pasted(_reader(rules), _own(rules), case.setup, case.game, one, _example_name(rules, number))
        replay = None
        if output is not None:
            replay = _numbered(output.path, number)
            evolve(output, path=replay).write(_replay_text(rules, case, one))
        yield _Trouble(case, one.fault, one, example, replay)


def _reader(rules: Rules) -> Callable[[Source], pipeline.Parsed]:
    files = rules.files
    return lambda source: pipeline.parse_files(source, files.bases.find, files.bases, files.additions)


def _own(rules: Rules) -> Source:
    """The file below which an example is to be pasted."""
    return rules.files.source


def _example_name(rules: Rules, number: int) -> str:
    """A name that is free in the rules."""
    text = rules.files.source.text
    return next(name for name in (f"trouble_{at}" for at in count(number)) if name not in text)


def _numbered(path: str, number: int) -> str:
    """`trouble.json`, `trouble-2.json`, …; standard output stays what it is."""
    if number == 1 or path == STANDARD_OUTPUT:
        return path
    place = Path(path)
    return str(place.with_name(f"{place.stem}-{number}{place.suffix}"))


def _replay_text(rules: Rules, case: _Case, found: Attempt) -> str:
    """The match up to the fault. Moves that nobody was asked for are left out, as in every replay; the move that fails is the last one."""
    texts = (*found.moves, *(() if found.failing is None else (found.failing,)))
    return to_json(
        replay_of(
            case.game.game,
            rules.name,
            found.seed,
            found.index,
            tuple((move.seat, move.text) for move in asked_moves(_engine(case), found, texts)),
            None,
            found.start,
            rules.files.additions.lines,
        )
    )


def _engine(case: _Case) -> Engine[State]:
    return cast("Engine[State]", fastest(case.game.game, keeper=store()).engine)


def _missing(cases: Sequence[_Case]) -> list[str]:
    """What must be possible and was found in no setup."""
    names = dict.fromkeys(one.name for case in cases for one in case.result.witnesses)
    seen = {one.name for case in cases for one in case.result.witnesses if one.attempt is not None}
    return [name for name in names if name not in seen]


# ---------------------------------------------------------------- for people


def _show_case(case: _Case) -> None:
    result = case.result
    looked = plural(result.looked.positions, "position")
    if result.looked.is_whole:
        told = f"all {looked}"
    else:
        told = f"{looked} up to {plural(result.looked.depth, 'answer')} deep, and {plural(result.played, 'match', 'matches')}"
    verdict = good("nothing is wrong") if not result.troubles and result.looked.fault is None else bad("trouble")
    click.echo(f"{title(setup_text(case.setup))}: {told}: {verdict}")
    for one in result.witnesses:
        click.echo(f"  possible {one.name}: {_witness_text(case, one)}")
    for line in _idle_lines(result):
        click.echo(faint(f"  {line}"))


def _witness_text(case: _Case, one: Witness) -> str:
    if one.attempt is None:
        certain = "no: in none of all positions"
        return bad(certain if one.is_proved else f"not found in {plural(case.result.played, 'match', 'matches')}")
    told = [*one.attempt.moves, *(() if one.attempt.failing is None else (one.attempt.failing,))]
    if not told:
        return good("yes, at the beginning")
    moves = "; ".join(f"{case.game.game.seats[move.seat]} plays {move.text}" for move in told[:_FEW])
    more = f"; … {plural(len(told) - _FEW, 'more move')}" if len(told) > _FEW else ""
    return (
        good(f"yes, after {plural(len(told), 'move')}")
        + f" (match {one.attempt.index} of seed {one.attempt.seed}): {moves}{more}"
    )


def _idle_lines(result: Searched) -> Iterator[str]:
    """What never happened."""
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


def _show(rules: Rules, cases: Sequence[_Case], troubles: Sequence[_Trouble], missing: Sequence[str]) -> None:
    for one in troubles:
        click.echo()
        click.echo(shown(diagnostic(one.fault, one.case.game), rules.files.sources), nl=False)
        for line in retold(one.case.game, _broken(one)):
            click.echo(faint(line.text) if line.is_aside else line.text)
        if one.replay is not None:
            click.echo(f"the match is written to {one.replay}")
        if one.example is None:
            click.echo(faint("no short example shows it"))
        else:
            click.echo(title("\nan example for the rules, which fails until this is mended:"))
            click.echo(f"\n{one.example}", nl=False)
    if missing:
        click.echo(bad(f"\nnot possible, as far as was seen: {listed(list(missing))}"))


def _broken(one: _Trouble) -> BrokenMatch:
    found = one.attempt
    return BrokenMatch(
        one.case.setup, one.case.game.game.seats, found.seed, found.index, found.moves, found.failing, found.start
    )


# ---------------------------------------------------------------- for programs


def _data(case: _Case) -> dict[str, object]:
    result = case.result
    return {
        "players": case.setup.players,
        "options": dict(case.setup.options),
        "positions": result.looked.positions,
        "depth": result.looked.depth,
        "whole": result.looked.is_whole,
        "matches": result.played,
        "possible": [_witness_data(case, one) for one in result.witnesses],
        "idle": None if result.idle is None else _idle_data(result.idle),
    }


def _idle_data(idle: Idle) -> dict[str, object]:
    return {
        "actions": list(idle.actions),
        "single": list(idle.single),
        "fields": list(idle.fields),
        "kinds": list(idle.kinds),
    }


def _witness_data(case: _Case, one: Witness) -> dict[str, object]:
    moves = None
    if one.attempt is not None:
        told = [*one.attempt.moves, *(() if one.attempt.failing is None else (one.attempt.failing,))]
        moves = [{"seat": case.game.game.seats[move.seat], "move": move.text} for move in told]
    return {"name": one.name, "found": one.attempt is not None, "proved": one.is_proved, "moves": moves}


def _told(rules: Rules, one: _Trouble) -> dict[str, object]:
    return {
        **fault_data(rules, one.case.game, one.fault, _broken(one)),
        "example": one.example,
        "replay": one.replay,
    }
