"""Collects the descriptions of a setup for people: columns, sentences, shapes of boards, `let`s."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from gamedsl.graph.model import about
from gamedsl.graph.model.types import BoardId
from gamedsl.semantics.data.boards import CORNERS
from gamedsl.semantics.model.board import Board
from gamedsl.semantics.model.checked import RoundPlan
from gamedsl.semantics.model.symbols import Column, ListTableSymbol, RowTableSymbol
from gamedsl.semantics.model.world import World
from gamedsl.syntax.marks import strip_marks
from gamedsl.syntax.tree import data, declarations, fields


def about_of(
    world: World, written: tuple[declarations.Decl, ...], rounds: RoundPlan, kinds: tuple[about.KindRules, ...]
) -> about.About:
    """Returns all descriptions, once everything is declared, with the sentences of the declarations as the file has them, and the round counter that the
    compiler adds."""
    return about.About(
        columns=tuple(_columns(world)),
        sentences=tuple(_sentences(written)),
        shapes=tuple(_shape(world, board) for board in world.boards),
        lets=tuple(sorted(_lets(world), key=lambda let: let.function)),
        named_locals=len(world.locals),
        unshown_fields=tuple(sorted(world.unshown_fields)),
        unshown_zones=tuple(sorted(world.unshown_zones)),
        numbers=tuple(sorted(world.number_words, key=lambda one: one.field)),
        pieces=tuple(world.piece_words),
        rounds=about.RoundSpec(rounds.limit, rounds.kind != "at_most", None),
        kinds=kinds,
    )


# ---------------------------------------------------------------- columns


def _columns(world: World) -> Iterator[about.ColumnSpec]:
    for (cls, name), column in world.attributes.items():
        yield about.ColumnSpec("class", cls, name, column.type, column.values)
    for (enum, name), column in world.enum_columns.items():
        yield about.ColumnSpec("enum", enum, name, column.type, column.values)
    for number, board in enumerate(world.boards):
        for name, column in board.layers.items():
            yield about.ColumnSpec("board", number, name, column.type, column.values)
    for symbol in world.symbols.values():
        match symbol:
            case RowTableSymbol():
                for name, column in _row_columns(symbol).items():
                    yield about.ColumnSpec("table", symbol.id, name, column.type, column.values)
            case ListTableSymbol(name, table, of):
                yield about.ColumnSpec("table", table, name, of, world.tables[table].values)
            case _:
                pass


def _row_columns(symbol: RowTableSymbol) -> dict[str, Column]:
    """Returns the columns of a table of rows; columns headed by numbers come last."""
    width = len(symbol.numbered)
    numbered = {
        str(head): Column(symbol.cells.type, symbol.cells.values[i::width]) for i, head in enumerate(symbol.numbered)
    }
    return {**symbol.columns, **numbered}


# ---------------------------------------------------------------- sentences


def _sentences(decls: tuple[declarations.Decl, ...]) -> Iterator[about.SentenceSpec]:
    for decl in decls:
        of, name, text = _describe(decl)
        if of is not None and text is not None:
            yield about.SentenceSpec(of, name, strip_marks(text))
        if isinstance(decl, fields.Fields):
            for member in decl.members:
                if isinstance(member, fields.Define) and member.doc is not None:
                    yield about.SentenceSpec("let", member.name.text, strip_marks(member.doc))
        if isinstance(decl, declarations.KindBlock):
            yield from _sentences(
                tuple([m for m in decl.members if isinstance(m, declarations.Rule | declarations.Whenever)])
            )


def _describe(decl: declarations.Decl) -> tuple[about.Declared | None, str, str | None]:
    """Returns the kind of a declaration, its name and its sentence; None for a declaration that keeps its sentence elsewhere, or has none."""
    match decl:
        case data.Component():
            return "component", decl.name.text, decl.doc or (None if decl.rows is None else decl.rows.doc)
        case data.EnumType():
            return "type", decl.name.text, decl.doc
        case data.RecordType():
            return "type", decl.name.text, decl.rows.doc
        case data.Shapes():
            return "type", decl.name.text, decl.doc
        case data.Grid() | data.GrowingGrid() | data.Ring() | data.Track() | data.Graph():
            return "board", decl.name.text, decl.doc
        case data.RingAround():
            return "board", decl.name.text, decl.rows.doc
        case data.ListTable():
            return "table", decl.name.text, decl.doc
        case data.RowTable():
            return "table", decl.name.text, decl.rows.doc
        case declarations.Option():
            return "option", decl.name.text, decl.doc
        case declarations.KindBlock():
            return "kind", decl.name.text, decl.doc
        case fields.Fields():
            return "fields", "" if decl.owner is None else decl.owner.text, decl.doc
        case _:
            return _describe_rules(decl)


def _describe_rules(decl: declarations.Decl) -> tuple[about.Declared | None, str, str | None]:
    match decl:
        case declarations.Phase():
            return "phase", decl.name.text, decl.body.doc
        case declarations.Rule():
            return "action" if decl.is_action else "rule", decl.name.text, decl.body.doc
        case declarations.Whenever():
            return "reaction", decl.of.text if decl.name is None else decl.name.text, decl.body.doc
        case declarations.PickDecl():
            return "selection", decl.name.text, decl.doc
        case fields.Define():
            return "let", decl.name.text, decl.doc
        case declarations.History():
            return "history", decl.name.text, decl.doc
        case declarations.Seat():
            return "seat", decl.name.text, decl.doc
        case declarations.Ranking():
            return "ranking", "", decl.doc
        case declarations.Rounds():
            return "rounds", "", decl.doc
        case declarations.Setup():
            return "setup", "", decl.body.doc
        case declarations.End():
            return "end", "", decl.body.doc
        case _:
            return None, "", None


# ---------------------------------------------------------------- boards and formulas


def _shape(world: World, board: Board) -> about.ShapeSpec:
    inner = None if board.around is None else world.boards[board.around]
    return about.ShapeSpec(
        kind="rim" if inner is not None else board.kind,
        rows=board.rows,
        columns=board.columns,
        around=board.around,
        corners=() if inner is None else _corners(board, inner),
        edges=board.edges,
        ends=board.ends or tuple(dict.fromkeys(pair for path in board.paths for pair in pairwise(path))),
        parts=tuple(BoardId(part) for part, _ in board.parts),
        is_owned=board.spec.name in world.own_boards,
        torus=None if board.torus is None else (board.torus.width, board.torus.size),
        column_names=board.column_names,
        row_names=board.row_names,
    )


def _corners(rim: Board, inner: Board) -> tuple[int, ...]:
    """Returns the places of a rim at its corners, in the order of `CORNERS`."""
    last, end = inner.rows + 2, inner.columns + 2
    corners = dict(zip(CORNERS, ((1, 1), (1, end), (last, end), (last, 1)), strict=True))
    return tuple(rim.spec.at.index(at) for at in corners.values())


def _lets(world: World) -> Iterator[about.LetSpec]:
    for (owner, name), function in world.function_of.items():
        if owner != "score" and not owner.startswith(" "):
            yield about.LetSpec(name, owner or None, function.id, function.needs_me)
