"""Reports faults that happen while playing, on a terminal and as data."""

from __future__ import annotations

import click

from gamedsl.cli.common.exit_codes import ExitCode
from gamedsl.cli.printing.findings import shown
from gamedsl.cli.printing.json_output import print_json
from gamedsl.cli.printing.text import faint
from gamedsl.cli.reading.rules import Rules
from gamedsl.graph.compiled import Compiled
from gamedsl.reports.faults import BrokenMatch, diagnostic, retold
from gamedsl_interpreter.engine import Fault
from gamedsl_interpreter.matches.match import Played


def tell_fault(
    rules: Rules, game: Compiled, fault: Fault, match: BrokenMatch | None, *, as_json: bool = False
) -> ExitCode:
    """Reports a fault that ends a command, as `show_fault` does or as JSON, and returns the exit code for that."""
    if as_json and match is not None:
        print_json({"fault": fault_data(rules, game, fault, match)})
    else:
        show_fault(rules, game, fault, match)
    return ExitCode.FINDINGS


def show_fault(rules: Rules, game: Compiled, fault: Fault, match: BrokenMatch | None) -> None:
    """Prints the finding, and the match if it is known, to standard error."""
    click.echo(shown(diagnostic(fault, game), rules.files.sources), err=True, nl=False)
    for line in () if match is None else retold(game, match):
        click.echo(faint(line.text) if line.is_aside else line.text, err=True)


def fault_data(rules: Rules, game: Compiled, fault: Fault, match: BrokenMatch) -> dict[str, object]:
    """Returns the fault as JSON data. Keys: those of a diagnostic, and `match` with `players`, `options`, `seed`, `index`, `moves` (`seat`, `move`) and
    `failing` (a move or null)."""
    failing = _move(match, match.failing) if match.failing else None
    from gamedsl.diagnostics.export import as_data

    told: dict[str, object] = {
        "players": match.setup.players,
        "options": dict(match.setup.options),
        "seed": match.seed,
        "index": match.index,
        **({} if match.start is None else {"start": match.start}),
        **({} if match.after is None else {"after": match.after}),
        "moves": [_move(match, played) for played in match.moves],
        "failing": failing,
    }
    return {**as_data(diagnostic(fault, game), rules.files.sources), "match": told}


def _move(match: BrokenMatch, played: Played) -> dict[str, str]:
    return {"seat": match.seats[played.seat], "move": played.text}
