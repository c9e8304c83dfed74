"""Answers of the services in the words of the protocol."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Literal, cast

from attrs import evolve
from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from gamedsl.lsp.places import offset_of, position_of, range_of, text_edit, uri_of, whole_range
from gamedsl.services import View, changing, completing, hovering, marking, names, outline, rewriting, usual_form
from gamedsl.services.declarations import Declared, sort_of
from gamedsl.services.names import Local
from gamedsl.source import Source, Span
from gamedsl.values import frozen

_COMPLETIONS = {
    "word": types.CompletionItemKind.Keyword,
    "function": types.CompletionItemKind.Function,
    "rule": types.CompletionItemKind.Function,
    "action": types.CompletionItemKind.Function,
    "value": types.CompletionItemKind.EnumMember,
    "kind": types.CompletionItemKind.EnumMember,
    "place": types.CompletionItemKind.EnumMember,
    "type": types.CompletionItemKind.Enum,
    "component": types.CompletionItemKind.Class,
    "board": types.CompletionItemKind.Class,
    "zone": types.CompletionItemKind.Field,
    "field": types.CompletionItemKind.Field,
    "member": types.CompletionItemKind.Field,
    "phase": types.CompletionItemKind.Event,
}


def _location(view: View, span: Span) -> types.Location | None:
    source = view.source_of(span.source)
    return None if source is None else types.Location(uri_of(source.name), range_of(source, span))


# ---------------------------------------------------------------- places


def hover(view: View, position: types.Position) -> types.Hover | None:
    """Answers with a description of the name at a position."""
    found = hovering.hover(view, offset_of(view.source, position))
    if found is None:
        return None
    text = "\n\n".join((f"```gdl\n{found.code}\n```", *found.paragraphs))
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text), range_of(view.source, found.place))


def definition(view: View, position: types.Position) -> types.Location | None:
    """Answers where the name at a position is declared."""
    found = names.declaration_at(view, offset_of(view.source, position))
    return None if found is None else _location(view, found.place)


def references(view: View, position: types.Position, has_declaration: bool) -> list[types.Location]:
    """Answers with the uses of the name at a position, including its declaration if that is wanted."""
    uses = names.uses_at(view, offset_of(view.source, position))
    places = (_location(view, use.place) for use in uses if has_declaration or not use.is_declared)
    return [place for place in places if place is not None]


def highlights(view: View, position: types.Position) -> list[types.DocumentHighlight]:
    """Answers with the uses of the name at a position in the same file."""
    uses = names.uses_at(view, offset_of(view.source, position))
    return [
        types.DocumentHighlight(
            range_of(view.source, use.place),
            types.DocumentHighlightKind.Write if use.is_declared else types.DocumentHighlightKind.Read,
        )
        for use in uses
        if use.place.source == view.path
    ]


def completions(view: View, source: Source, position: types.Position) -> list[types.CompletionItem]:
    """Answers with the words that can be written at a position of the present text; the view may be that of an older text."""
    found = completing.completions(view, offset_of(source, position), source)
    return [
        types.CompletionItem(
            one.label,
            kind=_COMPLETIONS.get(one.sort, types.CompletionItemKind.Variable),
            detail=one.detail or None,
            documentation=one.doc,
            sort_text=f"{1 if one.sort == 'word' else 0}{one.label}",
            insert_text=one.insert,
            insert_text_format=None if one.insert is None else types.InsertTextFormat.Snippet,
        )
        for one in found
    ]


def signature(view: View, position: types.Position) -> types.SignatureHelp | None:
    """Answers which call is being written."""
    found = completing.signature(view, offset_of(view.source, position))
    if found is None:
        return None
    parameters = [types.ParameterInformation(one) for one in found.parameters]
    shown = types.SignatureInformation(found.text, found.doc, parameters, found.active)
    return types.SignatureHelp([shown], 0, found.active)


def selection(view: View, position: types.Position) -> types.SelectionRange:
    """Answers with the parts of the text around a position, each inside the next."""
    around = outline.around(view, offset_of(view.source, position))
    made = types.SelectionRange(whole_range(view.source))
    for span in reversed(around):
        made = types.SelectionRange(range_of(view.source, span), made)
    return made


# ---------------------------------------------------------------- files


def symbols(view: View) -> list[types.DocumentSymbol]:
    """Answers with the outline of a file."""
    return [_symbol(view.source, one) for one in outline.outline(view)]


def _symbol_kind(sort: str) -> types.SymbolKind:
    return types.SymbolKind[sort_of(sort).symbol]


def _symbol(source: Source, one: outline.Entry) -> types.DocumentSymbol:
    whole = one.whole if one.whole.start <= one.place.start and one.place.end <= one.whole.end else one.place
    return types.DocumentSymbol(
        one.name,
        _symbol_kind(one.sort),
        range_of(source, whole),
        range_of(source, one.place),
        one.sort,
        children=[_symbol(source, below) for below in one.below] or None,
    )


def workspace_symbols(found: Iterable[tuple[Source, Declared]]) -> list[types.WorkspaceSymbol]:
    """Answers with declarations of several files."""
    return [
        types.WorkspaceSymbol(
            types.Location(uri_of(source.name), range_of(source, one.place)),
            one.name,
            _symbol_kind(one.sort),
            container_name=one.owner,
        )
        for source, one in found
    ]


def folding(view: View) -> list[types.FoldingRange]:
    """Answers with the blocks that can be folded."""
    return [
        types.FoldingRange(
            one.first,
            one.last,
            kind=types.FoldingRangeKind.Comment if one.is_comment else types.FoldingRangeKind.Region,
        )
        for one in outline.folds(view.source.text)
    ]


def links(view: View) -> list[types.DocumentLink]:
    """Answers with the files that a text names."""
    return [types.DocumentLink(range_of(view.source, span), uri_of(path)) for span, path in marking.links(view)]


def tokens(view: View) -> list[int]:
    """Answers with the coloured words: five numbers for each, relative to the one before."""
    numbers = {colour: number for number, colour in enumerate(marking.COLOURS)}
    found: list[int] = []
    line = column = 0
    for start, end, colour in marking.colours(view):
        at, to = position_of(view.source, start), position_of(view.source, end)
        found += (
            at.line - line,
            at.character - (column if at.line == line else 0),
            to.character - at.character,
            numbers[colour],
            0,
        )
        line, column = at.line, at.character
    return found


def hints(view: View, of: types.Range) -> list[types.InlayHint]:
    """Answers with the editor's notes (inlay hints) in a part of the text."""
    found = marking.notes(view, offset_of(view.source, of.start), offset_of(view.source, of.end))
    return [
        types.InlayHint(position_of(view.source, one.offset), one.text, types.InlayHintKind.Type, tooltip=one.explains)
        for one in found
    ]


