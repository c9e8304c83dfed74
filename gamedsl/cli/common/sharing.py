"""Handles `studio --share` on the command line: reads and writes the file of the match, and prints the links."""

from __future__ import annotations

import os
from collections.abc import Mapping
from ipaddress import IPv4Address
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gamedsl.bases import files_of_games
from gamedsl.cli.common.exit_codes import CommandError, UnwrittenError, WrongUseError
from gamedsl.cli.printing.writing import Output, sources_of
from gamedsl.cli.reading.files import Files
from gamedsl.errors import GameDslError
from gamedsl.graph.model.game import Game
from gamedsl.table.text import faint
from gamedsl.values import frozen
from gamedsl_interpreter.thinking.specs import AgentSpecError, agents_from, seat_from, with_seats

if TYPE_CHECKING:
    from gamedsl.studio.sharing.keeping import Kept
    from gamedsl.studio.sharing.opening import Sharing
    from gamedsl.studio.sharing.table import Guests
    from gamedsl.studio.state import Studio
    from gamedsl_interpreter.matches.agents import Agent

_ENDING = ".match.json"
_NEW = "`--new-match` begins another one in its place, and `--match FILE` keeps it elsewhere"


@frozen
class Wish:
    """The options of the command line for sharing a match."""

    is_shared: bool
    host: str | None
    seats: tuple[str, ...]
    names: str | None
    match: str | None
    is_new: bool

    def check(self) -> None:
        """Raises WrongUseError for sharing options without `--share`."""
        given = {
            "--host": self.host,
            "--seat": self.seats,
            "--names": self.names,
            "--match": self.match,
            "--new-match": self.is_new,
        }
        first = next((name for name, value in given.items() if value), None)
        if first is not None and not self.is_shared:
            raise WrongUseError(f"`{first}` is for a match that is shared", "say `--share` too")
        if self.host is not None:
            _check_address(self.host)


def _check_address(host: str) -> None:
    try:
        IPv4Address(host)
    except ValueError:
        raise WrongUseError(
            f"`{host}` is no address", "write one of this machine, as 192.168.1.5; 0.0.0.0 is all of them"
        ) from None


def prepare_sharing(files: Files, wish: Wish, studio: Studio) -> Shared:
    """Prepares the match to share. Raises WrongUseError."""
    from gamedsl.server.addresses import EVERY
    from gamedsl.server.refusals import KeepingError
    from gamedsl.studio.sharing.opening import Sharing

    path = wish.match or _place(files)
    written: list[bytes] = []
    output = Output(path, lambda data: not data or data in written, sources_of(files), force=False)
    kept = _read_match(path, written, wish)
    output.check()

    def keep(text: str) -> None:
        try:
            _create_private_file(path)
            output.write(text)
        except WrongUseError as error:
            raise KeepingError(f"`{path}` was changed by another program, perhaps by another host of it") from error
        except CommandError as error:
            raise KeepingError(error.message.partition("\n")[0]) from error
        except OSError as error:
            raise KeepingError(f"`{path}` cannot be written: {error.strerror}") from error
        written[:] = [text.encode()]

    return Shared(studio, Sharing(_guests(wish), kept, keep, wish.host or EVERY), path)


def _place(files: Files) -> str:
    """Returns the match file's path: beside the rules, or in the current folder for rules that come with gamedsl."""
    rules = Path(files.path)
    if rules.resolve() in {one.resolve() for one in files_of_games()}:
        return rules.stem + _ENDING
    return str(rules.with_suffix(_ENDING))


def _read_match(path: str, written: list[bytes], wish: Wish) -> Kept | None:
    """Reads the match in the file, and records its bytes as ones that may be overwritten. Raises WrongUseError for a file that holds something else."""
    from gamedsl.server.refusals import KeepingError
    from gamedsl.studio.sharing.keeping import read_kept

    try:
        data = Path(path).read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise WrongUseError(f"`{path}` cannot be read: {error.strerror}") from error
    if not data:
        return None  # left by a host that could no longer write
    try:
        kept = read_kept(data.decode())
    except (KeepingError, UnicodeDecodeError) as error:
        why = str(error) if isinstance(error, KeepingError) else "it is no text"
        raise WrongUseError(
            f"`{path}` is not the file of a shared match: {why}", "name another one by `--match`"
        ) from error
    written.append(data)
    return None if wish.is_new else kept


