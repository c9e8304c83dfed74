"""Finds the content of a score sheet: the score lines in the order of counting, or else the numbers that decide the match, and the tables of points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set

from gamedsl.cards.faces import Looks, bare, entry, text_of
from gamedsl.cards.needed.tracks import tracks_of
from gamedsl.cards.words import can_be_had, place_name, seat_title, sentence_for_people
from gamedsl.graph.analysis.shown import fields_for_players
from gamedsl.graph.analysis.walk import expressions
from gamedsl.graph.model import types
from gamedsl.graph.model.about import ColumnSpec
from gamedsl.graph.model.expressions import Call, Expr, FieldAt
from gamedsl.graph.model.game import FieldSpec, Game
from gamedsl.graph.model.types import Value
from gamedsl.json import Json, JsonObject
from gamedsl.reports.titles import title_of
from gamedsl.values import frozen

_ROUNDS, _BLANK = 16, 12
"""The most rounds that have a line each, and the lines without a name where one number is noted from time to time."""
_WIDEST = 16
"""The most columns of a table that is printed."""


@frozen
class ScoreRow:
    """A line of a score sheet. `note` is its sentence."""

    name: str
    note: str


@frozen
class ValueTable:
    """A table of the rules that players look at: its title, its sentence, its heading, and its rows."""

    title: str
    note: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@frozen
class ScoreSheet:
    """The lines, the seats, and the tables. `note` is a sentence about all lines; `counts` are the fields that players count on the sheet."""

    rows: tuple[ScoreRow, ...]
    seats: tuple[str, ...]
    tables: tuple[ValueTable, ...] = ()
    note: str = ""
    counts: frozenset[str] = frozenset()


def score_of(games: Sequence[Game], look: JsonObject) -> ScoreSheet | None:
    """Returns the score sheet of some setups of a game, the one with most seats first; None if there is nothing to note or to look up."""
    rows: dict[str, ScoreRow] = {}
    counts: set[str] = set()
    note = ""
    for game in games:
        lines = list(_lines(game, Looks(game, look)))
        rounds = game.about.rounds
        for name, row, body in lines:
            fields = _running(game, body)
            if not game.scores and not can_be_had(name):
                counts.add(name)
            if len(lines) == 1 and fields and rounds is not None and 1 < rounds.most <= _ROUNDS:
                note = row.note
                counts |= {field.name for field in fields}
                for number in range(1, rounds.most + 1):
                    rows.setdefault(f"round {number}", ScoreRow(f"Round {number}", ""))
            elif len(lines) == 1 and fields and all(can_be_had(field.name) and not field.hidden for field in fields):
                continue  # the score is shown by counters
            elif len(lines) == 1 and fields:
                note = row.note
                for number in range(1, _BLANK + 1):
                    rows.setdefault(f"blank {number}", ScoreRow("", ""))
            else:
                rows.setdefault(name, row)
        counts |= {field.name for field in fields_for_players(game) if entry(look, "field", field.name).get("score")}
    tables = {table.title: table for game in games for table in _tables(game, Looks(game, look), look)}
    if not rows and not tables:
        return None
    seats = tuple(seat_title(seat) for seat in games[0].seats)
    return ScoreSheet(tuple(rows.values()), seats, tuple(tables.values()), note, frozenset(counts))


def _lines(game: Game, looks: Looks) -> Iterator[tuple[str, ScoreRow, Expr]]:
    """Yields the score lines; in a game without any, the numbers by which players are ranked."""
    for line in game.scores:
        yield (
            line.name,
            ScoreRow(looks.label("rule", line.name), sentence_for_people(line.doc)),
            game.functions[line.function].body,
        )
    if not game.scores:
        for field in _running(game, game.ranking.order):
            if not field.hidden:
                row = ScoreRow(looks.label("field", field.name), sentence_for_people(field.doc))
                yield field.name, row, game.ranking.order


def _running(game: Game, formula: Expr) -> list[FieldSpec]:
    """Returns the numbers of players that a formula reads and that no round resets."""
    found: dict[int, FieldSpec] = {}
    seen: set[int] = set()
    left: list[Expr] = [formula]
    while left:
        for one in expressions(left.pop()):
            match one:
                case FieldAt(number):
                    field = game.fields[number]
                    is_seats = [type(dimension.type) for dimension in field.dimensions] == [types.Player]
                    if is_seats and isinstance(field.type, types.Int) and field.reset is None:
                        found[number] = field
                case Call(function) if function not in seen:
                    seen.add(function)
                    left.append(game.functions[function].body)
                case _:
                    pass
    return list(found.values())


# ---------------------------------------------------------------- tables


def _tables(game: Game, looks: Looks, look: JsonObject) -> Iterator[ValueTable]:
    """Yields the tables with numbers that the rules explain, except for tables that are tracks, and tables with a row for each player."""
    tracks = {track.column.name for track in tracks_of(game)}
    sentences = {one.name: one.text for one in game.about.sentences if one.of == "table"}
    seats = {str(number) for number in range(1, len(game.seats) + 1)}
    for number, spec in enumerate(game.tables):
        columns = [one for one in game.about.columns if one.of == "table" and one.number == number]
        has_numbers = any(isinstance(bare(one.type), types.Int) for one in columns)
        is_by_seat = bool(spec.row_names) and set(spec.row_names) <= seats
        if has_numbers and spec.name in sentences and not is_by_seat and spec.name not in tracks:
            own = entry(look, "list", spec.name)
            table = _table(game, looks, columns, spec.row_names, spec.lows[0], own)
            if table is not None:
                yield ValueTable(looks.label("list", spec.name), sentence_for_people(sentences[spec.name]), *table)


def _table(
    game: Game, looks: Looks, columns: Sequence[ColumnSpec], row_names: Sequence[str], low: int, own: Mapping[str, Json]
) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]] | None:
    if row_names:
        names = [_text(game, looks, columns[0], value) for value in columns[0].values]
        is_named = names == [title_of(name) for name in row_names]
        first, columns = (title_of(columns[0].name), columns[1:]) if is_named else ("", columns)
        named = own.get("columns")
        names = [str(one) for one in named] if isinstance(named, list) and len(named) == len(columns) else []
        head = (text_of(own, "head") or first, *(names or (title_of(column.name) for column in columns)))
        rows = [
            (title_of(name), *(_text(game, looks, column, column.values[row]) for column in columns))
            for row, name in enumerate(row_names)
        ]
        return (head, tuple(rows)) if len(head) <= _WIDEST else None
    values = columns[0].values
    head = (text_of(own, "head") or "", *(str(low + at) for at in range(len(values))))
    row = (
        text_of(own, "values") or title_of(columns[0].name),
        *(_text(game, looks, columns[0], value) for value in values),
    )
    return (head, (row,)) if len(columns) == 1 and len(head) <= _WIDEST else None


def _text(game: Game, looks: Looks, column: ColumnSpec, value: Value) -> str:
    style = looks.value(column.type, value)
    match bare(column.type):
        case _ if value is None:
            return "–"
        case types.Position(board) if isinstance(value, int):
            return place_name(game, board, value)
        case types.Flag():
            return "yes" if value else "no"
        case _:
            return style.word if style is not None else str(value).replace("-", "−")


def fields_on_sheet(sheet: ScoreSheet | None) -> Set[str]:
    """Returns the fields that players count on the sheet, and the words for points, which are always noted."""
    return frozenset() if sheet is None or not sheet.rows else sheet.counts | {"points", "score"}