def lenses(view: View, run: str, play: str) -> list[types.CodeLens]:
    """Answers with the lines above declarations; `run` is the command that runs an example, `play` the one that plays from a start."""
    return [
        types.CodeLens(range_of(view.source, one.place), _command(view, one, run, play)) for one in marking.lenses(view)
    ]


def _command(view: View, one: marking.Lens, run: str, play: str) -> types.Command:
    if one.example is not None:
        return types.Command(one.title, run, arguments=[uri_of(view.path), one.example])
    if one.start is not None:
        return types.Command(one.title, play, arguments=[uri_of(view.path), one.start])
    return types.Command(one.title, "")


# ---------------------------------------------------------------- changes


WhenMade = Literal["when chosen", "at once"]
"""When changes are made that take long."""


def actions(
    view: View, of: types.Range, only: Sequence[types.CodeActionKind | str] | None, fix_all: str, when_made: WhenMade
) -> list[types.CodeAction]:
    """Answers with the changes that are offered for a part of the text."""
    start, end = offset_of(view.source, of.start), offset_of(view.source, of.end)
    found: list[types.CodeAction] = []
    if _is_wanted(types.CodeActionKind.QuickFix, only):
        found += [_action(view, one, types.CodeActionKind.QuickFix) for one in changing.corrections(view, start, end)]
    for one in _REWRITING:
        if _is_wanted(one.kind, only) and one.title(view, start, end) is not None:
            found += _actions_of(view, one, start, end, when_made)
    if only is not None and _is_wanted(fix_all, only):
        text = changing.correct_text(view)
        if text is not None:
            edits = [types.TextEdit(whole_range(view.source), text)]
            found.append(
                types.CodeAction(
                    "mend all that is certain", fix_all, edit=types.WorkspaceEdit({uri_of(view.path): edits})
                )
            )
    return found


