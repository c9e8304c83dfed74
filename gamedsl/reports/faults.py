"""Reports faults while playing: the line of the rule, and the match that leads there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, cast

from gamedsl.diagnostics.model import Diagnostic, Label, Severity
from gamedsl.graph.compiled import Compiled, Setup
from gamedsl.json import JsonObject
from gamedsl.reports.failed_examples import ReportLine
from gamedsl.reports.fault_advice import ADVICE, BELOW_ZERO
from gamedsl.reports.setups import setup_text
from gamedsl.source import NOWHERE, Source
from gamedsl.values import frozen
from gamedsl_interpreter.engine import Fault
from gamedsl_interpreter.matches.match import MatchFault, Played

if TYPE_CHECKING:
    from gamedsl.reports.retelling import Told

SHOWN_MOVES = 20
"""Most moves of a match that are told."""


@frozen
class BrokenMatch:
    """A match that ended in a fault; `failing` is the move that caused the fault."""

    setup: Setup
    seats: tuple[str, ...]
    seed: int
    index: int
    moves: tuple[Played, ...]
    failing: Played | None
    start: str | None = None
    after: str | None = None
    """The moves before those of the match: `5 moves of match.json`; None: there are none."""


def find_broken_match(setup: Setup, caught: MatchFault, after: str | None = None) -> BrokenMatch:
    """Returns the match that ended in a fault while agents played. `after` describes the moves before it."""
    record = caught.record
    moves = record.moves, caught.failing, record.start, after
    return BrokenMatch(setup, record.seats, record.seed, record.index, *moves)


def diagnostic(fault: Fault, game: Compiled) -> Diagnostic:
    """Returns the fault as a finding at the rule's line."""
    site = game.sites[fault.site] if 0 <= fault.site < len(game.sites) else None
    label = Label(site.span, f"in {site.where}" if site.where else "") if site else Label(NOWHERE)
    advice = BELOW_ZERO if fault.is_below_zero else ADVICE.get(fault.code)
    return Diagnostic(fault.code, Severity.ERROR, fault.text, label, help=() if advice is None else (advice,))


def fault_data(fault: Fault, game: Compiled, match: BrokenMatch, sources: Mapping[str, Source]) -> JsonObject:
    """Returns the fault as JSON. Keys: those of a diagnostic, and `match` with `players`, `options`, `seed`, `index`, `moves` (`seat`, `move`) and `failing`
    (a move or null)."""
    from gamedsl.diagnostics.export import as_data

    told: JsonObject = {
        "players": match.setup.players,
        "options": dict(match.setup.options),
        "seed": match.seed,
        "index": match.index,
        **({} if match.start is None else {"start": match.start}),
        **({} if match.after is None else {"after": match.after}),
        "moves": [_move_data(match, played) for played in match.moves],
        "failing": None if match.failing is None else _move_data(match, match.failing),
    }
    return {**cast("JsonObject", as_data(diagnostic(fault, game), sources)), "match": told}


def _move_data(match: BrokenMatch, played: Played) -> JsonObject:
    return {"seat": match.seats[played.seat], "move": played.text}


def headline(match: BrokenMatch) -> str:
    """Says which match it is."""
    begun = "" if match.start is None else f", from {match.start}"
    begun = begun if match.after is None else f", after {match.after}"
    return f"this is match {match.index} of seed {match.seed} with {setup_text(match.setup)}{begun}:"


def retold(game: Compiled, match: BrokenMatch) -> Iterator[ReportLine]:
    """Describes the match that leads to a fault: its number and its last moves, as lines of examples."""
    yield ReportLine(headline(match))
    asked = match.moves if match.failing is None else (*match.moves, match.failing)
    told = _add_forced(game, match, asked)
    if len(told) > SHOWN_MOVES:
        yield ReportLine(f"  … {len(told) - SHOWN_MOVES} earlier moves", is_aside=True)
    last = -1 if match.failing is None else max(i for i, one in enumerate(told) if not one.is_forced)
    for number, one in list(enumerate(told))[-SHOWN_MOVES:]:
        note = "  <- here" if number == last else "  (forced)" if one.is_forced else ""
        yield ReportLine(f"  {match.seats[one.played.seat]} plays {one.played.text}{note}")


def _add_forced(game: Compiled, match: BrokenMatch, asked: Sequence[Played]) -> Sequence[Told]:
    """Returns the moves, with forced ones among them if the match can be replayed from its beginning."""
    from gamedsl.reports.retelling import Told, add_forced

    if match.after is None:
        return add_forced(game.game, match.seed, match.index, match.start, asked)
    return [Told(played, is_forced=False) for played in asked]
