"""Names that the language itself provides: values, types, and functions with their arguments."""

from __future__ import annotations

from gamedsl.values import frozen

BUILTIN_NAMES = ("players", "playing", "humans", "round", "box", "directions", "total")
TYPE_NAMES = ("player", "direction", "flag", "int")


@frozen
class Signature:
    """The numbers of arguments that a built-in function accepts, and its words."""

    fewest: int
    most: int
    arguments: str
    """The names of the arguments, in findings."""
    results: tuple[str, ...] = ()
    """The result in rulebooks, with a place for each argument: first for the fewest arguments, then for one more and so on."""
    test: tuple[str, str] | None = None
    """A test in rulebooks, and the opposite."""
    valued: tuple[str, ...] = ()
    """As `results`, if the first argument can be `value for x in S`, and is."""


SIGNATURES = {
    "count": Signature(1, 1, "one collection", ("the number of {0}",)),
    "sum": Signature(1, 1, "one collection of numbers", ("the sum of {0}",)),
    "max": Signature(1, 9, "numbers, or one collection of numbers", ("the largest of {0}",)),
    "min": Signature(1, 9, "numbers, or one collection of numbers", ("the smallest of {0}",)),
    "some": Signature(1, 1, "one collection", test=("{0} is not empty", "{0} is empty")),
    "no": Signature(1, 1, "one collection", test=("{0} is empty", "{0} is not empty")),
    "all": Signature(1, 1, "`condition for x in collection`"),
    "any": Signature(1, 1, "`condition for x in collection`"),
    "all_equal": Signature(1, 1, "`value for x in collection`", test=("{0} are all equal", "{0} are not all equal")),
    "first": Signature(
        1, 2, "a collection, and a number if several are wanted", ("the first of {0}", "the first {1} of {0}")
    ),
    "last": Signature(
        1, 2, "a collection, and a number if several are wanted", ("the last of {0}", "the last {1} of {0}")
    ),
    "only": Signature(1, 1, "one collection", ("the only one of {0}",)),
    "leaders": Signature(1, 1, "something sorted with `by`", ("the best of {0}",)),
    "join": Signature(1, 1, "a list of lists", ("all of {0} together",)),
    "sets": Signature(
        1, 1, "one bag", ("the sets of different kinds into which {0} is divided, each as large as possible",)
    ),
    "unordered": Signature(1, 1, "one collection", ("{0} (in any order)",)),
    "outside_in": Signature(
        1, 1, "one list", ("the pairs of {0} (the first with the last, the second with the second last and so on)",)
    ),
    "times": Signature(1, 1, "one history", ("how often the present position stands in {0}",)),
    "numbered": Signature(1, 1, "one collection", ("{0}, numbered from 1",)),
    "mod": Signature(2, 2, "two numbers", ("the remainder of {0} divided by {1}",)),
    "left": Signature(1, 1, "one player", ("the left neighbour of {0}",)),
    "right": Signature(1, 1, "one player", ("the right neighbour of {0}",)),
    "neighbours": Signature(
        1,
        2,
        "a place, and a direction if only that side is meant",
        ("the neighbours of {0}", "the neighbours of {0} towards {1}"),
    ),
    "rows": Signature(1, 1, "one grid", ("the rows of {0}",)),
    "columns": Signature(1, 1, "one grid", ("the columns of {0}",)),
    "diagonals": Signature(1, 1, "one grid", ("the diagonals of {0}",)),
    "above": Signature(1, 1, "one piece", ("what lies on {0}",)),
    "stack_from": Signature(1, 1, "one piece", ("{0} with all that lies on it",)),
    "where_is": Signature(1, 1, "one piece", ("the place of {0}",)),
    "ray": Signature(2, 2, "a place and a direction", ("all places from {0} towards {1}, nearest first",)),
    "step": Signature(
        2,
        3,
        "a place, a direction and a number of steps",
        ("the next place from {0} towards {1}", "the place {2} steps from {0} towards {1}"),
    ),
    "turn": Signature(
        2, 2, "a direction and a number of eighths", ("the direction {1} eighths of a circle clockwise from {0}",)
    ),
    "lines": Signature(
        1, 2, "a board and a length, or a graph", ("the lines of {0}", "the straight lines of {1} places of {0}")
    ),
    "line": Signature(1, 1, "a place of a ring", ("the places that {0} looks along, nearest first",)),
    "across": Signature(2, 2, "two places of a ring", ("the place opposite {0}, mirrored at the line through {1}",)),
    "ends": Signature(1, 1, "a route", ("the two ends of {0}",)),
    "edge": Signature(2, 2, "two places", ("the edge between {0} and {1}",)),
    "placements": Signature(
        2,
        2,
        "a way in which a shape lies, and places of a grid",
        ("the places for the first square of {0} where all its squares are in {1}",),
    ),
    "covers": Signature(
        2,
        3,
        "a way in which a shape lies, a place, and a value of squares if only those are meant",
        ("the places that {0} covers from {1} on", "the places that the {2} squares of {0} cover from {1} on"),
    ),
    "beside": Signature(
        2, 2, "a way in which a shape lies, and a place", ("the places that {0} on {1} touches by a side",)
    ),
    "corners": Signature(
        2, 2, "a way in which a shape lies, and a place", ("the places that {0} on {1} touches only by a corner",)
    ),
    "side_of": Signature(
        2,
        3,
        "a piece with sides, a direction, and the direction of its top if it is turned",
        ("the side of {0} that faces {1}", "the side of {0} that faces {1} when its top faces {2}"),
    ),
    "connected": Signature(
        3, 3, "a set of places and two ends", test=("{0} lead from {1} to {2}", "{0} do not lead from {1} to {2}")
    ),
    "groups": Signature(
        1,
        1,
        "a set of places, or `value for x in places`",
        ("the connected groups of {0}",),
        valued=("the connected groups with equal {0}",),
    ),
    "reach": Signature(
        2,
        3,
        "a set of places or `next places for x in places`, a start, and a number of steps if it is limited",
        ("all of {0} that can be reached from {1}", "all of {0} that can be reached from {1} in at most {2} steps"),
        valued=(
            "what can be reached from {1}, each step leading to {0}",
            "what can be reached from {1} in at most {2} steps, each leading to {0}",
        ),
    ),
    "laid": Signature(1, 1, "one board without an edge", ("all of {0} where something lies",)),
    "margin": Signature(1, 1, "one board without an edge", ("all of {0} beside what lies there",)),
    "can": Signature(
        1, 1, "an action, with its arguments if it has any", test=("{0} is possible", "{0} is not possible")
    ),
    "longest": Signature(
        1,
        1,
        "a set of routes, or `cost for r in routes`",
        ("the number of routes in the longest way over {0}",),
        valued=("the sum on the longest way that uses no route twice, of {0}",),
    ),
    "distance": Signature(
        3,
        3,
        "a set of places or `cost for r in routes`, and two ends",
        ("the number of steps from {1} to {2} within {0}",),
        valued=("the least sum on a way from {1} to {2}, of {0}",),
    ),
}
"""The built-in functions; `MAKERS` (builtins.table) has the same names."""

GIVEN = frozenset([*SIGNATURES, *BUILTIN_NAMES, *TYPE_NAMES])
"""Names that the language provides and no rules declare."""
