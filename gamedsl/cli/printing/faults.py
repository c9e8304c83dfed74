"""Reports faults that happen while playing, on a terminal and as data."""

from __future__ import annotations

from collections.abc import Iterator

import click

from gamedsl.cli.common.exit_codes import ExitCode
from gamedsl.cli.printing.findings import text_with_colours
from gamedsl.cli.printing.json_output import print_json
from gamedsl.cli.reading.rules import Rules
from gamedsl.graph.compiled import Compiled
from gamedsl.reports.faults import SHOWN_MOVES, BrokenMatch, diagnostic, fault_data, headline, retold
from gamedsl.table.text import faint
from gamedsl_interpreter.engine import Fault


def tell_fault(
    rules: Rules, game: Compiled, fault: Fault, match: BrokenMatch | None, *, as_json: bool = False
) -> ExitCode:
    """Reports a fault that ends a command, as `show_fault` does or as JSON, and returns the exit code for that."""
    if as_json and match is not None:
        print_json({"fault": fault_data(fault, game, match, rules.files.sources)})
    else:
        show_fault(rules, game, fault, match)
    return ExitCode.FINDINGS


def show_fault(rules: Rules, game: Compiled, fault: Fault, match: BrokenMatch | None) -> None:
    """Prints the finding, and the match if it is known, to standard error."""
    click.echo(text_with_colours(diagnostic(fault, game), rules.files.sources), err=True, nl=False)
    if match is not None:
        is_stuck = fault.code == "E_CHOICE"
        told = list(_sentences(rules, game, match, "" if is_stuck else "  <- here"))
        last = [f"  then {fault.detail}"] if is_stuck else [*_last_line(match)]
        for line in (*told, *last) if told else _lines(game, match):
            click.echo(line, err=True)


def match_lines(rules: Rules, game: Compiled, match: BrokenMatch) -> list[str]:
    """Describes a match up to a fault: its number, and its last moves in the sentences of the log. If the beginning of the match is not known, the moves are
    written as lines of examples."""
    return list(_sentences(rules, game, match, "  <- here")) or list(_lines(game, match))


def _sentences(rules: Rules, game: Compiled, match: BrokenMatch, mark: str) -> Iterator[str]:
    """Yields the number of a match and its last moves in the sentences of the log, with a mark after the move that caused the fault; empty if the match
    cannot be replayed."""
    # Imported here because most matches have no fault, and telling needs the words of cards.
    from gamedsl.cli.reading.look_files import look_as_it_is
    from gamedsl.table.logs.printed_log import texts_with_number
    from gamedsl.table.logs.retelling import retell_up_to
    from gamedsl.table.table import screen_width

    has_moves = bool(match.moves) or match.failing is not None
    told = (
        []
        if match.after is not None or not has_moves
        else retell_up_to(game.game, look_as_it_is(rules, game.game), match)
    )
    if not told:
        return
    yield headline(match)
    if len(told) > SHOWN_MOVES:
        yield faint(f"  … {len(told) - SHOWN_MOVES} earlier moves")
    width = screen_width()
    for number, lines in list(enumerate(told, start=1))[-SHOWN_MOVES:]:
        texts = list(texts_with_number(number, lines, width))
        if match.failing is not None and number == len(match.moves) + 1:
            texts[-1] += mark
        yield from texts


def _lines(game: Compiled, match: BrokenMatch) -> Iterator[str]:
    for line in retold(game, match):
        yield faint(line.text) if line.is_aside else line.text


def _last_line(match: BrokenMatch) -> Iterator[str]:
    """Yields the move that could not be carried out, as the line of an example."""
    if match.failing is not None:
        yield faint("as a line of an example:")
        yield f"    {match.seats[match.failing.seat]} plays {match.failing.text}"
