"""The server: one workspace, and an answer to each question of the protocol."""

from __future__ import annotations

import asyncio
import shlex
from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from typing import TypeVar, TypeVarTuple

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from gamedsl.lsp import answers
from gamedsl.lsp.examples import run_named
from gamedsl.lsp.findings import early_findings, findings
from gamedsl.lsp.looks import look_beside, look_findings, rules_beside
from gamedsl.lsp.places import path_of, uri_of
from gamedsl.services import View, Workspace
from gamedsl.services.folders import find_names
from gamedsl.services.marking import COLOURS
from gamedsl.versions import PACKAGE

T = TypeVar("T")
Args = TypeVarTuple("Args")

AT_ONCE = 0.01
"""Seconds without another edit after which an editor is told what is certain."""
PAUSE = 0.15
"""Seconds after that without another edit, after which a text is checked."""
RUN_EXAMPLE = "gamedsl.runExample"
"""The command that runs an example: the address of the file, and the name of the example."""
MOST_SYMBOLS = 1_000
"""The most names that a search in all files finds."""
PLAY_FROM = "gamedsl.playFrom"
"""The command that plays from a start: the address of the file, and the name of the start."""
FIX_ALL = "source.fixAll.gamedsl"


class Server(LanguageServer):
    """The texts of one editor, and the checks that are under way."""

    def __init__(self, folders: Sequence[str] = ()) -> None:
        super().__init__("gamedsl", PACKAGE, types.TextDocumentSyncKind.Full)  # pyright: ignore[reportUnknownMemberType]
        self.rules = Workspace(tuple(folders))
        self._checks: dict[str, asyncio.Task[None]] = {}
        self._told: dict[str, dict[str, list[types.Diagnostic]]] = {}
        """The findings of each open file, by the file that they are about."""
        self.to_watch: set[str] = set()
        """The files that were saved, of which matches are played once they are checked."""

    @property
    def folders(self) -> list[str]:
        """The folders that the editor shows."""
        whole = self.workspace.root_path
        return [path_of(one.uri) for one in self.workspace.folders.values()] or ([] if whole is None else [whole])

    @property
    def when_made(self) -> answers.WhenMade:
        """Says when slow changes are made: for editors that can ask for them later, once the user has chosen one; else at once."""
        known = self.client_capabilities.text_document
        support = known and known.code_action and known.code_action.resolve_support
        return "when chosen" if support and "edit" in support.properties else "at once"

    def ask(self, uri: str, answer: Callable[[View], T], nothing: T) -> T:
        """Returns the answer about the present text of a file, or `nothing` if there is no such file."""
        view = self.rules.view(path_of(uri))
        return nothing if view is None else answer(view)

    async def ask_aside(self, uri: str, answer: Callable[[View], T], nothing: T) -> T:
        """Returns an answer that may take long, such as one that needs all findings. Other questions are answered meanwhile."""
        view = self.rules.view(path_of(uri))
        return nothing if view is None else await self.aside(answer, view)

    async def aside(self, work: Callable[[*Args], T], *given: *Args) -> T:
        """Calls `work` in a separate thread."""
        return await asyncio.get_running_loop().run_in_executor(self.thread_pool, work, *given)

    def recheck(self, path: str) -> None:
        """Checks a file, the open files that build on it, and the open look files beside them, once nobody has typed for a moment."""
        rules = (path, *self.rules.dependents(path))
        for one in (*rules, *map(look_beside, rules)):
            if one in self.rules.opened:
                self._begin(one)

    def recheck_all(self) -> None:
        """Checks all open files again."""
        for path in self.rules.opened:
            self._begin(path)

    def forget(self, path: str) -> None:
        """Forgets a file, and withdraws its findings. The files that build on it are checked again, because the text on disk may differ."""
        self._stop(path)
        self.to_watch.discard(path)
        self.rules.close(path)
        self._tell(path, {})
        del self._told[path]
        self.recheck(path)

    def _begin(self, path: str) -> None:
        self._stop(path)
        self._checks[path] = asyncio.get_running_loop().create_task(self._check(path))

    def _stop(self, path: str) -> None:
        """Ends a check whose result is no longer needed."""
        task = self._checks.pop(path, None)
        if task is not None:
            task.cancel()
        self.rules.stop(path)

    async def _check(self, path: str) -> None:
        await asyncio.sleep(AT_ONCE)
        rules = rules_beside(path)
        view = self.rules.view(rules or path)
        if view is None:
            return
        if rules is not None:
            await asyncio.sleep(PAUSE)
            self._tell(path, {path: await self.aside(look_findings, path, self.rules.opened[path], view)})
            return
        early = early_findings(view)
        if early is not None:
            self._tell(path, early)
        await asyncio.sleep(PAUSE)
        view = self.rules.view(path)
        if view is None:
            return
        self._tell(path, await self.aside(findings, view))
        if path in self.to_watch:
            await self._watch(path, view)
            self.to_watch.discard(path)

    async def _watch(self, path: str, view: View) -> None:
        """Plays matches of a file that was saved, as long as nobody types in it."""
        from gamedsl.services.watching import watch  # imported here because a server need not play to begin

        is_wanted = True
        try:
            seen = await self.aside(watch, view, lambda: is_wanted)
        finally:
            is_wanted = False
        if seen is not None:
            self.rules.watched[path] = seen
            lens = self.client_capabilities.workspace and self.client_capabilities.workspace.code_lens
            if lens and lens.refresh_support:
                await self.workspace_code_lens_refresh_async(None)

    def _tell(self, path: str, found: dict[str, list[types.Diagnostic]]) -> None:
        """Publishes the findings of an open file, in place of its earlier ones."""
        before = self._told.get(path, {})
        self._told[path] = found
        for one in dict.fromkeys((*before, *found)):
            if one == path or one not in self.rules.opened:
                self._publish(one)

    def _publish(self, path: str) -> None:
        """Publishes the findings about a file: those of its own check if it is open, otherwise those of all open files that build on it."""
        tellers = (path,) if path in self.rules.opened else tuple(self._told)
        found = [one for teller in tellers for one in self._told.get(teller, {}).get(path, ())]
        once = [one for number, one in enumerate(found) if one not in found[:number]]
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri_of(path), once))


