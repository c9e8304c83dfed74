"""The terms of problems, with their words and the names that fill them."""

from __future__ import annotations

from enum import Enum
from typing import Generic, Self, TypeVar

from gamedsl.semantics.problems.wording import join_names
from gamedsl.values import frozen


class Term(Enum):
    """A term with its words. Its holes are filled with names. Two terms may have the same words."""

    words: str

    def __new__(cls, words: str) -> Self:
        term = object.__new__(cls)
        term._value_ = len(cls.__members__)
        term.words = words
        return term


class Flaw(Enum):
    """A flaw of one sort of place, with its message and its advice. Holes are filled with names."""

    what: str
    help: str

    def __new__(cls, what: str, help: str) -> Self:
        flaw = object.__new__(cls)
        flaw._value_ = len(cls.__members__)
        flaw.what, flaw.help = what, help
        return flaw


class Thing(Term):
    """Things that are needed or found at a place: types, values, declarations, arguments."""

    FLAG = "a yes or no"
    NUMBER = "a number"
    THE_NUMBER = "the number {}"
    VALUE_OF = "a value of `{}`"
    PLACE_OF = "a place of `{}`"
    PLAYER = "a player"
    ROW_OF = "a row of `{}`"
    DIRECTION = "a direction"
    KIND_OF = "a kind of {}"
    PIECE_OF = "a piece of {}"
    PIECES_OF = "pieces of {}"
    ZONE_OF = "a {} of {}"
    NONE = "`none`"
    OR_NONE = "{} or none"
    LIST_OF = "a list of {}"
    SET_OF = "a set of {}"
    BAG_OF = "a bag of {}"
    SORTED_LIST_OF = "a sorted list of {}"
    UNKNOWN = "something unknown"
    FIXED_NUMBER = "a fixed number"
    NUMBER_OF_COPIES = "a number from 0, or `.`"
    NUMBER_OR_COLLECTION = "a number or a collection"
    ORDERED_VALUE = "a number, a yes or no, or a value of an ordered type"
    VALUES_OF_ONE_TYPE = "values of one type"
    LIKE_FIRST_VALUE = "{}, like the first value of `{}`"
    NAME = "a name"
    VALUE = "a value"
    FORMULA = "a formula"
    ELEMENT = "an element"
    GIVEN_VALUE = "a given value"
    START_VALUE = "the start value of a field"
    ATTRIBUTE = "an attribute"
    WHICH_FIELD = "which field this is"
    WHO_PLAYS = "who plays"
    BAG = "a bag"
    LIST = "a list"
    COLLECTION_OF_NUMBERS = "a collection of numbers"
    LIST_OF_LISTS = "a list of lists"
    LIST_OF_NUMBERS = "a list of numbers"
    SORTED = "something sorted with `by highest …`"
    UNSORTED = "something unsorted"
    PLAYERS = "players"
    SORTED_PLAYERS = "players sorted with `by highest …`"
    PIECES_OF_ONE_BAG = "pieces of one bag"
    GRID = "a grid"
    NO_GRID = "no grid"
    BOARD = "a board"
    NO_BOARD = "no board"
    PLACE_OF_BOARD = "a place of a board"
    PLACE_OF_RING = "a place of a ring"
    PLACE_OF_RING_AROUND_GRID = "a place of a ring around a grid"
    PLACES_OF_ONE_RING = "two places of one ring"
    POSE = "a way in which a shape lies (the type behind `by` of its `shapes`)"
    GRID_OF_SQUARES = "a grid of squares (as for the shapes of `{}`)"
    GRID_OF_HEXAGONS = "a grid of hexagons (as for the shapes of `{}`)"
    VALUE_OF_SQUARE = "the value of a square in a picture of `{}`"
    NO_VALUES = "a shape whose squares have no values"
    KIND_WITH_SIDES = (
        "a piece with the columns `north east south west` (with six sides: `north northeast east south southwest west`)"
    )
    ROUTE = "a route of a graph"
    ROUTES = "a set of routes"
    SEVERAL_LOOPS = "several `for`"
    COST = "a number that is never below 0"
    PLACES_OR_ROUTES = "a set of places or routes"
    ELEMENTS_TO_CHOOSE = "something to choose from"
    ELEMENTS_IN_REACH = "a set of places, players or values of a type"
    STEPS_OR_EDGES = "steps of one sort: `through`, or `… for x in places`"
    BOTH = "both"
    PLACES_WITH_ROUTES = "a board whose edges have a name (`by …`)"
    KIND = "a kind of piece"
    NO_KIND = "no kind of piece"
    PIECE_OF_ONE_BLOCK = "a piece that can lie in the zones of one `each` block"
    PIECE_OF_BLOCKS = "one with {} such blocks"
    LYING_PIECE = "a piece that lies somewhere (of a selection or a loop)"
    PIECE_WITH_SIDES = "one piece of a component with `, other side …`"
    OTHER_KIND = "another kind of this component"
    LIES_NOWHERE = "{} without a place: say `from` where"
    OTHER_ZONE = "another kind of zone"
    NUMBER_OF = "{} `{}`"
    ZONE_AS_FOR_ALL = "`{} of {}`, as for everybody"
    RULE = "a rule"
    NO_RULE = "no rule"
    NO_RULE_BUT_PHASE = "a phase, and no rule"
    NO_ACTION = "no action"
    ROW_KEY = "something by which the row is found"
    PLACED_PIECE = "a piece with its place, which only moves of examples name"
    FORMULA_WITHOUT_FROM = "a formula without `from`"
    WHENEVER = "a `whenever`"
    A_HISTORY = "a history"
    NO_HISTORY = "no history"
    HISTORY_NAME = "the name of a history"
    ACTION = "an action"
    PICK = "a pick"
    PHASE = "a phase"
    NO_PHASE = "no phase"
    FUNCTION = "a function"
    NO_FUNCTION = "no function"
    BUILTIN_FUNCTION = "a built-in function"
    NO_MOVE = "no move"
    NAME_OF_RULE = "the name of a rule"
    RULE_OR_ACTION = "a rule or an action"
    NAME_OF_MOVE = "the name of an action, rule or phase"
    EXTENSIBLE = "a rule, an action, a phase, `setup`, `rounds` or `end`"
    REQUIRE_LINE = "a `require`"
    ENSURE_LINE = "an `ensure`"
    HOLDS_STATEMENTS = "a rule, an action, a phase, a `whenever`, `setup` or `end`"
    NO_STATEMENTS = "without statements"
    NAMED_DECLARATION = "a declaration with a name"
    IRREPLACEABLE = "not to be replaced"
    INDEX_TYPE = "a range, a type or a board"
    NO_INDEX_TYPE = "no range or type"
    SAME_PARAMETERS = "`{}`, with the parameters of what it replaces,"
    SAME_QUANTITY = "the same quantity behind every `else`"
    SAME_SELECTION = "the same kind of selection for every seat"
    ONE_MEANING = "one meaning of `{}` for all of these pieces"
    ATTRIBUTES_OF_DIFFERENT_TYPES = "attributes of different types"
    SOMETHING_ELSE = "something else"
    ANOTHER_ONE = "another one"
    DIFFERENT_ONES = "different ones"
    DIFFERENT_THINGS = "different things"
    ONE_OF = "{}"
    WRITTEN = "`{}`"
    WITHOUT_KEY = "`{}` without a key"
    KEY_AND_CHOICE_OF_SEVERAL = "an answer with a key, and `{}` is a choice of several"
    PLAYER_NUMBERS = "a list of {} to {} players"
    PLAYER_NUMBER = "a list of {} players"
    ONE_PLAYER = "a list of one player"
    LIST_LONG = "a list of {}"
    INDEX = "an index in brackets"
    ONE_PART = "1 part"
    PARTS = "{} parts"
    NO_BRACKETS = "no brackets"
    ONE_VALUE_IN_BRACKETS = "one value in brackets"
    VALUES_IN_BRACKETS = "{} values in brackets"
    LEADING_CELLS = "the leading cells of a row"
    ROW_AND_COLUMN = "a row, or a row and a column"
    COLUMN_NAME = "the name of a column"
    CONSECUTIVE_COLUMNS = "columns with consecutive numbers"
    COMPREHENSION = "`condition for x in collection`"
    BOARD_AND_LENGTH = "a board and the length of the lines"
    ARGUMENTS = "{}"
    """The arguments of a built-in function, as in its signature."""
    SEEN_BY = "`seen by`"
    COUNT_HIDDEN = "`count hidden`"
    TOP_SEEN = "`top seen`"
    RESET = "going back each turn, round or rule"
    CAPACITY = "a limit on pieces"
    REFILLED = "`refilled from`"
    NOT_SHOWN = "`not shown`"
    SHOWN_AS = "`shown as`"
    KEY = "a key, as in `{} number`"
    DECLARED = "`{} {}`"


