"""Reads the arguments that functions about rules have in common: rules without mistakes, and some of their setups."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gamedsl.api.rules import Rules, RulesError
from gamedsl.errors import ArgumentError
from gamedsl.graph.compiled import Setup
from gamedsl_interpreter import arguments

if TYPE_CHECKING:
    from gamedsl.graph.compiled import Compiled

GIVE_RULES = "give what `load_rules` or `parse_rules` gives"
GIVE_GAME = "give what `rules.game()` gives"


def correct(rules: Rules, harmless: frozenset[str] = frozenset(), what: str = "rules") -> Rules:
    """Returns the rules after checking that they have no mistakes, except for those with `harmless` codes. Raises RulesError, ArgumentError."""
    known = arguments.require(what, rules, Rules, GIVE_RULES)
    errors = tuple(error for error in known.known.errors() if error.code not in harmless)
    if errors:
        raise RulesError(known.text(errors), errors)
    return known


def some_setups(rules: Rules, setups: Sequence[Setup] | None) -> tuple[Setup, ...]:
    """Returns the setups after checking that the rules have them; None stands for all. Raises ArgumentError."""
    if setups is None:
        return rules.setups()
    chosen = tuple(_legal(rules, one, "setups") for one in arguments.each("setups", setups))
    if not chosen:
        raise ArgumentError("`setups` has none; `rules.setups()` gives all")
    return chosen


def one_setup(rules: Rules, setup: Setup | None) -> Setup:
    """Returns the setup after checking that the rules have it; None stands for the first one. Raises ArgumentError."""
    return rules.setups()[0] if setup is None else _legal(rules, setup, "setup")


def _legal(rules: Rules, setup: Setup, what: str) -> Setup:
    if arguments.require(what, setup, Setup, "`rules.setups()` gives them") not in rules.setups():
        raise ArgumentError(f"{rules.name} has no such setup: {setup}; `rules.setups()` gives all")
    return setup


def compile_setup(rules: Rules, setup: Setup) -> Compiled:
    """Returns the game of a setup with the places in the rules. Raises RulesError."""
    known = rules.known.find_game(setup, None)
    if known is not None:
        return known
    from gamedsl.pipeline import NotCompilable

    try:
        return rules.known.compile(setup)
    except NotCompilable as error:
        raise RulesError(rules.text(error.diagnostics), error.diagnostics) from None
