"""The possible meanings of a declared name."""

from __future__ import annotations

from gamedsl.graph.model import expressions, types
from gamedsl.semantics.problems.terms import Thing
from gamedsl.source import Span
from gamedsl.syntax.tree import declarations, fields
from gamedsl.values import field, frozen


@frozen
class Column:
    """An attribute: one value per element (kind of a class, value of a type, place, row); None is a blank."""

    type: types.Type
    values: tuple[types.Value, ...]

    @property
    def full_type(self) -> types.Type:
        """The type of reading it, with `or none` if there are blanks."""
        return types.Optional(self.type) if None in self.values else self.type


@frozen
class EnumSymbol:
    id: types.EnumId


@frozen
class ClassSymbol:
    id: types.ClassId


@frozen
class BoardSymbol:
    id: types.BoardId


@frozen
class ListTableSymbol:
    name: str
    table: types.TableId
    cell: types.Type


@frozen
class RowTableSymbol:
    """A table whose rows are values. `keys`: key value -> row; `key_type` None: rows have names of their own."""

    id: types.TableId
    name: str
    key_type: types.Type | None
    keys: tuple[types.Value, ...]
    columns: dict[str, Column] = field(eq=False)
    numbered: tuple[int, ...]
    """Columns headed by numbers."""
    cells: Column = field(eq=False)
    """The places of the cells, row by row, over `numbered`."""
    spans: tuple[Span, ...] = field(eq=False)
    """The place of each row in the text."""


@frozen
class ConstSymbol:
    value: expressions.Const


@frozen
class FieldSymbol:
    id: types.FieldId


@frozen
class ZoneSymbol:
    id: types.ZoneId


@frozen
class OwnBoardSymbol:
    """A field or zone of a place on a board that every player has. Read without naming a player, it is the acting player's."""

    inner: FieldSymbol | ZoneSymbol


@frozen
class LetSymbol:
    """A named formula. `owner`: the T of the `each T:` block; `seats`: definitions that hold for one scripted seat."""

    decl: fields.Define
    owner: str | None
    seats: tuple[tuple[types.SeatId, fields.Define], ...] = ()


@frozen
class PickSymbol:
    decl: declarations.PickDecl
    seats: tuple[tuple[types.SeatId, declarations.PickDecl], ...] = ()

    @property
    def thing(self) -> Thing:
        return Thing.PICK


@frozen
class RuleSymbol:
    decl: declarations.Rule
    seats: tuple[tuple[types.SeatId, declarations.Rule], ...] = ()

    @property
    def thing(self) -> Thing:
        return Thing.ACTION if self.decl.is_action else Thing.RULE


@frozen
class HistorySymbol:
    """Positions that may recur. `kept` is the number of recorded ones, `lanes` are the fields of their digests. `digests` are the functions for the digest of
    the current values (of `me`, if `needs_me`), and `times` counts the equal ones. A number of a digest is at most `highest`."""

    kept: types.FieldId
    lanes: tuple[types.FieldId, ...]
    digests: tuple[types.FunctionId, ...]
    times: types.FunctionId
    most: int
    highest: int
    needs_me: bool

    @property
    def thing(self) -> Thing:
        return Thing.A_HISTORY


@frozen
class WheneverSymbol:
    """A `whenever` with a name: nothing calls it."""

    @property
    def thing(self) -> Thing:
        return Thing.WHENEVER


@frozen
class PhaseSymbol:
    index: int

    @property
    def thing(self) -> Thing:
        return Thing.PHASE


@frozen
class ScoreSymbol:
    index: int


Asking = RuleSymbol | WheneverSymbol | PhaseSymbol
"""Symbols of what asks: answers of scripted seats and moves in examples may name the decision by them."""
Deed = RuleSymbol | PickSymbol | PhaseSymbol | WheneverSymbol | HistorySymbol
"""Symbols without a value. No name may hide them."""
Symbol = (
    EnumSymbol | ClassSymbol | BoardSymbol | ListTableSymbol | RowTableSymbol | ConstSymbol | FieldSymbol | ZoneSymbol | OwnBoardSymbol
    | LetSymbol | ScoreSymbol | Deed
)  # fmt: skip