class Role(Term):
    """Sorts of things that a name can be used for."""

    CHOICE = "choice"
    COLUMN = "column"
    COMPONENT = "component"
    KIND = "kind or component"
    DECISION = "decision"
    EXAMPLE = "example"
    GRID = "grid"
    NAME = "name"
    OPTION = "option"
    LOOP_NAME = "name"
    OWNER = "owner"
    PERIOD = "period"
    PHASE = "phase"
    PICK = "pick"
    REASON = "reason"
    ROLL = "roll"
    RULE = "rule"
    ACTION = "action"
    TABLE = "table"
    LET = "let"
    TYPE = "type"
    VALUE = "value"
    ZONE = "zone"
    PLAYERS_LET = "`let` that gives players"
    MOVE = "action, rule or phase"
    START = "start"
    PHASE_OF_ROUNDS = "phase of the rounds"
    KEY_OF_RANKING = "number that every player has"
    HISTORY = "history"
    LOCAL_OF = "parameter, selection or `let` of `{}`"
    RULE_OR_ACTION = "rule or action"
    FIELD_OR_ZONE = "field or zone"
    OWNER_OF_MOVE = "rule, action or phase"
    PART = "rule, phase, `setup`, `rounds` or `end`"
    TEAM_TYPE = "kind of team"
    TURN_TYPE = "kind of turn"
    PLAYERS_NUMBER = "number that every player has"
    BOARD_OWNER = "owner (only players have boards of their own)"
    PLACE_OF = "place of `{}`"
    MENU_RULE = "rule with a menu"
    SELECTION_OF = "selection in `{}`"
    SHAPES = "declaration of shapes"
    SHARED = "shared field, zone or `let`"
    KIND_OF = "single kind of `{}`"
    VALUE_OF = "value of `{}`"
    PLAYERS_ZONE = "zone that every player has"
    FIELD = "field"
    BOARD = "board"
    LOCAL = "`let`"
    PARAMETER = "parameter"
    SELECTION = "selection"


