"""A shared match: pages get what their seat may know and nothing else, and nothing that was played is lost."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Event

import pytest

import gamedsl
from gamedsl.json import Json
from gamedsl.server.players import Players
from gamedsl.server.refusals import KeepingError
from gamedsl.server.tables.lines import lines_at
from gamedsl.server.tables.playing import alike
from gamedsl.server.tables.table import Table
from gamedsl.server.tables.told import position_text
from gamedsl.studio.sharing.keeping import read_kept
from gamedsl.studio.sharing.opening import SetupError
from gamedsl.studio.sharing.table import Guests
from gamedsl.studio.state import host_data
from gamedsl_interpreter.hosting.seat_data import SeatData
from studio.serving import HOST, TOKEN
from studio.sharing import FAR, NEAR, Hosted, part
from studio.test_studio import NIM

GAMES = Path(__file__).parents[2] / "games"


@pytest.fixture
def hosted(tmp_path: Path) -> Hosted:
    """A game without secrets."""
    (tmp_path / "nim.gdl").write_text(NIM, "utf-8")
    return Hosted(tmp_path / "nim.gdl", tmp_path / "match.json")


@pytest.fixture
def secret(tmp_path: Path) -> Hosted:
    """A game in which both choose at once, and nobody sees what the other has chosen."""
    return Hosted(GAMES / "classics/goofspiel.gdl", tmp_path / "match.json")


# ---------------------------------------------------------------- what is hidden


@pytest.mark.parametrize("name", ["classics/hearts", "modern/love_letter", "classics/goofspiel", "gloriana"])
def test_what_is_hidden_changes_no_byte(name: str) -> None:
    """The positions are worlds: other hidden pieces, other secret choices, another stream of chance."""
    engine = gamedsl.engine_for(gamedsl.load_rules(GAMES / f"{name}.gdl").game())
    data, dice, changed = SeatData(engine), gamedsl.Dice.seeded(1), 0
    nodes = alike(gamedsl.model_of(engine.game))

    def told(state: gamedsl.State, seat: int) -> str:
        if seat not in engine.to_act(state):
            return _position(data, state, seat, nodes)
        asked = data.refusals(state, seat, ()), data.several(state, seat, ())
        return json.dumps([_position(data, state, seat, nodes), asked])

    state = engine.initial(6)
    for number in range(12):
        for seat in range(len(engine.game.seats)):
            world = engine.sample_world(state, seat, dice)
            changed += world.bytes != state.bytes
            assert told(world, seat) == told(state, seat)
        acting = engine.to_act(state)[-1]
        moves = engine.moves(state, acting)
        state = engine.play(state, acting, moves[7 * number % len(moves)])
    assert changed > 4


def _position(data: SeatData, state: gamedsl.State, seat: int, nodes: Mapping[int, int]) -> str:
    return position_text(data, state, seat, nodes, lines_at(data, state, seat))


def test_nobody_notices_a_secret_choice(secret: Hosted) -> None:
    before = secret.table.message(1)
    secret.play(0)
    assert len(secret.table.match.played) == 1
    assert secret.table.message(1) == before
    told = secret.told(0)
    assert part(told, "position", "steps") == {}
    assert part(told, "position", "view", "toAct") == [1]
    secret.play(1)
    assert [part(line, "seat") for line in _lines(secret, 1)] == [1, 0]
    assert [part(line, "seat") for line in _lines(secret, 0)] == [0, 1]


def test_an_unseen_choice_changes_nothing() -> None:
    """In phantom tic-tac-toe: wherever the first mark is put, the other player is told the same."""
    engine = gamedsl.engine_for(gamedsl.load_rules(GAMES / "classics/phantom_tic_tac_toe.gdl").game())
    data, begun = SeatData(engine), engine.initial(1)
    nodes = alike(gamedsl.model_of(engine.game))
    after = [engine.play(begun, 0, move) for move in engine.moves(begun, 0)]
    assert len({_position(data, state, 1, nodes) for state in after}) == 1
    assert len({state.bytes for state in after}) == 9


def _lines(hosted: Hosted, seat: int) -> list[Json]:
    lines = part(hosted.told(seat), "position", "lines")
    assert isinstance(lines, list)
    return lines


def test_the_past_is_what_the_seat_saw_then(secret: Hosted) -> None:
    seen: dict[int, Json] = {0: part(secret.told(1), "position", "view")}
    for number in range(6):
        secret.play(number % 2)
        seen.setdefault(len(_lines(secret, 1)), part(secret.told(1), "position", "view"))
    found = {line: secret.asked("GET", f"{secret.link(1)}past/{line}").json() for line in seen}
    assert found == seen
    assert secret.asked("GET", f"{secret.link(1)}past/99").status_code == 404


def test_pages_hold_no_module_and_no_seed(secret: Hosted) -> None:
    page = secret.asked("GET", secret.link(1))
    assert 'id="page-modules"' not in page.text
    everything = page.text + secret.table.message(1) + secret.asked("GET", f"{secret.link(1)}past/0").text
    assert str(secret.table.match.seed) not in everything
    assert not [chair for chair in secret.table.chairs if chair.path.strip("/").partition("/")[2] in everything]
    assert "wasm-unsafe-eval" not in page.text


# ---------------------------------------------------------------- who is answered


def test_only_a_link_leads_to_a_seat(hosted: Hosted) -> None:
    link = hosted.link(1)
    assert hosted.asked("GET", link).status_code == 200
    for path in (
        "/seat/",
        "/seat//",
        "/seat/x/",
        f"{link[:-2]}/",
        f"{link}../",
        "/seat/x/events",
        "/",
        f"{link}replay",
        f"{link}state",
    ):
        assert hosted.asked("GET", path).status_code == 404, path
    for name in ("evil.example", "evil.example:8000", "127.0.0.1", "127.0.0.1:8001", "", "[::1:8000"):
        assert hosted.asked("GET", link, host=name).status_code == 404, name
    assert hosted.asked("GET", link, host="192.168.1.9:8000").status_code == 200
    for origin in ("http://evil.example", "null", f"https://{HOST}"):
        assert hosted.asked("GET", link, origin=origin).status_code == 404, origin


def test_the_studio_itself_stays_on_its_machine(hosted: Hosted) -> None:
    for path in ("", "state", "game/1", "graph/1", "replay"):
        assert hosted.asked("GET", f"/{TOKEN}/{path}", client=FAR).status_code == 404
    assert hosted.asked("GET", f"/{TOKEN}/", client=NEAR).status_code == 200
    assert hosted.asked("POST", f"/{TOKEN}/undo", client=FAR).status_code == 404
    assert hosted.asked("GET", f"/{TOKEN}/replay", client=NEAR).status_code == 404  # the match is not over


@pytest.mark.parametrize(
    "body",
    [b"", b"[]", b"{", b'{"seen": 1, "values": []}', b'{"seen": "x"}', b'{"seen": "x", "values": [1.5]}', b'{"seen": "x", "values": [true]}',
     b'{"seen": "x", "values": [-1]}', b'{"seen": "x", "values": [4294967296]}', b"[" * 30_000, b'{"seen": "' + b"x" * 40_000 + b'", "values": []}',
     b'{"seen": "x", "values": [' + b"1," * 3000 + b"1]}", b"\xff\xfe"],
)  # fmt: skip
def test_what_is_no_answer_is_refused(hosted: Hosted, body: bytes) -> None:
    for what in ("answer", "steps", "several", "picked", "refused", "name"):
        done = hosted.asked("POST", f"{hosted.link(0)}{what}", body, kind="application/json")
        assert done.status_code in (400, 413), what
        assert {"problem", "code", "advice"} == done.json().keys()


def test_answers_are_for_what_is_asked_now(hosted: Hosted) -> None:
    seen = hosted.told(0)["seen"]
    assert hosted.choose(0, 999_999).status_code == 422
    assert hosted.choose(0, *([0] * 40)).status_code == 422
    assert hosted.choose(1, 0).json()["problem"] == "It is not your turn."
    plain = json.dumps({"seen": seen, "values": [0]}).encode()
    assert hosted.asked("POST", f"{hosted.link(0)}answer", plain, kind="text/plain").status_code == 415
    assert hosted.table.match.played == ()
    hosted.play(0)
    assert hosted.say(0, "answer", {"seen": seen, "values": [0]}).json()["problem"] == "This page was out of date."
    assert len(hosted.table.match.played) == 1


def test_an_answer_of_before_is_not_taken_after_it_was_taken_back(hosted: Hosted) -> None:
    """The position is the same again, and an old request must not play there."""
    seen = hosted.told(0)["seen"]
    hosted.play(0)
    hosted.table.take_back()
    assert hosted.told(0)["seen"] != seen
    done = hosted.say(0, "answer", {"seen": seen, "values": [0]})
    assert (done.status_code, done.json()["code"]) == (409, "out-of-date")
    assert hosted.table.match.played == ()


def test_a_move_by_its_text_is_played(hosted: Hosted) -> None:
    text = gamedsl.engine_for(hosted.table.match.game).moves(hosted.table.match.state, 0)[0].text
    seen = hosted.told(0)["seen"]
    wrong = hosted.say(0, "answer", {"seen": seen, "move": "fly()"})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "illegal")
    assert hosted.say(0, "answer", {"seen": seen, "move": text, "values": [0]}).status_code == 400
    assert hosted.say(0, "answer", {"seen": seen, "move": text}).json() == {"played": text}


def test_what_is_not_allowed_says_why(tmp_path: Path) -> None:
    lucky = NIM.replace(
        'take from it?"\n', 'take from it?"\n        require lucky: number is not 3 "Three is unlucky."\n', 1
    )
    (tmp_path / "nim.gdl").write_text(lucky, "utf-8")
    hosted = Hosted(tmp_path / "nim.gdl", tmp_path / "match.json")
    done = hosted.say(0, "refused", {"seen": hosted.told(0)["seen"], "values": [1]}).json()
    assert part(done, "refused", 0, "refusal", "text") == "Three is unlucky."
    assert part(done, "refused", 0, "text") == "3"


# ---------------------------------------------------------------- what is kept


def test_a_restart_loses_nothing(hosted: Hosted, tmp_path: Path) -> None:
    hosted.play(0)
    hosted.play(1)
    assert hosted.say(1, "name", {"name": "  Cleo   P "}).status_code == 200
    assert [hosted.say(1, "name", {"name": name}).status_code for name in ("", "C" * 17, "a\x00b", "player 1")] == [
        422
    ] * 4
    before = [hosted.table.message(seat) for seat in range(2)]
    again = Hosted(tmp_path / "nim.gdl", tmp_path / "match.json")
    assert [again.table.message(seat) for seat in range(2)] == before
    assert [again.link(seat) for seat in range(2)] == [hosted.link(seat) for seat in range(2)]
    assert again.table.names == ["Player 1", "Cleo P"]
    again.play(0)
    assert len(_lines(again, 1)) == 3


def test_what_cannot_be_kept_is_not_played(hosted: Hosted) -> None:
    hosted.is_full = True
    before = hosted.told(0)["seen"]
    assert hosted.play(0) == "Your host cannot keep the match now. Try it again."
    assert hosted.say(0, "name", {"name": "Cleo"}).status_code == 503
    assert (hosted.told(0)["seen"], hosted.table.names[0]) == (before, "Player 1")
    assert "cannot be kept: the disk is full" in str(host_data(hosted.table)["trouble"])
    hosted.is_full = False
    assert hosted.play(0) == ""
    assert host_data(hosted.table)["trouble"] is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[]",
        "{",
        '{"format": "gamedsl replay 1"}',
        '{"format": "gamedsl shared match 1"}',
        '{"format": "gamedsl shared match 1", "chairs": 3}',
        '{"format": "gamedsl shared match 1", "match": "\\ud800"}',
        "[" * 100_000,
    ],
)
def test_a_file_of_something_else_is_none(text: str) -> None:
    with pytest.raises(KeepingError):
        read_kept(text)


def test_a_link_that_no_request_can_name_is_not_taken(hosted: Hosted) -> None:
    text = hosted.file.read_text("utf-8")
    first = hosted.link(0).split("/")[2]
    with pytest.raises(KeepingError):
        read_kept(text.replace(first, "\\ud800" + first))


def test_a_match_of_another_game_stays_as_it_is(hosted: Hosted, tmp_path: Path) -> None:
    hosted.play(0)
    before = hosted.file.read_bytes()
    for text, told in (
        (NIM.replace("game nim", "game heaps"), "of nim"),
        (NIM.replace("loses, wins", "wins, draws"), "for 2 players"),
    ):
        (tmp_path / "other.gdl").write_text(text, "utf-8")
        with pytest.raises(SetupError, match=told):
            Hosted(tmp_path / "other.gdl", hosted.file)
    assert hosted.file.read_bytes() == before


def test_links_that_can_be_guessed_are_not_taken(hosted: Hosted) -> None:
    text = hosted.file.read_text("utf-8")
    first, second = (link.split("/")[2] for link in (hosted.link(0), hosted.link(1)))
    ports = [text.replace('"port": 8000', f'"port": {port}') for port in ('"x"', "true", "0", "65536")]
    for damaged in (text.replace(first, "a"), text.replace(first, second), *ports):
        with pytest.raises(KeepingError, match="damaged"):
            read_kept(damaged)


# ---------------------------------------------------------------- who plays on


def test_two_pages_of_a_seat_agree(hosted: Hosted) -> None:
    async def agree() -> None:
        first, second = hosted.seats.messages(hosted.table, 1), hosted.seats.messages(hosted.table, 1)
        assert await anext(first) == await anext(second)
        await asyncio.to_thread(hosted.play, 0)
        told = await anext(first)
        assert await anext(second) == told
        assert json.loads(told.removeprefix("data: ").strip()) == hosted.told(1)
        hosted.table.end()
        assert [part async for part in first] == [part async for part in second] == []

    asyncio.run(agree())


def test_whoever_is_away_is_seen_by_all(hosted: Hosted) -> None:
    assert part(hosted.told(0), "table", "away") == [0, 1]
    hosted.table.come(1)
    assert part(hosted.told(0), "table", "away") == [0]
    hosted.table.leave(1)
    assert part(hosted.told(0), "table", "away") == [0, 1]


def test_an_agent_plays_its_seat(tmp_path: Path) -> None:
    (tmp_path / "nim.gdl").write_text(NIM, "utf-8")
    guests = Guests(lambda _: {1: gamedsl.RandomSteps()})
    hosted = Hosted(tmp_path / "nim.gdl", tmp_path / "match.json", guests)
    assert [bool(chair.path) for chair in hosted.table.chairs] == [True, False]
    changed, tell = Event(), hosted.table.on_change

    def note() -> None:
        tell()
        changed.set()

    hosted.table.on_change = note
    hosted.play(0)
    while len(hosted.table.match.played) < 2:
        assert changed.wait(20)
        changed.clear()
    assert hosted.table.match.played[1].seat == 1


def test_rules_that_break_a_promise_stop_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The host is told, the match stands where it stood, and agents do not try for ever."""
    broken = NIM.replace("    taker = me\n", "    taker = me\n    from_heap.size += sum(h.size for h in heap)\n", 1)
    (tmp_path / "nim.gdl").write_text(broken, "utf-8")
    hosted = Hosted(tmp_path / "nim.gdl", tmp_path / "match.json", Guests(lambda _: {1: gamedsl.RandomSteps()}))
    assert hosted.play(0) == "The rules cannot go on after this. Your host sees why."
    assert hosted.table.match.played == ()
    assert "break a promise" in str(host_data(hosted.table)["trouble"])
    table = Hosted(tmp_path / "nim.gdl", tmp_path / "other.json", Guests(_random_agents)).table
    table.end()  # its own agents play no more
    agents = Players()
    assert agents.play_one(table) is False
    monkeypatch.setattr(Table, "play_for", None)  # nobody tries it again
    assert agents.play_one(table) is False


