"""Describes cards, and values such as the lines between towns, by more than their names: columns of their tables, and prices."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property

from gamedsl.cards.faces import bare, entry, text_of
from gamedsl.graph.analysis.number_words import with_minus
from gamedsl.graph.analysis.prices import prices
from gamedsl.graph.model import types
from gamedsl.graph.model.about import ColumnSpec
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import BoardId, ClassId, EnumId
from gamedsl.reports.titles import plain, without_citations
from gamedsl.table.names import Names, in_figures, lower_first
from gamedsl.table.text import join_items
from gamedsl_interpreter.things import Place, Word

_COST_OF = re.compile(r"(\w+)_(?:costs?|price)")
"""The name of a column that says how much of something is paid."""
_SAID = r"(?<!\w){}: (.+?)(?=[.;](?:\s|$)|$)"
"""What a sentence says of a value after its name and a colon."""
_ONE_WAY = "one_way"
"""The name of a column that says that a line of a map has one direction."""


class CardDetails:
    """The details of the cards and values of one game."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self._lists: dict[EnumId, dict[str, str]] = {}

    def of(self, kind: int) -> str:
        """Returns the values of a card that its name does not contain, and its price; empty if it has neither."""
        if self.names.face(kind).rank is not None:
            return ""
        title = self.names.kind(kind)
        columns = ", ".join(one for one in self._columns(kind) if one not in title)
        goods = join_items([f"{number} {lower_first(good)}" for good, number in self._cost(kind)])
        return "; ".join(filter(None, (columns, goods and f"costs {goods}")))

    def has_price(self, kind: int) -> bool:
        """Whether a card costs goods, so that players look at it long before they can pay."""
        return any(self._cost(kind))

    def of_way(self, kind: int) -> str:
        """Returns the details of a card that names places of a board: without them its name says nothing. Empty for other cards."""
        cls = self.names.game.kinds[kind].cls
        columns = (one for one in self.names.game.about.columns if one.of == "class" and one.number == cls)
        return self.of(kind) if any(isinstance(bare(one.type), types.Position) for one in columns) else ""

    def of_place(self, place: Place) -> str:
        """Returns the values of a place in the rules: the text that is printed there."""
        board = self.names.board_number(place)
        columns = (one for one in self.names.game.about.columns if one.of == "board" and one.number == board)
        return ", ".join(filter(None, (self._column(one, place.number) for one in columns)))

    def of_route(self, word: Word) -> str:
        """Returns the places that a line joins, and its columns; empty for other values."""
        of = next((EnumId(at) for at, enum in enumerate(self.names.game.enums) if enum.name == word.of), None)
        return "" if of is None else self.of_line(of, word.number)

    def of_value(self, word: Word) -> str:
        """Returns what the rules say of a value of a type that is no line of a map, such as a role: its columns, and its text in the look file or a sentence."""
        of = next((EnumId(at) for at, enum in enumerate(self.names.game.enums) if enum.name == word.of), None)
        if of is None or any(shape.edges == of for shape in self.names.game.about.shapes):
            return ""
        columns = (one for one in self.names.game.about.columns if (one.of, one.number) == ("enum", of))
        told = ", ".join(filter(None, (self._column(one, word.number) for one in columns)))
        name = self.names.game.enums[of].values[word.number]
        text = text_of(entry(self.names.look, "value", name), "text") or self._listed(of).get(name, "")
        return ": ".join(filter(None, (told, without_citations(text))))

    def _listed(self, of: EnumId) -> dict[str, str]:
        """Returns what a sentence of the rules says of each value of a type one by one: `Driver: two steam more. Guard: no alarm.`"""
        if of not in self._lists:
            values = self.names.game.enums[of].values
            found = (
                {
                    name: said[1]
                    for name in values
                    if (said := re.search(_SAID.format(re.escape(plain(name))), one.text))
                }
                for one in self.names.game.about.sentences
            )
            self._lists[of] = next((one for one in found if len(one) > 1), dict[str, str]())
        return self._lists[of]

    def of_line(self, of: EnumId, number: int) -> str:
        """Returns the places that a line of a map joins unless it is called by them, and the line's values in the rules; empty for values of other types."""
        shapes = enumerate(self.names.game.about.shapes)
        found = next(((BoardId(at), shape) for at, shape in shapes if shape.edges == of), None)
        if found is None or number >= len(found[1].ends):
            return ""
        board, _ = found
        columns = (self._column(one, number) for one in columns_of_lines(self.names.game, of))
        ends = join_ends(self.names, board, number)
        return ", ".join(filter(None, ("" if ends == self.names.word(of, number) else ends, *columns)))

    def _columns(self, kind: int) -> Iterator[str]:
        spec = self.names.game.kinds[kind]
        row = kind - self.names.game.classes[spec.cls].first
        ways = self._ways(spec.cls)
        if ways:
            yield "–".join(self.names.place(board, int(str(column.values[row]))) for column, board in ways)
        for column in self.names.game.about.columns:
            if column.of != "class" or column.number != spec.cls or column.name == "owner" or self._good(column):
                continue
            if any(column is one for one, _ in ways):
                continue
            is_number = isinstance(bare(column.type), types.Int)
            if not (is_number and (self._is_name(column) or self._is_in_names(column))):
                told = self._column(column, row)
                if told:
                    yield told

    def _ways(self, cls: ClassId) -> list[tuple[ColumnSpec, BoardId]]:
        """Returns the two columns for the places that each card of a component joins, with the board of each place; empty for other components."""
        found = [
            (column, of.board)
            for column in self.names.game.about.columns
            if column.of == "class" and column.number == cls and isinstance(of := bare(column.type), types.Position)
        ]
        is_way = (
            len(found) == 2 and found[0][1] == found[1][1] and None not in (*found[0][0].values, *found[1][0].values)
        )
        return found if is_way else []

    def _column(self, column: ColumnSpec, row: int) -> str:
        """Returns the value of a column in a row, in words; empty for none, no and 0."""
        value, of = column.values[row], bare(column.type)
        if value is None or value is False or (value == 0 and isinstance(of, types.Int)):
            return ""
        name = plain(column.name).lower()
        match of:
            case types.Flag():
                return name
            case types.Enum(id) if isinstance(value, int):
                return self.names.word(id, value)
            case types.Int():
                return with_minus(f"{name} {value}")
            case types.Kind():
                return ""
            case _:
                return f"{name} {self.names.clean(self.names.texts.value(value, column.type))}"

    def _is_name(self, column: ColumnSpec) -> bool:
        """Whether all cards are called by a number of theirs: `7`."""
        first = self.names.game.classes[column.number].first
        return all(str(value) == self.names.kind(first + row) for row, value in enumerate(column.values))

    def _is_in_names(self, column: ColumnSpec) -> bool:
        """Whether the names of all cards say the numbers of a column, as far as they have one: `Four Yellow`, `Yellow 4`."""
        first = self.names.game.classes[column.number].first
        rows = [
            (str(value), self.names.kind(first + row).split(" ")) for row, value in enumerate(column.values) if value
        ]
        in_words = all(number in map(in_figures, words) and number not in words for number, words in rows)
        # A single number may be there for another reason.
        in_figures_only = len({number for number, _ in rows}) > 1 and all(number in words for number, words in rows)
        return in_words or in_figures_only

    def _cost(self, kind: int) -> Iterator[tuple[str, int]]:
        """Yields the price of a card: its goods with their numbers."""
        spec = self.names.game.kinds[kind]
        row = kind - self.names.game.classes[spec.cls].first
        for column in self.names.game.about.columns:
            if column.of != "class" or column.number != spec.cls or not (good := self._good(column)):
                continue
            number = column.values[row]
            if isinstance(number, int) and number > 0:
                yield self.names.clean(good), number

    def _good(self, column: ColumnSpec) -> str:
        """Returns the good in which a column gives a price: `Wood`, or `wood` of `wood_cost`; empty for other columns."""
        called = _COST_OF.fullmatch(column.name)
        if called is not None and isinstance(bare(column.type), types.Int):
            return called[1]
        values = (self.names.game.enums[goods].values for of, goods in self._prices if column.number == of)
        return column.name if any(column.name in one for one in values) else ""

    @cached_property
    def _prices(self) -> frozenset[tuple[ClassId, EnumId]]:
        return prices(self.names.game)


