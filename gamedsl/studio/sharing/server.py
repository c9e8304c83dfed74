"""Answers the pages of seats; each seat has addresses under its own token."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import PurePath
from typing import Any, TypeAlias

from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from gamedsl.json import Json, JsonObject
from gamedsl.page import seat_html
from gamedsl.studio.sharing.table import RefusedError, Table
from gamedsl_interpreter.engine import Fault

PREFIX = "seat"
"""The first part of the addresses of seats; the second one is a token."""

HEARTBEAT = 10.0
"""Seconds between signs of life from the host to a page."""

_LARGEST = 32_768
"""Bytes of the largest message that is read."""

_MOST_ANSWERS = 2_000
_MOST_PAGES = 8
"""The most open pages of one seat; a further page closes the oldest."""

_FAULT = "The rules cannot go on from here. Your host sees why."

_Answer: TypeAlias = Callable[[Request], Coroutine[Any, Any, Response]]


class Seats:
    """The addresses of the seats of a table."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._streams: dict[int, list[asyncio.Event]] = {}
        self._busy: dict[int, asyncio.Lock] = {}

    def routes(self) -> list[Route]:
        """Returns one address for each kind of request."""
        at = f"/{PREFIX}/{{token}}"
        table = self._table
        return [
            Route(f"{at}/", self._for(self._page)),
            Route(f"{at}/events", self._for(self._events)),
            Route(f"{at}/past/{{line:int}}", self._for(self._past)),
            Route(f"{at}/answer", self._for(self._answer_steps(table.answer)), methods=["POST"]),
            Route(f"{at}/steps", self._for(self._answer_steps(table.steps)), methods=["POST"]),
            Route(f"{at}/several", self._for(self._answer_steps(table.several)), methods=["POST"]),
            Route(f"{at}/picked", self._for(self._answer_picked), methods=["POST"]),
            Route(f"{at}/refused", self._for(self._answer_steps(table.refused)), methods=["POST"]),
            Route(f"{at}/name", self._for(self._name), methods=["POST"]),
        ]

    def is_known(self, token: str) -> bool:
        """Whether a token belongs to a seat that a person can take."""
        return self._table.seat(token) is not None

    def _for(self, answer: Callable[[Request, int], Coroutine[Any, Any, Response]]) -> _Answer:
        """Makes an answer for the seat whose token is in the address."""

        async def answered(request: Request) -> Response:
            seat = self._table.seat(request.path_params["token"])
            if seat is None:
                return PlainTextResponse("There is nothing here.\n", 404)
            return await answer(request, seat)

        return answered

    async def _page(self, _: Request, __: int) -> Response:
        playing = self._table.playing
        setting = playing.setting
        name = PurePath(setting.name).name  # the folder of the rules stays private
        text = seat_html(playing.model, setting.setup, name, setting.style, setting.book, playing.digest)
        return HTMLResponse(text, headers={"content-security-policy": "frame-ancestors 'self'"})

    # ------------------------------------------------------------ messages

    async def _events(self, _: Request, seat: int) -> Response:
        return StreamingResponse(self.told(seat), media_type="text/event-stream")

    async def told(self, seat: int) -> AsyncIterator[str]:
        """Yields the messages to a seat whenever they change, and a sign of life now and then. Only what the seat may know decides when a message is sent."""
        gives_way = asyncio.Event()
        open_pages = self._streams.setdefault(seat, [])
        open_pages.append(gives_way)
        for older in open_pages[:-_MOST_PAGES]:
            older.set()
        table, sent = self._table, ""
        table.come(seat)
        try:
            while not table.is_over and not gives_way.is_set() and seat < table.playing.seats:
                message = await run_in_threadpool(self._message, seat, sent)
                if message != sent:
                    sent = message
                    yield f"data: {message}\n\n"
                else:
                    yield "event: here\ndata:\n\n"
                await self._until_other(seat, sent)
        finally:
            open_pages.remove(gives_way)
            table.leave(seat)

    def _message(self, seat: int, sent: str) -> str:
        """Returns the message to a seat. If the rules break a promise, the host is told, and the previous message is returned."""
        try:
            return self._table.message(seat)
        except Fault:
            return sent

    async def _until_other(self, seat: int, sent: str) -> None:
        """Waits until the message to a seat changes, at most for a heartbeat."""
        loop = asyncio.get_running_loop()
        end = loop.time() + HEARTBEAT
        while (left := end - loop.time()) > 0 and not self._table.is_over:
            serial = self._table.serial
            if await run_in_threadpool(self._message, seat, sent) != sent:
                return
            await self._table.changed(left, serial)

    async def _past(self, request: Request, seat: int) -> Response:
        found = await run_in_threadpool(self._table.past, seat, request.path_params["line"])
        return PlainTextResponse("There is no such line.\n", 404) if found is None else JSONResponse(found)

    # ------------------------------------------------------------ requests

    def _answer_steps(
        self, ask: Callable[[int, str, list[int]], JsonObject]
    ) -> Callable[[Request, int], Coroutine[Any, Any, Response]]:
        """Makes an answer to a request about answers to open steps: `seen` and `values`. Each seat gets one answer at a time, so that nobody blocks the
        host for others."""

        async def answered(request: Request, seat: int) -> Response:
            asked = await _message(request)
            seen, values = asked.get("seen"), _numbers(asked.get("values"))
            if not isinstance(seen, str) or values is None:
                return _problem("This is no answer.", 400)
            return await self._act(seat, lambda: ask(seat, seen, values))

        return answered

    async def _answer_picked(self, request: Request, seat: int) -> Response:
        """Answers a request about a choice in a selection of several pieces: `seen`, `values`, and `amounts` by part."""
        asked = await _message(request)
        seen, values, amounts = asked.get("seen"), _numbers(asked.get("values")), _numbers(asked.get("amounts"))
        if not isinstance(seen, str) or values is None or amounts is None:
            return _problem("This is no answer.", 400)
        return await self._act(seat, lambda: self._table.picked(seat, seen, values, amounts))

    async def _name(self, request: Request, seat: int) -> Response:
        name = (await _message(request)).get("name")
        if not isinstance(name, str):
            return _problem("This is no name.", 400)

        def rename() -> JsonObject:
            self._table.rename(seat, name)
            return {}

        return await self._act(seat, rename)

    async def _act(self, seat: int, act: Callable[[], JsonObject]) -> Response:
        async with self._busy.setdefault(seat, asyncio.Lock()):
            try:
                return JSONResponse(await run_in_threadpool(act))
            except RefusedError as error:
                return _problem(str(error), 409)
            except Fault:
                return _problem(_FAULT, 409)


def _problem(text: str, status: int) -> Response:
    return JSONResponse({"problem": text}, status)


async def _message(request: Request) -> JsonObject:
    """Reads the JSON message in a request; empty if it is not valid."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        return {}
    text = bytearray()
    try:
        async for part in request.stream():
            text += part
            if len(text) > _LARGEST:
                return {}
        found: Json = json.loads(text)
    except (ValueError, RecursionError, ClientDisconnect):
        return {}
    return found if isinstance(found, dict) else {}


def _numbers(given: Json) -> list[int] | None:
    """Reads a list of answers to steps; None for anything else."""
    if not isinstance(given, list) or len(given) > _MOST_ANSWERS:
        return None
    found = [one for one in given if type(one) is int and 0 <= one < 1 << 31]
    return found if len(found) == len(given) else None
