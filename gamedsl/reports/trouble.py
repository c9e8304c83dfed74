"""Reports the troubles that a search found in the setups of some rules: findings, matches, examples that can be pasted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from typing import cast

from gamedsl.cache.rules import KnownRules
from gamedsl.graph.compiled import Compiled, Setup
from gamedsl.graph.model.faults import FAULTS
from gamedsl.graph.model.types import SiteId
from gamedsl.json import Json, JsonObject
from gamedsl.reports.faults import BrokenMatch, fault_data
from gamedsl.reports.pasted import example_text
from gamedsl.source import NOWHERE, Source, Span
from gamedsl.values import frozen
from gamedsl_interpreter.engine import Engine, Fault, State
from gamedsl_interpreter.matches.fastest import fastest
from gamedsl_interpreter.matches.match import Played
from gamedsl_interpreter.matches.replay import Replay, replay_of
from gamedsl_interpreter.trouble.attempts import Attempt, moves_asked_for
from gamedsl_interpreter.trouble.probing import Key
from gamedsl_interpreter.trouble.searching import Searched, Witness
from gamedsl_interpreter.wasm.instances.modules import Keeper


@frozen
class Case:
    """A setup and the result of searching it."""

    setup: Setup
    game: Compiled
    result: Searched


@frozen
class TroubleFound:
    """A fault in the smallest setup that has it: a short match that leads to it, and a short failing example, if there is one."""

    case: Case
    fault: Fault
    attempt: Attempt
    example: str | None

    @property
    def match(self) -> BrokenMatch:
        """The match that leads to the fault."""
        found = self.attempt
        seats = self.case.game.game.seats
        return BrokenMatch(self.case.setup, seats, found.seed, found.index, found.moves, found.failing, found.start)


Search = Callable[[Setup, Compiled, frozenset[Key]], Searched]
"""Searches for trouble that is not known yet."""


def cases(setups: Sequence[Setup], compiled: Callable[[Setup], Compiled], search: Search) -> Iterator[Case]:
    """Searches the setups in order of their players, each for trouble that no earlier one has."""
    known: set[tuple[str, Span]] = set()
    for setup in sorted(setups, key=lambda one: one.players):
        game = compiled(setup)
        sites = [SiteId(-1), *map(SiteId, range(len(game.sites)))]
        old = frozenset((code, site) for code in FAULTS for site in sites if (code, _span(game, site)) in known)
        result = search(setup, game, old)
        faults = [one.fault for one in result.troubles if one.fault is not None]
        known |= {(fault.code, _span(game, SiteId(fault.site))) for fault in faults}
        yield Case(setup, game, result)


def _span(game: Compiled, site: SiteId) -> Span:
    return game.sites[site].span if 0 <= site < len(game.sites) else NOWHERE


def troubles_of(rules: KnownRules, case: Case, first: int) -> Iterator[TroubleFound]:
    """Yields the troubles of a setup with their examples, which are numbered from `first` on."""
    for number, one in enumerate(case.result.troubles, start=first):
        if one.fault is not None:
            name = _example_name(rules.source.text, number)
            # A secret is revealed by comparing two matches, which no example can contain.
            is_told = one.fault.code == "E_SECRET"
            example = None if is_told else example_text(rules.read, rules.source, case.setup, case.game, one, name)
            yield TroubleFound(case, one.fault, one, example)


def _example_name(text: str, number: int) -> str:
    """Returns a name that is not used in the rules."""
    return next(name for name in (f"trouble_{at}" for at in count(number)) if name not in text)


def all_moves(found: Attempt) -> tuple[Played, ...]:
    """Returns the moves of a match, with the one that could not be carried out."""
    return found.moves if found.failing is None else (*found.moves, found.failing)


def make_replay(rules: KnownRules, name: str, game: Compiled, found: Attempt, keeper: Keeper | None) -> Replay:
    """Returns the match up to its last move as a replay of rules called `name`. As in every replay, forced moves are left out; a failing move is the last one."""
    engine = cast("Engine[State]", fastest(game.game, keeper=keeper).engine)
    moves = tuple((move.seat, move.text) for move in moves_asked_for(engine, found, all_moves(found)))
    return replay_of(game.game, name, found.seed, found.index, moves, None, found.start, rules.additions.lines)


# ---------------------------------------------------------------- as data


def case_data(case: Case) -> JsonObject:
    """Returns the findings about a setup as JSON, without the troubles."""
    result, idle = case.result, case.result.idle
    return {
        "players": case.setup.players,
        "options": dict(case.setup.options),
        "positions": result.looked.positions,
        "depth": result.looked.depth,
        "whole": result.looked.is_whole,
        "matches": result.work.matches,
        "visited": result.work.positions,
        "excluded": result.excluded,
        "exchanged": result.exchanged,
        "possible": [_witness_data(case, one) for one in result.witnesses],
        "idle": None
        if idle is None
        else {
            "actions": [*idle.actions],
            "single": [*idle.single],
            "fields": [*idle.fields],
            "kinds": [*idle.kinds],
        },
    }


def _witness_data(case: Case, one: Witness) -> JsonObject:
    moves: Json = None
    if one.attempt is not None:
        moves = [{"seat": case.game.game.seats[move.seat], "move": move.text} for move in all_moves(one.attempt)]
    return {"name": one.name, "found": one.attempt is not None, "proved": one.is_proved, "moves": moves}


def trouble_data(found: TroubleFound, sources: Mapping[str, Source]) -> JsonObject:
    """Returns a trouble as JSON: the diagnostic, its match, and the text of an example or null."""
    return {**fault_data(found.fault, found.case.game, found.match, sources), "example": found.example}
