"""What a workshop is put together from, without a browser."""

from __future__ import annotations

import asyncio
import base64
import json
import re
import zlib
from hashlib import sha256
from pathlib import Path

import pytest

from gamedsl.json import JsonObject
from gamedsl.lsp.messages import serve_messages
from gamedsl.reports.shipped_games import shipped_games
from gamedsl.tab.jobs import Desk
from gamedsl.workshop.python_archive import archived_files
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
    names = {name for name, _ in archived_files()}
    assert {"gamedsl/tab/jobs.py", "gamedsl_interpreter/engine.py", "gamedsl/games/classics/nim.gdl"} <= names
    assert {"gamedsl/games/gloriana.look.toml", "pygls/server.py", "cattrs/__init__.py", "attr/__init__.py"} <= names
    assert not [name for name in names if "__pycache__" in name or name.startswith("gamedsl/workshop/runtime/")]


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


@pytest.mark.parametrize("lesson", lessons(), ids=lambda one: str(one["name"]))
def test_a_lesson_is_done_by_its_answer_and_not_before(lesson: JsonObject, tmp_path: Path) -> None:
    desk, main = Desk(str(tmp_path)), str(lesson["main"])
    assert isinstance(lesson["files"], dict)
    assert isinstance(lesson["answer"], list)
    start = answer = str(lesson["files"][main])
    for pair in lesson["answer"]:
        assert isinstance(pair, list)
        old, new = map(str, pair)
        assert answer.count(old) == 1
        answer = answer.replace(old, new)
    found: list[tuple[bool, bool]] = []
    for text in (start, answer):
        files = {**lesson["files"], main: f"{text}\n{lesson['check']}"}
        rules: JsonObject = {"files": files, "main": main, "setup": ""}
        (look,) = answers(desk, job="look", **rules)
        assert look["isGood"] is True
        examples = answers(desk, job="examples", **rules)[-1]["examples"]
        assert isinstance(examples, list)
        are_enough = len(examples) >= int(str(lesson["own"]))
        found.append((are_enough, all(one["passed"] for one in examples if isinstance(one, dict))))
    assert [all(one) for one in found] == [False, True]


def test_the_lessons_are_the_pages_in_their_order() -> None:
    listed = re.findall(r"^\d\. \[.*?\]\((.*?)\.md\)", (ROOT / "docs/learn/README.md").read_text("utf-8"), re.M)
    names = [str(one["name"]) for one in lessons()]
    assert [name for name in listed if name in names] == names


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

    first, *_, last = asyncio.run(talk())
    assert first["id"] == 1
    assert isinstance(last["params"], dict)
    assert last["params"]["diagnostics"]
