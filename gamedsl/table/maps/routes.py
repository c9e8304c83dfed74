"""Lists the lines between the places of a map, such as roads between towns: the places that each joins, its values in the rules, and its owner."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

import click

from gamedsl.cards.faces import bare, entry, text_of
from gamedsl.graph.analysis.shown import list_shown_fields, list_shown_zones
from gamedsl.graph.model import types
from gamedsl.graph.model.about import ColumnSpec
from gamedsl.graph.model.game import FieldSpec
from gamedsl.graph.model.types import BoardId, EnumId
from gamedsl.reports.titles import plain
from gamedsl.table.card_details import CardDetails, columns_of_lines, is_one_way, join_ends
from gamedsl.table.letters import Letters
from gamedsl.table.names import Names, lower_first
from gamedsl.table.text import faint, wrap_whole
from gamedsl.values import frozen
from gamedsl_interpreter.engine import View

_GAP = 2
_BETWEEN = 4
"""The characters between two lines that stand beside each other."""
_SHORT = 2
"""At most so many values of a line are written on a drawn map."""
_NOTHING = frozenset({"none", "no", "[]", "0"})
"""Values of fields that are not told."""


@frozen
class _Map:
    """A map with named lines: its board, the type of these lines, and the fields that each of them has."""

    board: BoardId
    edges: EnumId
    fields: tuple[FieldSpec, ...]


@frozen
class RoadLabel:
    """What is written on a line of a map: its numbers and words in short, and the mark of its owner."""

    text: str
    owner: int | None


@frozen
class _Cell:
    """A cell of the table of lines."""

    text: str
    colour: str | None = None
    is_changed: bool = False

    @property
    def shown(self) -> str:
        """The cell as it is printed, with a star if it has changed."""
        return f"{self.text}{'*' if self.is_changed else ''}"


class Routes:
    """The lines of the maps of one game."""

    def __init__(self, names: Names, width: int) -> None:
        self._names = names
        self._width = width
        self._letters = Letters(names)

    @cached_property
    def families(self) -> frozenset[str]:
        """The families of fields that the lines of maps have."""
        return frozenset(spec.name for one in self._maps for spec in one.fields)

    def lines(self, view: View, before: View | None, *, are_drawn: bool = False) -> Iterator[str]:
        """Yields all lines of the maps as a seat sees them, with stars at changes since `before`, and the values of the places in the rules. For screen
        readers each line is listed only once; its owner is then told with the middle of the table. If the maps are drawn, lines of which the drawing says all are
        left out."""
        for one in self._maps:
            told: list[str] = []
            if self._names.is_spoken:
                told += self._described(one) if before is None else ()
            elif not (are_drawn and self._is_drawn_whole(one)):
                told += self._table(one, self._numbers(one), view, before)
            if before is None or not self._names.is_spoken:
                told += self._places(one)
            yield from (*told, "") if told else ()

    def _is_drawn_whole(self, one: _Map) -> bool:
        """Whether a drawn map says all of its lines: their ends, which are their names, and their values."""
        ends = (join_ends(self._names, one.board, at) for at in self._numbers(one))
        is_named = all(self._names.word(one.edges, at) == text for at, text in enumerate(ends))
        return is_named and not one.fields and self._short_columns(one) == columns_of_lines(self._names.game, one.edges)

    def _described(self, one: _Map) -> Iterator[str]:
        """Yields a line of text for each line of a map."""
        for at in self._numbers(one):
            details = CardDetails(self._names).of_line(one.edges, at)
            yield f"  {self._names.word(one.edges, at)}: {details}"

    def _numbers(self, one: _Map) -> range:
        return range(len(self._names.game.enums[one.edges].values))

    def changes(self, view: View, before: View) -> Iterator[str]:
        """Yields the lines that have changed since `before`."""
        for one in () if self._names.is_spoken else self._maps:
            changed = [at for at in self._numbers(one) if self._has_changed(one, at, view, before)]
            if changed:
                yield from self._table(one, changed, view, before)

    def list_taken(self, view: View, before: View | None) -> Iterator[str]:
        """Yields in a few lines the owners and other values of map lines: `builder: Mill Line Di, Port Line Ann`."""
        for one in () if self._names.is_spoken else self._maps:
            for spec in one.fields:
                cells = [(at, self._value(spec, at, view, before)) for at in self._numbers(one)]
                told = [f"{self._names.word(one.edges, at)} {cell.shown}" for at, cell in cells if cell.text]
                head = self._label(spec)
                lines = wrap_whole([f"{head}: {told[0]}", *told[1:]], ", ", self._width - 4) if told else []
                yield from (f"  {line}" for line in lines)

    # ------------------------------------------------------------ labels on a drawn map

    def labels(self, board: BoardId, view: View) -> Mapping[int, RoadLabel]:
        """Returns what is written on the lines of a drawn map, by their numbers; nothing for lines without names."""
        one = self._of_board(board)
        if one is None:
            return {}
        found: dict[int, RoadLabel] = {}
        for at in self._numbers(one):
            owners = (self._owner(spec, at, view) for spec in one.fields)
            seat = next((owner for owner in owners if owner is not None), None)
            parts = (self._short(one, at), "" if seat is None else self._names.marks[seat])
            found[at] = RoadLabel(":".join(filter(None, parts)), seat)
        return found

    def find_target(self, board: BoardId, numbers: Sequence[int]) -> int | None:
        """Returns the place to which all of some lines between two places lead; None if people may go along them in both directions."""
        game = self._names.game
        ends = game.about.shapes[board].ends
        targets = {ends[at][1] if is_one_way(game, board, at) else None for at in numbers}
        return next(iter(targets)) if len(targets) == 1 else None

    def longest_label(self, board: BoardId) -> int:
        """Returns the length of the longest label that the lines of a map can have."""
        one = self._of_board(board)
        if one is None:
            return 0
        mark = max(map(len, self._names.marks)) + 1 if any(map(_is_owner, one.fields)) else 0
        return mark + max((len(self._short(one, at)) for at in self._numbers(one)), default=0)

    def key(self, board: BoardId, view: View) -> str:
        """Returns what the labels on the lines of a map mean: `on each road: miles, then who owns it (A Ann)`; empty if there are none."""
        one = self._of_board(board)
        if one is None:
            return ""
        told = [self._key_of(one, column) for column in self._short_columns(one)]
        for spec in filter(_is_owner, one.fields):
            owners = {self._owner(spec, at, view) for at in self._numbers(one)}
            seats = enumerate(zip(self._names.marks, self._names.game.seats, strict=True))
            marks = [f"{mark} {name}" for seat, (mark, name) in seats if seat in owners]
            told += [f"{self._label(spec)} ({', '.join(marks)})"] if marks else []
        return f"on each {plain(self._names.game.enums[one.edges].name).lower()}: {', '.join(told)}" if told else ""

    def _key_of(self, one: _Map, column: ColumnSpec) -> str:
        pairs = (self._letters.of_column(column.type, column.values[at]) for at in self._numbers(one))
        words = dict.fromkeys(f"{pair[0]} {pair[1]}" for pair in pairs if pair is not None and pair[0] != pair[1])
        return f"{self._called(column)} ({', '.join(words)})" if words else self._called(column)

    def _short(self, one: _Map, at: int) -> str:
        """Returns the values of a line in the rules in short: `2R`."""
        parts: list[str] = []
        for column in self._short_columns(one):
            pair, value = self._letters.of_column(column.type, column.values[at]), column.values[at]
            part = pair[0] if pair is not None else "" if value is None else str(value)
            parts += ["/"] if parts and part[:1].isdigit() and parts[-1][-1:].isdigit() else []
            parts += [part] if part else []
        return "".join(parts)

    def _short_columns(self, one: _Map) -> list[ColumnSpec]:
        """Returns the columns with numbers and words, of which few have room on a line of a map."""
        columns = columns_of_lines(self._names.game, one.edges)
        return [one for one in columns if isinstance(bare(one.type), types.Int | types.Enum)][:_SHORT]

    def _owner(self, spec: FieldSpec, at: int, view: View) -> int | None:
        value = dict(view.fields).get(self._names.texts.fields[spec.base + at], "none")
        return self._names.game.seats.index(value) if _is_owner(spec) and value in self._names.game.seats else None

    def _of_board(self, board: BoardId) -> _Map | None:
        return next((one for one in self._maps if one.board == board), None)

    # ------------------------------------------------------------ the table

    def _table(self, one: _Map, numbers: Sequence[int], view: View, before: View | None) -> Iterator[str]:
        """Yields a table of some lines under the names of its columns, several lines beside each other where they have room."""
        columns = columns_of_lines(self._names.game, one.edges)
        spec = self._names.game.enums[one.edges]
        head = [plain(spec.name), "", *(self._called(column) for column in columns), *map(self._label, one.fields)]
        rows = [self._row(one, at, columns, view, before) for at in numbers]
        is_used = [any(row[at].text for row in rows) for at in range(len(head))]
        head = [text for text, is_kept in zip(head, is_used, strict=True) if is_kept]
        rows = [[cell for cell, is_kept in zip(row, is_used, strict=True) if is_kept] for row in rows]
        widths = [max(len(head[at]), *(len(row[at].shown) for row in rows)) for at in range(len(head))]
        whole = sum(widths) + _GAP * (len(widths) - 1)
        across = max(1, min((self._width - 2 + _BETWEEN) // (whole + _BETWEEN), len(rows) // 3))
        down = -(-len(rows) // across)
        between = " " * _BETWEEN
        heads = (" " * _GAP).join(text.ljust(width) for text, width in zip(head, widths, strict=True))
        yield faint(f"  {between.join([heads] * across)}".rstrip())
        for at in range(down):
            told = [self._told(row, widths) for row in rows[at::down]]
            yield f"  {between.join(told)}".rstrip()

    @staticmethod
    def _told(row: Sequence[_Cell], widths: Sequence[int]) -> str:
        cells = [
            (click.style(cell.text, fg=cell.colour, bold=True) if cell.colour else cell.text)
            + ("*" if cell.is_changed else "")
            + " " * (width - len(cell.shown))
            for cell, width in zip(row, widths, strict=True)
        ]
        return (" " * _GAP).join(cells)

    def _row(self, one: _Map, at: int, columns: Sequence[ColumnSpec], view: View, before: View | None) -> list[_Cell]:
        name, ends = self._names.word(one.edges, at), join_ends(self._names, one.board, at)
        return [
            _Cell(name),
            _Cell("" if ends == name else ends),
            *(_Cell(self._text(column, at)) for column in columns),
            *(self._value(spec, at, view, before) for spec in one.fields),
        ]

    def _text(self, column: ColumnSpec, row: int) -> str:
        """Returns the value in a column of the rules, in words; empty for none and no."""
        value, of = column.values[row], bare(column.type)
        if value is None or value is False:
            return ""
        match of:
            case types.Flag():
                return plain(column.name)
            case types.Enum(id) if isinstance(value, int):
                return self._names.word(id, value)
            case types.Position(board) if isinstance(value, int):
                return self._names.place(board, value)
            case types.Int():
                return str(value)
            case _:
                return self._names.clean(self._names.texts.value(value, column.type))

    def _value(self, spec: FieldSpec, at: int, view: View, before: View | None) -> _Cell:
        """Returns the value of a field of a line."""
        name = self._names.texts.fields[spec.base + at]
        now = dict(view.fields).get(name, "none")
        was = now if before is None else dict(before.fields).get(name, "none")
        is_seat = isinstance(bare(spec.type), types.Player) and now in self._names.game.seats
        colour = self._names.seat_colour(self._names.game.seats.index(now)) if is_seat else None
        told = "" if now in _NOTHING else self._label(spec) if now == "yes" else self._names.value(spec, now)
        return _Cell(told, colour, now != was)

    def _has_changed(self, one: _Map, at: int, view: View, before: View) -> bool:
        return any(self._value(spec, at, view, before).is_changed for spec in one.fields)

    # ------------------------------------------------------------ places

    def _places(self, one: _Map) -> Iterator[str]:
        """Yields the values of the places in the rules; places with equal values share an entry: `makes: Salt Ashport, Wool Dunmere and Garth`. Words stand beside
        the names of the places where something can lie there."""
        for column in self._names.game.about.columns:
            is_beside = isinstance(bare(column.type), types.Enum) and self.is_filled(one.board)
            if column.of != "board" or column.number != one.board or is_beside:
                continue
            found: dict[str, list[str]] = {}
            for at in range(len(column.values)):
                if text := self._text(column, at):
                    found.setdefault(text, []).append(self._names.place(one.board, at))
            told = [self._of_places(column, text, places) for text, places in found.items()]
            if told:
                yield from (
                    f"  {line}"
                    for line in wrap_whole([f"{plain(column.name)}: {told[0]}", *told[1:]], "; ", self._width - 4)
                )

    def is_filled(self, board: BoardId) -> bool:
        """Whether pieces may lie on the places of a map, so that the list of places is shown with it."""
        game = self._names.game
        fields, zones = list_shown_fields(game), list_shown_zones(game)
        shown = [spec.dimensions for spec in game.fields if spec.base in fields]
        shown += [spec.dimensions for spec in game.zones if spec.base in zones]
        is_on = any(_board(one.type) == board for dimensions in shown for one in dimensions)
        return is_on or any(_board(bare(spec.type)) == board for spec in game.fields)

    @staticmethod
    def _of_places(column: ColumnSpec, text: str, places: Sequence[str]) -> str:
        """Returns the places that have the same value in a column, with this value."""
        match bare(column.type):
            case types.Flag():
                return ", ".join(places)
            case types.Int():
                return f"{', '.join(places)} {text}"
            case _:
                return f"{text} {', '.join(places)}"

    # ------------------------------------------------------------ the rules

    @cached_property
    def _maps(self) -> Sequence[_Map]:
        """The maps with named lines that have shown fields, or a table in the rules."""
        game = self._names.game
        shown = list_shown_fields(game)
        found: list[_Map] = []
        for number, shape in enumerate(game.about.shapes):
            edges = shape.edges
            if shape.kind != "graph" or edges is None or len(shape.ends) != len(game.enums[edges].values):
                continue
            fields = tuple(
                spec
                for spec in game.fields
                if spec.base in shown
                and [_enum(one.type) for one in spec.dimensions] == [edges]
                and not entry(self._names.look, "field", spec.name).get("hide")
            )
            found.append(_Map(BoardId(number), edges, fields))
        return found

    def _called(self, column: ColumnSpec) -> str:
        return plain(column.name).lower()

    def _label(self, spec: FieldSpec) -> str:
        return lower_first(text_of(entry(self._names.look, "field", spec.name), "label") or plain(spec.name))


def _is_owner(spec: FieldSpec) -> bool:
    return isinstance(bare(spec.type), types.Player)


def _enum(of: types.Type) -> EnumId | None:
    return of.id if isinstance(of, types.Enum) else None


def _board(of: types.Type) -> BoardId | None:
    return of.board if isinstance(of, types.Position) else None
