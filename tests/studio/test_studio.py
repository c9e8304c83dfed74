"""What a studio says after each save, and whom it answers."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from shutil import copyfile

import pytest
from watchfiles import awatch  # pyright: ignore[reportUnknownVariableType]  (names types of trio)

from gamedsl.json import JsonObject
from gamedsl.studio import running
from gamedsl.studio.state import Studio
from studio.serving import HOST, TOKEN, Asking, studio_of
from unit.cards.made import deck

_GAMES = Path(__file__).parents[2] / "games"
NIM = (_GAMES / "classics/nim.gdl").read_text("utf-8")
PIG = (_GAMES / "classics/pig.gdl").read_text("utf-8")
OTHER_NAMES = ("evil.example", "evil.example:8000", "127.0.0.1", "127.0.0.1:8001", "")


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    """A game."""
    path = tmp_path / "nim.gdl"
    path.write_text(NIM, "utf-8")
    return path


@pytest.fixture
def studio(rules: Path) -> Studio:
    """Its studio."""
    return studio_of(rules)


def _texts(state: JsonObject) -> str:
    return json.dumps(state["findings"], ensure_ascii=False)


# ---------------------------------------------------------------- who is answered


def test_only_who_knows_the_token_and_the_name_is_answered(studio: Studio) -> None:
    ask = Asking(studio)
    assert ask.status(f"/{TOKEN}/") == 200
    for path in ("/", f"/{TOKEN}", "/a-toke/state", f"/{TOKEN}x/state", "/state", f"//{TOKEN}/state", f"/x/{TOKEN}/"):
        assert ask.status(path) == 404 or path == f"/{TOKEN}", path
    for name in OTHER_NAMES:
        assert ask.status(f"/{TOKEN}/state", host=name) == 404, name
    for origin in ("http://evil.example", "null", "https://evil.example:8000", f"http://{HOST}.evil.example"):
        assert ask.status(f"/{TOKEN}/state", origin=origin) == 404, origin
        assert ask.post(f"/{TOKEN}/setup/0", origin=origin) == 404
    assert ask.status(f"/{TOKEN}/state", origin=f"http://{HOST}") == 200
    for odd in ("--5", "9" * 5_000, "²"):  # no number: what is known now is told
        assert ask.status(f"/{TOKEN}/state?after={odd}") == 200


@pytest.mark.parametrize("path", ["", "studio.js", "studio.css", "state", "game/1", "graph/1", "nothing"])
def test_no_answer_can_be_read_by_other_pages(studio: Studio, path: str) -> None:
    headers = Asking(studio).answer("GET", f"/{TOKEN}/{path}").headers
    assert not [name for name in headers if name.startswith("access-control")]
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["cache-control"] == "no-store"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-content-type-options"] == "nosniff"
    if path in ("", "game/1"):
        assert "frame-ancestors" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]


@pytest.mark.parametrize(("path", "own"), [("", "'none'"), ("game/1", "'self'")])
def test_only_pages_of_named_origins_show_it_in_a_frame(studio: Studio, path: str, own: str) -> None:
    def framing(asking: Asking) -> str:
        policy = asking.answer("GET", f"/{TOKEN}/{path}").headers["content-security-policy"]
        return str(policy).partition("frame-ancestors ")[2]

    assert framing(Asking(studio)) == own
    assert framing(Asking(studio, ["vscode-webview:"])) == f"{own} vscode-webview:".removeprefix("'none' ")


# ---------------------------------------------------------------- what it says


def test_the_page_and_the_graph_are_there(studio: Studio) -> None:
    ask = Asking(studio)
    state = ask.data("state")
    assert (state["is_good"], state["version"], state["findings"]) == (True, 1, [])
    assert state["setups"] == ["2 players, last_piece = loses", "2 players, last_piece = wins"]
    assert 'id="page-modules"' in ask.text("game/1")
    graph = ask.data("graph/1")
    nodes = graph["nodes"]
    assert isinstance(nodes, dict)
    asked = [one for one in nodes.values() if isinstance(one, dict) and one["rule"]]
    assert len(asked) == 1
    assert f'id="{asked[0]["box"]}"' in str(graph["svg"])
    assert "phase turns, each player:" in json.dumps(asked[0]["rule"])


def test_the_last_game_stays_while_there_are_errors(studio: Studio, rules: Path) -> None:
    ask = Asking(studio)
    rules.write_text(NIM.replace("each player:", "each playr:"), "utf-8")
    studio.look()
    state = ask.data("state?after=1")
    assert (state["is_good"], state["version"]) == (False, 1)
    assert "did you mean `player`?" in _texts(state)
    line = NIM[: NIM.index("each player:")].count("\n") + 1
    assert f'"place": "nim.gdl:{line}"' in _texts(state)
    assert 'id="page-modules"' in ask.text("game/1")
    rules.unlink()
    studio.look()
    assert "there is no file `nim.gdl`" in _texts(ask.data("state"))
    rules.write_text(NIM.replace("game nim", "game heaps"), "utf-8")
    studio.look()
    state = ask.data("state")
    assert (state["is_good"], state["version"], state["findings"]) == (True, 2, [])
    assert ask.status(f"/{TOKEN}/game/1") == 410
    assert "heaps" in ask.text("game/2")


def test_what_was_never_playable_shows_no_game(tmp_path: Path) -> None:
    rules = tmp_path / "draft.gdl"
    rules.write_text("", "utf-8")
    ask = Asking(studio_of(rules))
    state = ask.data("state")
    assert (state["is_good"], state["version"], state["setups"]) == (False, 0, [])
    assert state["findings"]
    assert ask.status(f"/{TOKEN}/game/0") == 410
    assert ask.post(f"/{TOKEN}/setup/0") == 404
    assert ask.post(f"/{TOKEN}/setup/{'9' * 5_000}") == 404


def test_a_wrong_look_file_is_a_finding_and_no_more(studio: Studio, rules: Path) -> None:
    rules.with_suffix(".look.toml").write_text("titel = 'Heaps'", "utf-8")
    studio.look()
    state = Asking(studio).data("state")
    assert (state["is_good"], state["version"]) == (True, 2)
    assert "did you mean `title`?" in _texts(state)
    rules.with_suffix(".look.toml").write_bytes(b"\xff")
    studio.look()
    assert "this is no text in UTF-8" in _texts(Asking(studio).data("state"))


def test_a_variant_without_a_look_file_has_that_of_its_base(
    tmp_path: Path, rules: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    rules.with_suffix(".look.toml").write_bytes(b"\xef\xbb\xbftitle = 'Heaps'")  # as some editors begin a text
    variant = tmp_path / "more.gdl"
    variant.write_text('variant more of nim:\n    "The same."\n', "utf-8")
    assert studio_of(variant).shown.style == {"title": "Heaps"}


def test_layouts_are_drawn_again_when_their_pictures_change(studio: Studio, rules: Path) -> None:
    rules.write_text(deck("Guard 1 2"), "utf-8")
    picture = rules.with_name("art.svg")
    rules.with_suffix(".look.toml").write_text(
        '[class.card]\nlayout = "a"\n[layout.a.parts]\nart = { at = [0, 0, 63, 40], picture = "art.svg" }\n'
        'name = { at = [5, 50, 6, 2], show = "{name} of the north" }\n',
        "utf-8",
    )
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{}</svg>'
    picture.write_text(drawing.format("<script/>"), "utf-8")
    studio.look()
    assert "look.toml:4" in _texts(Asking(studio).data("state"))
    assert "`art.svg` holds a program; save it without scripts" in _texts(Asking(studio).data("state"))
    assert "faces" not in studio.shown.style
    picture.write_text(drawing.format('<path d="M0 0H9V9Z"/>'), "utf-8")
    studio.look()
    assert "art.svg" in str(studio.shown.style["pictures"])
    assert "its text has no room" in _texts(Asking(studio).data("state"))
    assert str(picture) in studio.files


def test_a_change_before_the_folders_are_watched_is_seen(
    studio: Studio, rules: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = studio.data["looks"]

    def change_and_watch(*folders: Path, **options: object) -> object:
        rules.write_text(NIM.replace("game nim", "game nym"), "utf-8")
        return awatch(*folders, **options)  # type: ignore[arg-type]

    async def follow() -> None:
        watching = asyncio.create_task(running.watch(studio, None))
        serial = studio.data["serial"]
        assert isinstance(serial, int)
        seen = await studio.after(serial, 60)
        watching.cancel()
        assert seen["looks"] != looks

    monkeypatch.setattr(running, "awatch", change_and_watch)
    asyncio.run(follow())


def test_another_setup_is_shown_and_stays(studio: Studio, rules: Path) -> None:
    ask = Asking(studio)
    assert ask.post(f"/{TOKEN}/setup/1") == 204
    assert ask.post(f"/{TOKEN}/setup/2") == 404
    assert ask.data("state")["setup"] == 1
    rules.write_text(NIM + "\n# a note\n", "utf-8")
    studio.look()
    assert ask.data("state")["setup"] == 1


# ---------------------------------------------------------------- what is tried


def _tried(studio: Studio) -> JsonObject:
    """The state when everything has been tried."""
    ask = Asking(studio)
    studio.begin_trials()
    ask.text(f"game/{ask.data('state')['version']}")
    state = ask.data("state")
    while not isinstance(figures := state["figures"], dict) or not ("fault" in figures or figures["is_last"]):
        state = ask.data(f"state?after={state['serial']}")
    studio.end()
    return state


def test_examples_have_marks_and_matches_give_figures(studio: Studio, rules: Path) -> None:
    rules.write_text(NIM.replace("then Ann.won and not Bob.won", "then Bob.won"), "utf-8")
    studio.look()
    state = _tried(studio)
    examples, figures = state["examples"], state["figures"]
    assert isinstance(examples, list)
    assert isinstance(figures, dict)
    assert [one["passed"] for one in examples if isinstance(one, dict)] == [False, True]
    assert "then Bob.won" in json.dumps(examples[0])
    assert figures["matches"] == 1000
    seats = figures["seats"]
    assert isinstance(seats, list)
    assert [one["name"] for one in seats if isinstance(one, dict)] == ["Player 1", "Player 2"]


def test_examples_that_prove_nothing_say_so(studio: Studio, rules: Path) -> None:
    idle = "\nexample idle:\n    players Ann, Bob\n    setup\n    then Ann.won\n"
    rules.write_text(NIM + idle, "utf-8")
    studio.look()
    examples = _tried(studio)["examples"]
    assert isinstance(examples, list)
    told = {one["name"]: one["lines"] for one in examples if isinstance(one, dict) and one["passed"]}
    assert [name for name, lines in told.items() if lines] == ["idle"]
    assert "this held before `setup` as well" in json.dumps(told["idle"])
    assert len(told) == 3


def test_a_match_that_breaks_a_promise_is_shown(studio: Studio, rules: Path) -> None:
    broken = NIM.replace("    taker = me\n", "    taker = me\n    from_heap.size += sum(h.size for h in heap)\n", 1)
    rules.write_text(broken, "utf-8")
    studio.look()
    state = _tried(studio)
    assert isinstance(state["figures"], dict)
    told = json.dumps(state["figures"])
    assert '"fault": {"severity": "error"' in told
    assert "this is match 0 of seed 1" in told


def test_what_is_learned_of_hidden_things_is_listed(studio: Studio, rules: Path) -> None:
    assert Asking(studio).data("state")["secrets"] == []
    hidden = (Path(__file__).parents[2] / "games/classics/kuhn_poker.gdl").read_text("utf-8")
    rules.write_text(hidden, "utf-8")
    studio.look()
    listed = Asking(studio).data("state")["secrets"]
    assert isinstance(listed, list)
    (one,) = listed
    assert isinstance(one, dict)
    assert (one["text"], one["told"]) == ("hand", "everybody learns of hand: the pieces move")
    assert str(one["place"]).startswith("nim.gdl:")


# ---------------------------------------------------------------- what the table shows


def test_what_the_table_shows_is_declared_in_the_variant_or_its_base(tmp_path: Path) -> None:
    for path in ("classics/connect_four.gdl", "variants/five_in_a_frame.gdl"):
        copyfile(_GAMES / path, tmp_path / Path(path).name)
    declared = Asking(studio_of(tmp_path / "five_in_a_frame.gdl")).data("graph/1")["declared"]
    assert isinstance(declared, dict)
    places = {name: str(rule["place"]) for name, rule in declared.items() if isinstance(rule, dict)}
    assert places["board cell"] == "five_in_a_frame.gdl:3"
    assert places["component disc"].startswith("connect_four.gdl:")
    assert places["zone stock"].startswith("connect_four.gdl:")


def test_a_kind_has_the_place_of_its_row(studio: Studio, rules: Path) -> None:
    rows = "component coin in bank:\n    name  worth\n    One   1\n    Two   2\n\nshared:\n    bank: bag of coin\n"
    rules.write_text(NIM.replace("shared:\n", rows, 1), "utf-8")
    studio.look()
    declared = Asking(studio).data("graph/2")["declared"]
    assert isinstance(declared, dict)
    rule = declared["kind coin.Two"]
    assert isinstance(rule, dict)
    assert isinstance(rule["lines"], list)
    assert [one[1] for one in rule["lines"] if isinstance(one, list) and one[2]] == ["    Two   2"]
