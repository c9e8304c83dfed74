# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false
# (`from_parent` and parameters of tests have no types.)
"""Rules files as tests of pytest, and fixtures with rules, games and engines.

The plugin is loaded in every run of pytest if gamedsl is installed, so it imports nothing of the package before a test needs it. Files that end in `.gdl`
are collected only on request: if they are given on the command line, lie below a path of the setting `gamedsl_rules`, or with `--gamedsl`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import pytest

if TYPE_CHECKING:
    import gamedsl

SUFFIX = ".gdl"
_MARKER = "gamedsl(path, players=None, names=None, **options): the rules file and the setup of the fixtures gamedsl_rules, gamedsl_game and gamedsl_engine"
_POSITIONAL = ("players", "names")
"""What the marker may name behind the path."""
_MATCHES = pytest.StashKey[int]()
_KNOWN = pytest.StashKey[dict[Path, "gamedsl.Rules"]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the options and settings."""
    group = parser.getgroup("gamedsl", "rules of games")
    group.addoption("--gamedsl", action="store_true", help="collect all rules files (*.gdl) as tests")
    group.addoption("--gamedsl-matches", metavar="N", help="random matches of every setup (default: 100; 0: none)")
    parser.addini("gamedsl_rules", "files and folders whose rules files are collected as tests", "paths", [])
    parser.addini("gamedsl_matches", "random matches of every setup", default="100")


def pytest_configure(config: pytest.Config) -> None:
    """Registers the marker. Raises UsageError for an invalid number of matches."""
    config.addinivalue_line("markers", _MARKER)
    config.stash[_KNOWN] = {}
    config.stash[_MATCHES] = _matches(config)


