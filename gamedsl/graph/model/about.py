"""Descriptions for people that no rule uses: columns of tables, sentences, shapes of boards, the names of formulas.

None of it changes how a match is played, so the digest of a Game leaves it out: rewording a sentence keeps recorded matches valid.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from gamedsl.graph.model.types import BoardId, ClassId, EnumId, FieldId, FunctionId, Type, Value, ZoneId
from gamedsl.values import frozen

Declared: TypeAlias = Literal[
    "component", "type", "board", "table", "option", "phase", "action", "rule", "reaction", "selection", "let", "history",
    "ranking", "seat", "fields", "setup", "rounds", "end", "kind",
]  # fmt: skip
"""The kind of declaration. Fields, zones, score lines, invariants, starts and the game itself hold their own sentences."""


@frozen
class ColumnSpec:
    """A column of a table in the rules, in written order. `of` and `number` tell which elements have it: those of the class, type (`enum`), board or table
    with this number. There is a value for each kind of the class, value of the type, place of the board or row of the table; None is a blank."""

    of: Literal["class", "enum", "board", "table"]
    number: int
    name: str
    type: Type
    values: tuple[Value, ...]


@frozen
class SentenceSpec:
    """The sentence of a declaration. `name` is empty where a declaration has none (`setup`, `end`, `rounds`, `ranking`, `shared:`)."""

    of: Declared
    name: str
    text: str


@frozen
class ShapeSpec:
    """The declaration of a board. A `rim` is the ring around the grid `around`; `corners` are the places at its corners, from the top left one clockwise.
    `edges` is the type of its edges or routes, and `ends` are the two places of each. If the edges of a graph have no type, `ends` are its pairs of
    neighbours. A `union` joins several boards: `parts` are these boards."""

    kind: Literal["grid", "hex", "row", "ring", "rim", "graph", "union"]
    rows: int
    columns: int
    around: BoardId | None
    corners: tuple[int, ...]
    edges: EnumId | None
    ends: tuple[tuple[int, int], ...]
    parts: tuple[BoardId, ...]
    is_owned: bool
    """Every player has such a board."""
    torus: tuple[int, int] | None = None
    """Of a grid without an edge, its width and its number of places: the place in row r and column c has the number (c + width * r) mod that number."""
    column_names: tuple[str, ...] = ()
    """The names that the rules give to the columns and rows of a grid, if any: letters for one, numbers for the other."""
    row_names: tuple[str, ...] = ()

    @property
    def place_names(self) -> tuple[str, ...]:
        """The names of the places, by number; empty if the rules do not give them."""
        return place_names(self.column_names, self.row_names)


def place_names(columns: Sequence[str], rows: Sequence[str]) -> tuple[str, ...]:
    """Returns the names of the places of a grid, by number: `e4`, the letter before the number."""
    is_row_first = bool(columns) and columns[0].isdigit()
    return tuple(f"{row}{column}" if is_row_first else f"{column}{row}" for row in rows for column in columns)


@frozen
class LetSpec:
    """A `let` outside a rule. `owner` is the T of the enclosing `each T:` block: the first parameter of its function. `needs_me`: the next parameter is the
    acting player."""

    name: str
    owner: str | None
    function: FunctionId
    needs_me: bool


@frozen
class KindRules:
    """The rules of a kind: the names of the rules and actions that its block holds."""

    kind: str
    rules: tuple[str, ...]


@frozen
class RoundSpec:
    """The rounds of a match: the most rounds, and whether exactly that many are played. `counter` is the proof counter that holds the number of the round;
    None where the position holds it, or where there is one round."""

    most: int
    is_exact: bool
    counter: int | None


@frozen
class NumberWords:
    """How players read the numbers of a field: `£{}`. `{}` stands for the number without its sign, which comes before the text; `{+}` for the number with its
    sign. `one` is for 1 and -1, `several` for all others."""

    field: FieldId
    one: str
    several: str


@frozen
class PieceWords:
    """The words for one piece of a component, and for several."""

    cls: ClassId
    one: str
    several: str


@frozen
class About:
    """All descriptions of a Game. Columns are in written order, shapes in the order of the boards, lets in that of their functions."""

    columns: tuple[ColumnSpec, ...] = ()
    sentences: tuple[SentenceSpec, ...] = ()
    shapes: tuple[ShapeSpec, ...] = ()
    lets: tuple[LetSpec, ...] = ()
    named_locals: int = 0
    """The number of locals that come from the rules; those after them are the compiler's own."""
    rounds: RoundSpec | None = None
    kinds: tuple[KindRules, ...] = ()
    unshown_fields: tuple[FieldId, ...] = ()
    """Fields and zones that players need not see: only the rules use them. They are no secrets."""
    unshown_zones: tuple[ZoneId, ...] = ()
    numbers: tuple[NumberWords, ...] = ()
    pieces: tuple[PieceWords, ...] = ()


ADDED: tuple[tuple[type[object], str], ...] = ((ShapeSpec, "torus"), (About, "numbers"), (About, "pieces"))
"""Attributes that came later; see `expressions.ADDED`."""
