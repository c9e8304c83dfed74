"""Every command of the documentation runs, ends as the page says, and prints what the page shows."""

from __future__ import annotations

import io
import re
import shlex
import shutil
import sys
from pathlib import Path

import click
import pytest

from docs import pages
from gamedsl.cli.main import commands, run
from share import IS_WHOLE, few

LANGUAGES = ("sh", "console")


_WITH_COMMANDS = [p for p in pages.PAGES if any(b.language in LANGUAGES for b in pages.blocks(p))]
_OF_GAMES = [p for p in _WITH_COMMANDS if p.startswith("docs/games/")]
_LONG = ["docs/cli.md", "docs/workbench.md", "docs/tuning.md"]
_READ = (
    *(*_LONG, *_OF_GAMES, "docs/agents.md", "docs/cards.md", "docs/rulebook.md", "docs/tutorial.md"),
    "docs/how-to/compare-two-games.md",
)
"""Pages of which everyday runs read commands that show nothing, without doing what these say: on their own they take most of the time."""
_OTHERS = [p for p in _WITH_COMMANDS if p not in (*_OF_GAMES, *_LONG)]


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with what a checkout shows to a reader of the pages."""
    for folder in ("games", "docs/examples"):
        shutil.copytree(pages.ROOT / folder, tmp_path / folder)
    (tmp_path / "docs" / "images").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("page", [*_OTHERS, *few(_LONG, 1), *few(_OF_GAMES, 2, 3)])
def test_commands_of(
    page: str, copy: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    files = pages.rules(page)
    for block in pages.blocks(page):
        for file in files:
            if file.file and file.line == block.line:
                (copy / file.file).write_text(file.text, encoding="utf-8")
        for command in pages.commands(block):
            place = f"{page}:{command.line}: {command.words}"
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(command.answers.encode()), "utf-8"))
            capsys.readouterr()
            program, *words = shlex.split(command.words)
            assert program == "gamedsl", place
            if page in _READ and command.printed is None and not IS_WHOLE:
                _read(words)
                continue
            with monkeypatch.context() as own:
                if words[0] in ("cache", "test"):  # that of others is not to be cleared, and knows examples that passed
                    own.setenv("GAMEDSL_CACHE", str(copy / "cache"))
                code = run(words)
            printed = capsys.readouterr()
            assert code == command.code, f"{place}\n{printed.out}\n{printed.err}"
            if command.printed is not None:
                _compare(command.printed, printed.out + printed.err, place)


def _read(words: list[str]) -> None:
    """Reads a command line without doing what it says. Raises click.UsageError where no command has such options. So everyday runs look at commands of some
    pages that show nothing; those of the other pages do run."""
    group = click.Context(commands)
    name, command, rest = commands.resolve_command(group, words)
    assert command is not None
    command.make_context(name, rest, group)


def _compare(shown: str, printed: str, place: str) -> None:
    """`…` on a line of its own stands for any lines; spaces at the ends of lines and empty lines at the end do not count."""
    parts = re.split(
        r"^ *…\n", "".join(f"{line.rstrip()}\n" for line in shown.strip("\n").splitlines()), flags=re.MULTILINE
    )
    pattern = "(?:.*\n)*?".join(map(re.escape, parts))
    clean = "".join(f"{line.rstrip()}\n" for line in printed.strip("\n").splitlines())
    assert re.fullmatch(pattern, clean) or shown.strip() == "", f"{place} prints\n{printed}"


def test_the_example_of_the_first_page_is_a_file_too() -> None:
    shown = next(file for file in pages.rules("README.md") if file.file == "hundred.gdl")
    assert shown.text == (pages.ROOT / "docs/examples/hundred.gdl").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "words", ["chekc nim", "check nim --jsno", "simulate nim --matches many", "diff nim --format pdf"]
)
def test_reading_a_command_notices_what_no_command_has(words: str) -> None:
    with pytest.raises(click.UsageError):
        _read(words.split())