@frozen
class _Rewriting:
    """A change that takes too long to compute for each offer: only its title is offered, and the change is computed when it is chosen."""

    name: str
    kind: types.CodeActionKind
    title: Callable[[View, int, int], str | None]
    make: Callable[[View, int, int], changing.Change | None]


def _change_if_good(
    find: Callable[[View, int, int], changing.Change | None], view: View, start: int, end: int
) -> changing.Change | None:
    change = find(view, start, end)
    return change if change is not None and changing.is_as_good(view, change.edits) else None


def _title(find: Callable[[View, int, int], changing.Change | None], view: View, start: int, end: int) -> str | None:
    change = find(view, start, end)
    return None if change is None else change.title


def _example_title(view: View, start: int, _: int) -> str | None:
    name = rewriting.rule_at(view, start)
    return None if name is None else f"write an example of `{name}`"


def _example(view: View, start: int, _: int) -> changing.Change | None:
    name = rewriting.rule_at(view, start)
    if name is None:
        return None
    # imported here because few editors ask, and it plays matches
    from gamedsl.services.example_writing import write_example

    return write_example(view, name)


_REWRITING = (
    _Rewriting(
        "extract",
        types.CodeActionKind.RefactorExtract,
        partial(_title, rewriting.extract),
        partial(_change_if_good, rewriting.extract),
    ),
    _Rewriting(
        "inline",
        types.CodeActionKind.RefactorInline,
        partial(_title, rewriting.inline),
        partial(_change_if_good, rewriting.inline),
    ),
    _Rewriting(
        "option",
        types.CodeActionKind.RefactorRewrite,
        partial(_title, rewriting.as_option),
        partial(_change_if_good, rewriting.as_option),
    ),
    _Rewriting("example", types.CodeActionKind.RefactorRewrite, _example_title, _example),
)


def _actions_of(view: View, one: _Rewriting, start: int, end: int, when_made: WhenMade) -> list[types.CodeAction]:
    if when_made == "at once":
        change = one.make(view, start, end)
        return [] if change is None else [_action(view, change, one.kind)]
    place = {"uri": uri_of(view.path), "name": one.name, "start": start, "end": end, "size": len(view.source.text)}
    return [types.CodeAction(one.title(view, start, end) or "", one.kind, data=place)]


def uri_of_action(action: types.CodeAction) -> str | None:
    """Returns the address of the file that a change is about, if it was only offered by its title."""
    place = cast("dict[str, Any] | None", action.data)
    return None if place is None else str(place.get("uri"))


def complete_action(action: types.CodeAction, view: View) -> types.CodeAction:
    """Answers with a chosen change that was only offered by its title. Raises JsonRpcInvalidParams with the reason if it cannot be made."""
    place = cast("dict[str, Any]", action.data)
    chosen = next((one for one in _REWRITING if one.name == place.get("name")), None)
    changed = JsonRpcInvalidParams("the text has changed meanwhile")
    if chosen is None or place.get("size") != len(view.source.text):
        raise changed
    change = chosen.make(view, int(place["start"]), int(place["end"]))
    if view.workspace.text(view.path) != view.source.text:
        raise changed
    if change is None:
        raise JsonRpcInvalidParams(f"this cannot be done here without a mistake: {action.title}")
    return evolve(_action(view, change, chosen.kind), title=action.title, data=action.data)


