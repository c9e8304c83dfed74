"""Reads a rules file from the command line and compiles the game of one setup."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import PurePath
from typing import TYPE_CHECKING, TypeVar

import click

from gamedsl.additions import JOIN, SET
from gamedsl.cli.common.caching import store
from gamedsl.cli.common.exit_codes import FindingsError, WrongUseError
from gamedsl.cli.printing.findings import count_by_severity, text_with_colours
from gamedsl.cli.reading.files import STANDARD_INPUT, Files, additions_asked_for, open_rules, trees
from gamedsl.diagnostics.model import Diagnostic
from gamedsl.diagnostics.suggest import closest
from gamedsl.graph.compiled import Setup
from gamedsl.reports.setups import setup_text
from gamedsl.table.text import join_items
from gamedsl.values import evolve, frozen

if TYPE_CHECKING:
    import gamedsl.api.rules
    from gamedsl.additions import Additions
    from gamedsl.cache.rules import KnownRules
    from gamedsl.cache.store import Store
    from gamedsl.graph.compiled import Compiled
    from gamedsl.graph.model.game import Game
    from gamedsl.pipeline import Parsed

F = TypeVar("F", bound=Callable[..., object])


@frozen
class Rules:
    """A rules file without mistakes that prevent playing."""

    files: Files
    known: KnownRules

    @property
    def parsed(self) -> Parsed:
        """The syntax trees of the file and its bases."""
        return self.known.parsed

    @property
    def name(self) -> str:
        """The name of the file."""
        return self.files.source.name

    @property
    def api(self) -> gamedsl.api.rules.Rules:
        """The rules as functions of the package take them, with the cache of this command."""
        from gamedsl.api.rules import Rules as Offered

        return Offered(self.known)

    @property
    def title(self) -> str:
        """The name that people are shown: the file, and the additions."""
        return self.files.name


def setup_options(command: F) -> F:
    """Adds the options with which a command picks one setup."""
    return _setup_options(command, "the fewest", "its first value")


def all_setups_options(command: F) -> F:
    """Adds the same options for a command that handles all setups by default."""
    return _setup_options(command, "all numbers", "all values")


def _setup_options(command: F, players: str, option: str) -> F:
    command = click.option(
        "--option",
        "options",
        multiple=True,
        metavar="NAME=VALUE",
        help=f"Value of an option of the game (default: {option}); may be repeated.",
    )(command)
    return click.option("--players", type=int, metavar="N", help=f"Number of players (default: {players}).")(command)


from_option = click.option("--from", "start", metavar="NAME", help="Begin from this start of the rules.")
"""The option that starts matches from a named start."""

skip_forced_option = click.option(
    "--skip-forced", is_flag=True, help="Do not count decisions at which only one move is possible."
)
"""The option that does not count forced moves."""


def read(path: str, added: Additions | None = None) -> Rules:
    """Reads rules to play them, with `added` on top (by default the additions of the command line). Examples that the additions invalidate are no
    mistakes. Shows mistakes and raises FindingsError if there are any. Raises WrongUseError for a file that cannot be read."""
    return read_whole(path, _without_examples(additions_asked_for() if added is None else added))


def read_told(path: str) -> Rules:
    """Reads rules as `read` does, but accepts rules that tell secrets, which `check` reports as mistakes."""
    from gamedsl.api.disclosing import TELLS

    return _read(path, evolve(additions_asked_for(), has_examples=False) if additions_asked_for() else None, TELLS)


def read_whole(path: str, added: Additions | None = None) -> Rules:
    """Reads rules as `read` does, but their examples must be valid too."""
    return _read(path, added, frozenset())


@contextmanager
def begin(path: str) -> Generator[Rules]:
    """Reads rules as `read` does, but leaves it to the block to check them at the end of its work, where it raises RulesError for mistakes."""
    from gamedsl.api.rules import RulesError

    rules = _open(path, _without_examples(additions_asked_for()))
    if not rules.known.setups:
        _require_right(rules)
    try:
        yield rules
    except RulesError as error:
        _require_right(rules)
        raise AssertionError("what is wrong in a setup is wrong in the rules") from error


def _read(path: str, added: Additions | None, harmless: frozenset[str]) -> Rules:
    rules = _open(path, added)
    _require_right(rules, harmless)
    return rules


def _open(path: str, added: Additions | None) -> Rules:
    return rules_in(open_rules(path, added=added), store())


def rules_in(files: Files, kept: Store | None) -> Rules:
    """Returns the rules in opened files, with cached results. The rules are not checked for mistakes here."""
    from gamedsl.cache.rules import KnownRules

    known = KnownRules(files.source, files.bases.find, kept, near=files.bases, additions=files.additions, trees=trees())
    return Rules(files, known)


def _require_right(rules: Rules, harmless: frozenset[str] = frozenset()) -> None:
    errors = [error for error in rules.known.errors() if error.code not in harmless]
    if errors:
        show(rules, errors)
        raise FindingsError


def _without_examples(added: Additions) -> Additions:
    return evolve(added, has_examples=False) if added else added


def show(rules: Rules, diagnostics: Sequence[Diagnostic]) -> None:
    """Prints diagnostics to standard error, and their number at the end."""
    for diagnostic in diagnostics:
        click.echo(text_with_colours(diagnostic, rules.files.sources), err=True)
    click.echo(f"{rules.title}: {count_by_severity(diagnostics)}", err=True)


def choose_setup(rules: Rules, players: int | None, options: Sequence[str], start: str | None = None) -> Setup:
    """Returns the first legal setup with this number of players, these options and this start. Raises WrongUseError."""
    legal = rules.known.setups
    fitting = choose_setups(rules.title, legal, players, options)
    for setup in fitting:
        if start is None or start in _start_names(rules, setup):
            return setup
    raise _missing_start_error(rules, legal, start or "", setup_text(fitting[0]))


def choose_setups(title: str, legal: Sequence[Setup], players: int | None, options: Sequence[str]) -> tuple[Setup, ...]:
    """Returns all legal setups with this number of players and these options. Raises WrongUseError if there are none."""
    wanted = dict[str, str]()
    for name, value in map(_pair, options):
        _check_known(legal, name, value)
        if wanted.setdefault(name, value) != value:
            raise WrongUseError(f"two values are named for the option `{name}`: {wanted[name]} and {value}", "name one")
    counts = sorted({setup.players for setup in legal})
    if players is not None and players not in counts:
        raise WrongUseError(f"{title} is for {_range(counts)} players, not {players}")
    fitting = tuple(s for s in legal if players in (None, s.players) and wanted.items() <= dict(s.options).items())
    if not fitting:
        raise WrongUseError(
            f"{title} cannot be played with {' and '.join(options)} by {players or 'any number of'} players"
        )
    return fitting


def _start_names(rules: Rules, setup: Setup) -> tuple[str, ...]:
    from gamedsl import pipeline

    return pipeline.start_names(rules.parsed, setup)


def _missing_start_error(rules: Rules, legal: Sequence[Setup], start: str, chosen: str) -> WrongUseError:
    """Makes the error for a start that none of the chosen setups has."""
    known = list(dict.fromkeys(name for setup in legal for name in _start_names(rules, setup)))
    if start in known:
        return WrongUseError(f"the start `{start}` is not one of {chosen}", "leave out `--players` and `--option`")
    if not known:
        return WrongUseError(f"there is no start `{start}`: {rules.title} has none", "`start NAME:` declares one")
    return WrongUseError(f"there is no start `{start}`", _suggest(start, known))


def compile_game(
    rules: Rules, setup: Setup, people: tuple[str, ...] | None = None, start: str | None = None
) -> Compiled:
    """Compiles the game of one setup. Without names, people are called as in the start.

    Raises WrongUseError for names that people cannot have, FindingsError if the names make the rules wrong.
    """
    known = rules.known.find_game(setup, people) if people is not None or start is None else None
    if known is not None:
        return known
    from gamedsl import pipeline

    if people is None and start is not None:
        people = pipeline.start_people(rules.parsed, setup, start)
    try:
        wrong = None if people is None else pipeline.wrong_names(rules.parsed, setup, people)
        if wrong is not None:
            raise WrongUseError(wrong)
        return rules.known.compile(setup, people)
    except pipeline.NotCompilable as error:
        show(rules, error.diagnostics)
        raise FindingsError from error


def head_data(rules: Rules, setup: Setup, variants: Sequence[str], start: str | None) -> dict[str, object]:
    """Returns the JSON data with which commands about one setup begin: its file, variants, players, options and start."""
    head: dict[str, object] = {"file": rules.name, "variants": list(variants)}
    begun = {} if start is None else {"start": start}
    return head | {"players": setup.players, "options": dict(setup.options)} | begun


def name_for_output(rules: Rules, file: str, game: Game) -> str:
    """Returns the stem of the name for files that are made from the rules in `file`: the stem of that file, unless the rules come from standard input or
    have additions."""
    return PurePath(file).stem if file != STANDARD_INPUT and not rules.files.additions else file_name(game)


def file_name(game: Game) -> str:
    """Returns the stem for file names about this game: `gossip`, `gloriana`."""
    names = [variant.replace(JOIN, "_") for variant in game.variants if not variant.startswith(SET)]
    return names[-1] if names else game.name


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
        raise WrongUseError(f"there is no option `{name}`", _suggest(name, list(known)))
    if value not in known[name]:
        raise WrongUseError(f"option `{name}` cannot be `{value}`", _suggest(value, known[name]))


def _suggest(word: str, known: Sequence[str]) -> str:
    near = closest(word, known)
    return f"did you mean `{near}`?" if near else f"there is {join_items([f'`{other}`' for other in known])}"


def _range(counts: Sequence[int]) -> str:
    """Returns `2`, `3 to 5`, or `2, 4 or 6`."""
    if len(counts) > 1 and counts == list(range(counts[0], counts[-1] + 1)):
        return f"{counts[0]} to {counts[-1]}"
    return join_items([str(count) for count in counts], "or")