def make_server(folders: Sequence[str] = ()) -> Server:
    """Makes a server. `folders` are searched for bases, too."""
    server = Server(folders)
    _follow_texts(server)
    _answer_places(server)
    _answer_files(server)
    _answer_changes(server)
    return server


def _follow_texts(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def _(params: types.DidOpenTextDocumentParams) -> None:
        path = path_of(params.text_document.uri)
        server.rules.open(path, params.text_document.text)
        server.recheck(path)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def _(params: types.DidChangeTextDocumentParams) -> None:
        path = path_of(params.text_document.uri)
        server.to_watch.discard(path)
        for change in params.content_changes:
            server.rules.open(path, change.text)
        server.recheck(path)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def _(params: types.DidCloseTextDocumentParams) -> None:
        server.forget(path_of(params.text_document.uri))

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def _(params: types.DidSaveTextDocumentParams) -> None:
        server.to_watch.add(path_of(params.text_document.uri))
        server.recheck_all()

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def _(params: types.DidChangeWatchedFilesParams) -> None:
        server.recheck_all()


def _answer_places(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def _(params: types.HoverParams) -> types.Hover | None:
        return server.ask(params.text_document.uri, lambda view: answers.hover(view, params.position), None)

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    def _(params: types.DefinitionParams) -> types.Location | None:
        return server.ask(params.text_document.uri, lambda view: answers.definition(view, params.position), None)

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    def _(params: types.ReferenceParams) -> list[types.Location]:
        return server.ask(
            params.text_document.uri,
            lambda view: answers.references(view, params.position, params.context.include_declaration),
            [],
        )

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def _(params: types.DocumentHighlightParams) -> list[types.DocumentHighlight]:
        return server.ask(params.text_document.uri, lambda view: answers.highlights(view, params.position), [])

    @server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=["."]))
    def _(params: types.CompletionParams) -> list[types.CompletionItem]:
        glance = server.rules.glance(path_of(params.text_document.uri))
        return [] if glance is None else answers.completions(*glance, params.position)

    @server.feature(types.TEXT_DOCUMENT_SIGNATURE_HELP, types.SignatureHelpOptions(trigger_characters=["(", ","]))
    def _(params: types.SignatureHelpParams) -> types.SignatureHelp | None:
        return server.ask(params.text_document.uri, lambda view: answers.signature(view, params.position), None)

    @server.feature(types.TEXT_DOCUMENT_SELECTION_RANGE)
    def _(params: types.SelectionRangeParams) -> list[types.SelectionRange]:
        return server.ask(
            params.text_document.uri,
            lambda view: [answers.selection(view, position) for position in params.positions],
            [],
        )

    @server.feature(types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY)
    def _(params: types.CallHierarchyPrepareParams) -> list[types.CallHierarchyItem] | None:
        return server.ask(params.text_document.uri, lambda view: answers.callable_at(view, params.position), None)

    @server.feature(types.CALL_HIERARCHY_INCOMING_CALLS)
    def _(params: types.CallHierarchyIncomingCallsParams) -> list[types.CallHierarchyIncomingCall]:
        return server.ask(params.item.uri, lambda view: answers.incoming(view, params.item.name), [])

    @server.feature(types.CALL_HIERARCHY_OUTGOING_CALLS)
    def _(params: types.CallHierarchyOutgoingCallsParams) -> list[types.CallHierarchyOutgoingCall]:
        return server.ask(params.item.uri, lambda view: answers.outgoing(view, params.item.name), [])


