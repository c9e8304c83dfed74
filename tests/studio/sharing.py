"""A shared match without a socket: its host, and what pages of seats would ask, asked at once."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from httpx import ASGITransport, AsyncClient, Response

from gamedsl.json import Json, JsonObject
from gamedsl.server.refusals import KeepingError
from gamedsl.server.seats import Seats
from gamedsl.studio.server import application
from gamedsl.studio.sharing.keeping import read_kept
from gamedsl.studio.sharing.opening import Sharing, share
from gamedsl.studio.sharing.table import Guests, SharedTable
from studio.serving import HOST, TOKEN, studio_of

NEAR, FAR = ("127.0.0.1", 5000), ("192.0.2.7", 5000)


class Hosted:
    """A host that shares a match of some rules, kept in a file: a second one of the same file goes on."""

    def __init__(self, rules: Path, file: Path, guests: Guests | None = None) -> None:
        self.file = file
        self.is_full = False
        self.studio = studio_of(rules)
        kept = read_kept(file.read_text("utf-8")) if file.exists() else None
        share(self.studio, Sharing(guests or Guests(), kept, self._keep, "127.0.0.1"), 8000)
        assert self.studio.shared is not None
        self.table: SharedTable = self.studio.shared
        self.seats = Seats(self.table.find)
        self._application = application(self.studio, TOKEN, frozenset([HOST]))

    def _keep(self, text: str) -> None:
        if self.is_full:
            raise KeepingError("the disk is full")
        self.file.write_text(text, "utf-8")

    def link(self, seat: int) -> str:
        """The path of a seat's page."""
        return self.table.chairs[seat].path

    def asked(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        client: tuple[str, int] = FAR,
        kind: str = "",
        **headers: str,
    ) -> Response:
        """An answer to a request; `kind` is that of the body."""
        sent = {**headers, "content-type": kind} if kind else headers

        async def answer() -> Response:
            transport = ASGITransport(app=self._application, client=client)
            async with AsyncClient(transport=transport, base_url=f"http://{HOST}") as asking:
                return await asking.request(method, f"http://{HOST}{path}", content=body, headers=sent)

        return asyncio.run(answer())

    def told(self, seat: int) -> JsonObject:
        """What the page of a seat is told."""
        found: JsonObject = json.loads(self.table.message(seat))
        return found

    def say(self, seat: int, what: str, message: object) -> Response:
        """Sends a message from the page of a seat."""
        body = json.dumps(message).encode()
        return self.asked("POST", f"{self.link(seat)}{what}", body, kind="application/json")

    def choose(self, seat: int, *values: int) -> Response:
        """Answers the open steps of a seat as they are."""
        return self.say(seat, "answer", {"seen": self.told(seat)["seen"], "values": list(values)})

    def first(self, seat: int) -> int:
        """The first answer to the open step of a seat."""
        return int(str(part(self.told(seat), "position", "steps", "", "step", "options", 0, "value")))

    def play(self, seat: int) -> str:
        """Plays the first move of a seat; gives why that is not possible, or nothing."""
        values: list[int] = []
        while True:
            done = self.say(seat, "answer", {"seen": self.told(seat)["seen"], "values": values}).json()
            if "steps" not in done:
                return str(done.get("problem", ""))
            key = ",".join(str(value) for value in values)
            values.append(int(str(part(done, "steps", key, "step", "options", 0, "value"))))


def part(data: Json, *path: str | int) -> Json:
    """A part of some data."""
    for key in path:
        match data, key:
            case dict(), str():
                data = data[key]
            case list(), int():
                data = data[key]
            case _:
                raise KeyError(key)
    return data
