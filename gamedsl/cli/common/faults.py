"""Faults while playing: the line of the rule, and the match that leads there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from gamedsl.cli.common.fault_advice import ADVICE
from gamedsl.cli.common.findings import shown
from gamedsl.cli.common.rules import Rules, setup_text
from gamedsl.cli.common.text import faint
from gamedsl.diagnostics.model import Diagnostic, Label, Severity
from gamedsl.graph.compiled import Compiled, Setup
from gamedsl.graph.model.faults import FAULTS
from gamedsl.source import NOWHERE
from gamedsl.values import frozen
from gamedsl_interpreter.engine import Fault
from gamedsl_interpreter.match import MatchFault, Played

if TYPE_CHECKING:
    from gamedsl.cli.common.retelling import Told

_SHOWN_MOVES = 20


@frozen
class BrokenMatch:
    """A match that a fault has ended; `failing` is the move that could not be carried out."""

    setup: Setup
    seats: tuple[str, ...]
    seed: int
    index: int
    moves: tuple[Played, ...]
    failing: Played | None
    start: str | None = None
    after: str | None = None
    """What came before the moves: `5 moves of match.json`; None: the beginning of the match."""


def broken_match(setup: Setup, caught: MatchFault, after: str | None = None) -> BrokenMatch:
    """The match of a fault that an agent's match ran into. `after`: what came before it."""
    record = caught.record
    moves = record.moves, caught.failing, record.start, after
    return BrokenMatch(setup, record.seats, record.seed, record.index, *moves)


def diagnostic(fault: Fault, game: Compiled) -> Diagnostic:
    """The fault as a finding at the rule's line."""
    site = game.sites[fault.site] if 0 <= fault.site < len(game.sites) else None
    label = Label(site.span, f"in {site.where}" if site.where else "") if site else Label(NOWHERE)
    what = FAULTS.get(fault.code, "the rules break a promise")
    message = what if fault.detail in ("", what) else f"{what}: {fault.detail}"
    advice = ADVICE.get(fault.code)
    return Diagnostic(fault.code, Severity.ERROR, message, label, help=() if advice is None else (advice,))


def show_fault(rules: Rules, game: Compiled, fault: Fault, match: BrokenMatch) -> None:
    """Prints the finding and the match to standard error."""
    click.echo(shown(diagnostic(fault, game), rules.files.sources), err=True, nl=False)
    begun = "" if match.start is None else f", from {match.start}"
    begun = begun if match.after is None else f", after {match.after}"
    click.echo(f"this is match {match.index} of seed {match.seed} with {setup_text(match.setup)}{begun}:", err=True)
    asked = match.moves if match.failing is None else (*match.moves, match.failing)
    told = _told(game, match, asked)
    if len(told) > _SHOWN_MOVES:
        click.echo(faint(f"  … {len(told) - _SHOWN_MOVES} earlier moves"), err=True)
    last = -1 if match.failing is None else max(i for i, one in enumerate(told) if not one.is_forced)
    for number, one in list(enumerate(told))[-_SHOWN_MOVES:]:
        note = "  <- here" if number == last else "  (forced)" if one.is_forced else ""
        click.echo(f"  {match.seats[one.played.seat]} plays {one.played.text}{note}", err=True)


def _told(game: Compiled, match: BrokenMatch, asked: Sequence[Played]) -> Sequence[Told]:
    """The moves, with forced ones among them if the match can be told from its beginning."""
    from gamedsl.cli.common.retelling import Told, with_forced

    if match.after is None:
        return with_forced(game.game, match.seed, match.index, match.start, asked)
    return [Told(played, is_forced=False) for played in asked]


def fault_data(rules: Rules, game: Compiled, fault: Fault, match: BrokenMatch) -> dict[str, object]:
    """Keys: those of a diagnostic, and `match` with `players`, `options`, `seed`, `index`, `moves` (`seat`, `move`)
    and `failing` (a move or null)."""
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