def _answer_files(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def _(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        return server.ask(params.text_document.uri, answers.symbols, [])

    @server.feature(types.WORKSPACE_SYMBOL)
    async def _(params: types.WorkspaceSymbolParams) -> list[types.WorkspaceSymbol]:
        def answer() -> list[types.WorkspaceSymbol]:
            found = find_names(server.rules, server.folders, params.query)
            return answers.workspace_symbols(islice(found, MOST_SYMBOLS))

        return await server.aside(answer)

    @server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
    def _(params: types.FoldingRangeParams) -> list[types.FoldingRange]:
        return server.ask(params.text_document.uri, answers.folding, [])

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_LINK)
    def _(params: types.DocumentLinkParams) -> list[types.DocumentLink]:
        return server.ask(params.text_document.uri, answers.links, [])

    @server.feature(
        types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL,
        types.SemanticTokensLegend(token_types=list(COLOURS), token_modifiers=[]),
    )
    def _(params: types.SemanticTokensParams) -> types.SemanticTokens:
        return types.SemanticTokens(server.ask(params.text_document.uri, answers.tokens, []))

    @server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
    def _(params: types.InlayHintParams) -> list[types.InlayHint]:
        return server.ask(params.text_document.uri, lambda view: answers.hints(view, params.range), [])

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS)
    def _(params: types.CodeLensParams) -> list[types.CodeLens]:
        return server.ask(params.text_document.uri, lambda view: answers.lenses(view, RUN_EXAMPLE, PLAY_FROM), [])


def _answer_changes(server: Server) -> None:
    @server.feature(
        types.TEXT_DOCUMENT_CODE_ACTION,
        types.CodeActionOptions(
            code_action_kinds=[
                types.CodeActionKind.QuickFix,
                types.CodeActionKind.RefactorExtract,
                types.CodeActionKind.RefactorInline,
                types.CodeActionKind.RefactorRewrite,
                FIX_ALL,
            ],
            resolve_provider=True,
        ),
    )
    async def _(params: types.CodeActionParams) -> list[types.CodeAction]:
        return await server.ask_aside(
            params.text_document.uri,
            lambda view: answers.actions(view, params.range, params.context.only, FIX_ALL, server.when_made),
            [],
        )

    @server.feature(types.CODE_ACTION_RESOLVE)
    async def _(action: types.CodeAction) -> types.CodeAction:
        uri = answers.uri_of_action(action)
        return action if uri is None else await server.ask_aside(uri, partial(answers.complete_action, action), action)

    @server.feature(types.TEXT_DOCUMENT_FORMATTING)
    def _(params: types.DocumentFormattingParams) -> list[types.TextEdit]:
        return server.ask(params.text_document.uri, answers.formatting, [])

    @server.feature(types.TEXT_DOCUMENT_RANGE_FORMATTING)
    def _(params: types.DocumentRangeFormattingParams) -> list[types.TextEdit]:
        source = server.rules.source(path_of(params.text_document.uri))
        return [] if source is None else answers.range_formatting(source, params.range)

    @server.feature(
        types.TEXT_DOCUMENT_ON_TYPE_FORMATTING, types.DocumentOnTypeFormattingOptions(first_trigger_character="\n")
    )
    def _(params: types.DocumentOnTypeFormattingParams) -> list[types.TextEdit]:
        source = server.rules.source(path_of(params.text_document.uri))
        return [] if source is None else answers.line_formatting(source, params.position)

    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    def _(params: types.PrepareRenameParams) -> types.Range | None:
        return server.ask(params.text_document.uri, lambda view: answers.name_at(view, params.position), None)

    @server.feature(types.TEXT_DOCUMENT_RENAME)
    async def _(params: types.RenameParams) -> types.WorkspaceEdit | None:
        return await server.ask_aside(
            params.text_document.uri,
            lambda view: answers.rename(view, params.position, params.new_name, server.folders),
            None,
        )

    @server.command(RUN_EXAMPLE)
    async def _(uri: str, name: str) -> dict[str, object]:
        passed, text = await server.ask_aside(uri, lambda view: run_named(view, name), (False, "there is no such file"))
        kind = types.MessageType.Info if passed else types.MessageType.Warning
        server.window_show_message(types.ShowMessageParams(kind, text))
        return {"passed": passed, "text": text}

    @server.command(PLAY_FROM)
    def _(uri: str, start: str) -> dict[str, object]:
        # A match needs a terminal, which an editor has but the server does not. Editors that know the command run this
        # line.
        line = shlex.join(("gamedsl", "play", path_of(uri), "--from", start))
        server.window_show_message(types.ShowMessageParams(types.MessageType.Info, f"to play from here: {line}"))
        return {"command": line}
