"""Makes what commands write into files: modules, pages, rulebooks, and the differences between two sets of rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, Literal

from gamedsl.api.rules import Rules, RulesError
from gamedsl.api.stores import own_store
from gamedsl.errors import ArgumentError
from gamedsl.graph.compiled import Setup
from gamedsl.graph.model.game import Game
from gamedsl.reports.comparing import compare_rules, written
from gamedsl.values import field, frozen
from gamedsl_interpreter import arguments

if TYPE_CHECKING:
    from gamedsl.differences.export import DifferencesData
    from gamedsl.differences.model import Differences

_RULES = "give what `load_rules` or `parse_rules` gives"


def module_of(game: Game) -> bytes:
    """Returns the WebAssembly module of a game for other hosts, as `gamedsl build` writes it. Raises ArgumentError for a game that cannot be built."""
    from gamedsl_interpreter.hosting.module import hosted_module
    from gamedsl_interpreter.wasm.emit.unsupported import Unsupported

    known = arguments.given("game", game, Game, "give what `rules.game()` gives")
    try:
        return hosted_module(known)
    except Unsupported as missing:
        raise ArgumentError(f"{known.name} cannot be built as a module yet: {missing}") from missing


def page_of(rules: Rules, setups: Sequence[Setup] | None = None) -> str:
    """Returns one HTML file on which the game is played, as `gamedsl page` writes it. `setups` are some of `rules.setups()` (None: all). Raises RulesError,
    and ArgumentError for a game that cannot be played on a page."""
    from gamedsl.cache.store import keep_in
    from gamedsl.page import page_html, page_setups
    from gamedsl.rulebook import rules_beside
    from gamedsl_interpreter.matches.cores import cores
    from gamedsl_interpreter.wasm.emit.unsupported import Unsupported

    known = _correct(rules)
    chosen = _setups(rules, setups)
    games = [(setup, rules.game(setup.players, None, **dict(setup.options))) for setup in chosen]
    try:
        made = page_setups(games, own_store(), cores())
    except Unsupported as missing:
        raise ArgumentError(f"{rules.name} cannot be played on a page yet: {missing}") from missing
    book = rules_beside(known.known.parsed, {})
    return page_html(made, PurePath(known.known.source.name).name, {}, book, keep_in(own_store()))


def rulebook_of(rules: Rules, form: Literal["markdown", "html"] = "markdown") -> str:
    """Returns the rules as a text for people, as `gamedsl rulebook` writes it. Raises RulesError, ArgumentError."""
    from gamedsl.rulebook import html, markdown, rulebook

    writers: dict[str, Callable[..., str]] = {"markdown": markdown, "html": html}
    if form not in writers:
        raise ArgumentError(f"`form` is `markdown` or `html`, not {arguments.shown(form)}")
    return writers[form](rulebook(_correct(rules).known.parsed))


@frozen
class RulesDifferences:
    """The differences between two sets of rules. `before` and `after` are their names; `data` is what `gamedsl diff --json` prints."""

    before: str
    after: str
    are_equal: bool
    data: DifferencesData
    _found: Differences = field(repr=False)

    def text(self) -> str:
        """Returns the differences in words."""
        return written(self._found, "text")

    def markdown(self) -> str:
        """Returns the same in Markdown."""
        return written(self._found, "markdown")

    def html(self) -> str:
        """Returns the same as a page."""
        return written(self._found, "html")


def differences_of(before: Rules, after: Rules) -> RulesDifferences:
    """Compares two sets of rules declaration by declaration, in all setups, as `gamedsl diff` does. Layout, comments and the order of declarations do not
    count. Raises RulesError, ArgumentError."""
    from gamedsl.differences.export import data

    one, other = _correct(before), _correct(after)
    found = compare_rules(one.known, other.known, one.setups(), other.setups())
    return RulesDifferences(found.before, found.after, found.are_equal, data(found), found)


def _correct(rules: Rules) -> Rules:
    """Returns the rules after checking that they have no mistakes. Raises RulesError, ArgumentError."""
    known = arguments.given("rules", rules, Rules, _RULES)
    errors = known.known.errors()
    if errors:
        raise RulesError(known.text(errors), errors)
    return known


def _setups(rules: Rules, setups: Sequence[Setup] | None) -> tuple[Setup, ...]:
    legal = rules.setups()
    if setups is None:
        return tuple(legal)
    chosen = tuple(arguments.each("setups", setups))
    for one in chosen:
        if arguments.given("setups", one, Setup, "give some of `rules.setups()`") not in legal:
            raise ArgumentError(f"{rules.name} has no such setup: {one}; `rules.setups()` gives all")
    return chosen
