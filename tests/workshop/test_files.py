"""What a workshop is put together from, without a browser."""

from __future__ import annotations

import asyncio
import base64
import gzip
import json
import re
import tempfile
import zlib
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path

import pytest

from gamedsl.cache import Off, Store
from gamedsl.json import Json, JsonObject
from gamedsl.lsp.messages import serve_messages
from gamedsl.reports.shipped_games import shipped_games
from gamedsl.tab.jobs import Desk
from gamedsl.workshop import folder
from gamedsl.workshop.help import help_pages
from gamedsl.workshop.python_archive import Archive, files_for_archive
from gamedsl.workshop.tools_beside import Tools
from gamedsl.workshop.tour import lessons
from tools.site.pages import Pages
from tools.site.workshop import add as add_links

ROOT = Path(__file__).parents[2]
_ADVICE = "the bundle is not made of these sources: `cd workshop && npm install && node build.mjs` makes it anew"
NIM = (ROOT / "games/classics/nim.gdl").read_text("utf-8")


def test_the_bundle_is_made_of_the_sources() -> None:
    listed = [line.split("  ") for line in (ROOT / "gamedsl/workshop/runtime/sources.sha256").read_text().splitlines()]
    assert {name for _, name in listed} >= {
        path.relative_to(ROOT).as_posix() for path in (ROOT / "workshop/src").iterdir()
    }
    changed = [name for digest, name in listed if sha256((ROOT / name).read_bytes()).hexdigest() != digest]
    assert changed == [], _ADVICE


def test_the_archive_has_the_package_the_games_and_what_they_need() -> None:
    names = {name for name, _ in files_for_archive()}
    assert {"gamedsl/tab/jobs.py", "gamedsl_interpreter/engine.py", "gamedsl/games/classics/nim.gdl"} <= names
    assert {"gamedsl/games/gloriana.look.toml", "pygls/server.py", "cattrs/__init__.py", "attr/__init__.py"} <= names
    assert not [name for name in names if "__pycache__" in name or name.startswith("gamedsl/workshop/runtime/")]


def test_downloads_stay_beside_the_cache_if_there_is_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(folder, "user_store", lambda: Store(str(tmp_path)))
    assert folder.kept_folder() == tmp_path / "workshop"
    monkeypatch.setattr(folder, "user_store", lambda: Off.WANTED)
    assert folder.kept_folder() == Path(tempfile.gettempdir(), "workshop")


def _lay(out: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes]:
    """Lays a workshop with a Pyodide and an archive of a few bytes. Returns its files."""
    pyodide = out.parent / "pyodide"
    pyodide.mkdir(parents=True, exist_ok=True)
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"):
        (pyodide / name).write_bytes(f"the file {name}".encode())

    def find_pyodide(_: Tools, __: Path) -> Path:
        return pyodide

    def make_archive(_: Tools, __: Path) -> Archive:
        return Archive(b"packed", b"library", b"memory")

    monkeypatch.setattr(folder, "find_tools", lambda: Tools("node", "npm"))
    monkeypatch.setattr(folder, "pyodide_folder", find_pyodide)
    monkeypatch.setattr(folder, "python_archive", make_archive)
    folder.lay_folder(out, out.parent)
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in out.rglob("*") if path.is_file()}


