"""Reads rules from files and texts, and compiles the game of a setup."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from gamedsl.additions import Additions, flaw
from gamedsl.api.stores import own_store
from gamedsl.bases import Bases, content, path_of
from gamedsl.cache.rules import KnownRules
from gamedsl.errors import ArgumentError, GameDslError
from gamedsl.graph.compiled import Compiled, Setup
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import SiteId
from gamedsl.notebook_hook import html_by
from gamedsl.source import Source, decode_rules
from gamedsl.values import evolve, field, frozen
from gamedsl_interpreter import arguments

if TYPE_CHECKING:
    from gamedsl.api.tests import RulesTest
    from gamedsl.diagnostics.model import Diagnostic
    from gamedsl.pipeline import Parsed, Report
    from gamedsl.pipeline.left_out import LeftOut
    from gamedsl.syntax.tree import declarations
    from gamedsl_interpreter.worked_examples.run import ExampleResult


class RulesError(GameDslError, ValueError):
    """Rules that cannot be played. `diagnostics` hold the mistakes and their places; `str` shows them as `gamedsl check` does."""

    def __init__(self, text: str, diagnostics: tuple[Diagnostic, ...] = ()) -> None:
        super().__init__(text)
        self.diagnostics = diagnostics


class SetupError(ArgumentError):
    """A number of players, a name or an option that the rules do not have; the text is one sentence that names the existing ones."""


# ---------------------------------------------------------------- rules


def load_rules(path: str | Path, variants: Sequence[str] = (), sets: Sequence[str] = ()) -> Rules:
    """Reads the rules in a file, or of a game or variant by name: `load_rules("gloriana")`. Files by name and the bases of a variant are searched beside
    it, in the folders above, on `GAMEDSL_PATH`, and among the shipped games.

    `variants` are put on top of them, each by its name or the path of its file, and `sets` are changes as they follow `set` in a variant:
    `load_rules("gloriana.gdl", variants=["gossip"], sets=["points[7] = 26"])`.

    Mistakes in the rules raise no exception here: `check` reports them, and `game` raises them. Raises RulesError if the file is not text in UTF-8,
    FileNotFoundError if it does not exist (with the name that was probably meant), another OSError if it cannot be read.
    """
    if not isinstance(path, str | Path):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ArgumentError(f"`path` is the path of a rules file, not {arguments.describe_value(path)}")
    additions = additions_of(variants, sets)
    place = Path(path_of(str(path)))
    source = Source(str(place), _text(place))
    bases = Bases(place.absolute().parent, (), _text, str)
    for variant in additions.variants:
        bases.add(variant, Path.cwd())
    return Rules(KnownRules(source, bases.find, own_store(), near=bases, additions=additions))


def parse_rules(
    text: str, name: str = "rules", bases: Sequence[str] = (), variants: Sequence[str] = (), sets: Sequence[str] = ()
) -> Rules:
    """Reads rules from a text. `name` is its name in diagnostics, `bases` are the texts that a variant builds on, `variants` the names of those among them
    that are put on top, and `sets` are changes as they follow `set` in a variant."""
    arguments.text("text", text)
    arguments.text("name", name)
    texts = [Source(f"base {number}", base) for number, base in enumerate(arguments.texts("bases", bases), 1)]
    sources = {own: source for source in texts for own in _own_names(KnownRules(source, lambda _: None, None).parsed)}
    return Rules(KnownRules(Source(name, text), sources.get, own_store(), additions=additions_of(variants, sets)))


def format_rules(text: str) -> str:
    """Returns a rules text in its usual form, as `gamedsl fmt` writes it. Raises RulesError if the text cannot be read; unknown names do not matter."""
    from gamedsl.diagnostics.render import render_all
    from gamedsl.syntax.format import format_text

    source = Source("rules", arguments.text("text", text))
    found = format_text(source)
    if found.problems:
        diagnostics = tuple(problem.explain() for problem in found.problems)
        raise RulesError(render_all(diagnostics, {source.name: source}), diagnostics)
    return found.text


def additions_of(variants: Sequence[str], sets: Sequence[str]) -> Additions:
    """Returns the additions to rules. Raises ArgumentError."""
    additions = Additions(arguments.texts("variants", variants), arguments.texts("sets", sets))
    wrong = flaw(additions)
    if wrong is not None:
        raise ArgumentError(wrong)
    return additions


@frozen
class Rules:
    """The rules of a game, for every legal setup. Equal texts make equal rules.

    Results are kept in the user's cache folder for later starts, unless `GAMEDSL_CACHE` is `off`.
    """

    known: KnownRules = field(repr=False)

    def __repr__(self) -> str:
        game = self.parsed.game
        return f"Rules({game.name.text if game else 'no game'}, {self.known.source.name}{self.known.additions.text})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rules) and self.parsed == other.parsed

    def __hash__(self) -> int:
        return hash(self.known.source)

    def _repr_html_(self) -> str:
        return html_by("rules_html", self)

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (self.known.source, self.known.additions, self.parsed)

    @property
    def parsed(self) -> Parsed:
        """The syntax trees, and the mistakes in the texts."""
        return self.known.parsed

    @property
    def name(self) -> str:
        """The name of the game. Raises RulesError if the rules declare none."""
        return self._require_game().name.text

    def check(self) -> Report:
        """Checks the rules over all setups: `diagnostics` in source order, `has_errors`, and `decisions`, the choices of the game as text."""
        from gamedsl import pipeline

        report = pipeline.check(self.parsed)
        return pipeline.level_fixes(report, self.known.source, self.known.read, report)

    def text(self, diagnostics: Iterable[Diagnostic]) -> str:
        """Formats diagnostics as plain text with their lines of the rules, as `gamedsl check` prints them."""
        from gamedsl.diagnostics.model import Diagnostic
        from gamedsl.diagnostics.render import render_all

        for diagnostic in (diagnostics := tuple(arguments.each("diagnostics", diagnostics))):
            arguments.require("diagnostics", diagnostic, Diagnostic)
        return render_all(diagnostics, {source.name: source for source in self.parsed.sources})

    def setups(self) -> tuple[Setup, ...]:
        """Returns all legal setups: `players` ascending, then `options` (name and value pairs), default values first. Empty without a game."""
        return self.known.setups

    def game(self, players: int | None = None, names: Sequence[str] | None = None, **options: str) -> Game:
        """Compiles the game of one setup. The result is data only, and equal for equal rules.

        `players` is the number of people (else that of `names`, else the fewest), `names` their names in seat order (else P1, P2, …), `options` the values
        of options by name (else their first ones). Raises SetupError for a setup that the rules do not have, RulesError for rules with mistakes.
        """
        return self._game_of_setup(players, names, options).game

    def examples(self) -> tuple[ExampleResult, ...]:
        """Runs the worked examples of the rules; each result has `name`, `passed` and `failures`. An example with `left_out` fails because of a change
        that a variant names with `remove examples broken by`, and counts as passed. Raises RulesError."""
        from gamedsl import pipeline
        from gamedsl.api.tests import leaving_out
        from gamedsl_interpreter.reference.host import ReferenceHost
        from gamedsl_interpreter.worked_examples.running import run_example

        try:
            groups = pipeline.examples(self.parsed)
        except pipeline.NotCompilable as error:
            raise self._error(error.diagnostics) from None
        left_out = leaving_out(self.known)
        hosted = ((setup, ReferenceHost(compiled.game), specs) for setup, compiled, specs in groups)
        return tuple(
            _note_left_out(left_out, setup, run_example(host, s)) for setup, host, specs in hosted for s in specs
        )

    def tests(self, matches: int = 100, seed: int = 1) -> tuple[RulesTest, ...]:
        """Returns the tests of `gamedsl test`, one by one: the examples, then `matches` random matches of every setup (0: none). Tests run only when their
        method `run` is called. Raises RulesError."""
        from gamedsl import pipeline
        from gamedsl.api.tests import tests_of

        matches, seed = arguments.countable("matches", matches, 0), arguments.whole("seed", seed)
        errors = self.known.errors()
        if errors:
            raise self._error(errors)
        try:
            return tuple(tests_of(self.known, matches, seed))
        except pipeline.NotCompilable as error:
            raise self._error(error.diagnostics) from None

    def place(self, game: Game, site: int) -> str:
        """Returns the place of a `site` of a Fault or Refusal of this game: `gloriana.gdl:210, in rule perform`; empty if it has none. Raises
        ArgumentError for a game of other rules."""
        arguments.require("game", game, Game)
        site = SiteId(arguments.whole("site", site))
        compiled = self._game_of_setup(game.humans, game.seats[: game.humans], dict(game.options))
        if compiled.game != game:
            raise ArgumentError("this game was not made of these rules, or they have changed since")
        sites = compiled.sites
        if not 0 <= site < len(sites):
            return ""
        span, where = sites[site].span, sites[site].where
        source = next((source for source in self.known.sources if source.name == span.source), None)
        if source is None:
            return ""
        return f"{source.name}:{source.position(span.start)[0]}" + (f", in {where}" if where else "")

    def _game_of_setup(self, players: int | None, names: Sequence[str] | None, options: dict[str, str]) -> Compiled:
        if not self.known.setups:
            self._require_game()
        if players is not None:
            players = arguments.whole("players", players)
        if names is not None:
            names = arguments.texts("names", names)
        setup = _setup(self.setups(), len(names) if players is None and names is not None else players, options)
        people = None if names is None else tuple(names)
        return self.known.find_game(setup, people) or self._compile(setup, people)

    def _compile(self, setup: Setup, people: tuple[str, ...] | None) -> Compiled:
        from gamedsl import pipeline

        try:
            wrong = None if people is None else pipeline.wrong_names(self.parsed, setup, people)
            if wrong is not None:
                raise SetupError(wrong)
            return self.known.compile(setup, people)
        except pipeline.NotCompilable as error:
            raise self._error(error.diagnostics) from None

    def _require_game(self) -> declarations.Game:
        game = self.parsed.game
        if game is None:
            raise self._error(self.check().diagnostics)
        return game

    def _error(self, diagnostics: tuple[Diagnostic, ...]) -> RulesError:
        return RulesError(self.text(diagnostics), diagnostics)


def _note_left_out(left_out: LeftOut, setup: Setup, result: ExampleResult) -> ExampleResult:
    """Returns the result of an example; a failed one records whether a variant leaves it out."""
    is_left_out = not result.passed and left_out.line(setup, result.name) is not None
    return evolve(result, left_out=True) if is_left_out else result


def _again(source: Source, additions: Additions, parsed: Parsed) -> Rules:
    """Restores rules from another process or from a copy."""
    return Rules(KnownRules(source, lambda _: None, None, parsed, additions=additions))


def _text(place: Path) -> str:
    try:
        return decode_rules(content(str(place)))
    except FileNotFoundError as error:
        raise _make_error(place, error) from None
    except IsADirectoryError as error:
        raise IsADirectoryError(error.errno, "this is a folder: name a rules file in it", str(place)) from None
    except UnicodeDecodeError:
        raise RulesError(f"`{place}` is not a text in UTF-8") from None
    except ValueError:
        raise ArgumentError(
            "`path` cannot be the path of a file: there is a character in it that no path can have"
        ) from None


def _make_error(place: Path, error: FileNotFoundError) -> FileNotFoundError:
    from gamedsl.reports.meant import find_file

    near = find_file(str(place))
    hint = f"; did you mean `{near}`?" if near else ""
    return FileNotFoundError(error.errno, f"there is no rules file and no game of this name{hint}", str(place))


def _own_names(parsed: Parsed) -> Iterator[str]:
    """Yields the names under which other rules can build on these."""
    from gamedsl.syntax.tree import declarations

    for _, file in parsed.chain.files:
        for declaration in file.decls:
            match declaration:
                case declarations.Game() | declarations.Variant():
                    yield declaration.name.text
                case _:
                    pass


# ---------------------------------------------------------------- setups


def _setup(legal: Sequence[Setup], players: int | None, options: dict[str, str]) -> Setup:
    """Returns the first legal setup with this number of players and these options. Raises SetupError."""
    for name, value in options.items():
        values = list(dict.fromkeys(dict(setup.options).get(name, "") for setup in legal))
        if "" in values:
            known = [option for option, _ in legal[0].options]
            raise SetupError(f"there is no option `{name}`{_suggest(name, known)}")
        if not isinstance(value, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise SetupError(_no_text(name, value, values))
        if value not in values:
            raise SetupError(f"option `{name}` cannot be `{value}`{_suggest(value, values)}")
    for setup in legal:
        if players in (None, setup.players) and options.items() <= dict(setup.options).items():
            return setup
    counts = sorted({setup.players for setup in legal})
    if players is None or players in counts:
        chosen = " and ".join(f"{name} = {value}" for name, value in options.items())
        raise SetupError(f"the game cannot be played with {chosen} by {players or 'any number of'} players")
    is_row = len(counts) > 2 and counts == list(range(counts[0], counts[-1] + 1))
    told = f"{counts[0]} to {counts[-1]}" if is_row else " or ".join(map(str, counts))
    raise SetupError(f"the game is for {told} players, not {players}")


def _no_text(name: str, value: object, values: Sequence[str]) -> str:
    """Describes an option's value that is not a text, and the text that was probably meant."""
    word = {True: "yes", False: "no"}.get(value, "") if isinstance(value, bool) else str(value)
    meant = f"; did you mean {name}={word!r}?" if word in values else _suggest("", values)
    return f"the value of option `{name}` is a text, not {arguments.describe_value(value)}{meant}"


def _suggest(word: str, known: Sequence[str]) -> str:
    from gamedsl.diagnostics.suggest import closest

    near = closest(word, known)
    return f"; did you mean `{near}`?" if near else f"; there is {', '.join(known)}" if known else ": the game has none"
