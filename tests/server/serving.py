"""A server without a socket: what people and programs would ask, asked at once."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from httpx import ASGITransport, AsyncClient, Request, Response

import gamedsl
from gamedsl import Server
from gamedsl.server.making import server_of
from gamedsl.server.tables.hosted import HostedTable

HOST = "127.0.0.1:8000"


class Served:
    """A server of some games. `close` ends it, and another one of the same file goes on."""

    def __init__(self, rules: Sequence[gamedsl.Rules], records: str | Path = ":memory:", **settings: Any) -> None:
        self.server: Server = server_of(rules, records, **settings)
        self.address = "127.0.0.1"
        """Whence requests come."""

    def close(self) -> None:
        self.server.close()

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Response:
        """An answer to a request."""

        async def answer() -> Response:
            transport = ASGITransport(app=self.server, client=(self.address, 1234))
            async with AsyncClient(transport=transport, base_url=f"http://{HOST}") as asking:
                return await asking.request(method, f"http://{HOST}/{path}", content=body, headers=headers)

        return asyncio.run(answer())

    def get(self, path: str) -> Any:
        """The data of a good answer."""
        found = self.ask("GET", path)
        assert found.status_code == 200, found.text
        return found.json()

    def post(self, path: str, message: object) -> Response:
        """An answer to a message."""
        text = Request("POST", "http://x/", json=message).content
        return self.ask("POST", path, text, **{"content-type": "application/json"})

    def make(self, game: str, **wish: object) -> dict[str, Any]:
        """A new table."""
        done = self.post("api/tables", {"game": game, **wish})
        assert done.status_code == 201, done.text
        made: dict[str, Any] = done.json()
        return made

    def links(self, made: dict[str, Any]) -> list[str]:
        """The links that its maker was told."""
        return [str(one["link"]) for one in made["links"]]

    def table(self, made: dict[str, Any]) -> HostedTable:
        """The table on the server."""
        found = self.server.lobby.table(str(made["table"]))
        assert found is not None
        return found

    def choose(self, link: str, at: int = 0) -> dict[str, Any]:
        """Plays a move of a seat: the option number `at` of each step."""
        seen, values = self.get(f"{link}now")["seen"], list[int]()
        while True:
            done = self.post(f"{link}answer", {"seen": seen, "values": values})
            answer: dict[str, Any] = done.json()
            if "steps" not in answer:
                return answer
            options = answer["steps"][",".join(map(str, values))]["step"]["options"]
            values.append(options[at % len(options)]["value"])
