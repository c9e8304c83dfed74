"""The language server as an editor sees it: a process that is asked by the protocol."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from lsp.editor import PATIENCE, Editor, Shared

RULES = """\
game pears:
    "Who picks most pears wins."
    players 2

component 6 pear in tree:
    name    worth  count
    Green   1      4
    Yellow  3      2

shared:
    tree: bag of pear

each player:
    basket: bag of pear, seen by everyone    "What a player has picked."

rounds up to 3:
    picking

phase picking, each player:
    choose fruit: one of tree
    move fruit to basket

let worth_of(p: player) = sum(part.worth for part in p.basket)

ranking by highest count(basket), ties shared

example picking_once:
    players Ann, Bob
    as Ann: picking
    Ann plays picking(fruit = Yellow)
    then count(Ann.basket) is 1
"""


Run = Callable[[Path, Callable[[Editor], Coroutine[Any, Any, None]]], None]


@pytest.fixture(scope="module")
def run() -> Iterator[Run]:
    """Runs what an editor does with a file."""
    shared = Shared()
    yield shared.run
    shared.end()


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    path = tmp_path / "pears.gdl"
    path.write_text(RULES, encoding="utf-8")
    return path


def test_findings_follow_the_text(rules: Path, run: Run) -> None:
    async def edit(editor: Editor) -> None:
        assert [one.code for one in await editor.findings()] == ["W0902"]
        editor.write(RULES.replace("move fruit to basket", "move friut to basket"))
        found = await editor.findings()
        assert any("friut" in one.message for one in found)
        editor.write(RULES.replace("let worth_of(p: player) = sum(part.worth for part in p.basket)\n", ""))
        assert await editor.findings() == []

    run(rules, edit)


def test_a_look_file_gets_its_findings_at_its_lines(rules: Path, run: Run) -> None:
    look = rules.with_suffix(".look.toml")
    look.write_text('title = "Pears"\n\n[zone.tree]\nlabel = "The tree"\n[zone.trea]\n', encoding="utf-8")

    async def edit(editor: Editor) -> None:
        beside = editor.beside(look)
        beside.open()
        assert [(one.range.start.line, one.message) for one in await beside.findings()] == [
            (4, "[zone]: the rules have no `trea`: did you mean `tree`?")
        ]
        beside.write("title = \n")
        assert [one.range.start.line for one in await beside.findings()] == [0]
        beside.write('[zone.tree]\nlabel = "The tree"\n')
        assert await beside.findings() == []
        editor.open()
        await editor.findings()
        assert await beside.findings() == []
        beside.told.clear()
        editor.write(RULES.replace("tree", "shrub"))
        assert [one.range.start.line for one in await beside.findings()] == [0]

    run(rules, edit)


def test_a_name_is_shown_found_and_renamed(rules: Path, run: Run) -> None:
    async def edit(editor: Editor) -> None:
        client, at = editor.client, editor.at(RULES, "basket\n", 0)
        hover = await client.text_document_hover_async(types.HoverParams(editor.document, at))
        assert hover is not None
        assert isinstance(hover.contents, types.MarkupContent)
        assert "What a player has picked." in hover.contents.value
        assert "a bag of `pear`" in hover.contents.value
        place = await client.text_document_definition_async(types.DefinitionParams(editor.document, at))
        assert isinstance(place, types.Location)
        assert place.range.start == editor.at(RULES, "basket: bag")
        places = await client.text_document_references_async(
            types.ReferenceParams(types.ReferenceContext(include_declaration=True), editor.document, at)
        )
        assert places is not None
        assert len(places) == RULES.count("basket")
        edit = await client.text_document_rename_async(types.RenameParams(editor.document, at, "hamper"))
        assert edit is not None
        assert edit.changes is not None
        assert len(edit.changes[editor.uri]) == RULES.count("basket")
        with pytest.raises(JsonRpcException, match="there is a `tree` already"):
            await client.text_document_rename_async(types.RenameParams(editor.document, at, "tree"))
        with pytest.raises(JsonRpcException, match="word of the language"):
            await client.text_document_rename_async(types.RenameParams(editor.document, at, "move"))

    run(rules, edit)


def test_what_can_be_written_is_offered(rules: Path, run: Run) -> None:
    async def edit(editor: Editor) -> None:
        async def offered(text: str, mark: str) -> set[str]:
            editor.write(text)
            before = editor.at(text, mark)
            position = types.Position(before.line, before.character + len(mark))
            found = await editor.client.text_document_completion_async(
                types.CompletionParams(editor.document, position)
            )
            assert isinstance(found, list)
            return {one.label for one in found}

        statement = await offered(RULES.replace("    move fruit to basket", "    mo"), "    mo")
        assert {"move", "choose", "draw", "if"} <= statement
        assert "component" not in statement
        assert {"worth", "count"} & await offered(RULES.replace("part.worth", "part."), "part.") == {"worth"}
        assert "basket" in await offered(RULES.replace("in p.basket)", "in p.)"), "in p.")
        assert "pear" in await offered(RULES.replace("basket: bag of pear", "basket: bag of "), "basket: bag of ")
        assert await offered(RULES, "Who picks") == set()

    run(rules, edit)


def test_corrections_are_offered(rules: Path, run: Run) -> None:
    async def edit(editor: Editor) -> None:
        text = RULES.replace("move fruit to basket", "move friut to basket")
        editor.write(text)
        at = editor.at(text, "friut")
        params = types.CodeActionParams(editor.document, types.Range(at, at), types.CodeActionContext([]))
        found = await editor.client.text_document_code_action_async(params)
        assert found is not None
        first = found[0]
        assert isinstance(first, types.CodeAction)
        assert first.is_preferred
        assert first.edit is not None
        assert first.edit.changes is not None
        assert [one.new_text for one in first.edit.changes[editor.uri]] == ["fruit"]
        formula = types.Range(editor.at(RULES, "count(basket)"), editor.at(RULES, ", ties shared"))
        editor.write(RULES)
        only = types.CodeActionContext([], only=[types.CodeActionKind.RefactorExtract])
        none = await editor.client.text_document_code_action_async(
            types.CodeActionParams(editor.document, formula, only)
        )
        assert not none

    run(rules, edit)


def test_the_structure_of_a_file(rules: Path, run: Run) -> None:
    async def edit(editor: Editor) -> None:
        client = editor.client
        symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(editor.document))
        assert symbols is not None
        assert [one.name for one in symbols] == [
            "pears", "pear", "shared", "each player", "rounds", "picking", "worth_of", "ranking", "picking_once",
        ]  # fmt: skip
        folds = await client.text_document_folding_range_async(types.FoldingRangeParams(editor.document))
        assert folds is not None
        assert (0, 2) in {(one.start_line, one.end_line) for one in folds}
        tokens = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(editor.document))
        assert tokens is not None
        assert len(tokens.data) % 5 == 0
        assert tuple(tokens.data[:5]) == (0, 0, 4, 0, 0)
        lenses = await client.text_document_code_lens_async(types.CodeLensParams(editor.document))
        assert lenses is not None
        titles = [one.command.title for one in lenses if one.command is not None]
        assert titles == ["0 uses", "run this example"]
        command = lenses[1].command
        assert command is not None
        result = await client.workspace_execute_command_async(
            types.ExecuteCommandParams(command.command, command.arguments)
        )
        assert result == {"passed": True, "text": "picking_once passes"}

    run(rules, edit)


def test_parts_of_a_text_get_their_usual_form(rules: Path, run: Run) -> None:
    async def edit(editor: Editor) -> None:
        text = RULES.replace("move fruit", "move   fruit")
        editor.write(text)
        at = editor.at(text, "move   fruit")
        options = types.FormattingOptions(4, True)
        edits = await editor.client.text_document_range_formatting_async(
            types.DocumentRangeFormattingParams(editor.document, types.Range(at, at), options)
        )
        assert edits is not None
        assert [one.new_text for one in edits] == ["    move fruit to basket\n"]
        below = types.Position(at.line + 1, 0)
        typed = await editor.client.text_document_on_type_formatting_async(
            types.DocumentOnTypeFormattingParams(editor.document, below, "\n", options)
        )
        assert typed == edits

    run(rules, edit)


def test_other_ways_to_write_the_rules(rules: Path, run: Run) -> None:
    async def edit(editor: Editor) -> None:
        at = editor.at(RULES, "3:\n    picking")
        only = types.CodeActionContext([], only=[types.CodeActionKind.RefactorRewrite])
        found = await editor.client.text_document_code_action_async(
            types.CodeActionParams(editor.document, types.Range(at, at), only)
        )
        assert found is not None
        option = found[0]
        assert isinstance(option, types.CodeAction)
        assert option.title == "make an option of 3"
        assert option.edit is None
        made = await editor.client.code_action_resolve_async(option)
        assert made.edit is not None
        assert made.edit.changes is not None
        assert "rounds up to number" not in RULES
        assert [one.new_text for one in made.edit.changes[editor.uri]] == ["\noption number: 3, 4\n", "number"]

    run(rules, edit)


def test_an_example_is_written_when_it_is_chosen(rules: Path, run: Run) -> None:
    async def edit(editor: Editor) -> None:
        at = editor.at(RULES, "choose fruit")
        only = types.CodeActionContext([], only=[types.CodeActionKind.RefactorRewrite])
        found = await editor.client.text_document_code_action_async(
            types.CodeActionParams(editor.document, types.Range(at, at), only)
        )
        assert found is not None
        action = found[0]
        assert isinstance(action, types.CodeAction)
        assert action.title == "write an example of `picking`"
        made = await editor.client.code_action_resolve_async(action)
        assert made.edit is not None
        assert made.edit.changes is not None
        assert "example picking_example:" in made.edit.changes[editor.uri][0].new_text

    run(rules, edit)


def test_one_can_play_from_a_start(rules: Path, run: Run) -> None:
    text = f"{RULES}\nstart late:\n    tree: 2 pear\n"
    rules.write_text(text, encoding="utf-8")

    async def edit(editor: Editor) -> None:
        lenses = await editor.client.text_document_code_lens_async(types.CodeLensParams(editor.document))
        assert lenses is not None
        commands = [one.command for one in lenses if one.command is not None]
        command = next(one for one in commands if one.title == "play from here")
        result = await editor.client.workspace_execute_command_async(
            types.ExecuteCommandParams(command.command, command.arguments)
        )
        assert result == {"command": f"gamedsl play {rules} --from late"}

    run(rules, edit)


def test_names_are_found_in_files_that_are_not_open(rules: Path, run: Run) -> None:
    (rules.parent / "other.gdl").write_text("let peelings = 3\n", encoding="utf-8")

    async def edit(editor: Editor) -> None:
        found = await editor.client.workspace_symbol_async(types.WorkspaceSymbolParams("peel"))
        assert found is not None
        assert [one.name for one in found] == ["peelings"]

    run(rules, edit)


def test_a_base_that_changes_is_noticed_in_the_variant(rules: Path, run: Run) -> None:
    variant = rules.parent / "variants" / "sweet.gdl"
    variant.parent.mkdir()
    variant.write_text('variant sweet of "../pears.gdl":\n    "More."\n    remove picking_once\n', encoding="utf-8")

    async def edit(editor: Editor) -> None:
        before = [one.code for one in await editor.findings()]
        base = editor.beside(rules)
        base.open()
        base.write(RULES.replace("picking_once", "picking_twice"))
        editor.told.pop(editor.uri, None)
        after = [one.code for one in await editor.findings()]
        assert before != after

    run(variant, edit)


def test_a_base_that_is_closed_without_saving_is_noticed_in_the_variant(rules: Path, run: Run) -> None:
    variant = rules.with_name("sweet.gdl")
    variant.write_text('variant sweet of "./pears.gdl":\n    "More."\n    remove picking_once\n', encoding="utf-8")

    async def edit(editor: Editor) -> None:
        before = await editor.findings()
        base = editor.beside(rules)
        base.open()
        base.write(RULES.replace("picking_once", "picking_twice"))
        editor.told.pop(editor.uri)
        assert await editor.findings() != before
        editor.told.pop(editor.uri)
        base.close()
        assert await editor.findings() == before

    run(variant, edit)


def test_a_base_shows_what_all_its_variants_find(rules: Path, run: Run) -> None:
    rules.write_text(RULES.replace("move fruit to", "move friut to"), encoding="utf-8")
    paths = [rules.with_name(f"{name}.gdl") for name in ("sweet", "sour")]
    for path in paths:
        path.write_text(
            f'variant {path.stem} of "./pears.gdl":\n    "More."\n    remove picking_once\n', encoding="utf-8"
        )

    async def edit(editor: Editor) -> None:
        base = rules.as_uri()

        async def told_after(step: Callable[[], None]) -> list[types.Diagnostic]:
            editor.told.pop(base)
            step()
            return await editor.findings(base)

        found = await editor.findings(base)
        assert any("friut" in one.message for one in found)
        other = editor.beside(paths[1])
        assert await told_after(other.open) == found
        assert await told_after(other.close) == found
        assert await told_after(editor.close) == []

    run(paths[0], edit)


def test_matches_are_played_when_a_file_is_saved(rules: Path, run: Run) -> None:
    text = RULES.replace("    tree: bag of pear\n", "    tree: bag of pear\n    warned: flag = no\n")
    rules.write_text(text, encoding="utf-8")

    async def edit(editor: Editor) -> None:
        await editor.findings()
        editor.told.pop(editor.uri)
        editor.client.text_document_did_save(types.DidSaveTextDocumentParams(editor.document))
        await editor.findings()
        event = types.FileEvent(editor.uri, types.FileChangeType.Changed)
        editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))
        await asyncio.wait_for(editor.has_new_lenses.wait(), PATIENCE)
        lenses = await editor.client.text_document_code_lens_async(types.CodeLensParams(editor.document))
        assert lenses is not None
        assert "never changed in 200 matches" in [one.command.title for one in lenses if one.command is not None]

    run(rules, edit)


def test_the_server_ends_well_when_the_editor_ends_it() -> None:
    messages: list[dict[str, object]] = [
        {"id": 1, "method": "initialize", "params": {"processId": None, "rootUri": None, "capabilities": {}}},
        {"method": "initialized", "params": {}},
        {"id": 2, "method": "shutdown"},
        {"method": "exit"},
    ]
    bodies = [json.dumps({"jsonrpc": "2.0", **message}).encode() for message in messages]
    ended = subprocess.run(
        [sys.executable, "-m", "gamedsl", "lsp"],
        input=b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(body), body) for body in bodies),
        capture_output=True,
        check=False,
    )
    assert (ended.returncode, ended.stderr.decode()) == (0, "")
