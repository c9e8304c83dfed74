"""A server with a lobby: seats get what they may see and nothing else, nothing that was played is lost, and what is wrong is refused with a reason."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from datetime import datetime, timedelta, tzinfo
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from httpx import ASGITransport, AsyncClient, Response
from starlette.applications import Starlette
from starlette.routing import Mount

import gamedsl
from gamedsl.server.games import Game
from gamedsl.server.lobby import Lobby, Wish
from gamedsl.server.records import Records, table_of
from gamedsl.server.refusals import KeepingError
from gamedsl.server.seats import Seats
from gamedsl.server.tables.hosted import HostedTable
from gamedsl.server.tables.table import Table
from server.serving import Served
from share import share
from studio.test_studio import NIM

GAMES = Path(__file__).parents[2] / "games"


def rules(name: str) -> gamedsl.Rules:
    return gamedsl.load_rules(GAMES / f"{name}.gdl")


NIM_RULES = gamedsl.parse_rules(NIM, "nim.gdl")


@pytest.fixture
def nim() -> Iterator[Served]:
    made = Served([NIM_RULES])
    yield made
    made.close()


def test_of_too_many_tables_those_that_nobody_asks_for_leave_the_memory(
    nim: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gamedsl.server.lobby._MOST_LOADED", 2)
    first, second = nim.make("nim"), nim.make("nim")
    tokens = [nim.links(made)[0].split("/")[1] for made in (first, second)]
    known = nim.server.lobby.seat_in_memory
    for made in (second, first):
        nim.get(f"{nim.links(made)[0]}now")
    assert [token for token in tokens if known(token)] == tokens
    nim.get(f"{nim.links(first)[0]}now")
    nim.make("nim")
    assert [token for token in tokens if known(token)] == tokens[:1]
    assert nim.choose(nim.links(second)[0])["played"]


# ---------------------------------------------------------------- what is hidden


@pytest.mark.parametrize("name", share(("classics/goofspiel", "classics/hearts"), 2))
def test_everybody_is_told_what_their_seat_may_see(name: str) -> None:
    """Each message has the view that a match of the same moves gives to this seat; a spectator's is that of nobody."""
    served = Served([rules(name)])
    made = served.make(name.rpartition("/")[2])
    table, links = served.table(made), served.links(made)
    match = gamedsl.Match(gamedsl.engine_for(table.match.game), table.match.seed)
    everything = ""
    for number in range(12):
        told = [served.get(f"{link}now") for link in links]
        watched = served.get(f"{made['watch']}now")
        for seat, one in enumerate(told):
            assert one["position"]["view"] == match.message(seat)["view"]
            assert bool(one["position"]["steps"]) == (seat in match.to_act)
        assert watched["position"]["view"] == match.message(None)["view"]
        assert (watched["seat"], watched["position"]["steps"], watched["position"]["node"]) == (None, {}, None)
        everything += json.dumps([*told, watched])
        seat = match.to_act[-1]
        match.move(seat, served.choose(links[seat], 5 * number)["played"])
    assert str(match.seed) not in everything
    assert not [link for link in links if link.split("/")[1] in everything]
    served.close()


def test_a_secret_choice_changes_nothing_for_others() -> None:
    """Neither the messages, nor whether something can be taken back, nor the lobby."""
    served = Served([rules("classics/goofspiel")])
    made = served.make("goofspiel")
    first, second = served.links(made)
    served.choose(first)
    looked = [f"{first}now", f"{made['watch']}now", "api/tables", f"api/tables/{made['table']}"]
    before = [served.get(one) for one in looked]
    seen = served.get(f"{second}now")["seen"]
    assert served.post(f"{second}undo", {"seen": seen}).status_code == 409  # it has chosen nothing
    assert [served.get(one) for one in looked] == before
    assert before[0]["table"]["canUndo"]
    assert served.post(f"{first}undo", {"seen": before[0]["seen"]}).json() == {"undone": True}
    assert served.get(f"{second}now")["seen"] == seen
    assert served.get(f"{second}now")["table"]["note"] is None
    served.close()