def test_a_folder_has_all_that_a_tab_loads_and_lists_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = _lay(tmp_path / "out" / "deep", monkeypatch)
    games = {f"games/{path.name}" for path in (ROOT / "games").rglob("*.gdl")}
    assert {name for name in found if name.startswith("games/")} == games
    assert set(found) - games == {
        *("index.html", "frame.html", "workshop.css", "workshop.js", "python.js", "offline.js"),
        *(f"pyodide/{name}" for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide-lock.json", "pyodide.asm.wasm.gz")),
        *("pyodide/python_stdlib.zip.gz", "gamedsl.zip.gz", "memory.gz", "help.json.gz"),
        *("games.json", "lessons.json", "files.json"),
    }
    assert found["pyodide/pyodide.mjs"] == b"the file pyodide.mjs"
    assert gzip.decompress(found["pyodide/pyodide.asm.wasm.gz"]) == b"the file pyodide.asm.wasm"
    packed = (found["gamedsl.zip.gz"], found["pyodide/python_stdlib.zip.gz"], found["memory.gz"])
    assert packed == (b"packed", b"library", b"memory")
    assert json.loads(gzip.decompress(found["help.json.gz"])) == help_pages()
    assert json.loads(found["lessons.json"]) == [*lessons()]
    assert found["games/nim.gdl"].decode() == NIM
    assert {one["name"] for one in json.loads(found["games.json"])} == {Path(name).stem for name in games}
    listed = json.loads(found["files.json"])
    assert listed["files"] == {
        name: len(data) for name, data in found.items() if name not in ("files.json", "offline.js")
    }
    assert found["offline.js"].decode().endswith(f"\n// {listed['digest']}\n")
    assert found["index.html"] == (ROOT / "gamedsl/workshop/runtime/index.html").read_bytes()


def test_a_changed_file_makes_another_edition(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = (json.loads(_lay(tmp_path / name, monkeypatch)["files.json"]) for name in ("one", "two"))
    assert first == second

    def changed_content(path: str) -> bytes:
        return b"# " + Path(path).read_bytes()

    monkeypatch.setattr(folder, "content", changed_content)
    changed = json.loads(_lay(tmp_path / "two", monkeypatch)["files.json"])
    assert changed["digest"] != first["digest"]
    assert changed["files"]["games/nim.gdl"] == first["files"]["games/nim.gdl"] + 2


def test_a_workshop_is_laid_once_and_old_ones_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept, told = tmp_path / "workshop", list[str]()
    old, other = kept / "0123456789abcdef", kept / "pyodide-1.2.3"
    old.mkdir(parents=True)
    other.mkdir()
    monkeypatch.setattr(folder, "kept_folder", lambda: kept)

    def lay(out: Path, _: Path) -> None:
        out.mkdir()
        (out / folder.LIST).write_text("{}")

    monkeypatch.setattr(folder, "lay_folder", lay)
    found = folder.lay_folder_once(lambda: told.append("once"))
    assert found == kept / folder.own_digest()[:16]
    assert folder.lay_folder_once(lambda: told.append("again")) == found
    assert told == ["once"]
    assert {path.name for path in kept.iterdir()} == {found.name, other.name}
    folder.copy_folder(tmp_path / "copy" / "inside", lambda: told.append("never"))
    assert [path.name for path in (tmp_path / "copy" / "inside").iterdir()] == [folder.LIST]
    assert told == ["once"]


def test_games_of_the_documentation_open_in_the_workshop() -> None:
    pages = Pages(
        {"learn/boards.md": f"A game.\n\n```gdl\n{NIM}```\n\nMore.\n", "games/nim.md": "# Nim\n\n## The graph\n"}
    )
    pages.files["findings/E0070.md"] = f'```gdl title="reported: E0070, odd"\n{NIM}```\n'
    add_links(pages)
    found = re.search(r'href="\.\./workshop/index\.html#share=([\w-]+)"', pages.files["learn/boards.md"])
    assert found is not None
    data = zlib.decompress(base64.urlsafe_b64decode(found[1] + "=" * (-len(found[1]) % 4)), -15)
    assert json.loads(data) == {"main": "nim.gdl", "files": {"nim.gdl": NIM}}
    assert 'href="../workshop/index.html#variant=nim"' in pages.files["games/nim.md"]
    assert "workshop" not in pages.files["findings/E0070.md"]


def test_all_games_are_listed() -> None:
    found = shipped_games()
    assert {one.name for one in found} == {path.stem for path in (ROOT / "games").rglob("*.gdl")}
    assert [one for one in found if not one.sentence or re.match(r"R\d", one.sentence)] == []


def answers(desk: Desk, **asked: object) -> list[JsonObject]:
    """What a desk answers to a job, without the note that it is done."""
    told: list[str] = []
    desk.do(json.dumps({"id": 5, **asked}), told.append)
    found: list[JsonObject] = [json.loads(one) for one in told]
    assert found.pop() == {"id": 5, "isDone": True}
    assert all(one.pop("id") == 5 for one in found)
    return found


def test_a_desk_does_what_the_workshop_shows(tmp_path: Path) -> None:
    desk = Desk(str(tmp_path / "desk"))
    files = {"nim.gdl": NIM, "other.gdl": "variant other of nim:\n    set last_piece = wins\n", "../out.gdl": "no"}
    rules: JsonObject = {"files": {**files}, "main": "nim.gdl", "setup": "2 players, last_piece = wins"}
    (look,) = answers(desk, job="look", **rules)
    assert look["isGood"] is True
    assert look["setup"] == 1
    assert not (tmp_path / "out.gdl").exists()
    (page,) = answers(desk, job="page", **rules)
    assert str(page["page"]).startswith("<!doctype html>")
    (graph,) = answers(desk, job="graph", **rules)
    assert isinstance(graph["graph"], dict)
    assert str(graph["graph"]["svg"]).startswith("<svg")
    examples = answers(desk, job="examples", **rules)[-1]["examples"]
    assert isinstance(examples, list)
    assert [one["passed"] for one in examples if isinstance(one, dict)] == [True, True]
    *_, figures = answers(desk, job="figures", **rules)
    assert isinstance(figures["figures"], dict)
    assert figures["figures"]["matches"] == 1000


def test_a_desk_runs_commands_on_the_rules(tmp_path: Path) -> None:
    desk = Desk(str(tmp_path))
    rules: JsonObject = {"files": {"nim.gdl": f"{NIM}\n\n\n"}, "main": "nim.gdl", "setup": ""}
    (book,) = answers(desk, job="run", arguments=["rulebook", "nim.gdl", "-o", "book.md"], made="book.md", **rules)
    assert (book["code"], book["texts"]) == (0, {})
    assert book["file"]
    assert not (tmp_path / "book.md").exists()
    (mended,) = answers(desk, job="run", arguments=["fmt", "nim.gdl"], made="", **rules)
    assert mended["texts"] == {"nim.gdl": NIM}
    (begun,) = answers(desk, job="run", arguments=["new", "own"], made="", **rules)
    assert isinstance(begun["texts"], dict)
    assert [*begun["texts"]] == ["own.gdl"]
    (refused,) = answers(desk, job="run", arguments=["simulate", "none.gdl"], made="", **rules)
    assert refused["code"] == 2
    assert "there is no file `none.gdl`" in str(refused["err"])


def _verdict(lesson: JsonObject, text: str, folder: Path) -> str:
    """What a tab says of an attempt (`workshop/src/tour.ts`): the first error with its help, an example that fails, words that are missing, or `done`."""
    desk, main = Desk(str(folder)), str(lesson["main"])
    assert isinstance(lesson["files"], dict)
    assert isinstance(lesson["words"], list)
    for tried in (text, f"{text}\n{lesson['check']}"):
        rules: JsonObject = {"files": {**lesson["files"], main: tried}, "main": main, "setup": ""}
        (look,) = answers(desk, job="look", **rules)
        if look["isGood"] is not True:
            return _told(look["findings"])
        examples = answers(desk, job="examples", **rules)[-1]["examples"]
        assert isinstance(examples, list)
        failed = [one for one in examples if isinstance(one, dict) and not one["passed"]]
        if failed:
            return f"{failed[0]['name']} {failed[0]['doc']} {failed[0]['lines']}"
    return next((f"missing: {one}" for one in lesson["words"] if str(one).lower() not in text.lower()), "done")


def _told(findings: Json) -> str:
    """The words of the first error."""
    assert isinstance(findings, list)
    pieces = next(one["pieces"] for one in findings if isinstance(one, dict) and one["severity"] == "error")
    assert isinstance(pieces, list)
    return "".join(str(one[1]) for one in pieces if isinstance(one, list))


def _changed(lesson: JsonObject, *pairs: Json | tuple[str, str]) -> str:
    """The rules of a lesson with some words in the place of others."""
    assert isinstance(lesson["files"], dict)
    text = str(lesson["files"][str(lesson["main"])])
    for pair in pairs:
        assert isinstance(pair, list | tuple)
        old, new = map(str, pair)
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


@pytest.mark.parametrize("lesson", lessons(), ids=lambda one: str(one["name"]))
def test_a_lesson_is_done_by_its_answer_and_not_before(lesson: JsonObject, tmp_path: Path) -> None:
    assert isinstance(lesson["answer"], list)
    assert _verdict(lesson, _changed(lesson), tmp_path) != "done"
    assert _verdict(lesson, _changed(lesson, *lesson["answer"]), tmp_path) == "done"


_OVER = "    then game over\n"


def _second(*lines: str) -> tuple[str, str]:
    """Writes a second example below the first one."""
    return _OVER, "\n".join((f"{_OVER}", *lines, ""))


NEAR_MISSES: dict[str, list[tuple[list[tuple[str, str]], str]]] = {
    "first-game": [
        ([("min(3, heap)", "min(5, heap)")], "Ann may choose 1, 2, 3, 4, 5"),
        ([("1..min(3, heap)", "4..min(3, heap)")], "write the smaller number first"),
        ([("1..min(3, heap)", "1..4")], "the_last_two_sticks"),
        ([("min(3, heap)", "min(four, heap)")], "write `4`"),
        ([("two or three sticks", "three or four sticks")], "Ann may choose 1, 2, 3"),
        ([("= 15", "= 14")], "Ann may take one, two, three or four"),
    ],
    "share": [
        ([_second("example the_last_stick:")], "indent the lines"),
        ([_second("example the_last_stick", "    players Ann, Bob", "    then heap is 15")], "perhaps put in `:`"),
        (
            [_second("example nothing:", "    players Ann, Bob", "    then heap is 15")],
            "missing: example the_last_stick",
        ),
        (
            [
                _second(
                    "example the_last_stick:",
                    "    players Ann, Bob",
                    "    given:",
                    "        heap = 2",
                    "    as Ann: turns",
                    "    Ann plays turns(taken = 1)",
                    "    then game over",
                )
            ],
            "the match is not over",
        ),
        (
            [
                _second(
                    "example the_last_stick:",
                    "    players Ann, Bob",
                    "    given:",
                    "        heap = 1",
                    "    Ann plays turns(taken = 1)",
                    "    then game over",
                )
            ],
            "Ann is not asked anything here",
        ),
        (
            [_second("example the_last_stick:", "    players Ann, Bob", "    as Ann: turns", "    Ann takes 1")],
            "`plays`",
        ),
    ],
    "fields-and-zones": [
        ([(">= 3: bake", ">= 2: bake")], "move 3 Plum"),
        ([("move 3 Plum", "move 2 Plum")], "Ann.pies is 0"),
        ([(">= 3: bake", "> 2: bake"), ("move 3 Plum", "move 2 Plum")], "Ann has two plums"),
        ([(">= 3: bake", "is 2: bake"), ("move 3 Plum", "move 2 Plum")], "Ann has three plums"),
        (
            [(">= 3: bake", ">= 2: bake"), ("move 3 Plum", "move two Plum")],
            "did you mean `move 2 Plum from basket to box`?",
        ),
        ([(">= 3: bake", ">= 2: bake"), ("move 3 Plum", "move 2 Plums")], "did you mean `Plum`?"),
    ],
    "choices": [
        ([("coins += 2", "coins += 4")], "Ann.coins is 6"),
        ([("coins += 2", "coins = 3")], "Ann.coins is 3"),
        ([("0..99 = 2", "0..99 = 3")], "Ann.coins is 4"),
        ([("coins += 2", "coin += 3")], "did you mean `coins`?"),
        ([("coins += 2", "coins + 3")], "`+=`"),
    ],
    "cards": [
        ([("by highest shown", "by lowest shown")], "the_higher_card_wins"),
        ([("then Bob.tricks", "then Ann.tricks")], "the_higher_card_wins"),
        ([("ranking by highest", "ranking by lowest")], "Ann takes the trick"),
        ([("by highest shown", "by smallest shown")], "perhaps write `lowest`"),
        ([("by highest shown", "by lowest played")], "there are 2"),
    ],
    "boards": [
        ([("surface is Grass", "surface is Stone")], "Ann may choose nothing"),
        ([("surface is Grass", "surface is Grass or Stone")], "write `surface is Stone`"),
        ([("not used and surface is Grass", "surface is Grass")], "Ann may go left, right over stone"),
        ([(" where not used and surface is Grass", "")], "The first place has been used"),
        ([("Grass Grass Stone Grass", "Grass Grass Grass Grass")], "The map is as it was"),
    ],
    "scores-and-ends": [
        ([("2 * min(busts, 5)", "3 * min(busts, 5)")], "missing: Three points for each bust"),
        ([("Two points for each bust", "Three points for each bust")], "six points of courage"),
        ([("2 * min(busts, 5)", "3 * busts")], "Ann has lost seven turns"),
        ([("2 * min(busts, 5)", "min(3 * busts, 10)")], "Ann has lost seven turns"),
        ([('2 * min(busts, 5) "Two', "3 * min(busts, 5) Three")], "no closing quote"),
        ([("busts += 1", "busts += 3")], "Ann.total is 6"),
    ],
    "variants": [
        ([("price[4] = 12", "price[4] = 16")], "Ann.gold is 16"),
        ([("price[4] = 12", "price[3] = 15")], "Ann.gold is 8"),
        ([("set price[4] = 12", "price[4] = 15")], "did you mean `set price[4] = 15`?"),
        ([("price[4] = 12", "price[5] = 15")], "there is no `price[5]` to set"),
        ([("price[4] = 12", "gold = 15")], "Ann.gold is 23"),
    ],
}
"""For each lesson, what somebody writes who has nearly understood it, and what tells them."""


def test_near_misses_are_not_done_and_say_why(tmp_path: Path) -> None:
    told = {
        (str(lesson["name"]), words): _verdict(lesson, _changed(lesson, *pairs), tmp_path)
        for lesson in lessons()
        for pairs, words in NEAR_MISSES[str(lesson["name"])]
    }
    assert {one: verdict for one, verdict in told.items() if one[1] not in verdict} == {}


def test_the_lessons_are_the_pages_in_their_order() -> None:
    listed = re.findall(r"^\d+\. \[.*?\]\((.*?)\.md\)", (ROOT / "docs/learn/README.md").read_text("utf-8"), re.M)
    names = [str(one["name"]) for one in lessons()]
    assert [name for name in listed if name in names] == names


def test_links_of_lessons_and_findings_lead_into_the_help() -> None:
    pages = {str(page["name"]): str(page["text"]) for page in help_pages()}
    assert {"language/reference", "language/builtins", "how-to/phrases/cards", "findings/E0070"} <= set(pages)
    texts = " ".join(str(one["text"]) for one in lessons())
    linked = re.findall(r"\]\(\.\./((?:how-to|language)/[\w/-]+)\.md", texts)
    assert {name for name in linked if not name.endswith("README")} - set(pages) == set()
    assert len(linked) >= 20
    assert [name for name, text in pages.items() if "<kbd>" in text or text.startswith("#")] == []


def test_a_desk_says_why_there_is_no_table(tmp_path: Path) -> None:
    desk = Desk(str(tmp_path))
    wrong: JsonObject = {"nim.gdl": f"{NIM}\nphase odd:\n    no_such_rule\n"}
    (look,) = answers(desk, job="look", files=wrong, main="nim.gdl", setup="")
    assert look["isGood"] is False
    assert look["findings"]
    assert answers(desk, job="page", files=wrong, main="nim.gdl", setup="") == [{"why": "The rules have errors."}]
    assert answers(desk, job="examples", files=wrong, main="nim.gdl", setup="") == [{"examples": []}]
    (none,) = answers(desk, job="look", files={}, main="nim.gdl", setup="")
    assert none["isGood"] is False


def test_each_job_is_done_on_its_own_rules(tmp_path: Path) -> None:
    desk = Desk(str(tmp_path))
    assert answers(desk, job="page", files={"nim.gdl": ""}, main="nim.gdl", setup="") == [
        {"why": "The rules have errors."}
    ]
    (page,) = answers(desk, job="page", files={"nim.gdl": NIM}, main="nim.gdl", setup="")
    assert "page" in page


def test_a_server_answers_messages() -> None:
    async def talk() -> list[JsonObject]:
        told: list[str] = []
        take = serve_messages(told.append)
        path = "file:///rules/nim.gdl"
        document: JsonObject = {
            "uri": path,
            "languageId": "gdl",
            "version": 1,
            "text": f"{NIM}\nphase odd:\n    no_such_rule\n",
        }
        messages: tuple[JsonObject, ...] = (
            {"id": 1, "method": "initialize", "params": {"capabilities": {}}},
            {"method": "initialized", "params": {}},
            {"method": "textDocument/didOpen", "params": {"textDocument": document}},
        )
        for message in messages:
            take(json.dumps({"jsonrpc": "2.0", **message}))
        while not any("publishDiagnostics" in one for one in told):
            await asyncio.sleep(0.01)
        return [json.loads(one) for one in told]

    with ThreadPoolExecutor(1) as thread:  # in this one the browser of other tests may have its loop
        first, *_, last = thread.submit(asyncio.run, asyncio.wait_for(talk(), 120)).result()
    assert first["id"] == 1
    assert isinstance(last["params"], dict)
    assert last["params"]["diagnostics"]
