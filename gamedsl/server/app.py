"""The server as an application (ASGI), for `gamedsl serve` and for programs that mount it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import nullcontext
from importlib.resources import files

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Message, Receive, Scope, Send

from gamedsl.html import shell
from gamedsl.json import JsonObject
from gamedsl.server.addresses import host_in, is_own_name
from gamedsl.server.limits import Limits, Usage, address_of
from gamedsl.server.lobby import Lobby, Wish
from gamedsl.server.refusals import RefusedError
from gamedsl.server.requests import check_keys, message_in, refusal, text_in, with_refusals
from gamedsl.server.seats import HEARTBEAT, Seats
from gamedsl.server.tables.table import Table

_PAUSE = 1.0
"""Seconds between two lists for a lobby page."""

_HEADERS = {
    "cache-control": "no-store",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none';"
    " form-action 'none'; frame-ancestors 'self'"
)

_SHELL = shell("Tables", "lobby")


class Application:
    """The work of a `Server`: answers its requests."""

    def __init__(self, lobby: Lobby, address: str | None, limits: Limits) -> None:
        self.lobby, self._name = lobby, None if address is None else host_in(address)
        self._usage = Usage(limits)
        seats = Seats(self._find, self._find_table)
        self._application = Starlette(
            routes=[
                Route("/", _lobby_page),
                Route("/lobby.js", _file("lobby.js", "text/javascript")),
                Route("/lobby.css", _file("lobby.css", "text/css")),
                Route("/api/games", self._games),
                Route("/api/tables", with_refusals(self._tables)),
                Route("/api/tables", with_refusals(self._make), methods=["POST"]),
                Route("/api/events", self._events),
                Route("/api/tables/{table}", with_refusals(self._table)),
                Route("/api/tables/{table}/sit", with_refusals(self._sit), methods=["POST"]),
                *seats.routes(),
            ],
            exception_handlers={HTTPException: _http_problem},
        )

    def close(self) -> None:
        """Ends all pages and computer players, and closes the records."""
        self.lobby.end()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request."""

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                named = {key for key, _ in message["headers"]}
                more = ((key.encode(), value.encode()) for key, value in _HEADERS.items())
                message["headers"] = [*message["headers"], *(pair for pair in more if pair[0] not in named)]
            await send(message)

        if scope["type"] != "http":
            await self._application(scope, receive, send)
            return
        address, has_begun = address_of(scope), False
        try:
            self._usage.count(address)
            self._check_names(Request(scope))
            with self._usage.page(address) if scope["path"].endswith("/events") else nullcontext():
                has_begun = True
                await self._application(scope, receive, send_guarded)
        except RefusedError as error:
            if has_begun:
                raise
            await refusal(error)(scope, receive, send_guarded)

    def _check_names(self, request: Request) -> None:
        """Raises RefusedError for a request that comes under another name, or from a page of another origin."""
        host = request.headers.get("host", "").lower()
        if host != self._name and not (self._name is None and is_own_name(host)):
            raise RefusedError(
                "This server does not answer under this name.", "wrong-host", "`gamedsl serve --address URL` says how it is reached.", 421
            )  # fmt: skip
        origin = request.headers.get("origin")
        if origin is not None and host_in(origin) != host:
            raise RefusedError(
                "This request comes from a page of another origin.", "wrong-origin", "Ask without a browser.", 403
            )

    # ------------------------------------------------------------ finding

    async def _find(self, token: str) -> tuple[Table, int] | None:
        return self.lobby.seat_in_memory(token) or await run_in_threadpool(self.lobby.seat, token)

    async def _find_table(self, identifier: str) -> Table | None:
        return self.lobby.table_in_memory(identifier) or await run_in_threadpool(self.lobby.table, identifier)

    # ------------------------------------------------------------ the lobby

    async def _games(self, _: Request) -> Response:
        return JSONResponse({"games": [game.data for game in self.lobby.games.values()]})

    async def _tables(self, _: Request) -> Response:
        return JSONResponse({"tables": await run_in_threadpool(self.lobby.list_tables)})

    async def _table(self, request: Request) -> Response:
        found = await run_in_threadpool(self.lobby.table, request.path_params["table"])
        if found is None:
            raise RefusedError("There is no such table.", "unknown", "`api/tables` lists the tables.", 404)
        return JSONResponse(self.lobby.about(found))

    async def _make(self, request: Request) -> Response:
        wish = _wish(await message_in(request))
        made = await run_in_threadpool(self.lobby.make, wish, address_of(request.scope))
        return JSONResponse(made, 201)

    async def _sit(self, request: Request) -> Response:
        given = await message_in(request)
        check_keys(given, "seat", "name")
        seat = given.get("seat")
        if seat is not None and (type(seat) is not int or not 0 <= seat < 1000):
            raise RefusedError(
                "`seat` is the number of a seat.", "no-seat", "Leave it out for the first free one.", 400
            )
        name = text_in(given, "name") if "name" in given else ""
        return JSONResponse(await run_in_threadpool(self.lobby.sit, request.path_params["table"], seat, name))

    async def _events(self, _: Request) -> Response:
        return StreamingResponse(
            self._stream_list(), media_type="text/event-stream", headers={"x-accel-buffering": "no"}
        )

    async def _stream_list(self) -> AsyncIterator[str]:
        """Yields the list of tables when it changes, at most once a second, and a sign of life now and then."""
        sent = ""
        while not self.lobby.is_ended.is_set():
            serial = self.lobby.serial
            try:
                text = json.dumps({"tables": await run_in_threadpool(self.lobby.list_tables)}, ensure_ascii=False)
            except RefusedError:
                text = sent
            yield f"data: {text}\n\n" if text != sent else "event: here\ndata:\n\n"
            sent = text
            await asyncio.sleep(_PAUSE)
            await self.lobby.wait_for_change(HEARTBEAT, serial)