def test_a_seat_looks_ahead_where_nothing_is_hidden_or_thrown() -> None:
    served = Served([rules("classics/nim"), rules("classics/goofspiel"), rules("classics/pig")])
    for game, is_known in (("nim", True), ("goofspiel", False), ("pig", False)):
        link = served.links(served.make(game))[0]
        told = served.get(f"{link}now")
        steps, values = dict(told["position"]["steps"]), list[int]()
        while (node := steps[",".join(map(str, values))]) is not None:
            values.append(node["step"]["options"][0]["value"])
            steps |= served.post(f"{link}steps", {"seen": told["seen"], "values": values}).json()["steps"]
            partly = served.post(f"{link}ahead", {"seen": told["seen"], "values": values[:-1]}).json()
            assert partly == {"ahead": None}
        (ahead,) = served.post(f"{link}ahead", {"seen": told["seen"], "values": values}).json().values()
        assert (ahead is not None) == is_known
        assert served.get(f"{link}now") == told
        if is_known:
            served.post(f"{link}answer", {"seen": told["seen"], "values": values})
            assert served.get(f"{link}now")["position"]["view"] == ahead
    served.close()


def test_the_lobby_tells_no_links_and_no_moves(nim: Served) -> None:
    made = nim.make("nim", seats=["link", "open"])
    hidden = nim.make("nim", isListed=False)
    taken = nim.post(f"api/tables/{made['table']}/sit", {"name": "Bob"}).json()
    nim.choose(taken["link"] if nim.get(f"{taken['link']}now")["position"]["steps"] else nim.links(made)[0])
    public = [nim.get("api/tables"), nim.get(f"api/tables/{made['table']}"), nim.get(f"{made['watch']}now")]
    text = json.dumps(public)
    for link in (*nim.links(made), *nim.links(hidden), taken["link"]):
        assert link.split("/")[1] not in text
    assert [one["table"] for one in public[0]["tables"]] == [made["table"]]
    assert public[0]["tables"] == [public[1]]
    assert [one["who"] for one in public[1]["seats"]] == ["person", "person"]
    assert [one["name"] for one in public[1]["seats"]] == ["Player 1", "Bob"]
    nim.close()


def test_the_file_holds_no_link(tmp_path: Path) -> None:
    served = Served([NIM_RULES], tmp_path / "t.db")
    links = served.links(served.make("nim"))
    served.close()
    data = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert not [link for link in links if link.split("/")[1].encode() in data]


# ---------------------------------------------------------------- who is refused


def refused(answer: object, status: int, code: str) -> None:
    """Whether an answer refuses with a sentence, a word and advice."""
    assert isinstance(answer, Response)
    assert (answer.status_code, answer.json().get("code")) == (status, code), answer.text
    assert answer.json()["problem"]
    assert answer.json()["advice"]


def test_a_wrong_answer_is_refused_with_a_reason(nim: Served) -> None:
    first, second = nim.links(nim.make("nim"))
    told = nim.get(f"{first}now")
    seen = told["seen"]
    json_kind = {"content-type": "application/json"}
    refused(nim.post(f"{second}answer", {"seen": nim.get(f"{second}now")["seen"], "values": []}), 409, "not-your-turn")
    refused(nim.post(f"{second}answer", {"seen": seen, "values": []}), 409, "out-of-date")
    refused(nim.post(f"{first}answer", {"seen": seen, "values": [999]}), 422, "illegal")
    refused(nim.post(f"{first}answer", {"seen": seen, "move": "fly()"}), 422, "illegal")
    refused(nim.post(f"{first}answer", {"seen": seen}), 400, "no-answer")
    refused(nim.post(f"{first}answer", {"seen": seen, "values": "x"}), 400, "no-numbers")
    refused(nim.post(f"{first}answer", {"seen": 1, "values": []}), 400, "no-text")
    refused(nim.post(f"{first}answer", {"seen": seen, "values": [], "seat": 1}), 400, "unknown-key")
    refused(nim.ask("POST", f"{first}answer", b"{", **json_kind), 400, "no-json")
    refused(nim.ask("POST", f"{first}answer", b"[" * 30_000, **json_kind), 400, "no-json")
    refused(nim.ask("POST", f"{first}answer", b"[]", **json_kind), 400, "no-object")
    refused(nim.ask("POST", f"{first}answer", b'"' + b"x" * 40_000, **json_kind), 413, "too-large")
    for length, status, code in ((32_768, 400, "no-object"), (32_769, 413, "too-large")):
        refused(nim.ask("POST", f"{first}answer", b'"%s"' % (b"x" * (length - 2)), **json_kind), status, code)
    refused(nim.ask("POST", f"{first}answer", b"{}"), 415, "no-json")
    refused(nim.ask("GET", f"{first}answer"), 405, "wrong-method")
    refused(nim.ask("GET", "seat/nobody/now"), 404, "unknown")
    refused(nim.ask("GET", "watch/nothing/now"), 404, "unknown")
    refused(nim.ask("GET", f"{first}past/99"), 404, "unknown")
    refused(nim.ask("GET", f"{first}past/{'9' * 5_000}"), 404, "unknown")
    refused(nim.ask("GET", f"{first}past/x"), 404, "unknown")
    for message in (b'{"seen": "\\ud800", "values": []}', b'{"\\ud800": 1}'):  # half of a surrogate pair
        refused(nim.ask("POST", f"{first}answer", message, **json_kind), 400, "no-json")
    refused(nim.ask("GET", "elsewhere"), 404, "unknown")
    refused(nim.ask("GET", "api/games", host="evil.example"), 421, "wrong-host")
    for origin in ("http://evil.example", "http://[", "null"):
        refused(nim.ask("POST", f"{first}answer", b"{}", origin=origin, **json_kind), 403, "wrong-origin")
    assert nim.get(f"{first}now") == told
    nim.choose(first)
    refused(nim.post(f"{first}answer", {"seen": seen, "values": []}), 409, "out-of-date")


