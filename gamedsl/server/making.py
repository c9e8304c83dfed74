"""Makes a server for `gamedsl serve` and for programs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from gamedsl.api.rules import Rules
from gamedsl.errors import ArgumentError
from gamedsl.workbench.extras import check_installed

if TYPE_CHECKING:
    from gamedsl.server.app import Server


def server_of(
    rules: Rules | Sequence[Rules],
    records: str | Path,
    looks: Sequence[str | Path | None] = (),
    *,
    address: str | None = None,
    most_tables: int = 2_000,
) -> Server:
    """Returns a server on which people play these games, as `gamedsl serve` runs it: an ASGI application, which other applications can mount.

    `records` is the path of the SQLite file that keeps the tables; it is made if there is none, and used by one server at a time (`:memory:` keeps nothing).
    `looks` are the paths of the look files of the games, in their order. `address` is how people reach it, as "https://games.example.org"; without it the
    server answers under addresses and the names of this machine. At most `most_tables` matches are open at a time.

    Raises RulesError, LookError, OSError, KeepingError if the file cannot be used, MissingExtraError, ArgumentError.
    """
    check_installed("a server", "server", "starlette", "uvicorn")
    from gamedsl.server.app import Server
    from gamedsl.server.games import games_of
    from gamedsl.server.lobby import Lobby
    from gamedsl.server.records import Records

    given = [rules] if isinstance(rules, Rules) else [*rules]
    if address is not None and urlsplit(address).scheme not in ("http", "https"):
        raise ArgumentError("`address` is a URL, such as `https://games.example.org`")
    games = games_of(given, looks)
    return Server(Lobby(games, Records(str(records)), most_tables), address)