def _create_private_file(path: str) -> None:
    """Creates an empty file that only its owner can read, since it will hold links and a seed. Raises OSError."""
    if os.path.lexists(path):
        return
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


# ---------------------------------------------------------------- who plays


def _guests(wish: Wish) -> Guests:
    from gamedsl.server.tables.table import MOST_LETTERS
    from gamedsl.studio.sharing.table import Guests

    names = [" ".join(name.split()) for name in wish.names.split(",")] if wish.names else []
    wrong = next((name for name in names if not 0 < len(name) <= MOST_LETTERS or not name.isprintable()), None)
    if wrong is not None:
        raise WrongUseError(f"`{wrong}` is no name for a player", f"a name has 1 to {MOST_LETTERS} letters")
    twice = next((name for number, name in enumerate(names) if name in names[:number]), None)
    if twice is not None:
        raise WrongUseError(f"two players are called {twice}", "give them different names")
    given = [seat for seat in wish.seats if "=" in seat]
    own = [seat for seat in wish.seats if "=" not in seat]
    if len(own) > 1:
        raise WrongUseError("the host has one seat of their own", "the others are for guests, or for agents: `2=mcts`")

    def agents(game: Game) -> Mapping[int, Agent]:
        playing = with_seats(agents_from("random", game), given, game)
        return {(seat := seat_from(text.partition("=")[0].strip(), game)): playing[seat] for text in given}

    def host(game: Game) -> int | None:
        return seat_from(own[0].strip(), game) if own else None

    return Guests(agents, host, names)


# ---------------------------------------------------------------- the shared match


@frozen
class Shared:
    """A match that a studio is about to share; `path` is that of its file."""

    studio: Studio
    sharing: Sharing
    path: str

    def port(self, asked: int) -> int:
        """Returns the port to listen on: the one asked for, else the one in the links that people already have."""
        kept = self.sharing.kept
        return kept.port if kept is not None and not asked else asked

    def begin(self, port: int) -> None:
        """Begins or continues the match. Raises WrongUseError, and UnwrittenError if it cannot be saved."""
        from gamedsl.pipeline import NotCompilable
        from gamedsl.server.refusals import KeepingError
        from gamedsl.studio.sharing.opening import SetupError, share

        try:
            share(self.studio, self.sharing, port)
        except SetupError as error:
            raise WrongUseError(f"`{self.path}` cannot go on: {error}", _NEW) from error
        except KeepingError as error:
            raise UnwrittenError(f"the match cannot be kept: {error}") from error
        except AgentSpecError as error:
            raise WrongUseError(error.text, error.advice or None) from error
        except NotCompilable as error:
            raise WrongUseError(
                "there is nothing to share: the rules have errors", "`gamedsl check` shows them"
            ) from error
        except GameDslError as error:
            raise WrongUseError(f"there is nothing to share: {error}") from error

    def tell(self) -> None:
        """Prints the link of each seat."""
        table = self.studio.shared
        if table is None:
            return
        begun = "The match is shared" if self.sharing.kept is None else "The match goes on, shared"
        where = "on this machine only" if "//127." in table.base else "in the local network"
        click.echo(f"{begun} {where}, at {table.base}:")
        width = max(len(name) for name in table.names)
        for chair in table.chairs:
            link = f"{table.base}{chair.path}{faint('  (you)') if chair.is_own else ''}"
            click.echo(f"  {chair.name:{width}}  {chair.agent or link}")
        click.echo(
            f"Whoever has a link has the seat. The match is kept in {self.path}: the same command goes on with it."
        )
