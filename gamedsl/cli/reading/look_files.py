"""Finds and reads the look file beside rules."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from gamedsl.bases import LOOK_SUFFIX, content, has_file
from gamedsl.cli.common.exit_codes import FindingsError, WrongUseError
from gamedsl.cli.reading.files import STANDARD_INPUT, Files
from gamedsl.cli.reading.rules import Rules, compile_game, rules_in
from gamedsl.graph.compiled import Setup
from gamedsl.graph.model.game import Game
from gamedsl.json import JsonObject

if TYPE_CHECKING:
    from gamedsl.pipeline import Parsed

F = TypeVar("F", bound=Callable[..., object])


def look_option(command: F) -> F:
    """Adds the option that names a look file."""
    text = "Colours, symbols and names for people (default: FILE.look.toml beside the rules)."
    return click.option("--look", metavar="FILE", help=text)(command)


def look_file(rules: Rules, named: str | None) -> Path | None:
    """Returns the first look file that exists of these: the named one, the one beside the rules, the one beside the nearest rules on which they build. None
    without one. Raises WrongUseError if the named file is missing."""
    if named is not None:
        if not Path(named).is_file():
            raise WrongUseError(f"there is no look file `{named}`")
        return Path(named)
    if rules.files.path == STANDARD_INPUT:
        return None
    from gamedsl.api.making.looks import look_beside

    return look_beside(look_path(rules.files), rules.api)


def look_for_setup(rules: Rules, named: str | None, game: Game) -> JsonObject:
    """Reads the look file that was named, or the one beside the rules, for one setup. Raises FindingsError and WrongUseError."""
    return _with_seats(read_look(look_file(rules, named), rules, [game]), game)


def _with_seats(look: JsonObject, game: Game) -> JsonObject:
    """Returns a look in which the pieces of players have the names of this game's players: `Flat.Ann` for `Flat.P1`."""
    values = look.get("value")
    if not isinstance(values, dict):
        return look
    ends = {f".P{number}": f".{name}" for number, name in enumerate(game.seats, start=1)}
    renamed = {
        name[: name.rfind(".")] + ends[end] if (end := name[name.rfind(".") :]) in ends else name: own
        for name, own in values.items()
    }
    return {**look, "value": renamed}


def look_as_it_is(rules: Rules, game: Game) -> JsonObject:
    """Reads the look file beside the rules, for a report about something else: empty if there is none, or if it has mistakes."""
    from gamedsl.api.making.looks import read_look as checked
    from gamedsl.errors import GameDslError

    try:
        return _with_seats(checked(look_file(rules, None), rules.api, [game]), game)
    except (GameDslError, OSError):
        return {}


def read_look(path: Path | None, rules: Rules, games: Sequence[Game]) -> JsonObject:
    """Reads a look file for some setups of the rules. Shows mistakes in it and raises FindingsError; raises WrongUseError."""
    from gamedsl.api.making.looks import read_look as checked

    with showing_mistakes(path):
        return checked(path, rules.api, games)


def look_mistake(path: Path | None, finding: str, line: int | None) -> str:
    """Returns the line that tells a mistake in a look file, with its place."""
    return f"{path}{'' if line is None else f':{line}'}: {finding}"


def look_path(files: Files) -> Path:
    """Returns the place of the look file beside rules, whether there is one or not."""
    return Path(files.path).with_suffix(LOOK_SUFFIX)


def mistakes_beside(files: Files, parsed: Parsed, setups: Sequence[Setup]) -> tuple[str, ...]:
    """Returns the mistakes in the look file beside rules, a line each; empty if there is no such file. `setups` were checked and have no errors. If a look
    file has no mistakes, this result is cached, because finding out may take longer than checking the rules."""
    path = look_path(files)
    if files.path == STANDARD_INPUT or files.additions or not has_file(path):
        return ()
    from gamedsl.cache import Off, user_store

    chosen = user_store()
    store = None if isinstance(chosen, Off) else chosen
    look = content(str(path))
    # Pictures and fonts are files of their own, which may change.
    is_whole = not any(word in look for word in (b"picture", b"font"))
    key = f"a look file without mistakes {look!r} {[source.text for source in parsed.sources]}"
    if store is not None and is_whole and store.get(key) is not None:
        return ()
    found = _mistakes(path, rules_in(files, store), setups)
    if store is not None and is_whole and not found:
        store.put(key, b"")
    return found


def _mistakes(path: Path, rules: Rules, setups: Sequence[Setup]) -> tuple[str, ...]:
    from gamedsl.api.making.looks import read_look as checked
    from gamedsl.page import LookError
    from gamedsl.page.pictures import PictureError

    if tuple(setups) == rules.known.setups:
        rules.known.note_right()
    try:
        checked(path, rules.api, [compile_game(rules, setups[0]).game])
    except LookError as error:
        return tuple(look_mistake(path, *one) for one in zip(error.findings, error.lines, strict=True))
    except PictureError as error:
        return (look_mistake(path, str(error), None),)
    return ()


@contextmanager
def showing_mistakes(path: Path | None, undone: str = "nothing is done") -> Generator[None]:
    """Shows the mistakes in a look file, says what they prevent (`no page is written`), and raises FindingsError; raises WrongUseError for fonts and pictures
    that cannot be used."""
    from gamedsl.cards import FontError
    from gamedsl.page import LookError
    from gamedsl.page.pictures import PictureError
    from gamedsl.rulebook import LabelError

    try:
        yield
    except (LookError, LabelError) as error:
        lines = error.lines if isinstance(error, LookError) else (None,) * len(error.findings)
        for finding, line in zip(error.findings, lines, strict=True):
            click.echo(look_mistake(path, finding, line), err=True)
        click.echo(f"error: {undone} until the look file is corrected", err=True)
        raise FindingsError from error
    except FontError as error:
        raise WrongUseError(str(error), "name another font in the look file") from None
    except PictureError as error:
        raise WrongUseError(str(error), "save it again, or as another type") from None
