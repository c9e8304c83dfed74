"""Names that the language itself provides: values, types, and functions with their arguments."""

from __future__ import annotations

from gamedsl.values import frozen

BUILTIN_NAMES = ("players", "playing", "humans", "round", "box", "directions", "total")
TYPE_NAMES = ("player", "direction", "flag", "int")


@frozen
class Signature:
    """The numbers of arguments that a built-in function accepts."""

    fewest: int
    most: int


SIGNATURES = {
    "count": Signature(1, 1),
    "sum": Signature(1, 1),
    "max": Signature(1, 9),
    "min": Signature(1, 9),
    "some": Signature(1, 1),
    "no": Signature(1, 1),
    "all": Signature(1, 1),
    "any": Signature(1, 1),
    "all_equal": Signature(1, 1),
    "first": Signature(1, 2),
    "last": Signature(1, 2),
    "only": Signature(1, 1),
    "leaders": Signature(1, 1),
    "join": Signature(1, 1),
    "sets": Signature(1, 1),
    "outside_in": Signature(1, 1),
    "times": Signature(1, 1),
    "numbered": Signature(1, 1),
    "mod": Signature(2, 2),
    "left": Signature(1, 1),
    "right": Signature(1, 1),
    "neighbours": Signature(1, 2),
    "rows": Signature(1, 1),
    "columns": Signature(1, 1),
    "diagonals": Signature(1, 1),
    "above": Signature(1, 1),
    "stack_from": Signature(1, 1),
    "where_is": Signature(1, 1),
    "ray": Signature(2, 2),
    "step": Signature(2, 3),
    "turn": Signature(2, 2),
    "lines": Signature(1, 2),
    "line": Signature(1, 1),
    "across": Signature(2, 2),
    "ends": Signature(1, 1),
    "edge": Signature(2, 2),
    "connected": Signature(3, 3),
    "groups": Signature(1, 1),
    "reach": Signature(2, 2),
    "can": Signature(1, 1),
    "distance": Signature(3, 3),
}
"""The built-in functions; `MAKERS` (builtins.table) and `ARGUMENTS` (problems.term_words) have the same names."""
