"""An editor without a screen: a client that starts the server as a process, and keeps what it is told."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Coroutine
from copy import copy
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.lsp.client import LanguageClient

PATIENCE = 120.0
"""Seconds after which a test that waits gives up."""


CAPABILITIES = types.ClientCapabilities(
    text_document=types.TextDocumentClientCapabilities(
        code_action=types.CodeActionClientCapabilities(
            resolve_support=types.ClientCodeActionResolveOptions(properties=["edit"])
        )
    ),
    workspace=types.WorkspaceClientCapabilities(
        code_lens=types.CodeLensWorkspaceClientCapabilities(refresh_support=True)
    ),
)
"""What this editor can do: it asks for a change once it is chosen, and for the lines above declarations when they have changed."""


class Editor:
    """A client with one open file."""

    def __init__(self, client: LanguageClient, path: Path) -> None:
        self.client, self.path, self.uri = client, path, path.as_uri()
        self.told: dict[str, list[types.Diagnostic]] = {}
        self.version = 1
        self._opened: set[str] = set()
        self._news = asyncio.Event()
        self.has_new_lenses = asyncio.Event()

        def note(params: types.PublishDiagnosticsParams) -> None:
            self.told[params.uri] = list(params.diagnostics)
            self._news.set()

        def ignore(_: types.ShowMessageParams) -> None: ...

        def refresh(_: None) -> None:
            self.has_new_lenses.set()

        client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(note)
        client.feature(types.WINDOW_SHOW_MESSAGE)(ignore)
        client.feature(types.WORKSPACE_CODE_LENS_REFRESH)(refresh)

    def beside(self, path: Path) -> Editor:
        """Returns another file of the same editor."""
        other = copy(self)
        other.path, other.uri = path, path.as_uri()
        return other

    @property
    def document(self) -> types.TextDocumentIdentifier:
        return types.TextDocumentIdentifier(self.uri)

    def open(self) -> None:
        text = self.path.read_text(encoding="utf-8")
        self._opened.add(self.uri)
        self.client.text_document_did_open(
            types.DidOpenTextDocumentParams(types.TextDocumentItem(self.uri, "gdl", self.version, text))
        )

    def close(self) -> None:
        self._opened.discard(self.uri)
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(self.document))

    def close_all(self) -> None:
        """Closes the files that are open still."""
        for uri in sorted(self._opened):
            self.client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))
        self._opened.clear()

    def write(self, text: str) -> None:
        """Shows another text, and forgets what was told of the last one."""
        self.version += 1
        self.told.pop(self.uri, None)
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(self.version, self.uri),
                [types.TextDocumentContentChangeWholeDocument(text)],
            )
        )

    async def findings(self, uri: str | None = None) -> list[types.Diagnostic]:
        """Waits for findings of a file."""
        wanted = uri or self.uri
        while wanted not in self.told:
            self._news.clear()
            await asyncio.wait_for(self._news.wait(), PATIENCE)
        return self.told[wanted]

    def at(self, text: str, mark: str, nth: int = 0) -> types.Position:
        """Returns the position of a mark in a text."""
        offset = -1
        for _ in range(nth + 1):
            offset = text.index(mark, offset + 1)
        before = text[:offset]
        return types.Position(before.count("\n"), len(before) - (before.rfind("\n") + 1))


class Shared:
    """A server for the tests of this process, one after the other: to start one takes longer than most of them. Each has its own folder, and leaves no file
    open."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._client = LanguageClient("tests", "1")
        self._editor = Editor(self._client, Path.cwd())
        self._loop.run_until_complete(self._start())

    async def _start(self) -> None:
        await self._client.start_io(sys.executable, "-m", "gamedsl", "lsp")  # pyright: ignore[reportUnknownMemberType]
        await self._client.initialize_async(types.InitializeParams(capabilities=CAPABILITIES))
        self._client.initialized(types.InitializedParams())

    def run(self, path: Path, what: Callable[[Editor], Coroutine[Any, Any, None]]) -> None:
        """Runs what an editor does with a file."""
        editor = self._editor.beside(path)
        editor.told.clear()
        editor.has_new_lenses.clear()
        folder = types.WorkspaceFolder(path.parent.as_uri(), path.parent.name)
        self._show([folder], [])
        editor.open()
        try:
            self._loop.run_until_complete(what(editor))
        finally:
            editor.close_all()
            self._show([], [folder])

    def _show(self, added: list[types.WorkspaceFolder], removed: list[types.WorkspaceFolder]) -> None:
        event = types.WorkspaceFoldersChangeEvent(added=added, removed=removed)
        self._client.workspace_did_change_workspace_folders(types.DidChangeWorkspaceFoldersParams(event))

    def end(self) -> None:
        """Ends the server, as an editor does."""
        self._loop.run_until_complete(self._end())
        self._loop.close()

    async def _end(self) -> None:
        await self._client.shutdown_async(None)
        self._client.exit(None)
        await self._client.stop()  # type: ignore[no-untyped-call]
