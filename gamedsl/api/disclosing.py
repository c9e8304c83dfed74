"""Finds out who learns which hidden facts, for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamedsl.api.rules import Rules, RulesError
from gamedsl.api.stores import own_store
from gamedsl.errors import ArgumentError
from gamedsl.graph.compiled import Setup
from gamedsl_interpreter import arguments

if TYPE_CHECKING:
    from gamedsl.graph.model.game import Game
    from gamedsl.reports.secrets import Disclosed

_TELLS = frozenset(["E0520", "E0521", "E0522"])
"""Mistakes that are results here."""


def secrets_told(rules: Rules, setup: Setup | None = None, matches: int = 1000, seed: int = 1) -> Disclosed:
    """Returns all places of the rules where something hidden is learned: the hidden fact, who learns it, how, whether the rules declare it, and in how
    many random matches it happens.

    `setup` is one of `rules.setups()` (None: the first one). `matches` random matches are played, from match 0 of the seed on; with 0 nothing is counted.
    Rules that tell a secret without declaring it are analysed too; other mistakes raise RulesError.

    Raises ArgumentError, and MatchFault if a match ends in a fault.
    """
    from gamedsl.pipeline import NotCompilable
    from gamedsl.reports.secrets import list_disclosures
    from gamedsl.workbench.playing.telling import matches_with

    known = arguments.given("rules", rules, Rules, "give what `load_rules` or `parse_rules` gives").known
    number, start = arguments.whole("matches", matches, 0), arguments.whole("seed", seed)
    errors = tuple(error for error in known.errors() if error.code not in _TELLS)
    if errors:
        raise RulesError(rules.text(errors), errors)
    chosen = rules.setups()[0] if setup is None else setup
    if arguments.given("setup", chosen, Setup, "give one of `rules.setups()`") not in rules.setups():
        raise ArgumentError(f"{rules.name} has no such setup: {chosen}; `rules.setups()` gives all")

    def count(game: Game, marks: int) -> tuple[int, ...]:
        return matches_with(game, marks, number, start, own_store())

    try:
        return list_disclosures(known.parsed, chosen, number, start, count)
    except NotCompilable as error:
        raise RulesError(rules.text(error.diagnostics), error.diagnostics) from None
