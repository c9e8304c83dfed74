"""The comparable form of declarations: values, table cells, members and lines, independent of layout and order."""

from __future__ import annotations

from enum import Enum

from gamedsl.values import field, frozen


class Sort(Enum):
    """The sorts of declarations, in the order of the report; the value is the noun."""

    GAME = "game"
    OPTION = "option"
    SEAT = "seat"
    TYPE = "type"
    BOARD = "board"
    COMPONENT = "component"
    KIND = "kind"
    TABLE = "table"
    ZONE = "zone"
    FIELD = "field"
    FORMULA = "formula"
    PICK = "pick"
    HISTORY = "history"
    SETUP = "setup"
    ROUNDS = "rounds"
    PHASE = "phase"
    RULE = "rule"
    ACTION = "action"
    WHENEVER = "whenever"
    END = "end of the game"
    LAST_PART = "end"
    SCORE = "score"
    RANKING = "ranking"
    AIM = "players aim"
    INVARIANT = "invariant"
    POSSIBLE = "possible"
    START = "start"
    EXAMPLE = "example"


@frozen
class Line:
    """A line of rules, `depth` levels inside its declaration. Lines are equal if they mean the same: `key` is made from the tree, `text` is as written."""

    depth: int
    key: object
    text: str = field(eq=False)


@frozen
class Aspect:
    """One value of a declaration, such as the type of a field: `key` is compared, `text` is shown."""

    name: str
    key: object
    text: str = field(eq=False)


@frozen
class Cell:
    """A cell of a table, by the names of its row and column; the column is empty if a table has only one."""

    row: str
    column: str
    text: str


@frozen
class Members:
    """The names that belong to a declaration, such as the kinds of a component. `is_ordered` says whether their order has a meaning."""

    name: str
    items: tuple[str, ...]
    is_ordered: bool = True


@frozen
class Thing:
    """One declaration. `owner` is the block around it (`each player`, `shared`, `seat Morgan`), or the menu that an action joins; else empty."""

    sort: Sort
    name: str
    owner: str = ""
    doc: str = ""
    aspects: tuple[Aspect, ...] = ()
    members: tuple[Members, ...] = ()
    cells: tuple[Cell, ...] = ()
    lines: tuple[Line, ...] = ()
    source: str = field(default="", eq=False)
    """The text of the declaration as written, with its lines."""

    @property
    def content(self) -> object:
        """The content without its name and block; also kinds and places named after it are made independent of the name."""
        members = tuple((m.name, tuple(map(self._hide_name, m.items))) for m in self.members)
        cells = tuple((self._hide_name(cell.row), cell.column, cell.text) for cell in self.cells)
        return self.doc, self.aspects, members, cells, self.lines

    def _hide_name(self, text: str) -> str:
        is_own = text == self.name or text.startswith((f"{self.name}[", f"{self.name}."))
        return f"·{text[len(self.name) :]}" if is_own else text

    @property
    def is_bare(self) -> bool:
        """Whether it has no content that could distinguish it from others."""
        return not (self.aspects or self.members or self.cells or self.lines)