@pytest.mark.parametrize(
    ("wish", "status", "code"),
    [
        ({}, 400, "no-text"),
        ({"game": "chess"}, 422, "unknown-game"),
        ({"game": "nim", "players": 7}, 422, "no-setup"),
        ({"game": "nim", "players": "two"}, 400, "no-players"),
        ({"game": "nim", "players": True}, 400, "no-players"),
        ({"game": "nim", "options": {"last_piece": "flies"}}, 422, "no-setup"),
        ({"game": "nim", "options": {"wind": "north"}}, 422, "no-setup"),
        ({"game": "nim", "options": []}, 400, "no-options"),
        ({"game": "nim", "seats": ["link"]}, 422, "no-seats"),
        ({"game": "nim", "seats": ["link", "mcts:1000000000"]}, 422, "no-seats"),
        ({"game": "nim", "seats": [1, 2]}, 400, "no-texts"),
        ({"game": "nim", "names": ["Ann", "ann"]}, 422, "name"),
        ({"game": "nim", "names": ["x" * 17]}, 422, "name"),
        ({"game": "nim", "allowsUndo": "yes"}, 400, "no-flag"),
        ({"game": "nim", "colour": "red"}, 400, "unknown-key"),
    ],
)  # fmt: skip
def test_a_table_that_cannot_be_is_refused(nim: Served, wish: object, status: int, code: str) -> None:
    refused(nim.post("api/tables", wish), status, code)
    assert nim.get("api/tables") == {"tables": []}


def test_a_seat_is_taken_once(nim: Served) -> None:
    made = nim.make("nim", seats=["link", "open"], names=["Ann"])
    place = f"api/tables/{made['table']}/sit"
    refused(nim.post(place, {"seat": 0}), 409, "not-free")
    refused(nim.post(place, {"seat": "x"}), 400, "no-seat")
    taken = nim.post(place, {"name": "ann"}).json()
    assert (taken["seat"], taken["problem"]) == (1, "Somebody else is called ann.")
    assert nim.get(f"{taken['link']}now")["seat"] == 1
    refused(nim.post(place, {}), 409, "not-free")
    refused(nim.post("api/tables/nothing/sit", {}), 404, "unknown")


def test_there_is_room_for_so_many_tables() -> None:
    served = Served([NIM_RULES], most_tables=1)
    served.make("nim")
    refused(served.post("api/tables", {"game": "nim"}), 503, "full")
    served.close()


def test_tables_of_games_that_are_not_served_any_more_hide_no_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gamedsl.server.lobby._MOST_LISTED", 1)
    other = gamedsl.parse_rules(NIM.replace("game nim", "game mun"), "mun.gdl")
    served = Served([NIM_RULES, other], tmp_path / "t.db")
    made = served.make("nim")
    monkeypatch.setattr("gamedsl.server.lobby.datetime", _Later)
    served.make("mun")
    served.close()
    served = Served([NIM_RULES], tmp_path / "t.db")
    assert [one["table"] for one in served.get("api/tables")["tables"]] == [made["table"]]
    served.close()


