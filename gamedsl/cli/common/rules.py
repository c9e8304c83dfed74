"""From a rules file on the command line to the game of one setup, ready to be played."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NoReturn, TypeVar

import click

from gamedsl.cli.common.caching import store
from gamedsl.cli.common.exit_codes import FindingsError, WrongUseError
from gamedsl.cli.common.files import Files, open_rules
from gamedsl.cli.common.findings import counted, shown
from gamedsl.cli.common.text import listed
from gamedsl.diagnostics.model import Diagnostic
from gamedsl.diagnostics.suggest import closest
from gamedsl.graph.compiled import Setup
from gamedsl.reports.setups import setup_text
from gamedsl.values import frozen

if TYPE_CHECKING:
    from gamedsl.cache.rules import KnownRules
    from gamedsl.graph.compiled import Compiled
    from gamedsl.pipeline import Parsed

F = TypeVar("F", bound=Callable[..., object])


@frozen
class Rules:
    """A rules file that was read, and has no mistake that prevents playing."""

    files: Files
    known: KnownRules

    @property
    def parsed(self) -> Parsed:
        """The trees."""
        return self.known.parsed

    @property
    def name(self) -> str:
        return self.files.source.name


def setup_options(command: F) -> F:
    """The options with which a command picks one setup."""
    command = click.option(
        "--option",
        "options",
        multiple=True,
        metavar="NAME=VALUE",
        help="Value of an option of the game; may be repeated.",
    )(command)
    return click.option("--players", type=int, metavar="N", help="Number of players (default: the fewest).")(command)


from_option = click.option("--from", "start", metavar="NAME", help="Begin from this start of the rules.")
"""The option with which matches begin from a named start."""

skip_forced_option = click.option(
    "--skip-forced", is_flag=True, help="Do not count decisions at which only one move is possible."
)
"""The option with which a command passes forced moves without counting them."""


def read(path: str) -> Rules:
    """Reads the rules; shows mistakes and raises FindingsError if there are any. Raises WrongUseError for a file that cannot be read."""
    from gamedsl.cache.rules import KnownRules

    files = open_rules(path)
    rules = Rules(files, KnownRules(files.source, files.bases.find, store(), near=files.bases))
    errors = rules.known.errors()
    if errors:
        show(rules, errors)
        raise FindingsError
    return rules


def show(rules: Rules, diagnostics: Sequence[Diagnostic]) -> None:
    """Prints them to standard error, with their number at the end."""
    for diagnostic in diagnostics:
        click.echo(shown(diagnostic, rules.files.sources), err=True)
    click.echo(f"{rules.name}: {counted(diagnostics)}", err=True)


def chosen_setup(rules: Rules, players: int | None, options: Sequence[str], start: str | None = None) -> Setup:
    """The first legal setup with that many players, those options and that start. Raises WrongUseError."""
    legal = rules.known.setups
    wanted = dict(_pair(option) for option in options)
    for name, value in wanted.items():
        _check_known(legal, name, value)
    counts = sorted({setup.players for setup in legal})
    if players is not None and players not in counts:
        raise WrongUseError(f"{rules.name} is for {_range(counts)} players, not {players}")
    fitting = [s for s in legal if players in (None, s.players) and wanted.items() <= dict(s.options).items()]
    for setup in fitting:
        if start is None or start in _start_names(rules, setup):
            return setup
    if fitting:
        _no_start(rules, legal, start or "", setup_text(fitting[0]))
    raise WrongUseError(
        f"{rules.name} cannot be played with {' and '.join(options)} by {players or 'any number of'} players"
    )


def _start_names(rules: Rules, setup: Setup) -> tuple[str, ...]:
    from gamedsl import pipeline

    return pipeline.start_names(rules.parsed, setup)


def _no_start(rules: Rules, legal: Sequence[Setup], start: str, chosen: str) -> NoReturn:
    """Raises WrongUseError for a start that no chosen setup has."""
    known = list(dict.fromkeys(name for setup in legal for name in _start_names(rules, setup)))
    if start in known:
        raise WrongUseError(f"the start `{start}` is not one of {chosen}", "leave out `--players` and `--option`")
    if not known:
        raise WrongUseError(f"there is no start `{start}`: {rules.name} has none", "`start NAME:` declares one")
    raise WrongUseError(f"there is no start `{start}`", _meant(start, known))


def compiled(rules: Rules, setup: Setup, people: tuple[str, ...] | None = None, start: str | None = None) -> Compiled:
    """The game of one setup; people without names are called as in the start.

    Raises WrongUseError for names that people cannot have, FindingsError where the names make the rules wrong.
    """
    known = rules.known.known_game(setup, people) if people is not None or start is None else None
    if known is not None:
        return known
    from gamedsl import pipeline

    if people is None and start is not None:
        people = pipeline.start_people(rules.parsed, setup, start)
    try:
        wrong = None if people is None else pipeline.wrong_names(rules.parsed, setup, people)
        if wrong is not None:
            raise WrongUseError(wrong)
        return rules.known.compiled(setup, people)
    except pipeline.NotCompilable as error:
        show(rules, error.diagnostics)
        raise FindingsError from error


def game_text(name: str, variants: Sequence[str]) -> str:
    """`tic_tac_toe`; `quick_game of tic_tac_toe` if the rules that were named are a variant."""
    return f"{variants[-1]} of {name}" if variants else name


def _pair(option: str) -> tuple[str, str]:
    name, equals, value = option.partition("=")
    if not equals or not name.strip() or not value.strip():
        raise WrongUseError(f"`--option {option}` does not say NAME=VALUE")
    return name.strip(), value.strip()


def _check_known(legal: Sequence[Setup], name: str, value: str) -> None:
    known: dict[str, list[str]] = {}
    for setup in legal:
        for option, other in setup.options:
            known.setdefault(option, [])
            if other not in known[option]:
                known[option].append(other)
    if not known:
        raise WrongUseError(f"there is no option `{name}`: this game has none")
    if name not in known:
        raise WrongUseError(f"there is no option `{name}`", _meant(name, list(known)))
    if value not in known[name]:
        raise WrongUseError(f"option `{name}` cannot be `{value}`", _meant(value, known[name]))


def _meant(word: str, known: Sequence[str]) -> str:
    near = closest(word, known)
    return f"did you mean `{near}`?" if near else f"there is {listed([f'`{other}`' for other in known])}"


def _range(counts: Sequence[int]) -> str:
    """`2`, `3 to 5`, `2, 4 or 6`."""
    if len(counts) > 1 and counts == list(range(counts[0], counts[-1] + 1)):
        return f"{counts[0]} to {counts[-1]}"
    return listed([str(count) for count in counts], "or")
