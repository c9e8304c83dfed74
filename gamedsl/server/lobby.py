"""The tables of a server: makes them, finds them by links and names, and lists them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from secrets import randbits, token_urlsafe
from threading import Event, Lock, RLock, Thread

from gamedsl.graph.serial import digest
from gamedsl.json import Json, JsonObject
from gamedsl.server import records
from gamedsl.server.bell import Bell
from gamedsl.server.games import COMPUTERS, Game
from gamedsl.server.limits import LATER
from gamedsl.server.players import Players
from gamedsl.server.records import Chair, KeptTable, Records
from gamedsl.server.refusals import KeepingError, RefusedError
from gamedsl.server.seats import PREFIX, WATCHING
from gamedsl.server.tables.hosted import HostedTable, make_refusal, refuse_changed_rules, table_data
from gamedsl.server.tables.table import MOST_LETTERS, NO_NAME, SEED_BITS
from gamedsl.values import frozen
from gamedsl_interpreter.engine import Fault

_MOST_LOADED = 3_000
"""The most tables in memory. Others are read again when somebody asks for them."""

_MOST_LINKS = 50_000
"""The most links that are remembered; others are looked up in the file."""

_MOST_LISTED = 60
"""The most tables in the list; the newest ones are shown."""

_CLEANING = 3_600
"""Seconds between two searches for tables that are no longer used."""

_MOST_REMOVED = 50
"""The most tables that are removed at a time: moves wait meanwhile."""

_ROOM = "This server has as many open tables as it may have."


@frozen
class Wish:
    """The request for a table. `seats` are "link" (a person to whom the maker gives the link), "open" (anybody may sit down), or a strength of the computer;
    `names` are those of the people, empty if they choose one themselves."""

    game: str
    players: int | None
    options: JsonObject
    seats: Sequence[str] | None
    names: Sequence[str]
    allows_undo: bool
    is_listed: bool


class Lobby:
    """The tables of a server. Any thread may call it."""

    def __init__(
        self, games: Mapping[str, Game], kept: Records, most: int, each: int = 0, days: float | None = None
    ) -> None:
        """At most `most` tables are open, and at most `each` that one address has made (0: any number). Tables at which nothing has changed for `days` are
        removed (None: never)."""
        self.games = games
        self._records, self._most, self._each = kept, most, each
        self._makers: dict[str, str] = {}
        """The addresses from which open tables were made. They are in no file: after a restart counting begins anew."""
        self._lock = RLock()
        self._loading = Lock()
        self._tables: OrderedDict[str, HostedTable] = OrderedDict()
        self._links: OrderedDict[bytes, tuple[str, int]] = OrderedDict()
        self._players = Players(threads=2)
        self._bell = Bell()
        self.serial = 0
        """Counts changes of the list."""
        self._list: tuple[int, list[Json]] = (-1, [])
        self.is_ended = Event()
        self._players.start()
        Thread(target=self._wake_agents, name="agents", daemon=True).start()
        if days is not None:
            Thread(target=self._remove_old, args=(timedelta(days=days),), name="cleaning", daemon=True).start()

    def end(self) -> None:
        """Ends all pages and agents, and closes the records."""
        self.is_ended.set()
        self._players.end()
        with self._lock:
            tables = [*self._tables.values()]
        for table in tables:
            table.end()
        self._tell()
        self._records.close()

    # ------------------------------------------------------------ finding

    def seat_in_memory(self, token: str) -> tuple[HostedTable, int] | None:
        """Returns the table and seat of a link if they are in memory."""
        with self._lock:
            known = self._links.get(link_digest(token))
            table = None if known is None else self._tables.get(known[0])
            return None if known is None or table is None else (table, known[1])

    def seat(self, token: str) -> tuple[HostedTable, int] | None:
        """Returns the table and seat of a link; None for an unknown token. Tokens are found by their digests, so response times reveal nothing about them.
        Raises RefusedError for a table that cannot continue."""
        own = link_digest(token)
        with self._lock:
            known = self._links.get(own)
        if known is None:
            known = self._do_seat_of(own)
            if known is None:
                return None
            with self._lock:
                self._links[own] = known
                if len(self._links) > _MOST_LINKS:
                    self._links.popitem(last=False)
        table = self.table(known[0])
        return None if table is None else (table, known[1])

    def _do_seat_of(self, own: bytes) -> tuple[str, int] | None:
        try:
            return self._records.do(lambda connection: records.seat_of(connection, own))
        except KeepingError as error:
            raise make_refusal() from error

    def table_in_memory(self, identifier: str) -> HostedTable | None:
        """Returns a table if it is in memory."""
        with self._lock:
            found = self._tables.get(identifier)
            if found is not None:
                self._tables.move_to_end(identifier)
            return found

    def table(self, identifier: str) -> HostedTable | None:
        """Returns a table; None if there is none. Raises RefusedError for a table that cannot continue."""
        known = self.table_in_memory(identifier)
        if known is not None:
            return known
        with self._loading:
            return self.table_in_memory(identifier) or self._load(identifier)

    def _load(self, identifier: str) -> HostedTable | None:
        try:
            kept = self._records.do(lambda connection: records.table_of(connection, identifier))
        except KeepingError as error:
            raise make_refusal() from error
        if kept is None:
            return None
        game = self.games.get(kept.game)
        if game is None:
            raise refuse_changed_rules(kept.game)
        try:
            return self._enter(HostedTable(game, kept, self._records))
        except Fault as fault:
            raise refuse_changed_rules(game.title) from fault

    def _enter(self, table: HostedTable) -> HostedTable:
        """Keeps a table in memory, and drops the tables that nobody has looked at for longest."""

        def notify() -> None:
            self._players.wake(table)
            if table.match.is_over and not table.is_told_over:
                table.is_told_over = True
                self._forget_maker(table.identifier)
                self._tell()

        table.on_change = notify
        with self._lock:
            self._tables[table.identifier] = table
            idle = (name for name, one in self._tables.items() if not one.is_watched and one.agent_to_move() is None)
            gone = next(idle, None) if len(self._tables) > _MOST_LOADED else None
            if gone is not None and gone != table.identifier:
                del self._tables[gone]
        self._players.wake(table)
        return table

    def _wake_agents(self) -> None:
        """After a start: lets the computer play where it is its turn."""
        try:
            waiting = self._records.do(records.with_agents)
            for identifier in waiting:
                if self.is_ended.is_set():
                    return
                try:
                    self.table(identifier)
                except RefusedError:
                    continue  # its people are told when they open it
        except (KeepingError, RefusedError):
            return  # the records are closed: the server ends

    # ------------------------------------------------------------ removing tables

    def _remove_old(self, age: timedelta) -> None:
        """Removes tables that are older than this, from time to time."""
        while not self.is_ended.is_set():
            with suppress(KeepingError):  # a disk that is full now may have room later
                self.remove_unused(datetime.now(UTC) - age)
            self.is_ended.wait(_CLEANING)

    def remove_unused(self, since: datetime) -> None:
        """Removes the tables at which nothing has changed since a moment, finished or not. Raises KeepingError."""
        moment = since.astimezone(UTC).isoformat(timespec="seconds")
        while gone := self._records.do(lambda connection: records.remove_unused(connection, moment, _MOST_REMOVED)):
            for identifier in gone:
                with self._lock:
                    table = self._tables.pop(identifier, None)
                self._forget_maker(identifier)
                if table is not None:
                    table.end()
            self._tell()

    def _forget_maker(self, identifier: str) -> None:
        with self._lock:
            self._makers.pop(identifier, None)

    # ------------------------------------------------------------ making tables, and sitting down

    def make(self, wish: Wish, address: str | None = None) -> JsonObject:
        """Makes a table, which counts towards the limit of an address. Returns its data, and the links of the seats that have links; they are returned only
        this once. Raises RefusedError."""
        self._check_maker(address)
        game = self.games.get(wish.game)
        if game is None:
            names = ", ".join(f"`{name}`" for name in self.games)
            raise RefusedError(f"There is no game `{wish.game[:60]}` here.", "unknown-game", f"There are {names}.", 422)
        setup = game.setup(wish.players, wish.options)
        playing = game.playing(setup)
        chairs = _chairs(wish, playing.seats)
        links = {seat: token_urlsafe(24) for seat, one in enumerate(chairs) if not one.computer and not one.is_open}
        kept = KeptTable(
            token_urlsafe(9),
            game.name,
            setup.players,
            setup.options,
            digest(playing.engine.game),
            randbits(SEED_BITS),
            datetime.now(UTC).isoformat(timespec="seconds"),
            chairs,
            wish.allows_undo,
            wish.is_listed,
        )
        try:
            table = HostedTable(game, kept, self._records)
            digests = [(link_digest(token), seat) for seat, token in links.items()]
            has_room = self._records.do(lambda connection: records.add(connection, kept, digests, self._most))
        except KeepingError as error:
            raise make_refusal() from error
        except Fault as fault:
            raise RefusedError(f"The rules cannot begin a match: {fault}", "fault", status=422) from fault
        if not has_room:
            raise RefusedError(_ROOM, "full", "Try it again when matches are over.", 503, LATER)
        if address is not None:
            with self._lock:
                self._makers[kept.identifier] = address
        self._enter(table)
        self._tell()
        told: list[Json] = [{"seat": seat, "link": f"{PREFIX}/{token}/"} for seat, token in links.items()]
        return {**self.about(table), "links": told}

    def _check_maker(self, address: str | None) -> None:
        """Raises RefusedError if an address has made as many open tables as it may."""
        with self._lock:
            own = 0 if address is None else sum(one == address for one in self._makers.values())
        if self._each and own >= self._each:
            raise RefusedError(
                f"Your address has made as many of the open tables as it may ({own:,}).",
                "too-many-tables",
                "Finish a match, or sit down at another table.",
                429,
                LATER,
            )

    def sit(self, identifier: str, seat: int | None, name: str) -> JsonObject:
        """Takes an open seat. Returns its number and link, which nobody is told again. Raises RefusedError."""
        table = self.table(identifier)
        if table is None:
            raise RefusedError("There is no such table.", "unknown", "`api/tables` lists the tables.", 404)
        if table.match.is_over:
            raise RefusedError("This match is over.", "over", "Sit down at another table.")
        token = token_urlsafe(24)
        taken = table.sit_down(seat, link_digest(token))
        told: JsonObject = {"table": identifier, "seat": taken, "link": f"{PREFIX}/{token}/"}
        try:
            if name:
                table.rename(taken, name)
        except RefusedError as error:  # only the name of a taken seat has changed
            told["problem"] = str(error)
        self._tell()
        return told

    # ------------------------------------------------------------ lists

    def about(self, table: HostedTable) -> JsonObject:
        """Returns the data of a table that everybody may see."""
        found = table_data(table.kept, table.chairs, table.title, is_over=table.match.is_over)
        return {**found, "watch": f"{WATCHING}/{table.identifier}/"}

    def list_tables(self) -> list[Json]:
        """Returns the data that everybody may see of the newest unfinished tables. Raises RefusedError."""
        serial, known = self._list
        now = self.serial
        if serial == now:
            return known
        try:
            found = self._records.do(lambda connection: records.list_tables(connection, [*self.games], _MOST_LISTED))
        except KeepingError as error:
            raise make_refusal() from error
        made: list[Json] = [self._table_entry(one) for one in found]
        self._list = now, made
        return made

    def _table_entry(self, kept: KeptTable) -> JsonObject:
        found = table_data(kept, kept.chairs, self.games[kept.game].title, is_over=kept.is_over)
        return {**found, "watch": f"{WATCHING}/{kept.identifier}/"}

    async def wait_for_change(self, seconds: float, serial: int) -> None:
        """Waits until the list differs from that of `serial`, at most this many seconds."""
        await self._bell.heard(seconds, lambda: self.is_ended.is_set() or self.serial != serial)

    def _tell(self) -> None:
        with self._lock:
            self.serial += 1
        self._bell.ring()


def link_digest(token: str) -> bytes:
    """Returns the digest under which a link is kept, so that reading the file reveals no link."""
    return sha256(token.encode()).digest()


def _chairs(wish: Wish, seats: int) -> tuple[Chair, ...]:
    """Makes the seats of a table. Raises RefusedError."""
    kinds = ["link"] * seats if wish.seats is None else [*wish.seats]
    if len(kinds) != seats:
        raise RefusedError(
            f"`seats` has {len(kinds)} entries for {seats} players.", "no-seats", "Give one for each.", 422
        )
    if len(wish.names) > seats:
        raise RefusedError(
            f"`names` has {len(wish.names)} entries for {seats} players.", "no-names", "Give fewer.", 422
        )
    names = [" ".join(name.split()) for name in wish.names] + [""] * (seats - len(wish.names))
    given = [name.casefold() for name in names if name]
    wrong = next((name for name in names if len(name) > MOST_LETTERS or not name.isprintable()), None)
    if wrong is not None or len(set(given)) < len(given):
        what = "Two players have the same name." if wrong is None else NO_NAME
        raise RefusedError(what, "name", "Choose another one.", 422)
    unknown = next((kind for kind in kinds if kind not in ("link", "open", *COMPUTERS)), None)
    if unknown is not None:
        known = ", ".join(f"`{kind}`" for kind in ("link", "open", *COMPUTERS))
        raise RefusedError(f"A seat cannot be `{unknown[:60]}`.", "no-seats", f"It can be {known}.", 422)
    return tuple(
        Chair(name, kind if kind in COMPUTERS else None, kind == "open")
        for name, kind in zip(names, kinds, strict=True)
    )