class _Later(datetime):
    """A clock that is a day fast."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> _Later:
        return super().now(tz) + timedelta(days=1)


@pytest.mark.parametrize(
    "address", ["https://Games.example.org", "https://games.example.org:443", "https://games.example.org/tables/"]
)
def test_a_server_answers_under_its_address_however_it_is_written(address: str) -> None:
    served = Served([NIM_RULES], address=address)
    answer = served.ask("GET", "api/games", host="games.example.org", origin="https://games.example.org")
    assert answer.status_code == 200
    refused(served.ask("GET", "api/games"), 421, "wrong-host")
    served.close()


@pytest.mark.parametrize(
    ("given", "told"),
    [
        *(
            ({"address": wrong}, "`address` is a URL, such as `https://games.example.org`")
            for wrong in ("games.example.org", "http://", "http://[", "https://a b/", "https://x:99999999", "")
        ),
        ({"address": 5}, "`address` is a text, not 5"),
        ({"records": None}, "`records` is the path of a file, not None"),
        ({"records": ""}, "`records` is the path of a file"),
        ({"rules": None}, "`rules` is a list, not None"),
    ],
)
def test_what_makes_no_server_is_told(given: dict[str, Any], told: str) -> None:
    wrong: dict[str, Any] = {"rules": [NIM_RULES], **given}
    with pytest.raises(gamedsl.ArgumentError) as caught:
        Served(**wrong)
    assert told in str(caught.value)


# ---------------------------------------------------------------- what is kept


def test_nobody_waits_for_records_that_are_closed(tmp_path: Path) -> None:
    """Also where they are closed while earlier work goes on."""
    records, begun, may_end = Records(str(tmp_path / "t.db")), Event(), Event()

    def work(_: sqlite3.Connection) -> bool:
        begun.set()
        return may_end.wait(60)

    told: list[str] = []

    def ask() -> None:
        try:
            records.do(lambda _: None)
        except KeepingError as error:
            told.append(str(error))

    early, closing, late = (Thread(target=one, daemon=True) for one in (lambda: records.do(work), records.close, ask))
    early.start()
    assert begun.wait(60)
    closing.start()
    closing.join(0.2)  # it waits for the earlier work
    late.start()
    late.join(0.2)
    may_end.set()
    for one in (early, closing, late):
        one.join(60)
        assert not one.is_alive()
    assert told == ["the records are closed"]


def test_a_restart_loses_nothing(tmp_path: Path) -> None:
    """Links, names, moves, what was taken back, and that answers of before stay refused."""
    served = Served([NIM_RULES], tmp_path / "t.db")
    made = served.make("nim", seats=["link", "open"])
    first = served.links(made)[0]
    second = served.post(f"api/tables/{made['table']}/sit", {"name": "Bob"}).json()["link"]
    old = served.get(f"{first}now")["seen"]
    served.choose(first)
    assert served.post(f"{first}undo", {"seen": served.get(f"{first}now")["seen"]}).status_code == 200
    assert served.get(f"{second}now")["table"]["note"] == "Player 1 has taken back a move."
    served.choose(first, 1)
    served.choose(second)
    before = [served.get(f"{link}now") for link in (first, second, made["watch"])]
    listed = served.get("api/tables")["tables"]
    version = served.table(made).match.version
    served.close()
    again = Served([NIM_RULES], tmp_path / "t.db")
    assert [again.get(f"{link}now") for link in (first, second, made["watch"])] == before
    assert again.get("api/tables")["tables"] == listed
    assert again.table(made).match.version == version == 4
    refused(again.post(f"{first}answer", {"seen": old, "values": [0]}), 409, "out-of-date")
    assert "played" in again.choose(first)
    again.close()


def test_a_record_goes_on_from_its_own_version_only(tmp_path: Path) -> None:
    """Two programs that hold the same match: the second one's move is refused, and nothing of the first one's is lost."""
    games = {"nim": Game(NIM_RULES, None)}
    kept_in = Records(str(tmp_path / "t.db"))
    lobby = Lobby(games, kept_in, 9)
    identifier = str(lobby.make(Wish("nim", None, {}, None, (), allows_undo=True, is_listed=True))["table"])
    kept = kept_in.do(lambda connection: table_of(connection, identifier))
    first = lobby.table(identifier)
    assert kept is not None
    assert first is not None
    stale = HostedTable(games["nim"], kept, kept_in)
    seen = json.loads(stale.message(0))["seen"]
    move = stale.match.moves(0)[0].text
    first.move(0, seen, move)
    with pytest.raises(gamedsl.GameDslError, match="cannot keep the match now"):
        stale.move(0, seen, move)
    assert stale.match.length == 1
    assert "another program" in str(stale.trouble)
    again = kept_in.do(lambda connection: table_of(connection, identifier))
    assert again is not None
    assert again.moves == ((0, move),)
    lobby.end()


def test_only_one_server_has_a_file(tmp_path: Path) -> None:
    served = Served([NIM_RULES], tmp_path / "t.db")
    with pytest.raises(KeepingError, match="another program has it open"):
        Served([NIM_RULES], tmp_path / "t.db")
    served.close()


def test_a_file_of_something_else_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("This is no database, and long enough to be none." * 9, "utf-8")
    sqlite3.connect(tmp_path / "other.db").executescript("CREATE TABLE mine (a); INSERT INTO mine VALUES (1);")
    for name in ("text", "other.db"):
        before = (tmp_path / name).read_bytes()
        with pytest.raises(KeepingError, match="something else"):
            Served([NIM_RULES], tmp_path / name)
        assert (tmp_path / name).read_bytes() == before


def test_a_match_goes_on_under_changed_rules_or_waits_for_the_earlier_ones(tmp_path: Path) -> None:
    served = Served([NIM_RULES], tmp_path / "t.db")
    made = served.make("nim")
    link = served.links(made)[0]
    served.choose(link)  # takes one piece
    served.close()
    allowed = gamedsl.parse_rules(NIM.replace("game nim", "game nim", 1).replace("How many", "How few", 1), "nim.gdl")
    forbidden = gamedsl.parse_rules(NIM.replace("1..from_heap.size", "2..from_heap.size"), "nim.gdl")
    changed = Served([forbidden], tmp_path / "t.db")
    refused(changed.ask("GET", f"{link}now"), 410, "rules-changed")
    changed.close()
    same = Served([allowed], tmp_path / "t.db")
    assert same.table(made).match.length == 2
    same.close()


# ---------------------------------------------------------------- the computer, and taking back


def test_the_computer_plays_and_is_taken_back_with_the_move_before() -> None:
    served = Served([rules("classics/tic_tac_toe")])
    made = served.make("tic_tac_toe", seats=["link", "random"])
    link, table = served.links(made)[0], served.table(made)
    served.choose(link)
    _wait_for(served, link, 2)
    told = served.get(f"{link}now")
    assert told["table"]["canUndo"]
    assert served.post(f"{link}undo", {"seen": told["seen"]}).json() == {"undone": True}
    assert table.match.played == ()
    served.close()


def _wait_for(served: Served, link: str, lines: int) -> None:
    """Waits until a seat has seen so many choices."""

    async def find(token: str) -> tuple[Table, int] | None:
        return served.server.lobby.seat(token)

    async def heard() -> None:
        found = await find(link.split("/")[1])
        assert found is not None
        async for text in Seats(find).messages(*found):
            if text.startswith("data: {") and len(json.loads(text[6:])["position"]["lines"]) >= lines:
                return

    asyncio.run(asyncio.wait_for(heard(), 60))


def test_what_has_shown_something_is_not_taken_back() -> None:
    """In cribbage the cards for the crib are hidden, and then a card is turned over."""
    served = Served([rules("classics/cribbage")])
    made = served.make("cribbage", players=2)
    first, second = served.links(made)
    served.choose(first)
    served.choose(second)
    told = served.get(f"{second}now")
    refused(served.post(f"{second}undo", {"seen": told["seen"]}), 409, "no-undo")
    strict = served.make("cribbage", players=2, allowsUndo=False)
    link = served.links(strict)[0]
    served.choose(link)
    assert not served.get(f"{link}now")["table"]["canUndo"]
    refused(served.post(f"{link}undo", {"seen": served.get(f"{link}now")["seen"]}), 409, "no-undo")
    served.close()


def test_another_application_can_mount_it(nim: Served) -> None:
    made = nim.make("nim")
    outer = Starlette(routes=[Mount("/games", app=nim.server)])

    async def ask(path: str) -> int:
        async with AsyncClient(transport=ASGITransport(app=outer), base_url="http://127.0.0.1") as asking:
            return (await asking.get(f"/games/{path}")).status_code

    for path in ("", "lobby.js", "api/games", f"{nim.links(made)[0]}now", f"{made['watch']}"):
        assert asyncio.run(ask(path)) == 200, path


def test_a_look_of_another_game_and_equal_names_are_refused() -> None:
    with pytest.raises(gamedsl.ArgumentError, match="two games are called nim"):
        gamedsl.server_of([NIM_RULES, NIM_RULES], ":memory:")
    with pytest.raises(gamedsl.ArgumentError, match="needs one at least"):
        gamedsl.server_of([], ":memory:")
    with pytest.raises(gamedsl.ArgumentError, match="1 games and 2 looks"):
        gamedsl.server_of([NIM_RULES], ":memory:", [None, None])
    with pytest.raises(gamedsl.ArgumentError, match="is a URL"):
        gamedsl.server_of([NIM_RULES], ":memory:", address="games.example.org")
