"""Draws tiles that lie side by side on a grid without an edge, each with the words on its four sides in their present directions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from gamedsl.cards.faces import bare
from gamedsl.graph.model import types
from gamedsl.graph.model.about import ColumnSpec
from gamedsl.graph.model.game import FieldSpec, ZoneSpec
from gamedsl.table.letters import Letters
from gamedsl.table.names import Names
from gamedsl.table.text import faint
from gamedsl.values import frozen
from gamedsl_interpreter.engine import View

_SIDES = ("north", "east", "south", "west")
_WAYS = ("N", "E", "S", "W")
_WIDE = 5
"""The characters of a cell between its lines."""


@frozen
class _Tile:
    """A tile in its present direction: its words from the north clockwise, the word in its middle, and whether it has changed."""

    sides: tuple[str, ...]
    middle: str
    is_changed: bool


@frozen
class _Lying:
    """Data for drawing tiles: the board, the zone with the tile of each place, the field for the direction of their tops, and the field for the marks of
    players on them."""

    board: int
    slots: ZoneSpec
    tops: FieldSpec | None
    owners: tuple[FieldSpec, ...]


class Tiles:
    """The tiles of one game. Their columns are named after the sides: `north`, `east`, `south`, `west`."""

    def __init__(self, names: Names, letters: Letters, width: int) -> None:
        self._names = names
        self._letters = letters
        self._width = width

    @cached_property
    def boards(self) -> Mapping[int, _Lying]:
        """The boards on which such tiles lie, by number."""
        found: dict[int, _Lying] = {}
        game = self._names.game
        for zone in game.zones:
            board = _board(zone)
            if zone.form != "slot" or board is None or not all(map(self._sides, zone.classes)):
                continue
            if game.about.shapes[board].torus is not None and len(zone.dimensions) == 1:
                fields = [spec for spec in game.fields if _board(spec) == board and len(spec.dimensions) == 1]
                tops = next((one for one in fields if isinstance(bare(one.type), types.Direction)), None)
                owners = tuple(one for one in fields if isinstance(bare(one.type), types.Player))
                found[board] = _Lying(board, zone, tops, owners)
        return found

    def sides_text(self, kind: int) -> str:
        """Returns the words on the sides of a tile; empty for other pieces."""
        columns = self._sides(self._names.game.kinds[kind].cls)
        words = (
            [f"{way} {self._word(column, kind)}" for way, column in zip(_WAYS, columns, strict=True)] if columns else []
        )
        return ", ".join(words)

    def lines(self, board: int, view: View, before: View | None) -> list[str]:
        """Returns the lines of a board, with the places around its tiles; empty if it is too wide, or if no tile lies there."""
        lying, at = self.boards[board], self._names.game.boards[board].at
        now, was = self._contents(view), self._contents(view if before is None else before)
        fields, fields_before = dict(view.fields), dict((view if before is None else before).fields)
        tiles: dict[tuple[int, int], _Tile] = {}
        for place, position in enumerate(at):
            name = self._names.texts.zones[lying.slots.base + place]
            if name in now:
                told = self._tile(lying, place, now[name], fields)
                is_changed = was.get(name) != now[name] or told != self._tile(lying, place, now[name], fields_before)
                tiles[position] = _Tile(*told, is_changed)
        if not tiles:
            return []
        around = {(row + i, column + j) for row, column in tiles for i, j in ((0, 1), (1, 0), (0, -1), (-1, 0))}
        free = {one for one in around if one in set(at)} - set(tiles)
        lines = list(self._draw(tiles, free))
        return [*lines, *self._legend(lying)] if len(lines[0]) <= self._width else []

    def _contents(self, view: View) -> dict[str, int]:
        """Returns the kind of the piece in each zone that holds one, by number."""
        return {zone.name: self._names.kind_numbers[zone.contents[0][0]] for zone in view.zones if zone.contents}

    def _tile(self, lying: _Lying, place: int, kind: int, fields: Mapping[str, str]) -> tuple[tuple[str, ...], str]:
        names = self._names
        columns = self._sides(names.game.kinds[kind].cls)
        letters = [self._letter(column, kind) for column in columns]
        top = fields.get(names.texts.fields[lying.tops.base + place], "N") if lying.tops is not None else "N"
        turn = _WAYS.index(top) if top in _WAYS else 0
        owners = [fields.get(names.texts.fields[spec.base + place], "none") for spec in lying.owners]
        marks = "".join(names.marks[names.game.seats.index(one)] for one in owners if one in names.game.seats)
        middle = next((self._letter(one, kind) for one in self._middles(names.game.kinds[kind].cls)), "")
        sides = tuple(letters[(at - turn) % len(letters)] for at in range(len(letters)))
        return sides, f"{middle}{marks}"

    def _draw(self, tiles: Mapping[tuple[int, int], _Tile], free: set[tuple[int, int]]) -> Iterator[str]:
        """Yields the lines of the part of the grid where tiles lie."""
        shown = {*tiles, *free}
        rows = range(min(row for row, _ in shown), max(row for row, _ in shown) + 1)
        columns = range(min(column for _, column in shown), max(column for _, column in shown) + 1)
        margin = max(len(str(row)) for row in rows) + 1
        yield faint(f"{' ' * (margin + 1)}{''.join(f'{column:^{_WIDE + 1}}' for column in columns)}".rstrip())
        for number, row in enumerate(rows):
            left, cross, right = ("┌", "┬", "┐") if number == 0 else ("├", "┼", "┤")
            yield faint(f"{' ' * margin}{left}{cross.join('─' * _WIDE for _ in columns)}{right}")
            cells = [_cell(tiles.get((row, column)), is_free=(row, column) in free) for column in columns]
            for at, parts in enumerate(zip(*cells, strict=True)):
                label = str(row).rjust(margin - 1) if at == 1 else " " * (margin - 1)
                bar = faint("│")
                yield f"{faint(label)} {bar}{bar.join(parts)}{bar}"
        yield faint(f"{' ' * margin}└{'┴'.join('─' * _WIDE for _ in columns)}┘")

    def _legend(self, lying: _Lying) -> Iterator[str]:
        """Yields the meaning of the letters."""
        words = {
            self._letter(column, kind): self._word(column, kind)
            for cls in lying.slots.classes
            for column in self._sides(cls)
            for kind in range(self._names.game.classes[cls].first, self._first_after(cls))
        }
        seats = zip(self._names.marks, self._names.game.seats, strict=True) if lying.owners else ()
        parts = [f"{mark} {name}" for mark, name in (*words.items(), *seats)]
        yield faint(f"   {', '.join(parts)}; place 0·1 is in row 0 and column 1")

    def _first_after(self, cls: int) -> int:
        return self._names.game.classes[cls].first + self._names.game.classes[cls].count

    def _sides(self, cls: int) -> Sequence[ColumnSpec]:
        """Returns the columns of a component for its sides, from the north clockwise; empty if one of the four is missing."""
        own = {one.name.casefold(): one for one in self._columns(cls)}
        return [own[side] for side in _SIDES] if all(side in own for side in _SIDES) else []

    def _middles(self, cls: int) -> Sequence[ColumnSpec]:
        """Returns the columns with the same type as the sides that are for no side."""
        sides = self._sides(cls)
        return [one for one in self._columns(cls) if one not in sides and bare(one.type) == bare(sides[0].type)]

    def _columns(self, cls: int) -> list[ColumnSpec]:
        columns = self._names.game.about.columns
        return [
            one for one in columns if one.of == "class" and one.number == cls and isinstance(bare(one.type), types.Enum)
        ]

    def _letter(self, column: ColumnSpec, kind: int) -> str:
        told = self._letters.of_column(column.type, self._value(column, kind))
        return told[0] if told is not None else ""

    def _word(self, column: ColumnSpec, kind: int) -> str:
        told = self._letters.of_column(column.type, self._value(column, kind))
        return told[1] if told is not None else ""

    def _value(self, column: ColumnSpec, kind: int) -> object:
        return column.values[kind - self._names.game.classes[column.number].first]


def _cell(tile: _Tile | None, *, is_free: bool) -> tuple[str, str, str]:
    """Returns the three lines of a cell."""
    if tile is None:
        return " " * _WIDE, ("·" if is_free else " ").center(_WIDE), " " * _WIDE
    north, east, south, west = tile.sides
    star = "*" if tile.is_changed else " "
    return f"  {north} {star}", f"{west} {tile.middle[:2]:<2}{east}", f"  {south}  "


def _board(spec: ZoneSpec | FieldSpec) -> int | None:
    """Returns the board on whose places such a zone or field is; None if it belongs to no place."""
    of = spec.dimensions[-1].type if spec.dimensions else None
    return of.board if isinstance(of, types.Position) else None
