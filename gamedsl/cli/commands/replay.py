"""`gamedsl replay`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import click

from gamedsl.cli.common.caching import cache_option
from gamedsl.cli.common.command import gamedsl_command
from gamedsl.cli.common.engines import playing_engine
from gamedsl.cli.common.exit_codes import ExitCode
from gamedsl.cli.playing.explaining import reason_sentence
from gamedsl.cli.printing.faults import tell_fault
from gamedsl.cli.printing.json_output import json_option, print_json
from gamedsl.cli.printing.outcomes import outcome_data, outcome_text
from gamedsl.cli.printing.text import bad, good, plural
from gamedsl.cli.reading.files import additions_asked_for
from gamedsl.cli.reading.look_files import look_for_setup
from gamedsl.cli.reading.rules import Rules, choose_setup, compile_game, read
from gamedsl.cli.reading.saved_matches import additions_of, other_rules, read_replay, rules_of
from gamedsl.graph.compiled import Compiled, Setup
from gamedsl.graph.model.types import SeatId
from gamedsl.json import JsonObject
from gamedsl.reports.faults import BrokenMatch
from gamedsl.reports.setups import setup_words
from gamedsl.reports.titles import plain, title_for_players
from gamedsl.table.logs.entries import Line
from gamedsl.table.logs.printed_log import texts_with_number
from gamedsl.table.logs.retelling import retell
from gamedsl.table.names import Names
from gamedsl.table.table import screen_width
from gamedsl_interpreter.engine import Fault, Outcome
from gamedsl_interpreter.matches.match import Played
from gamedsl_interpreter.matches.replay import DivergedError, Replay, verify_replay

_DATA = (
    "JSON: `file`, `game`, `variants`, `players`, `options`, `seats`, `seed`, `index`, `same_rules`, `moves` (`seat`,"
    " `move`), `outcome` (`ranking`, `totals`, `scores`, `reason`, or null) and `diverged` (null, or "
    "`number` of the move and `text`)."
)


_EXAMPLES = (
    "replay match.json",
    "replay match.json tic_tac_toe --json",
)


@gamedsl_command(_EXAMPLES, _DATA)
@click.argument("file")
@click.argument("rules_file", required=False, metavar="[RULES]")
@cache_option
@json_option
def command(file: str, rules_file: str | None, as_json: bool) -> ExitCode:
    """Play a saved match again, move by move, and verify that the result is the same."""
    record = read_replay(file)
    rules = read(
        rules_file or rules_of(record, file, f"gamedsl replay {file} RULES"),
        additions_asked_for() or additions_of(record, file),
    )
    setup = choose_setup(rules, record.players, [f"{name}={value}" for name, value in record.options.items()])
    game = compile_game(rules, setup, record.seats[: record.players])
    diverged: DivergedError | None = None
    outcome = None
    engine = playing_engine(game, rules.files.sources)
    try:
        outcome = engine.outcome(verify_replay(engine, record))
    except DivergedError as error:
        diverged = error
    except Fault as fault:
        return _tell_fault(rules, game, setup, record, fault, as_json)
    note = other_rules(record, game)
    if as_json:
        print_json({"file": file, **_data(record, outcome, note is None, diverged)})
    else:
        look = look_for_setup(rules, None, game.game)
        told = retell(engine, look, record)
        _show(rules, record, setup, look, told, game, outcome, note, diverged)
    return ExitCode.SUCCESS if diverged is None else ExitCode.FINDINGS


def _show(
    rules: Rules,
    record: Replay,
    setup: Setup,
    look: JsonObject,
    told: Iterable[Sequence[Line]],
    game: Compiled,
    outcome: Outcome | None,
    note: str | None,
    diverged: DivergedError | None,
) -> None:
    begun = "" if record.start is None else f", from {plain(record.start)}"
    title = title_for_players(look, game.game.name, game.game.variants)
    click.echo(f"{title}, {setup_words(setup)}, match {record.index} of seed {record.seed}{begun}")
    width = screen_width()
    moves = list(told)
    for number, lines in enumerate(moves, start=1):
        # After the last move, the heading of a new round is left out, because nothing follows it.
        is_last = number == len(moves) and len(lines) > 1 and lines[-1].sort == "period"
        for text in texts_with_number(number, lines[:-1] if is_last else lines, width):
            click.echo(text)
    if note is not None:
        click.echo(f"note: {note}")
    if diverged is not None:
        click.echo(f"{bad('different')}: {diverged}")
        return
    if outcome is not None:
        reason = reason_sentence(rules, game.game, outcome.reason)
        click.echo("\n" + outcome_text(Names(game.game, look), outcome, reason, width))
    click.echo(good(f"{plural(len(record.moves), 'move')}, all as written"))


def _tell_fault(rules: Rules, game: Compiled, setup: Setup, record: Replay, fault: Fault, as_json: bool) -> ExitCode:
    seats = {name: SeatId(number) for number, name in enumerate(game.game.seats)}
    moves = tuple(Played(seats[move.seat], move.move) for move in record.moves if move.seat in seats)
    match = BrokenMatch(setup, game.game.seats, record.seed, record.index, moves, None, record.start)
    return tell_fault(rules, game, fault, match, as_json=as_json)


def _data(record: Replay, outcome: Outcome | None, same: bool, diverged: DivergedError | None) -> dict[str, object]:
    return {
        "game": record.game,
        "variants": list(record.variants),
        "players": record.players,
        "options": record.options,
        "seats": list(record.seats),
        "seed": record.seed,
        **({} if record.start is None else {"start": record.start}),
        "index": record.index,
        "same_rules": same,
        "moves": [{"seat": move.seat, "move": move.move} for move in record.moves],
        "outcome": outcome_data(record.seats, outcome) if outcome else None,
        "diverged": {"number": diverged.number, "text": str(diverged)} if diverged else None,
    }