def _is_wanted(kind: str, only: Sequence[types.CodeActionKind | str] | None) -> bool:
    return only is None or any(kind == one or kind.startswith(f"{_text(one)}.") for one in map(_text, only))


def _text(kind: types.CodeActionKind | str) -> str:
    return kind.value if isinstance(kind, types.CodeActionKind) else kind


def _action(view: View, change: changing.Change, kind: types.CodeActionKind) -> types.CodeAction:
    edits = [text_edit(view.source, edit) for edit in change.edits]
    return types.CodeAction(
        change.title, kind, is_preferred=change.is_certain or None, edit=types.WorkspaceEdit({uri_of(view.path): edits})
    )


def formatting(view: View) -> list[types.TextEdit]:
    """Answers with the usual form of the text."""
    text = usual_form.text_in_usual_form(view.source)
    return [] if text is None else [types.TextEdit(whole_range(view.source), text)]


def range_formatting(source: Source, of: types.Range) -> list[types.TextEdit]:
    """Answers with the usual form of a part of the text."""
    edits = usual_form.format_part(source, offset_of(source, of.start), offset_of(source, of.end))
    return [text_edit(source, edit) for edit in edits]


def line_formatting(source: Source, position: types.Position) -> list[types.TextEdit]:
    """Answers with the usual form of the line that was just ended."""
    return [text_edit(source, edit) for edit in usual_form.format_line(source, offset_of(source, position))]


def name_at(view: View, position: types.Position) -> types.Range | None:
    """Answers which name would be changed at a position."""
    use = names.names_of(view).at(view.path, offset_of(view.source, position))
    return None if use is None else range_of(view.source, use.place)


def rename(view: View, position: types.Position, name: str, folders: Sequence[str]) -> types.WorkspaceEdit:
    """Answers with the edits that give a name another one. Raises JsonRpcInvalidParams with the reason if it cannot have it."""
    renamed = names.rename(view, offset_of(view.source, position), name, folders)
    if renamed.refusal is not None:
        raise JsonRpcInvalidParams(renamed.refusal)
    changes: dict[str, list[types.TextEdit]] = {}
    for span in renamed.places:
        source = view.source_of(span.source) or view.workspace.source(span.source)
        if source is not None:
            changes.setdefault(uri_of(source.name), []).append(types.TextEdit(range_of(source, span), name))
    return types.WorkspaceEdit(changes)


# ---------------------------------------------------------------- calls


def callable_at(view: View, position: types.Position) -> list[types.CallHierarchyItem] | None:
    """Answers with the rule or phase at a position."""
    found = names.declaration_at(view, offset_of(view.source, position))
    if found is None or isinstance(found, Local):
        return None
    item = _item(view, found)
    return None if item is None else [item]


def _item(view: View, one: Declared) -> types.CallHierarchyItem | None:
    source = view.source_of(one.place.source)
    if source is None:
        return None
    kind = _symbol_kind(one.sort)
    whole, place = range_of(source, one.whole), range_of(source, one.place)
    return types.CallHierarchyItem(one.key, kind, uri_of(source.name), whole, place, detail=one.sort)


def incoming(view: View, key: str) -> list[types.CallHierarchyIncomingCall]:
    """Answers which parts of the rules run a rule."""
    found: list[types.CallHierarchyIncomingCall] = []
    for call in outline.calls_to(view, key):
        item, source = _item(view, call.of), view.source_of(call.of.place.source)
        if item is not None and source is not None:
            found.append(types.CallHierarchyIncomingCall(item, [range_of(source, place) for place in call.places]))
    return found


def outgoing(view: View, key: str) -> list[types.CallHierarchyOutgoingCall]:
    """Answers with the rules that a part of the rules runs."""
    caller = view.declared.get(key)
    source = None if caller is None else view.source_of(caller.place.source)
    found: list[types.CallHierarchyOutgoingCall] = []
    for call in outline.calls_from(view, key) if source is not None else ():
        item = _item(view, call.of)
        if item is not None and source is not None:
            found.append(types.CallHierarchyOutgoingCall(item, [range_of(source, place) for place in call.places]))
    return found
