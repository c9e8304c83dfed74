"""`gamedsl new`."""

from __future__ import annotations

import re
from pathlib import Path

import click

from gamedsl.bases import SUFFIX, find
from gamedsl.cli.common.command import gamedsl_command
from gamedsl.cli.common.exit_codes import ExitCode, WrongUseError
from gamedsl.cli.printing.json_output import json_option, print_json
from gamedsl.cli.printing.writing import write_new
from gamedsl.cli.reading.files import search_path
from gamedsl.cli.reading.rules import read
from gamedsl.package_files import package_bytes
from gamedsl.syntax.tables import UNNAMEABLE, load

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_DATA = "JSON: `file`, the file that was written."

_HEADS = re.compile(r"^(game|variant) \w+", re.MULTILINE)


_EXAMPLES = (
    "new heap",
    "new rich_court --from gloriana",
    "new my_nim --from nim --copy",
)


@gamedsl_command(_EXAMPLES, _DATA)
@click.argument("name")
@click.option(
    "--from",
    "base",
    metavar="GAME",
    help="Begin a variant of this game: a file, or a name as `gamedsl games` lists them.",
)
@click.option("--copy", is_flag=True, help="With `--from`: write a whole copy of the rules under the new name.")
@json_option
def command(name: str, base: str | None, copy: bool, as_json: bool) -> ExitCode:
    """Write NAME.gdl: a small complete game to start from, or with `--from` a variant of another one."""
    name = name.removesuffix(SUFFIX)
    if not _NAME.fullmatch(name):
        raise WrongUseError(f"`{name}` cannot be the name of a game", "small letters, digits and _; a letter first")
    if name in load().reserved | UNNAMEABLE:
        raise WrongUseError(
            f"`{name}` is a word of the language, and cannot be the name of a game", "choose another name"
        )
    if copy and base is None:
        raise WrongUseError("`--copy` needs the game that is copied", "add `--from GAME`")
    path = f"{name}{SUFFIX}"
    write_new(path, _text(name, base, copy))
    if as_json:
        print_json({"file": path})
        return ExitCode.SUCCESS
    click.echo(
        f"{path} is written. Try:\n\n  gamedsl check {path}\n  gamedsl test {path}\n  gamedsl play {path}\n  gamedsl studio {path}"
    )
    return ExitCode.SUCCESS


def _text(name: str, base: str | None, copy: bool) -> str:
    if base is None:
        return _read_template("new_game.txt").format(name=name)
    rules = read(base)
    if copy:
        return _HEADS.sub(lambda head: f"{head[1]} {name}", rules.files.source.text, count=1)
    called = Path(rules.files.path).stem
    found = find(called, Path.cwd(), search_path())
    is_same = found is not None and found.path.samefile(rules.files.path)
    return _read_template("new_variant.txt").format(
        name=name, base=called if is_same else f'"{Path(rules.files.path).as_posix()}"'
    )


def _read_template(name: str) -> str:
    return package_bytes("gamedsl.cli.commands", name).decode("utf-8")