def _matches(config: pytest.Config) -> int:
    """Returns the number of random matches of every setup."""
    given = config.getoption("--gamedsl-matches")
    text = str(config.getini("gamedsl_matches") if given is None else given)
    if not (text.isascii() and text.isdigit()):
        what = "the setting `gamedsl_matches`" if given is None else "`--gamedsl-matches`"
        raise pytest.UsageError(f"{what} is a number of matches from 0, not `{text}`")
    return int(text)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collects the tests of a rules file, if they were requested."""
    if file_path.suffix != SUFFIX or not _is_wanted(file_path, parent):
        return None
    return RulesFile.from_parent(parent, path=file_path)


def _is_wanted(path: Path, parent: pytest.Collector) -> bool:
    config = parent.config
    if config.getoption("--gamedsl") or parent.session.isinitpath(path):
        return True
    return any(path == one or one in path.parents for one in map(_absolute, config.getini("gamedsl_rules")))


def _absolute(path: Path) -> Path:
    return Path(os.path.abspath(path))


class RulesFile(pytest.File):
    """The tests of a rules file: its examples, and random matches of each setup."""

    def collect(self) -> Iterator[RulesItem]:
        """Yields the tests. Raises CollectError with the findings if the rules have mistakes."""
        import gamedsl

        try:
            tests = gamedsl.load_rules(_relative_path(self.path)).tests(self.config.stash[_MATCHES])
        except OSError as error:
            raise self.CollectError(f"`{self.path.name}` cannot be read: {error.strerror}") from None
        except gamedsl.GameDslError as error:
            raise self.CollectError(str(error)) from None
        for test in tests:
            yield RulesItem.from_parent(self, name=test.name, test=test)


class RulesItem(pytest.Item):
    """A test of a rules file."""

    def __init__(self, *, test: gamedsl.RulesTest, **of: object) -> None:
        super().__init__(**of)  # type: ignore[arg-type]
        self._test = test

    def runtest(self) -> None:
        """Runs the test. Raises RulesFailed."""
        result = self._test.run()
        if not result.passed:
            raise RulesFailed(result.report)
        for note in result.notes:
            self.add_report_section("call", "note", note)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:
        """Returns the report of `gamedsl test`."""
        if isinstance(excinfo.value, RulesFailed):
            return str(excinfo.value)
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[Path, int, str]:
        """Returns the place of the test in the rules."""
        return _absolute(Path(self._test.file)), max(self._test.line - 1, 0), f"{self.path.name}: {self.name}"


class RulesFailed(Exception):
    """A test of rules has failed; the text is the report."""


def _relative_path(path: Path) -> str:
    """Returns the path relative to the current folder, if it lies below."""
    here = os.path.relpath(path)
    return str(path) if here.startswith("..") else here


# ---------------------------------------------------------------- fixtures


@pytest.fixture
def gamedsl_rules(request: pytest.FixtureRequest) -> gamedsl.Rules:
    """Reads the rules that the marker `gamedsl(path)` or an indirect parameter names: a file beside the test's file or in the root folder, or a game by its
    name."""
    named = getattr(request, "param", None)
    if named is None:
        marker = _marker(request)
        named = marker.args[0] if marker is not None and 1 <= len(marker.args) <= 1 + len(_POSITIONAL) else None
    if not isinstance(named, str | os.PathLike) or not str(named):
        _fail(request, "name one rules file: `@pytest.mark.gamedsl('games/nim.gdl')`")
    return _rules(request, Path(named))


@pytest.fixture
def gamedsl_game(request: pytest.FixtureRequest, gamedsl_rules: gamedsl.Rules) -> gamedsl.Game:
    """Compiles the game of the setup that the marker or an indirect parameter gives: a `Setup`, a number of players, or a dictionary of arguments of
    `Rules.game`."""
    import gamedsl

    marker = _marker(request)
    own = {} if marker is None else {**dict(zip(_POSITIONAL, marker.args[1:], strict=False)), **marker.kwargs}
    chosen = getattr(request, "param", own)
    try:
        return _game(gamedsl_rules, chosen)
    except (gamedsl.RulesError, gamedsl.ArgumentError) as error:
        problem = str(error)
    return _fail(request, problem)


@pytest.fixture
def gamedsl_engine(gamedsl_game: gamedsl.Game) -> gamedsl.Engine:
    """Makes the engine of that game."""
    import gamedsl

    return gamedsl.engine_for(gamedsl_game)


def _game(rules: gamedsl.Rules, chosen: object) -> gamedsl.Game:
    """Compiles the game of a setup. Raises RulesError, ArgumentError."""
    import gamedsl

    match chosen:
        case gamedsl.Setup(players=players, options=options):
            return rules.game(players, **dict(options))
        case int():
            return rules.game(chosen)
        case dict():
            return rules.game(**chosen)
        case _:
            raise gamedsl.ArgumentError("the parameter is a setup, a number of players, or a dictionary")


def _marker(request: pytest.FixtureRequest) -> pytest.Mark | None:
    node: pytest.Item = request.node
    return node.get_closest_marker("gamedsl")


def _rules(request: pytest.FixtureRequest, path: Path) -> gamedsl.Rules:
    """Reads the rules in a file, or of a game that is found by its name, once per run."""
    import gamedsl

    places = [folder / path for folder in (request.path.parent, request.config.rootpath)]
    file = next((place for place in places if place.is_file()), None)
    place = file or path
    known = request.config.stash[_KNOWN]
    if place in known:
        return known[place]
    try:
        return known.setdefault(place, gamedsl.load_rules(path if file is None else _relative_path(file)))
    except FileNotFoundError:
        what = "there is no rules file `{}`, neither beside the test nor in the root folder, and no game of this name"
        problem = what.format(path)
    except OSError as error:
        problem = f"`{path}` cannot be read: {error.strerror}"
    except gamedsl.GameDslError as error:
        problem = str(error)
    return _fail(request, problem)


def _fail(request: pytest.FixtureRequest, text: str) -> NoReturn:
    """Fails the test, which asks for something that does not exist."""
    pytest.fail(f"{request.fixturename}: {text}", pytrace=False)
