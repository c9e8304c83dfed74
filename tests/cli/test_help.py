"""Help: every command begins with examples, and they run; every option means the same wherever it is."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from cli.running import Runs
from gamedsl.cli.common.command import Command
from gamedsl.cli.common.exit_codes import ExitCode
from gamedsl.cli.main import COMMANDS, EXAMPLES, GROUPS, commands
from gamedsl.workshop.folder import LIST
from share import picked

PAGE = Path(__file__).parents[2] / "docs" / "internals" / "command_line.md"

OTHER_MEANINGS = {
    ("new", "--from"),
    ("mutate", "--only"),
    ("mutate", "--seed"),
    ("graph", "--diff"),
    ("workshop", "--output"),
    ("tune", "--output"),
    ("campaign", "--output"),
}
"""Where an option has another meaning than elsewhere: what a game begins from is a game, what a match begins from is a start; mutants are chosen by what
is changed, and drawn; a drawing shows two games; a workshop and the results of a campaign are folders, and what tuning finds
is several files."""

ENDS = {"diff": 1}
"""How the examples of a command end that answers a question with its exit code."""

ANSWERS = {"play": b"quit\n"}
"""What people answer in the examples of a command."""


def command(name: str) -> Command:
    """A command of the program. AssertionError if it was not made like the others."""
    found = commands.get_command(click.Context(commands), name)
    told = f"make `{name}` with `@gamedsl_command(examples, data)` of gamedsl/cli/common/command.py"
    assert isinstance(found, Command), told
    return found


def options(name: str) -> Iterator[click.Option]:
    """The options of a command that are not those of all commands."""
    return (one for one in command(name).params if isinstance(one, click.Option) and not one.hidden)


def long_name(option: click.Option) -> str:
    """Its name as tables show it."""
    return next(name for name in option.opts if name.startswith("--"))


def test_every_command_is_in_a_group_of_the_help() -> None:
    grouped = [name for names in GROUPS.values() for name in names]
    assert sorted(grouped) == sorted(COMMANDS), "list the command in GROUPS of gamedsl/cli/main.py, too"


# ---------------------------------------------------------------- examples


@pytest.mark.parametrize("name", list(COMMANDS))
def test_help_begins_with_examples(gamedsl: Runs, name: str) -> None:
    assert command(name).examples, f"`{name}` has no example: name one in `@gamedsl_command`"
    shown = gamedsl(name, "--help").out
    assert "\nExamples:\n  gamedsl " in shown
    assert shown.index("\nExamples:\n") < shown.index("\nOptions:\n")
    assert gamedsl("help", name).out == shown
    assert gamedsl(name, "-h").out == shown


@pytest.fixture
def folder(gamedsl: Runs, tmp_path: Path) -> Path:
    """What the examples speak of: a game, a folder of games, a saved match, a plan, wishes."""
    games = tmp_path / "games" / "drafts"
    games.mkdir(parents=True)
    gamedsl("new", "my_game")
    rules = (tmp_path / "my_game.gdl").read_text()
    (games.parent / "heap.gdl").write_text(rules)
    gamedsl("play", "tic_tac_toe", "--seed", "1", "-o", "match.json", stdin=b"1\nquit\n")
    (tmp_path / "plan.toml").write_text('matches = 5\n[[games]]\nfile = "my_game.gdl"\nplayers = 2\n')
    (tmp_path / "wishes.toml").write_text('[may]\nheap = [9, 21]\n[want]\nlength = "under 6 decisions"\n')
    return tmp_path


def test_the_first_help_shows_examples(gamedsl: Runs) -> None:
    shown = gamedsl("--help").out
    assert all(f"\n  gamedsl {example}\n" in shown for example in EXAMPLES)


_LONG = (
    *("diff", "simulate", "report", "tune", "compare", "games", "rulebook", "campaign", "graph", "exploit", "verify"),
    *("page", "cards", "solve", "build", "mutate", "secrets", "perft", "workshop", "gamedsl"),
)
"""Commands whose examples take seconds. Everyday runs read most of them, without doing what they say: other tests do."""
_SHORT = [name for name in ("gamedsl", *COMMANDS) if name not in _LONG]


def _lay_little(out: Path, kept: Path) -> None:
    """Lays a workshop of one file: tests of the workshop lay a whole one, which takes half a minute."""
    out.mkdir(parents=True)
    (out / LIST).write_text(f"beside {kept}")


@pytest.mark.usefixtures("servers_end")
@pytest.mark.parametrize("name", [*_SHORT, *picked(_LONG, ("games", "graph"))])
def test_examples_run(gamedsl: Runs, name: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if name in ("cache", "workshop"):  # the cache of the run is not to be cleared, nor to have a little workshop
        monkeypatch.setenv("GAMEDSL_CACHE", str(folder / "own_cache"))
        monkeypatch.setattr("gamedsl.workshop.folder.lay_folder", _lay_little)
    if name == "gamedsl":
        Path("my_game.gdl").unlink()  # the first example writes it
    for example in EXAMPLES if name == "gamedsl" else command(name).examples:
        words, _, _ = re.sub(r" >>? \S+$", "", example).partition(" | ")
        Path("games/drafts/other.gdl").write_text("game" if "drafts/" in words else Path("games/heap.gdl").read_text())
        ran = gamedsl(*shlex.split(words), stdin=ANSWERS.get(words.partition(" ")[0], b""))
        assert ran.code == ENDS.get(words.partition(" ")[0], 0), f"gamedsl {example}\n{ran.out}{ran.err}"


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("name", _LONG)
def test_examples_are_read(name: str) -> None:
    """Each has a command and options that there are."""
    group = click.Context(commands)
    for example in EXAMPLES if name == "gamedsl" else command(name).examples:
        words, _, _ = re.sub(r" >>? \S+$", "", example).partition(" | ")
        called, found, rest = commands.resolve_command(group, shlex.split(words))
        assert found is not None
        found.make_context(called, rest, group)


def test_wrong_use_shows_examples(gamedsl: Runs) -> None:
    err = gamedsl("check").err
    assert "\n  for example: gamedsl check my_game.gdl\n" in err
    assert err.endswith("Try `gamedsl check --help`.\n")


def test_help_of_the_program(gamedsl: Runs) -> None:
    shown = gamedsl("--help").out
    assert gamedsl("help").out == shown
    for code in ExitCode:
        assert re.search(rf"^  {code:d} +{code.meaning}$", shown, re.MULTILINE)


# ---------------------------------------------------------------- the same for the same


def _meaning(name: str, option: click.Option) -> tuple[str, ...]:
    """What has to be equal wherever an option is: short name, form, and what the help says before brackets and semicolons."""
    if (name, long_name(option)) in OTHER_MEANINGS:
        return ()
    short = " ".join(one for one in option.opts if len(one) == 2)
    help_text = re.split(r" \(|;|\.$", option.help or "")[0].rstrip(".")
    metavar = "" if option.metavar is None else option.metavar.partition("|")[0]
    return short, type(option.type).__name__, metavar, help_text


def test_an_option_means_the_same_everywhere() -> None:
    known: dict[str, tuple[str, tuple[str, ...]]] = {}
    for name in COMMANDS:
        for option in options(name):
            meaning = _meaning(name, option)
            if meaning:
                first, other = known.setdefault(long_name(option), (name, meaning))
                told = f"`{long_name(option)}` of `{name}` differs from that of `{first}`: take one of the options in gamedsl/cli/common"
                assert meaning == other, told


def test_options_can_be_said_in_full_and_have_help() -> None:
    for name in COMMANDS:
        for option in options(name):
            assert any(one.startswith("--") for one in option.opts), f"{option.opts} of `{name}` has no long name"
            assert option.help, f"{option.opts} of `{name}` says nothing in the help"


def test_short_names_mean_the_same_everywhere() -> None:
    known: dict[str, str] = {}
    for name in COMMANDS:
        for option in options(name):
            for short in (one for one in option.opts if len(one) == 2):
                assert known.setdefault(short, long_name(option)) == long_name(option)


def test_the_table_of_options() -> None:
    """The page shows which command has which option."""
    having: dict[str, list[str]] = {}
    for name in COMMANDS:
        for option in options(name):
            having.setdefault(", ".join(f"`{one}`" for one in option.opts), []).append(name)
    rows = [
        f"| {opts} | {' '.join(names)} |" for opts, names in sorted(having.items(), key=lambda p: p[0].lstrip("`-"))
    ]
    text = PAGE.read_text(encoding="utf-8")
    missing = [row for row in rows if row not in text]
    table = "\n".join(rows)
    assert not missing, f"the table of options in docs/internals/command_line.md is to be:\n{table}"
    assert text.count("\n| `-") == len(rows), (
        "the table of options in docs/internals/command_line.md has rows that are no more"
    )


# ---------------------------------------------------------------- anywhere in the line


@pytest.mark.parametrize("at", [0, 1, 3])
def test_options_of_all_commands_may_stand_anywhere(gamedsl: Runs, heap: str, at: int) -> None:
    Path(heap).write_text("game")
    words = ["check", heap, "-q"]
    words[at:at] = ["--color", "always"]
    assert gamedsl(*words).out.startswith("\x1b[31m")
    words[at : at + 2] = ["--no-color"]
    assert gamedsl(*words).out.startswith("error[")
    words[at : at + 1] = ["--no-pager"]
    assert gamedsl(*words).code == 1
