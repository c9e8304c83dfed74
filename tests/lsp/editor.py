"""An editor without a screen: a client that starts the server as a process, and keeps what it is told."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import asynccontextmanager
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
        self.client.text_document_did_open(
            types.DidOpenTextDocumentParams(types.TextDocumentItem(self.uri, "gdl", self.version, text))
        )

    def close(self) -> None:
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(self.document))

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


@asynccontextmanager
async def editing(path: Path) -> AsyncGenerator[Editor]:
    """Starts a server, opens the file, and ends the server."""
    client = LanguageClient("tests", "1")
    await client.start_io(sys.executable, "-m", "gamedsl", "lsp")  # pyright: ignore[reportUnknownMemberType]
    editor = Editor(client, path)
    await client.initialize_async(types.InitializeParams(capabilities=CAPABILITIES, root_uri=path.parent.as_uri()))
    client.initialized(types.InitializedParams())
    editor.open()
    try:
        yield editor
    finally:
        await client.shutdown_async(None)
        client.exit(None)
        await client.stop()  # type: ignore[no-untyped-call]


def run(path: Path, what: Callable[[Editor], Coroutine[Any, Any, None]]) -> None:
    """Runs what an editor does with a file."""

    async def whole() -> None:
        async with editing(path) as editor:
            await what(editor)

    asyncio.run(whole())
