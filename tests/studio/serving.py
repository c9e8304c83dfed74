"""A studio without a socket: what a browser would ask, asked at once."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path

from httpx import ASGITransport, AsyncClient, Response

from gamedsl.bases import Bases
from gamedsl.cache.rules import KnownRules
from gamedsl.graph.compiled import Setup
from gamedsl.json import JsonObject
from gamedsl.source import Source
from gamedsl.studio.editing import Editing
from gamedsl.studio.reading import Followed, UnreadableError
from gamedsl.studio.server import application
from gamedsl.studio.state import Studio

TOKEN = "a-token"
HOST = "127.0.0.1:8000"


def studio_of(rules: Path) -> Studio:
    """A studio that has read a file once."""

    def read() -> KnownRules:
        try:
            source = Source(rules.name, rules.read_text("utf-8"))
        except OSError as error:
            raise UnreadableError(f"there is no file `{rules.name}`") from error
        bases = Bases(rules.parent, (), lambda path: path.read_text("utf-8"), lambda path: path.name)
        return KnownRules(source, bases.find, None, near=bases)

    def choose(setups: Sequence[Setup]) -> Sequence[Setup]:
        return setups

    made = Studio(Followed(rules.name, read, rules.with_suffix(".look.toml"), (), choose))
    made.look()
    return made


class Asking:
    """Asks a studio."""

    def __init__(self, studio: Studio, frames: Sequence[str] = (), editing: Editing | None = None) -> None:
        self._application = application(studio, TOKEN, frozenset([HOST]), frames, editing)

    def answer(self, method: str, path: str, content: str = "", **headers: str) -> Response:
        """An answer to a request."""

        async def asked() -> Response:
            transport = ASGITransport(app=self._application)
            async with AsyncClient(transport=transport, base_url=f"http://{HOST}") as client:
                return await client.request(method, f"http://{HOST}{path}", content=content, headers=headers)

        return asyncio.run(asked())

    def status(self, path: str, **headers: str) -> int:
        """The status of an answer."""
        return self.answer("GET", path, **headers).status_code

    def post(self, path: str, **headers: str) -> int:
        """The status of an answer to a wish."""
        return self.answer("POST", path, **headers).status_code

    def text(self, path: str) -> str:
        """The text of a good answer."""
        answer = self.answer("GET", f"/{TOKEN}/{path}")
        assert answer.status_code == 200, answer.text
        return answer.text

    def data(self, path: str) -> JsonObject:
        """Its data."""
        found: JsonObject = json.loads(self.text(path))
        return found
