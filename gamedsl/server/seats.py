"""Answers the pages of seats and of spectators, and programs that play: the same addresses under the secret of a seat, or under the name of a table."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import TypeAlias
from weakref import WeakValueDictionary

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from gamedsl.json import JsonObject
from gamedsl.server.refusals import RefusedError
from gamedsl.server.requests import (
    Answer,
    check_keys,
    message_in,
    nothing_here,
    number_in,
    numbers_in,
    refusal,
    refusal_page,
    text_in,
    with_refusals,
)
from gamedsl.server.tables.table import Table
from gamedsl_interpreter.engine import Fault

PREFIX = "seat"
"""The first part of the addresses of seats; the second one is a secret token."""

WATCHING = "watch"
"""The first part of the addresses of spectators; the second one is the name of a table."""

HEARTBEAT = 10.0
"""Seconds between signs of life from the host to a page."""

_MOST_PAGES = 8
"""The most open pages of one seat; a further page closes the oldest."""

_MOST_SPECTATORS = 200
"""The most open pages of spectators at one table; a further page closes the oldest."""

_NO_SEAT = "Take the whole link that you were given. Tables that nobody uses any more are removed in the end."

_NO_LINE = "There is no such line."

_FindSeat: TypeAlias = Callable[[str], Awaitable["tuple[Table, int] | None"]]
_FindTable: TypeAlias = Callable[[str], Awaitable["Table | None"]]
_Asked: TypeAlias = Callable[[Table, int, JsonObject], JsonObject]


class Seats:
    """The addresses of seats and spectators. `find` finds the table and seat of a token, `find_table` the table that may be watched under a name."""

    def __init__(self, find: _FindSeat, find_table: _FindTable | None = None) -> None:
        self._find, self._find_table = find, find_table
        self._streams: dict[tuple[str, int | None], list[asyncio.Event]] = {}
        self._busy: WeakValueDictionary[tuple[str, int], asyncio.Lock] = WeakValueDictionary()

    def routes(self) -> list[Route]:
        """Returns one address for each kind of request."""
        seat, table = f"/{PREFIX}/{{token}}", f"/{WATCHING}/{{table}}"
        looks = {"": _page, "now": _now, "events": self._events, "past/{line}": _past}
        asked: Mapping[str, _Asked] = {
            "answer": _answer,
            "steps": _steps(Table.steps),
            "several": _steps(Table.several),
            "refused": _steps(Table.refusals),
            "ahead": _steps(Table.ahead),
            "picked": _pick,
            "name": _name,
            "undo": _undo,
        }
        return [
            *(Route(f"{seat}/{path}", _refuse_or_answer(self._for_seat(look), path)) for path, look in looks.items()),
            *(Route(f"{seat}/{path}", self._act(act), methods=["POST"]) for path, act in asked.items()),
            *(
                Route(f"{table}/{path}", _refuse_or_answer(self._answer_spectators(look), path))
                for path, look in looks.items()
                if self._find_table
            ),
        ]

    async def _seat(self, request: Request) -> tuple[Table, int]:
        """Returns the table and seat of the token in the address. Raises RefusedError."""
        found = await self._find(request.path_params["token"])
        if found is None:
            raise RefusedError("There is no such seat.", "unknown", _NO_SEAT, 404)
        return found

    def _for_seat(self, answer: Callable[[Request, Table, int | None], Awaitable[Response]]) -> Answer:
        """Makes an answer for the seat whose token is in the address."""

        async def answer_seat(request: Request) -> Response:
            return await answer(request, *await self._seat(request))

        return answer_seat

    def _answer_spectators(self, answer: Callable[[Request, Table, int | None], Awaitable[Response]]) -> Answer:
        """Makes an answer for spectators of the table whose name is in the address."""

        async def answer_all(request: Request) -> Response:
            found = None if self._find_table is None else await self._find_table(request.path_params["table"])
            if found is None:
                raise RefusedError("There is no such table.", "unknown", "The lobby lists the open ones.", 404)
            return await answer(request, found, None)

        return answer_all

    def _act(self, act: _Asked) -> Answer:
        """Makes an answer to a request that holds a message. Each seat gets one answer at a time, so that nobody blocks the host for others."""

        async def act_and_answer(request: Request) -> Response:
            table, seat = await self._seat(request)
            given = await message_in(request)
            key = (table.identifier, seat)
            async with self._busy.setdefault(key, asyncio.Lock()):
                return JSONResponse(await run_in_threadpool(act, table, seat, given))

        return with_refusals(act_and_answer)

    # ------------------------------------------------------------ messages

    async def _events(self, _: Request, table: Table, seat: int | None) -> Response:
        return StreamingResponse(
            self.messages(table, seat), media_type="text/event-stream", headers={"x-accel-buffering": "no"}
        )

    async def messages(self, table: Table, seat: int | None) -> AsyncIterator[str]:
        """Yields the messages to a seat whenever they change, and a sign of life now and then. When a message is sent depends only on facts that the seat
        may know."""
        gives_way, key = asyncio.Event(), (table.identifier, seat)
        open_pages = self._streams.setdefault(key, [])
        open_pages.append(gives_way)
        for older in open_pages[: -_MOST_SPECTATORS if seat is None else -_MOST_PAGES]:
            older.set()
        sent = ""
        table.come(seat)
        try:
            while not table.is_ended and not gives_way.is_set() and (seat or 0) < table.playing.seats:
                message = await _other_message(table, seat, sent)
                yield "event: here\ndata:\n\n" if message == sent else f"data: {message}\n\n"
                sent = message
        finally:
            open_pages.remove(gives_way)
            if not open_pages:
                self._streams.pop(key, None)
            table.leave(seat)


def _refuse_or_answer(answer: Answer, path: str) -> Answer:
    """Makes an answer that says why it is refused: a page to people, data to programs."""
    return with_refusals(answer, refusal if path else refusal_page)


def _message(table: Table, seat: int | None, sent: str) -> str:
    """Returns the message to a seat. If the rules cause a fault, the host is told, and the previous message is returned."""
    try:
        return table.message(seat)
    except Fault:
        return sent


async def _other_message(table: Table, seat: int | None, sent: str) -> str:
    """Waits until the message to a seat is another one, and returns it; after a heartbeat, or when the table has ended, the same."""
    loop = asyncio.get_running_loop()
    end, serial = loop.time() + HEARTBEAT, -1
    while not table.is_ended:
        if serial != table.serial or not sent:
            serial = table.serial
            ready = table.ready_message(seat)
            message = await run_in_threadpool(_message, table, seat, sent) if ready is None else ready
            if message != sent:
                return message
        left = end - loop.time()
        if left <= 0:
            break
        await table.wait_for_change(left, serial)
    return sent


async def _page(_: Request, table: Table, __: int | None) -> Response:
    page = await run_in_threadpool(lambda: table.playing.page)
    return HTMLResponse(page, headers={"content-security-policy": "frame-ancestors 'self'"})


async def _now(_: Request, table: Table, seat: int | None) -> Response:
    return Response(await run_in_threadpool(table.message, seat), media_type="application/json")


async def _past(request: Request, table: Table, seat: int | None) -> Response:
    line = number_in(request.path_params["line"])
    found = None if line is None else await run_in_threadpool(table.past, seat, line)
    return nothing_here(_NO_LINE, "The message says how many there are.") if found is None else JSONResponse(found)


# ---------------------------------------------------------------- what a seat asks for


def _answer(table: Table, seat: int, given: JsonObject) -> JsonObject:
    """Plays a move: by its text (`move`), or by the answers to its steps (`values`)."""
    check_keys(given, "seen", "values", "move")
    seen = text_in(given, "seen")
    if ("move" in given) == ("values" in given):
        raise RefusedError("An answer has either `values` or `move`.", "no-answer", "Send one of them.", 400)
    if "move" in given:
        return table.move(seat, seen, text_in(given, "move", 10_000))
    return table.answer(seat, seen, numbers_in(given, "values"))


def _steps(ask: Callable[[Table, int, str, list[int]], JsonObject]) -> _Asked:
    """Makes an answer to a request about answers to open steps."""

    def answer_step(table: Table, seat: int, given: JsonObject) -> JsonObject:
        check_keys(given, "seen", "values")
        return ask(table, seat, text_in(given, "seen"), numbers_in(given, "values"))

    return answer_step


def _pick(table: Table, seat: int, given: JsonObject) -> JsonObject:
    """Answers a request about a choice in a selection of several pieces: `amounts` by part."""
    check_keys(given, "seen", "values", "amounts")
    return table.pick_amounts(seat, text_in(given, "seen"), numbers_in(given, "values"), numbers_in(given, "amounts"))


def _name(table: Table, seat: int, given: JsonObject) -> JsonObject:
    check_keys(given, "name")
    table.rename(seat, text_in(given, "name"))
    return {}


def _undo(table: Table, seat: int, given: JsonObject) -> JsonObject:
    check_keys(given, "seen")
    return table.undo(seat, text_in(given, "seen"))
