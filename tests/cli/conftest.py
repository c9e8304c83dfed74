"""The command line, in an empty folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.running import Runs, runner


@pytest.fixture
def gamedsl(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Runs:
    """Runs commands in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return runner(monkeypatch, capsys)


@pytest.fixture
def servers_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Studios, workshops and language servers end as soon as they have begun, as if somebody had pressed Ctrl-C; no browser is opened."""

    async def ended(*_: object, **__: object) -> None: ...

    def ended_at_once(*_: object, **__: object) -> None: ...

    monkeypatch.setattr("uvicorn.Server.serve", ended)
    monkeypatch.setattr("gamedsl.workshop.serving.Served.wait", ended_at_once)
    monkeypatch.setattr("click.launch", ended_at_once)
    for start in ("start_io", "start_tcp"):
        monkeypatch.setattr(f"pygls.lsp.server.LanguageServer.{start}", ended_at_once)


@pytest.fixture
def heap(gamedsl: Runs) -> str:
    """A game to start from, as `new` writes it."""
    gamedsl("new", "heap")
    return "heap.gdl"
