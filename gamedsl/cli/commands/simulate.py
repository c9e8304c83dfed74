"""`gamedsl simulate`."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, cast

import click

from gamedsl.cli.common.caching import cache_option
from gamedsl.cli.common.command import gamedsl_command
from gamedsl.cli.common.engines import choose_engine, jobs_option, note_worlds
from gamedsl.cli.common.exit_codes import ExitCode, WrongUseError
from gamedsl.cli.common.options import (
    agents_option,
    aim_option,
    count_option,
    matches_option,
    output_option,
    policy_option,
    seat_option,
    seed_option,
)
from gamedsl.cli.printing.faults import tell_fault
from gamedsl.cli.printing.json_output import json_option, print_json
from gamedsl.cli.printing.progress import Tick, progress
from gamedsl.cli.printing.text import plural, table
from gamedsl.cli.printing.writing import STANDARD_OUTPUT, force_option, sources_of
from gamedsl.cli.reading.lineups import lineup_text, without_worlds
from gamedsl.cli.reading.rules import choose_setup, compile_game, read, setup_options
from gamedsl.graph.analysis.number_words import with_minus
from gamedsl.graph.analysis.winning import Contest
from gamedsl.graph.compiled import Setup
from gamedsl.reports.faults import find_broken_match
from gamedsl.reports.setups import setup_text
from gamedsl.reports.titles import game_text, plain
from gamedsl.table.text import capital, faint, join_items, title
from gamedsl.workbench.lineups import are_random
from gamedsl.workbench.playing.jobs import Detail, Job
from gamedsl_interpreter.engine import Engine, State
from gamedsl_interpreter.matches.fastest import random_matches
from gamedsl_interpreter.matches.match import MatchFault
from gamedsl_interpreter.matches.simulate import SeatSummary, Summary, Tally, make_empty_summary, wilson
from gamedsl_interpreter.wasm.bulk.playouts import Policy
from gamedsl_interpreter.wasm.instances.interface import Purpose

if TYPE_CHECKING:
    from gamedsl.cli.printing.data_files import DataFile
    from gamedsl.cli.reading.saved_matches import SavedMatch

_DATA = (
    "JSON: `file`, `game`, `players`, `options`, `variants`, `policy`, `seed`, `first`, `matches`, `start` or `replay` and `after` (with `--from`); "
    "`decisions` and `steps` of a match, and every score, with `mean`, `sd`, `min`, `max`; `seats`, a "
    "list with `name`, `policy` (the agent), `lines` (by score line), `total`, `wins` (ties shared), `win_rate`, "
    "`win_interval` (Wilson, 95 %) and `ranks` (how often first, second, …); `reasons` (why matches "
    "ended, how often). After a fault: `fault`, a diagnostic with the `match`. With `--out`: `file`, `matches`, `out`, `rows`."
)


_SPREAD = "mean ± standard deviation (sd): how far from the mean a match usually is"

_EXAMPLES = (
    "simulate gloriana --players 3 --matches 20",
    "simulate glory_islands --option storm=yes --matches 20 --seed 7",
    "simulate tic_tac_toe --matches 200 --policy moves --json",
    "simulate connect_four --matches 4 --agents mcts:50,random",
    "simulate gloriana --players 3 --matches 1 --seat 2=greedy:2",
    "simulate gloriana --players 3 --matches 20 --out matches.csv",
    "simulate kuhn_poker --matches 50 --out decisions.jsonl --decisions",
)


@gamedsl_command(_EXAMPLES, _DATA)
@click.argument("file")
@setup_options
@matches_option(least=1, default=1000)
@seed_option
@count_option("--first", least=0, default=0, told="Number of the first match.")
@agents_option
@aim_option
@seat_option
@policy_option
@jobs_option
@click.option(
    "--from", "start", metavar="NAME|FILE", help="Begin from this start of the rules; or from the end of a saved match."
)
@click.option(
    "--after", type=click.IntRange(0), metavar="N", help="With a saved match: begin after this many of its moves."
)
@output_option(None, "none; a summary is printed", "--out")
@click.option("--decisions", is_flag=True, help="Write a row for each decision, not for each match and seat.")
@force_option
@cache_option
@json_option
def command(
    file: str,
    players: int | None,
    options: tuple[str, ...],
    matches: int,
    seed: int,
    first: int,
    agents: str,
    aim: str | None,
    seats: tuple[str, ...],
    policy: str,
    jobs: int | None,
    start: str | None,
    after: int | None,
    output: str | None,
    decisions: bool,
    force: bool,
    as_json: bool,
) -> ExitCode:
    """Play many matches and summarise them: length, scores by line, wins by seat.

    Random players play unless `--agents` names others: `greedy` looks one answer ahead, `mcts` searches a tree; both know only what their seat knows.
    `mcts:2000` has 2,000 iterations for a move, `mcts:500ms` half a second, `greedy:50` 50 playouts for each option.

    The length is that of a match. `decisions` are the moves that players were asked for; what is forced is not asked, and
    does not count. `steps` are the questions that they answered: with `--policy steps` one for each step at which two or
    more values were possible, with `--policy moves` one for each decision. With `--from match.json` only what comes after the saved
    moves counts. The chance of what comes is that of the seed and the number of the match; hidden pieces that are dealt stay where they are.

    With `--out` every match is written to a file for other programs, in the form that its ending names: `.csv`, `.jsonl` or `.parquet`.
    """
    if output is None and (decisions or force):
        raise WrongUseError(
            f"`--{'decisions' if decisions else 'force'}` needs a file", "`--out matches.csv` names one"
        )
    saved = _read_saved(start, after, players, options)
    rules = read(file) if saved is None else saved.read(file)
    if saved is None:
        setup = choose_setup(rules, players, options, start)
        game = compile_game(rules, setup, start=start)
    else:
        setup, game = saved.game(rules)
    lineup = lineup_text(agents, seats, policy, game.game, aim)
    thinks = not are_random(lineup, game.game)
    wanted = None if output is None else _data_file(output, sources_of(rules.files), decisions, force)
    chosen = choose_engine(game, rules.files.sources, purpose=_purpose(saved, decisions or thinks))
    begun, begins = (None, start) if saved is None else (saved.text, None)
    try:
        state = None if saved is None else saved.state(cast("Engine[State]", chosen.engine))
        with progress("matches", matches) as tick, without_worlds():
            job, indices = Job(chosen, lineup, seed, begins, state), range(first, first + matches)
            if wanted is not None:
                rows = wanted.write(setup, job, indices, jobs, tick)
                return _tell_written(rules.name, wanted, matches, rows, as_json=as_json)
            summary = _summary(job, indices, jobs, tick)
    except MatchFault as caught:
        match = find_broken_match(setup, caught, begun)
        return tell_fault(rules, game, caught.fault, match, as_json=as_json)
    if as_json:
        print_json({"file": rules.name, **_data(summary, setup, policy, first), **_start_data(start, saved)})
    else:
        click.echo(_report(summary, setup, begins or begun))
    if thinks:
        note_worlds(game.game)
    return ExitCode.SUCCESS


def _summary(job: Job, indices: range, jobs: int | None, tick: Tick) -> Summary:
    """Plays the matches, inside the module if all players are equally random. Raises MatchFault, WorldsError."""
    agents = job.lineup()
    policy = next((policy for policy in Policy if all(agent == policy.agent for agent in agents)), None)
    if policy is not None:
        return random_matches(
            job.chosen, policy, job.seed, indices.start, len(indices), jobs, tick, job.start, job.state
        )
    from gamedsl.workbench.playing.workers import (
        play_chunks,
    )  # imported here because random playouts inside the module do not need it
    from gamedsl_interpreter.matches.summed_rows import with_rows

    summary = make_empty_summary(job.chosen.engine.game, agents, job.seed)
    for chunk in play_chunks(job, indices, Detail.RESULTS, jobs):
        summary = with_rows(summary, chunk.table(job))
        tick(chunk.count)
    return summary


def _read_saved(
    start: str | None, after: int | None, players: int | None, options: tuple[str, ...]
) -> SavedMatch | None:
    """Returns the saved match from which all matches begin. Raises WrongUseError."""
    if start is None or not _is_file(start):
        if after is not None:
            raise WrongUseError("`--after` needs a saved match", "`--from match.json` names one")
        return None
    if players is not None or options:
        raise WrongUseError(f"players and options are those of `{start}`", "leave out `--players` and `--option`")
    from gamedsl.cli.reading.saved_matches import read_saved_match

    return read_saved_match(start, after)


def _data_file(output: str, sources: tuple[str, ...], decisions: bool, force: bool) -> DataFile:
    """Returns the file for other programs. Raises WrongUseError, UnwrittenError."""
    from gamedsl.cli.printing.data_files import data_file  # imported here because summaries do not need it

    return data_file(output, sources, has_decisions=decisions, force=force)


def _purpose(saved: SavedMatch | None, has_moves: bool) -> Purpose:
    """Returns the purpose of the module; `has_moves` says that matches are played move by move."""
    if has_moves:
        return Purpose.PLAY
    return Purpose.PLAYOUTS if saved is None else Purpose.RESUMED


def _is_file(start: str) -> bool:
    """Whether matches begin from a file: names of starts contain no dots and slashes."""
    return any(mark in start for mark in "./\\") or os.path.isfile(start)


# ---------------------------------------------------------------- for people


def _tell_written(file: str, wanted: DataFile, matches: int, rows: int, *, as_json: bool) -> ExitCode:
    """Reports the written rows, unless the rows themselves were printed."""
    out = wanted.place.path
    if as_json and out != STANDARD_OUTPUT:
        print_json({"file": file, "matches": matches, "out": out, "rows": rows})
    elif out != STANDARD_OUTPUT:
        click.echo(f"{out}: {plural(rows, 'row')} of {plural(matches, 'match', 'matches')}")
    return ExitCode.SUCCESS


def _start_data(start: str | None, saved: SavedMatch | None) -> dict[str, str | int]:
    if saved is not None:
        return {"replay": saved.file, "after": len(saved.record.moves)}
    return {} if start is None else {"start": start}


def _report(summary: Summary, setup: Setup, start: str | None) -> str:
    policies = [seat.policy for seat in summary.seats if seat.policy != "scripted"]
    policy = ", ".join(policies if len(set(policies)) > 1 else policies[:1])
    begun = "" if start is None else f", from {start}"
    matches = plural(summary.matches, "match", "matches")
    spreads = [_spread("decisions", summary.decisions), _spread("steps", summary.steps)]
    reasons = (f"{count:>6}  {capital(reason).rstrip('.')}" for reason, count in summary.reasons)
    parts = [
        title(
            f"{game_text(summary.game, summary.variants)}, {setup_text(setup)}{begun}: {matches}, {policy}, seed {summary.seed}"
        ),
        table(("length", "mean", "sd", "least", "most"), spreads),
        *([_scores(summary)] if summary.seats[0].lines else []),
        *_wins(summary),
        "\n".join((title("the match ended because"), *reasons)),
    ]
    return "\n\n".join(parts)


def _spread(name: str, tally: Tally) -> tuple[str, ...]:
    return name, f"{tally.mean:.1f}", f"{tally.sd:.1f}", str(tally.least), str(tally.most)


def _scores(summary: Summary) -> str:
    lines = [name for name, _ in summary.seats[0].lines]
    rows = [(plain(name), *(_points(dict(seat.lines)[name]) for seat in summary.seats)) for name in lines]
    rows.append(("total", *(_points(seat.total) for seat in summary.seats)))
    return f"{table(('score', *(seat.name for seat in summary.seats)), rows)}\n{faint(_SPREAD)}"


def _points(tally: Tally) -> str:
    return f"{with_minus(f'{tally.mean:.1f}')} ± {tally.sd:.1f}"


def _wins(summary: Summary) -> tuple[str, ...]:
    """Returns how often each seat won, or all together; nothing for a player who collects points alone."""
    if summary.contest is Contest.ALONE:
        return ()
    if summary.contest is Contest.TOGETHER:
        [(_, rate, interval, *_), *_] = [_victories(seat, summary.matches) for seat in summary.seats]
        return (table(("", "share", "95 % interval"), [("won", rate, interval)]),)

    places = [str(place + 1) for place in range(len(summary.seats))]
    rows = [(*_victories(seat, summary.matches), *map(str, seat.ranks)) for seat in summary.seats]
    told = faint(f"{join_items(places)}: in how many matches a player took that place")
    return (f"{table(('wins', 'share', '95 % interval', *places), rows)}\n{told}",)


def _victories(seat: SeatSummary, matches: int) -> tuple[str, str, str]:
    """Returns the name of a seat, its share of the victories, and the interval of this share."""
    low, high = wilson(seat.wins, matches)
    return seat.name, f"{float(seat.wins) / matches:.1%}", f"{low:.1%} to {high:.1%}"


# ---------------------------------------------------------------- as data


def _data(summary: Summary, setup: Setup, policy: str, first: int) -> dict[str, object]:
    return {
        "game": summary.game,
        "players": setup.players,
        "options": dict(setup.options),
        "variants": list(summary.variants),
        "policy": policy,
        "seed": summary.seed,
        "first": first,
        "matches": summary.matches,
        "decisions": _tally_data(summary.decisions),
        "steps": _tally_data(summary.steps),
        "seats": [_seat_data(seat, summary.matches) for seat in summary.seats],
        "reasons": dict(summary.reasons),
        "contest": summary.contest.value,
    }


def _seat_data(seat: SeatSummary, matches: int) -> dict[str, object]:
    return {
        "name": seat.name,
        "policy": seat.policy,
        "lines": {name: _tally_data(tally) for name, tally in seat.lines},
        "total": _tally_data(seat.total),
        "wins": float(seat.wins),
        "win_rate": float(seat.wins) / matches,
        "win_interval": list(wilson(seat.wins, matches)),
        "ranks": list(seat.ranks),
    }


def _tally_data(tally: Tally) -> dict[str, float]:
    return {"mean": tally.mean, "sd": tally.sd, "min": tally.least, "max": tally.most}
