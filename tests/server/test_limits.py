"""What one address may ask of a server, whose a request is behind a proxy, and which tables are removed."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from httpx import Response
from starlette.types import Message, Scope
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

import gamedsl
from gamedsl.server.limits import address_of
from gamedsl.server.running import settings
from server.serving import HOST, Served
from server.test_server import NIM_RULES, refused

SOMEWHERE, ELSEWHERE = "203.0.113.7", "198.51.100.2"


@pytest.fixture
def few() -> Iterator[Served]:
    """A server that allows little."""
    made = Served([NIM_RULES], requests_each=4, tables_each=2, pages_each=1)
    yield made
    made.close()


def late(answer: Response, code: str) -> int:
    """The seconds after which it is worth to ask again."""
    refused(answer, 429, code)
    return int(answer.headers["retry-after"])


# ---------------------------------------------------------------- what one address may


def test_one_address_asks_so_often_in_a_minute(few: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 600.0
    monkeypatch.setattr("gamedsl.server.limits.monotonic", lambda: now)
    few.address = SOMEWHERE
    assert [few.ask("GET", "api/games").status_code for _ in range(4)] == [200] * 4
    assert late(few.ask("GET", "api/games"), "too-many-requests") == 61
    assert few.ask("GET", "").status_code == 429
    few.address = ELSEWHERE
    assert few.ask("GET", "api/games").status_code == 200
    few.address, now = SOMEWHERE, 660.5
    assert few.ask("GET", "api/games").status_code == 200


def test_programs_on_this_machine_are_not_limited(few: Served) -> None:
    assert {few.ask("GET", "api/games").status_code for _ in range(9)} == {200}
    assert [few.make("nim")["game"] for _ in range(4)] == ["nim"] * 4


def test_one_address_makes_so_many_tables(few: Served) -> None:
    """A match that is over makes room, and so does another address."""
    few.address = SOMEWHERE
    made = [few.make("nim"), few.make("nim")]
    assert late(few.post("api/tables", {"game": "nim"}), "too-many-tables") > 0
    few.address = ELSEWHERE
    few.make("nim")
    few.address = "127.0.0.1"
    table, links = few.table(made[0]), few.links(made[0])
    while not table.match.is_over:
        few.choose(links[table.match.to_act[0]])
    few.address = SOMEWHERE
    assert few.post("api/tables", {"game": "nim"}).status_code == 201


def test_one_address_opens_so_many_pages(few: Served) -> None:
    """Each is one less when it is closed."""
    path = f"/{few.links(few.make('nim'))[0]}events"

    async def ask() -> tuple[list[int], asyncio.Task[None]]:
        """Opens a page. Returns the status, and the task that listens."""
        status = list[int]()
        answered = asyncio.Event()

        async def send(message: Message) -> None:
            status.extend([message["status"]] if "status" in message else [])
            answered.set()

        async def receive() -> Message:
            await asyncio.sleep(3600)
            return {"type": "http.disconnect"}

        headers = [(b"host", HOST.encode())]
        scope: Scope = {"type": "http", "method": "GET", "path": path, "headers": headers, "client": (SOMEWHERE, 1)}
        task = asyncio.create_task(few.server({**scope, "query_string": b"", "root_path": ""}, receive, send))
        await answered.wait()
        return status, task

    async def told() -> list[list[int]]:
        (first, open_), (second, _) = await ask(), await ask()
        open_.cancel()
        await asyncio.wait([open_])
        third, last = await ask()
        last.cancel()
        await asyncio.wait([last])
        return [first, second, third]

    assert asyncio.run(asyncio.wait_for(told(), 60)) == [[200], [429], [200]]


@pytest.mark.parametrize(
    ("client", "address"),
    [
        (("203.0.113.7", 5), "203.0.113.7"),
        (("::ffff:203.0.113.7", 5), "203.0.113.7"),
        (("2001:db8:1:2:3:4:5:6", 5), "2001:db8:1:2::/64"),
        (("127.0.0.3", 5), None),
        (("::1", 5), None),
        (("::ffff:127.0.0.1", 5), None),
        (("unknown", 0), "unknown"),
        (None, None),
    ],
)
def test_whose_a_request_is(client: tuple[str, int] | None, address: str | None) -> None:
    assert address_of({"type": "http", "client": client}) == address


@pytest.mark.parametrize(
    ("proxies", "peer", "forwarded", "address"),
    [
        ((), "127.0.0.1", SOMEWHERE, None),
        (("127.0.0.1",), "127.0.0.1", SOMEWHERE, SOMEWHERE),
        (("127.0.0.1",), ELSEWHERE, SOMEWHERE, ELSEWHERE),
        (("127.0.0.1",), "127.0.0.1", f"{ELSEWHERE}, {SOMEWHERE}", SOMEWHERE),  # what the visitor itself has sent stands first
        (("10.0.0.0/8", "127.0.0.1"), "10.2.0.9", f"{SOMEWHERE}, 127.0.0.1", SOMEWHERE),
    ],
)  # fmt: skip
def test_proxies_are_believed_where_told(proxies: tuple[str, ...], peer: str, forwarded: str, address: str) -> None:
    found: list[str | None] = []

    async def application(scope: Scope, receive: object, send: object) -> None:
        found.append(address_of(scope))

    config = settings(application, 9, proxies)
    config.load()
    loaded: Any = vars(config)["loaded_app"]
    assert isinstance(loaded, ProxyHeadersMiddleware) == bool(proxies)
    scope: Scope = {"type": "http", "client": (peer, 9), "headers": [(b"x-forwarded-for", forwarded.encode())]}
    asyncio.run(loaded(scope, None, None))
    assert found == [address]


# ---------------------------------------------------------------- what is removed


def test_tables_that_nobody_uses_are_removed(tmp_path: Path) -> None:
    """Finished or not, with moves and links; others stay, and an open page ends."""
    served = Served([NIM_RULES], tmp_path / "t.db", tables_each=2)
    old, new = served.make("nim"), served.make("nim")
    link, table = served.links(old)[0], served.table(old)
    served.choose(link)
    served.close()
    with sqlite3.connect(tmp_path / "t.db") as file:
        file.execute("UPDATE tables SET changed = '2020-02-01T00:00:00+00:00' WHERE id = ?", (old["table"],))
    file.close()
    served = Served([NIM_RULES], tmp_path / "t.db", keep_days=0)
    table = served.table(old)
    served.server.lobby.remove_unused(datetime(2020, 1, 31, tzinfo=UTC))
    assert not table.is_ended
    served.server.lobby.remove_unused(datetime.now(UTC) - timedelta(days=1))
    assert table.is_ended
    refused(served.ask("GET", f"{link}now"), 404, "unknown")
    assert [one["table"] for one in served.get("api/tables")["tables"]] == [new["table"]]
    assert "played" in served.choose(served.links(new)[0])
    page = served.ask("GET", link)
    assert (page.status_code, page.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert "There is no such seat." in page.text
    served.close()
    with sqlite3.connect(tmp_path / "t.db") as file:
        counts = [file.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in ("tables", "moves", "links")]
    file.close()
    assert counts == [1, 1, 2]


def test_a_server_removes_them_when_it_starts(tmp_path: Path) -> None:
    served = Served([NIM_RULES], tmp_path / "t.db")
    table = served.make("nim")["table"]
    served.close()
    with sqlite3.connect(tmp_path / "t.db") as file:
        file.execute("UPDATE tables SET changed = '2020-02-01T00:00:00+00:00'")
    file.close()
    again = Served([NIM_RULES], tmp_path / "t.db", keep_days=0.5)
    while again.ask("GET", f"watch/{table}/now").status_code != 404:
        again.get("api/games")
    again.close()


def test_a_file_of_the_first_version_is_taken_over(tmp_path: Path) -> None:
    served = Served([NIM_RULES], tmp_path / "t.db")
    made = served.make("nim")
    served.close()
    with sqlite3.connect(tmp_path / "t.db") as file:
        file.executescript(
            "DROP INDEX changed_tables; DROP INDEX links_of_tables; ALTER TABLE tables DROP COLUMN changed; PRAGMA user_version = 1;"
        )
    file.close()
    again = Served([NIM_RULES], tmp_path / "t.db")
    again.server.lobby.remove_unused(datetime.now(UTC) - timedelta(days=1))
    assert "played" in again.choose(again.links(made)[0])
    again.close()


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"keep_days": -1}, "`keep_days` is a number, 0 or more, not -1"),
        ({"keep_days": 1e9}, "`keep_days` is at most 36,500"),
        ({"most_tables": 0}, "`most_tables` is 1 or more, not 0"),
        ({"requests_each": "many"}, "`requests_each` is a whole number, not 'many'"),
        ({"pages_each": -1}, "`pages_each` is 0 or more, not -1"),
        ({"tables_each": 1.5}, "`tables_each` is a whole number, not 1.5"),
    ],
)
def test_wrong_limits_are_told(given: dict[str, Any], told: str) -> None:
    with pytest.raises(gamedsl.ArgumentError) as caught:
        Served([NIM_RULES], **given)
    assert told in str(caught.value)
