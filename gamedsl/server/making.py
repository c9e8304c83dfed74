"""Makes a server for `gamedsl serve` and for programs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from gamedsl.api.rules import Rules
from gamedsl.errors import ArgumentError
from gamedsl.server.addresses import host_in
from gamedsl.workbench.extras import check_installed
from gamedsl_interpreter import arguments

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

    from gamedsl.server.app import Application


_LONGEST = 36_500
"""Days: a date so long ago can still be said."""


class Server:
    """An ASGI application with a lobby, tables, and pages for seats and spectators. `close` ends it and all waiting requests."""

    # The class is apart from `Application`, so that this name of the package needs no library of servers.

    def __init__(self, application: Application) -> None:
        """`server_of` makes one."""
        self._application, self.lobby = application, application.lobby

    def close(self) -> None:
        """Ends all pages and computer players, and closes the records."""
        self._application.close()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request."""
        await self._application(scope, receive, send)


def server_of(
    rules: Rules | Sequence[Rules],
    records: str | Path,
    looks: Sequence[str | Path | None] = (),
    *,
    address: str | None = None,
    most_tables: int = 2_000,
    keep_days: float = 30,
    requests_each: int = 3_000,
    pages_each: int = 200,
    tables_each: int = 100,
) -> Server:
    """Returns a server on which people play these games, as `gamedsl serve` runs it: an ASGI application, which other applications can mount.

    `records` is the path of the SQLite file that keeps the tables; it is made if there is none, and used by one server at a time (`:memory:` keeps nothing).
    `looks` are the paths of the look files of the games, in their order. `address` is how people reach it, as "https://games.example.org"; without it the
    server answers under addresses and the names of this machine. At most `most_tables` matches are open at a time. A table at which nothing has changed
    for `keep_days` is removed, finished or not (0: never).

    One address, or one network of 64 bits of IPv6, may send `requests_each` requests in a minute, have `pages_each` pages open, and have made `tables_each` of the
    open tables (0: any number); further ones are refused with status 429. Whose a request is, `scope["client"]` says, which is the matter of the server in front
    of the application: uvicorn reads it from forwarded headers if it is told whom to trust. Programs on this machine are not limited.

    Raises RulesError, LookError, OSError, KeepingError if the file cannot be used, MissingExtraError, ArgumentError.
    """
    check_installed("a server", "server", "starlette", "uvicorn")
    from gamedsl.server.app import Application
    from gamedsl.server.games import games_of
    from gamedsl.server.limits import Limits
    from gamedsl.server.lobby import Lobby
    from gamedsl.server.records import Records

    most_tables = arguments.whole("most_tables", most_tables, 1)
    days = arguments.positive("keep_days", keep_days)
    if days > _LONGEST:
        raise ArgumentError(
            f"`keep_days` is at most {_LONGEST:,}, not {arguments.describe_value(keep_days)}: 0 keeps for ever"
        )
    each = [
        arguments.whole(name, number, 0)
        for name, number in (("requests_each", requests_each), ("pages_each", pages_each), ("tables_each", tables_each))
    ]
    file = arguments.path("records", records, "a file")
    given = [rules] if isinstance(rules, Rules) else [*arguments.each("rules", rules)]
    if address is not None and not host_in(arguments.text("address", address)):
        raise ArgumentError("`address` is a URL, such as `https://games.example.org`")
    games = games_of(given, [*arguments.each("looks", looks)])
    limits = Limits(*each)
    lobby = Lobby(games, Records(file), most_tables, limits.tables, days or None)
    return Server(Application(lobby, address, limits))
