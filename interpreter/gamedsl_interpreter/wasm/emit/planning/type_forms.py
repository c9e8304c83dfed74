"""The forms of types: which values are numbers or pieces, how none is encoded, and how sets and other values lie in working memory."""

from __future__ import annotations

from gamedsl.graph.model import types
from gamedsl.graph.model.game import Game
from gamedsl_interpreter.plans.spans import scale_span
from gamedsl_interpreter.wasm.emit.unsupported import Unsupported

NONE = -1
"""None as a number; for numbers that can themselves be negative it is NO_NUMBER (see `Context.none_of`)."""
NO_NUMBER = -(1 << 31)
MOST_ELEMENTS = 1 << 18
"""The most elements of one collection that is kept."""
MOST_BITS = 4096
"""The most elements of a board, type or class of which a set is kept as bits."""
MOST_NUMBERS = 512
"""The most numbers of a range of which a set is kept as bits; sets of numbers from wider ranges are sorted lists."""
MOST_LISTED = 1024
"""The most elements of a set of numbers that is kept as a list."""


def is_bits(game: Game, of: types.Type) -> bool:
    """Whether a set of this element type is kept as bits; else it is a sorted list."""
    if isinstance(of, types.Int):
        return of.high - of.low < MOST_NUMBERS
    if not is_scalar(of) or isinstance(of, types.Zone | types.Nothing | types.Optional):
        return False
    size = scale_span(game, of)[1]
    if size > MOST_BITS:
        raise Unsupported(f"a set out of the {size} {_values(game, of)} (at most {MOST_BITS})")
    return True


def _values(game: Game, of: types.Type) -> str:
    """Gives the word for the elements in messages."""
    match of:
        case types.Position(board):
            return f"places of `{game.boards[board].name}`"
        case types.Enum(enum):
            return f"values of `{game.enums[enum].name}`"
        case types.Row(table):
            return f"rows of `{game.tables[table].name}`"
        case types.Kind(classes):
            return f"kinds of {' or '.join(f'`{game.classes[cls].name}`' for cls in classes)}"
        case _:
            return "values"


def words_of(game: Game, of: types.Type) -> int:
    """Gives how many 64-bit words a set of this element type has."""
    return max(1, -(-scale_span(game, of)[1] // 64))


def wide_size(game: Game, of: types.Type) -> int:
    """Gives the bytes of a value in working memory."""
    if is_scalar(of):
        return 4
    if is_piece(of):
        return 8
    match of:
        case types.Optional(inner):
            return 8 + wide_size(game, inner)
        case types.SetOf(inner) if not is_bits(game, inner):
            return 4 + most_listed(of) * wide_size(game, inner)
        case types.SetOf(inner):
            return 8 * words_of(game, inner)
        case types.Bag(inner):
            return 4 * scale_span(game, inner)[1]
        case types.ListOf(inner, most):
            return 4 + _check_size(most) * wide_size(game, inner)
        case types.Pieces(_, most):
            return 4 + 12 * _check_size(most + 1)
        case types.Ranking(inner, most):
            return 4 + _check_size(most) * (4 + wide_size(game, inner))
        case _:
            raise AssertionError(f"there are no values of type {type(of).__name__}")


def most_listed(of: types.SetOf) -> int:
    """Gives the most elements of a set that is kept as a list."""
    return MOST_LISTED if of.most is None else _check_size(of.most)


def _check_size(most: int) -> int:
    if most > MOST_ELEMENTS:
        raise Unsupported(
            f"a collection of up to {most:,} elements (at most {MOST_ELEMENTS:,})",
            advice="bound it, as with `first(S, n)`",
        )
    return most


def is_scalar(of: types.Type) -> bool:
    """Whether values of the type are single numbers."""
    match of:
        case (
            types.Flag() | types.Int() | types.Enum() | types.Position() | types.Player() | types.Row() | types.Direction() | types.Kind() | types.Nothing()
            | types.Zone() | types.Unknown()
        ):  # fmt: skip
            return True  # Only elements of collections that are always empty have an unknown type.
        case types.Optional(inner):
            return is_scalar(inner)
        case _:
            return False


def is_piece(of: types.Type) -> bool:
    """Whether values of the type are pieces, or none."""
    return isinstance(types.plain(of), types.Piece)


def may_be_none(of: types.Type) -> bool:
    """Whether none is a value of the type."""
    return isinstance(of, types.Optional | types.Nothing)
