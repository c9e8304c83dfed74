"""The editor of the studio: what it reads and writes, and its language server."""

from __future__ import annotations

import asyncio
import json
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from gamedsl.bases import LARGEST
from gamedsl.studio.editing import ChangedElsewhereError, Editing, EndedError
from gamedsl.studio.reading import UnreadableError
from studio.serving import TOKEN, Asking, studio_of
from studio.test_studio import NIM


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    """A game."""
    path = tmp_path / "nim.gdl"
    path.write_text(NIM, "utf-8")
    return path


@pytest.fixture
def ask(rules: Path) -> Asking:
    """A studio with an editor."""
    return Asking(studio_of(rules), editing=Editing(rules))


def saved(ask: Asking, text: str, was: str, **headers: str) -> int:
    """The status of the answer to a save."""
    return ask.answer("PUT", f"/{TOKEN}/rules", json.dumps({"text": text, "was": was}), **headers).status_code


def test_a_save_writes_the_file_if_nobody_else_has(ask: Asking, rules: Path) -> None:
    read = ask.data("rules")
    assert (read["name"], read["text"], read["folder"]) == ("nim.gdl", NIM, rules.parent.as_uri())
    assert saved(ask, f"# one\n{NIM}", NIM) == 204
    assert rules.read_text("utf-8") == f"# one\n{NIM}"
    refused = ask.answer("PUT", f"/{TOKEN}/rules", json.dumps({"text": "# two\n", "was": NIM}))
    assert refused.status_code == 409
    assert refused.json() == {"text": f"# one\n{NIM}"}
    assert rules.read_text("utf-8") == f"# one\n{NIM}"
    assert [path.name for path in rules.parent.iterdir()] == ["nim.gdl"]


def test_only_the_page_of_the_studio_saves(ask: Asking, rules: Path) -> None:
    assert saved(ask, "", NIM, origin="http://evil.example") == 404
    assert saved(ask, "", NIM, host="evil.example") == 404
    for body in ("", "[]", '{"text": 3, "was": ""}', '{"text": ""}', "[" * 100_000, '{"text": "\\ud800", "was": ""}'):
        assert ask.answer("PUT", f"/{TOKEN}/rules", body).status_code == 400
    assert rules.read_text("utf-8") == NIM


def test_a_studio_without_an_editor_has_no_address_for_it(rules: Path) -> None:
    ask = Asking(studio_of(rules))
    for path in ("rules", "editor.js", "server/x"):
        assert ask.status(f"/{TOKEN}/{path}") == 404
    assert saved(ask, "", NIM) == 404
    assert "data-editor" not in ask.text("")


def test_the_policy_allows_the_styles_of_the_editor_and_no_others(ask: Asking) -> None:
    answer = ask.answer("GET", f"/{TOKEN}/")
    nonce = answer.text.partition('data-editor="')[2].partition('"')[0]
    assert len(nonce) >= 16
    assert f"style-src 'self' 'nonce-{nonce}';" in answer.headers["content-security-policy"]
    assert "script-src 'self';" in answer.headers["content-security-policy"]


def test_a_save_keeps_line_ends_rights_and_links(tmp_path: Path, rules: Path) -> None:
    rules.write_bytes(NIM.replace("\n", "\r\n").encode())
    rules.chmod(0o640)
    link = tmp_path / "link.gdl"
    link.symlink_to(rules)
    editing = Editing(link)
    assert editing.read() == NIM
    editing.save(f"# x\n{NIM}", NIM)
    assert link.is_symlink()
    assert rules.read_bytes() == f"# x\n{NIM}".replace("\n", "\r\n").encode()
    assert stat.S_IMODE(rules.stat().st_mode) == 0o640
    with pytest.raises(ChangedElsewhereError):
        editing.save("", NIM)
    rules.write_bytes(b"\xff\xfe")
    with pytest.raises(UnreadableError, match="UTF-8"):
        editing.save("", NIM)
    # What is cut off at the end would be lost with a save.
    with rules.open("wb") as file:
        file.truncate(LARGEST + 1)
    with pytest.raises(UnreadableError, match="there are more than 16 megabytes in it"):
        editing.read()


def test_a_save_writes_a_file_that_is_gone_and_says_why_it_cannot(ask: Asking, rules: Path) -> None:
    rules.unlink()
    assert ask.answer("GET", f"/{TOKEN}/rules").text == "`nim.gdl` cannot be read: No such file or directory"
    assert saved(ask, f"# one\n{NIM}", NIM) == 204
    assert rules.read_text("utf-8") == f"# one\n{NIM}"
    rules.unlink()
    rules.parent.rename(rules.parent.with_name("moved"))
    refused = ask.answer("PUT", f"/{TOKEN}/rules", json.dumps({"text": "", "was": NIM}))
    assert (refused.status_code, refused.text) == (507, "No such file or directory")


def test_one_of_the_editors_that_save_at_once_is_told_of_the_other(rules: Path) -> None:
    editing = Editing(rules)

    def save(number: int) -> bool:
        try:
            editing.save(f"# {number}\n{NIM}", NIM)
        except ChangedElsewhereError:
            return False
        return True

    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(save, range(8))) == 1


@pytest.mark.parametrize("body", ["", "[]", "5", '{"jsonrpc": "2.0", "id": 1}', "[" * 100_000])
def test_what_is_no_message_is_refused(ask: Asking, body: str) -> None:
    assert ask.answer("POST", f"/{TOKEN}/server/x", body).status_code == 400


def test_an_editor_that_has_to_give_way_waits_for_nothing(rules: Path) -> None:
    editing = Editing(rules)

    async def told() -> tuple[int, list[str]]:
        waiting = asyncio.create_task(editing.session("first").after(0, 3_600))
        await asyncio.sleep(0)
        for number in range(8):
            editing.session(f"other {number}")
        return await asyncio.wait_for(waiting, 60)

    assert asyncio.run(told()) == (0, [])


def test_each_editor_has_a_server(rules: Path) -> None:
    editing = Editing(rules)
    begin = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}})

    async def talk() -> None:
        for name in ("one", "two"):
            session = editing.session(name)
            session.take(begin)
            at, messages = await session.after(0, 20)
            assert [json.loads(message)["id"] for message in messages] == [1]
            assert await session.after(0, 20) == (at, messages)
            assert await session.after(at, 0.01) == (at, [])

    asyncio.run(talk())
    assert editing.session("one") is editing.session("one")
    kept = editing.session("two")
    for number in range(12):
        editing.session(f"other {number}")
        assert editing.session("two") is kept  # who asks stays
    with pytest.raises(EndedError):  # and asks no more: else nine editors would end each other for ever
        editing.session("one")