def _wish(given: JsonObject) -> Wish:
    """Reads the request for a new table. Raises RefusedError."""
    check_keys(given, "game", "players", "options", "seats", "names", "allowsUndo", "isListed")
    players = given.get("players")
    if players is not None and type(players) is not int:
        raise RefusedError(
            "`players` is a whole number.", "no-players", "`api/games` says for how many a game is.", 400
        )
    options = given.get("options", {})
    if not isinstance(options, dict):
        raise RefusedError("`options` is an object.", "no-options", 'Such as `{"storm": "yes"}`.', 400)
    seats = None if given.get("seats") is None else _texts(given, "seats")
    names = _texts(given, "names") if "names" in given else []
    flags = {key: given.get(key, default) for key, default in (("allowsUndo", True), ("isListed", True))}
    wrong = next((key for key, value in flags.items() if not isinstance(value, bool)), None)
    if wrong is not None:
        raise RefusedError(f"`{wrong}` is true or false.", "no-flag", "Leave it out for `true`.", 400)
    allows_undo, is_listed = (bool(value) for value in flags.values())
    return Wish(text_in(given, "game"), players, options, seats, names, allows_undo, is_listed)


def _texts(given: JsonObject, key: str) -> list[str]:
    value = given.get(key)
    found = [one for one in value if isinstance(one, str)] if isinstance(value, list) else None
    if found is None or not isinstance(value, list) or len(found) != len(value) or len(found) > 100:
        raise RefusedError(f"`{key}` is a list of texts, one for each seat.", "no-texts", '`["link", "open"]`.', 400)
    return found


async def _http_problem(_: Request, error: Exception) -> Response:
    """Answers requests for addresses that do not exist, or by a wrong method."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    if status == 405:
        return refusal(
            RefusedError("This address is not asked in this way.", "wrong-method", "Changes are sent by POST.", 405)
        )
    return refusal(
        RefusedError("There is nothing here.", "unknown", "`docs/embedding/serving.md` lists the addresses.", status)
    )


def _file(name: str, kind: str) -> Callable[[Request], Response]:
    def answer(_: Request) -> Response:
        return Response(files("gamedsl.server").joinpath("runtime", name).read_text("utf-8"), media_type=kind)

    return answer


def _lobby_page(_: Request) -> Response:
    return HTMLResponse(_SHELL, headers={"content-security-policy": _POLICY})
