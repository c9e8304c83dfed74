"""Names that the language itself provides: values, types, and functions with their arguments."""

from __future__ import annotations

from gamedsl.values import frozen

BUILTIN_NAMES = ("players", "playing", "humans", "round", "box", "directions", "total")
TYPE_NAMES = ("player", "direction", "flag", "int")


@frozen
class Signature:
    """The numbers of arguments that a built-in function accepts, and what they are, in words."""

    fewest: int
    most: int
    arguments: str


SIGNATURES = {
    "count": Signature(1, 1, "one collection"),
    "sum": Signature(1, 1, "one collection of numbers"),
    "max": Signature(1, 9, "numbers, or one collection of numbers"),
    "min": Signature(1, 9, "numbers, or one collection of numbers"),
    "some": Signature(1, 1, "one collection"),
    "no": Signature(1, 1, "one collection"),
    "all": Signature(1, 1, "`condition for x in collection`"),
    "any": Signature(1, 1, "`condition for x in collection`"),
    "all_equal": Signature(1, 1, "`value for x in collection`"),
    "first": Signature(1, 2, "a collection, and a number if several are wanted"),
    "last": Signature(1, 2, "a collection, and a number if several are wanted"),
    "only": Signature(1, 1, "one collection"),
    "leaders": Signature(1, 1, "something sorted with `by`"),
    "join": Signature(1, 1, "a list of lists"),
    "sets": Signature(1, 1, "one bag"),
    "outside_in": Signature(1, 1, "one list"),
    "times": Signature(1, 1, "one history"),
    "numbered": Signature(1, 1, "one collection"),
    "mod": Signature(2, 2, "two numbers"),
    "left": Signature(1, 1, "one player"),
    "right": Signature(1, 1, "one player"),
    "neighbours": Signature(1, 2, "a place, and a direction if only that side is meant"),
    "rows": Signature(1, 1, "one grid"),
    "columns": Signature(1, 1, "one grid"),
    "diagonals": Signature(1, 1, "one grid"),
    "above": Signature(1, 1, "one piece"),
    "stack_from": Signature(1, 1, "one piece"),
    "where_is": Signature(1, 1, "one piece"),
    "ray": Signature(2, 2, "a place and a direction"),
    "step": Signature(2, 3, "a place, a direction and a number of steps"),
    "turn": Signature(2, 2, "a direction and a number of eighths"),
    "lines": Signature(1, 2, "a board and a length, or a graph"),
    "line": Signature(1, 1, "a place of a ring"),
    "across": Signature(2, 2, "two places of a ring"),
    "ends": Signature(1, 1, "a route"),
    "edge": Signature(2, 2, "two places"),
    "connected": Signature(3, 3, "a set of places and two ends"),
    "groups": Signature(1, 1, "a set of places"),
    "reach": Signature(2, 2, "a set of places and a start"),
    "can": Signature(1, 1, "an action, with its arguments if it has any"),
    "distance": Signature(3, 3, "a set of places and two ends"),
}
"""The built-in functions; `MAKERS` (builtins.table) has the same names."""