def _random_agents(game: gamedsl.Game) -> dict[int, gamedsl.Agent]:
    return {seat: gamedsl.RandomSteps() for seat in range(game.humans)}


def test_everybody_is_told_of_each_change(hosted: Hosted, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever looks at the table sees at once what others did, and what the host takes back."""
    told = 0
    before = hosted.table.on_change

    def note() -> None:
        nonlocal told
        told += 1
        before()

    monkeypatch.setattr(hosted.table, "on_change", note)
    changes: list[Callable[[], object]] = [
        lambda: hosted.play(0),
        lambda: hosted.asked("POST", f"/{TOKEN}/undo", client=NEAR),
        lambda: hosted.asked("POST", f"/{TOKEN}/new", client=NEAR),
    ]
    for change in changes:
        known = told
        change()
        assert told > known


def test_the_host_takes_back_and_begins_anew(hosted: Hosted) -> None:
    hosted.play(0)
    first = hosted.told(1)
    assert hosted.asked("POST", f"/{TOKEN}/undo", client=NEAR).status_code == 204
    assert hosted.table.match.played == ()
    assert part(hosted.told(1), "table", "note") == "The host has taken back a move."
    assert hosted.asked("POST", f"/{TOKEN}/setup/1", client=NEAR).status_code == 204
    assert hosted.asked("POST", f"/{TOKEN}/new", client=NEAR).status_code == 204
    assert hosted.told(1)["match"] != first["match"]
    assert str(hosted.table.setup) == "2 players, last_piece = wins"


# ---------------------------------------------------------------- when the rules change


def test_the_match_goes_on_under_other_rules(hosted: Hosted, tmp_path: Path) -> None:
    rules = tmp_path / "nim.gdl"
    hosted.play(0)
    hosted.play(1)
    before = hosted.told(0)
    rules.write_text(NIM.replace("each player:", "each playr:"), "utf-8")
    hosted.studio.look()
    assert hosted.told(0)["seen"] == before["seen"]
    rules.write_text(NIM.replace("1..from_heap.size", "2..from_heap.size"), "utf-8")
    hosted.studio.look()
    assert hosted.table.match.played == ()
    assert (
        part(hosted.told(0), "table", "note")
        == "The rules have changed, and the match goes on from an earlier position."
    )
    assert "from_heap" in str(host_data(hosted.table)["why"])
    assert hosted.told(0)["rules"] != before["rules"]
    again = Hosted(rules, tmp_path / "match.json")
    assert again.table.match.played == ()
    for one in (hosted, again):
        rules.write_text(NIM, "utf-8")
        one.studio.look()
        assert [len(_lines(one, seat)) for seat in range(2)] == [2, 2]
        assert one.told(0)["rules"] == before["rules"]


def test_rules_without_its_setup_leave_the_match_as_it_is(hosted: Hosted, tmp_path: Path) -> None:
    hosted.play(0)
    others = NIM.replace("players 2", "players 3").replace("Ann, Bob", "Ann, Bob, Cy")
    (tmp_path / "nim.gdl").write_text(others.replace("highest won", "highest won, ties shared"), "utf-8")
    hosted.studio.look()
    assert len(hosted.table.match.played) == 1
    assert "no such setup" in str(host_data(hosted.table)["trouble"])
    hosted.play(1)
