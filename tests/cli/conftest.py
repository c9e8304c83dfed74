"""The command line, in an empty folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.running import Runs, runner
from golden.conftest import golden as golden
from share import less


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
def quick_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hints are thought about for less long: the tests are about what they tell, which is seen long before."""
    monkeypatch.setattr("gamedsl.cli.choices.hints._THINKING_MS", less(2000, 250))
    monkeypatch.setattr("gamedsl.cli.choices.hints._FURTHER_MS", less(500, 80))


@pytest.fixture
def heap(gamedsl: Runs) -> str:
    """A game to start from, as `new` writes it."""
    gamedsl("new", "heap")
    return "heap.gdl"