def join_ends(names: Names, board: BoardId, number: int) -> str:
    """Returns the places that a line of a map joins: `Crane–Dyke`, or `Crane→Dyke` if it leads one way."""
    start, end = (names.place(board, end) for end in names.game.about.shapes[board].ends[number])
    if not is_one_way(names.game, board, number):
        return f"{start}–{end}"
    return f"only from {start} to {end}" if names.is_spoken else f"{start}→{end}"


def find_start(line: str, end: str) -> str:
    """Returns the other end of a line of a map that is called by its ends; empty for other words, and if it has no such end."""
    ends = line.split("–")
    return "" if len(ends) != 2 or end not in ends else ends[ends[0] == end]


def is_one_way(game: Game, board: BoardId, number: int) -> bool:
    """Whether a line of a map leads only from its first place to its second, because a column of the rules says so."""
    edges = game.about.shapes[board].edges
    columns = () if edges is None else _list_columns(game, edges)
    return any(column.name == _ONE_WAY and column.values[number] is True for column in columns)


def columns_of_lines(game: Game, of: EnumId) -> list[ColumnSpec]:
    """Returns the columns of the rules about the lines of a map: of the lines themselves, or of a table with a row for each line. Whether a line leads one way is
    told with its ends."""
    return [column for column in _list_columns(game, of) if column.name != _ONE_WAY]


def _list_columns(game: Game, of: EnumId) -> list[ColumnSpec]:
    columns = game.about.columns
    first: dict[int, ColumnSpec] = {}
    for column in columns:
        if column.of == "table":
            first.setdefault(column.number, column)
    rows = tuple(range(len(game.enums[of].values)))
    tables = {number for number, column in first.items() if _lists(column, of) and tuple(column.values) == rows}
    return [
        column
        for column in columns
        if (column.of == "enum" and column.number == of and not isinstance(bare(column.type), types.Position))
        or (column.of == "table" and column.number in tables and column is not first[column.number])
    ]


def _lists(column: ColumnSpec, of: EnumId) -> bool:
    """Whether a column names values of a type."""
    found = bare(column.type)
    return isinstance(found, types.Enum) and found.id == of