T = TypeVar("T", bound=Term | Flaw)
T_co = TypeVar("T_co", bound=Term | Flaw, covariant=True)


@frozen
class About(Generic[T_co]):
    """A term with the names that fill it: `VALUE_OF` needs the name of a type."""

    term: T_co
    parts: tuple[Part, ...]


def about(term: T, *parts: Part) -> About[T]:
    """Fills a term with names, numbers and things."""
    return About(term, parts)


@frozen
class Names:
    """Several names that fill one hole."""

    names: tuple[str, ...]


Part = str | int | Names | Thing | About[Thing]
Described = Thing | About[Thing]
"""A thing, filled if necessary: `Thing.NUMBER`, or `about(Thing.VALUE_OF, "colour")`."""


def phrase(described: Term | About[Term]) -> str:
    """Returns the words of a term, with its holes filled."""
    if not isinstance(described, About):
        return described.words
    in_words = _several if described.term in _COLLECTIONS else _part
    return described.term.words.format(*map(in_words, described.parts))


def advice_on(flaw: Flaw | About[Flaw]) -> tuple[str, str]:
    """Returns the message and the advice of a flaw."""
    if not isinstance(flaw, About):
        return flaw.what, flaw.help
    parts = [_part(part) for part in flaw.parts]
    return flaw.term.what.format(*parts), flaw.term.help.format(*parts)


def _part(part: Part) -> str:
    match part:
        case Names(names):
            return join_names(names, "or") if names else "nothing"
        case Thing() | About():
            return phrase(part)
        case _:
            return str(part)


def _several(part: Part) -> str:
    one = _part(part).removeprefix("a ").removeprefix("the ")
    first, of, rest = one.partition(" of ")
    return _PLURALS[first] + of + rest if first in _PLURALS else one


_COLLECTIONS = (Thing.LIST_OF, Thing.SET_OF, Thing.BAG_OF, Thing.SORTED_LIST_OF)
_PLURALS = {
    "number": "numbers",
    "player": "players",
    "yes or no": "answers",
    "direction": "directions",
    "kind": "kinds",
    "piece": "pieces",
    "place": "places",
    "row": "rows",
    "value": "values",
}
