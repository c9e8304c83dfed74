"""Finds out who learns which hidden facts, for programs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from gamedsl.api.asked import correct, one_setup
from gamedsl.api.rules import Rules, RulesError
from gamedsl.graph.compiled import Setup
from gamedsl_interpreter import arguments

if TYPE_CHECKING:
    from gamedsl.graph.model.game import Game
    from gamedsl.reports.secrets import Disclosed

TELLS = frozenset(["E0520", "E0521", "E0522"])
"""The codes of mistakes that are results here: rules tell a secret. Such rules can be played."""


def secrets_told(
    rules: Rules,
    setup: Setup | None = None,
    matches: int = 1000,
    seed: int = 1,
    watch: Callable[[int], object] = arguments.nobody,
) -> Disclosed:
    """Returns all places of the rules where something hidden is learned: the hidden fact, who learns it, how, whether the rules declare it, and in how
    many random matches it happens.

    `setup` is one of `rules.setups()` (None: the first one). `matches` random matches are played, from match 0 of the seed on; with 0 nothing is counted.
    Rules that tell a secret without declaring it are analysed too; other mistakes raise RulesError.

    `watch` is called with the number of matches that were played since its last call. Raises ArgumentError, and MatchFault if a match ends in a fault.
    """
    from gamedsl.pipeline import NotCompilable
    from gamedsl.reports.secrets import list_disclosures
    from gamedsl.workbench.playing.telling import matches_with

    known = correct(rules, TELLS).known
    number, start = arguments.countable("matches", matches, 0), arguments.whole("seed", seed)
    chosen = one_setup(rules, setup)

    def count(game: Game, marks: int) -> tuple[int, ...]:
        return matches_with(game, marks, number, start, known.store, watch)

    try:
        return list_disclosures(known.parsed, chosen, number, start, count)
    except NotCompilable as error:
        raise RulesError(rules.text(error.diagnostics), error.diagnostics) from None
