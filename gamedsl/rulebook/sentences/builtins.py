"""The words for built-in functions and values: by name and number of arguments, a sentence with placeholders for the arguments."""

from __future__ import annotations

VALUES = {
    "players": "the players",
    "playing": "the players still in the game",
    "humans": "the number of people",
    "round": "the number of the round",
    "box": "the box",
    "directions": "the eight directions",
    "none": "nothing",
    "declined": "it is declined",
    "total": "total",
}
"""The words for values of the language, which are not names of the game."""

FUNCTIONS = {
    ("count", 1): "the number of {0}",
    ("sum", 1): "the sum of {0}",
    ("max", 1): "the largest of {0}",
    ("min", 1): "the smallest of {0}",
    ("first", 1): "the first of {0}",
    ("first", 2): "the first {1} of {0}",
    ("last", 1): "the last of {0}",
    ("last", 2): "the last {1} of {0}",
    ("only", 1): "the only one of {0}",
    ("leaders", 1): "the best of {0}",
    ("join", 1): "all of {0} together",
    ("sets", 1): "the sets of different kinds into which {0} is divided, each as large as possible",
    ("outside_in", 1): "the pairs of {0} (the first with the last, the second with the second last and so on)",
    ("numbered", 1): "{0}, numbered from 1",
    ("times", 1): "how often the present position stands in {0}",
    ("mod", 2): "the remainder of {0} divided by {1}",
    ("left", 1): "the left neighbour of {0}",
    ("right", 1): "the right neighbour of {0}",
    ("neighbours", 1): "the neighbours of {0}",
    ("neighbours", 2): "the neighbours of {0} towards {1}",
    ("rows", 1): "the rows of {0}",
    ("columns", 1): "the columns of {0}",
    ("diagonals", 1): "the diagonals of {0}",
    ("above", 1): "what lies on {0}",
    ("stack_from", 1): "{0} with all that lies on it",
    ("where_is", 1): "the place of {0}",
    ("ray", 2): "all places from {0} towards {1}, nearest first",
    ("step", 2): "the next place from {0} towards {1}",
    ("step", 3): "the place {2} steps from {0} towards {1}",
    ("turn", 2): "the direction {1} eighths of a circle clockwise from {0}",
    ("lines", 1): "the lines of {0}",
    ("lines", 2): "the straight lines of {1} places of {0}",
    ("line", 1): "the places that {0} looks along, nearest first",
    ("across", 2): "the place opposite {0}, mirrored at the line through {1}",
    ("ends", 1): "the two ends of {0}",
    ("edge", 2): "the edge between {0} and {1}",
    ("groups", 1): "the connected groups of {0}",
    ("reach", 2): "all of {0} that can be reached from {1}",
    ("distance", 3): "the number of steps from {1} to {2} within {0}",
}
"""The words for the results of functions."""

TESTS = {
    ("connected", 3): ("{0} lead from {1} to {2}", "{0} do not lead from {1} to {2}"),
    ("all_equal", 1): ("{0} are all equal", "{0} are not all equal"),
    ("can", 1): ("{0} is possible", "{0} is not possible"),
    ("some", 1): ("{0} is not empty", "{0} is empty"),
    ("no", 1): ("{0} is empty", "{0} is not empty"),
}
"""The words for the tests of functions, and for the opposite."""
