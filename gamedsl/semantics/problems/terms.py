"""What problems speak of: terms without words. The English for each is in `term_words.py`."""

from __future__ import annotations

from enum import Enum, auto
from typing import Generic, TypeVar

from gamedsl.values import frozen


class Thing(Enum):
    """What is needed at a place, or found there: types, values, declarations, arguments."""

    FLAG = auto()
    NUMBER = auto()
    THE_NUMBER = auto()
    VALUE_OF = auto()
    PLACE_OF = auto()
    PLAYER = auto()
    ROW_OF = auto()
    DIRECTION = auto()
    KIND_OF = auto()
    PIECE_OF = auto()
    PIECES_OF = auto()
    ZONE_OF = auto()
    NONE = auto()
    OR_NONE = auto()
    LIST_OF = auto()
    SET_OF = auto()
    BAG_OF = auto()
    SORTED_LIST_OF = auto()
    UNKNOWN = auto()
    FIXED_NUMBER = auto()
    NUMBER_OF_COPIES = auto()
    NUMBER_OR_COLLECTION = auto()
    ORDERED_VALUE = auto()
    VALUES_OF_ONE_TYPE = auto()
    LIKE_FIRST_VALUE = auto()
    NAME = auto()
    VALUE = auto()
    FORMULA = auto()
    ELEMENT = auto()
    GIVEN_VALUE = auto()
    START_VALUE = auto()
    ATTRIBUTE = auto()
    WHICH_FIELD = auto()
    WHO_PLAYS = auto()
    BAG = auto()
    LIST = auto()
    COLLECTION_OF_NUMBERS = auto()
    LIST_OF_LISTS = auto()
    LIST_OF_NUMBERS = auto()
    SORTED = auto()
    UNSORTED = auto()
    PLAYERS = auto()
    SORTED_PLAYERS = auto()
    PIECES_OF_ONE_BAG = auto()
    GRID = auto()
    NO_GRID = auto()
    BOARD = auto()
    NO_BOARD = auto()
    PLACE_OF_BOARD = auto()
    PLACE_OF_RING = auto()
    PLACE_OF_RING_AROUND_GRID = auto()
    PLACES_OF_ONE_RING = auto()
    ROUTE = auto()
    PLACES_OR_ROUTES = auto()
    PLACES_WITH_ROUTES = auto()
    KIND = auto()
    NO_KIND = auto()
    PIECE_OF_ONE_BLOCK = auto()
    PIECE_OF_BLOCKS = auto()
    LYING_PIECE = auto()
    PIECE_WITH_SIDES = auto()
    OTHER_KIND = auto()
    LIES_NOWHERE = auto()
    OTHER_ZONE = auto()
    NUMBER_OF = auto()
    ZONE_AS_FOR_ALL = auto()
    RULE = auto()
    NO_RULE = auto()
    NO_ACTION = auto()
    ROW_KEY = auto()
    PLACED_PIECE = auto()
    FORMULA_WITHOUT_FROM = auto()
    WHENEVER = auto()
    A_HISTORY = auto()
    NO_HISTORY = auto()
    HISTORY_NAME = auto()
    ACTION = auto()
    PICK = auto()
    PHASE = auto()
    NO_PHASE = auto()
    FUNCTION = auto()
    NO_FUNCTION = auto()
    BUILTIN_FUNCTION = auto()
    NO_MOVE = auto()
    NAME_OF_RULE = auto()
    RULE_OR_ACTION = auto()
    NAME_OF_MOVE = auto()
    EXTENSIBLE = auto()
    REQUIRE_LINE = auto()
    ENSURE_LINE = auto()
    HOLDS_STATEMENTS = auto()
    NO_STATEMENTS = auto()
    NAMED_DECLARATION = auto()
    IRREPLACEABLE = auto()
    INDEX_TYPE = auto()
    NO_INDEX_TYPE = auto()
    SAME_PARAMETERS = auto()
    SAME_QUANTITY = auto()
    SAME_SELECTION = auto()
    ONE_MEANING = auto()
    ATTRIBUTES_OF_DIFFERENT_TYPES = auto()
    SOMETHING_ELSE = auto()
    ANOTHER_ONE = auto()
    DIFFERENT_ONES = auto()
    DIFFERENT_THINGS = auto()
    ONE_OF = auto()
    WRITTEN = auto()
    WITHOUT_KEY = auto()
    KEY_AND_CHOICE_OF_SEVERAL = auto()
    PLAYER_NUMBERS = auto()
    PLAYER_NUMBER = auto()
    LIST_LONG = auto()
    INDEX = auto()
    ONE_PART = auto()
    PARTS = auto()
    NO_BRACKETS = auto()
    ONE_VALUE_IN_BRACKETS = auto()
    VALUES_IN_BRACKETS = auto()
    LEADING_CELLS = auto()
    ROW_AND_COLUMN = auto()
    COLUMN_NAME = auto()
    CONSECUTIVE_COLUMNS = auto()
    COMPREHENSION = auto()
    BOARD_AND_LENGTH = auto()
    ARGUMENTS_OF = auto()
    SEEN_BY = auto()
    COUNT_HIDDEN = auto()
    TOP_SEEN = auto()
    RESET = auto()
    CAPACITY = auto()
    REFILLED = auto()
    KEY = auto()
    DECLARED = auto()


class Role(Enum):
    """What a name would have to stand for at its place."""

    CHOICE = auto()
    COLUMN = auto()
    COMPONENT = auto()
    DECISION = auto()
    EXAMPLE = auto()
    GRID = auto()
    NAME = auto()
    OPTION = auto()
    LOOP_NAME = auto()
    OWNER = auto()
    PERIOD = auto()
    PHASE = auto()
    PICK = auto()
    REASON = auto()
    ROLL = auto()
    RULE = auto()
    ACTION = auto()
    TABLE = auto()
    LET = auto()
    TYPE = auto()
    VALUE = auto()
    ZONE = auto()
    PLAYERS_LET = auto()
    MOVE = auto()
    START = auto()
    PHASE_OF_ROUNDS = auto()
    KEY_OF_RANKING = auto()
    HISTORY = auto()
    LOCAL_OF = auto()
    RULE_OR_ACTION = auto()
    FIELD_OR_ZONE = auto()
    OWNER_OF_MOVE = auto()
    PART = auto()
    TEAM_TYPE = auto()
    TURN_TYPE = auto()
    PLAYERS_NUMBER = auto()
    BOARD_OWNER = auto()
    PLACE_OF = auto()
    MENU_RULE = auto()
    SELECTION_OF = auto()
    SHARED = auto()
    KIND_OF = auto()
    VALUE_OF = auto()
    PLAYERS_ZONE = auto()
    FIELD = auto()
    BOARD = auto()
    LOCAL = auto()
    PARAMETER = auto()
    SELECTION = auto()


class Amount(Enum):
    """What there is too much of."""

    CELLS = auto()
    EXAMPLES = auto()
    KINDS = auto()
    ALL_KINDS = auto()
    NUMBERS_IN_RANGE = auto()
    NUMBERS = auto()
    SETUPS = auto()
    SETUPS_OF_MANY = auto()
    LOOKUPS = auto()
    PIECES = auto()
    PLACES = auto()
    PLAYERS = auto()
    ROWS = auto()
    LEVELS = auto()
    SEATS = auto()
    STATEMENTS = auto()
    NODES = auto()
    USES = auto()
    ROOM = auto()
    ALL_ROOM = auto()
    ROOM_OF_LIST = auto()
    ROOM_OF_LOCAL = auto()
    VALUES = auto()
    PARTS = auto()
    POSITIONS_IN = auto()
    VALUES_OF_PARTS = auto()


class Clash(Enum):
    """What keeps all players from choosing at the same time."""

    ANOTHER_CHOICE = auto()
    TWO_WAYS = auto()
    EFFECT_BEFORE = auto()


class Change(Enum):
    """What a variant does to the rules that it builds on."""

    SET = auto()
    SET_COPIES = auto()
    REPLACE = auto()
    REPLACE_END = auto()
    REMOVE = auto()
    ADD = auto()
    LIMIT = auto()
    CHANGE = auto()
    ADD_TO = auto()
    ADD_BEFORE = auto()
    ADD_AFTER = auto()
    BREAK = auto()
    """Makes an example fail."""


class WayOut(Enum):
    """How a file that builds on two others says what counts of what they change."""

    SET = auto()
    REPLACE = auto()
    LINE = auto()
    INSERT = auto()
    REMOVE = auto()
    ORDER = auto()
    USE = auto()


class ChangeFlaw(Enum):
    """Why a declaration cannot be changed in this way."""

    TOTAL = auto()
    NO_VALUE = auto()
    NO_CELLS = auto()
    NO_COMPONENT = auto()
    NO_LIMIT = auto()
    NO_MATCH = auto()
    NOT_FOR_SEATS = auto()


class Loop(Enum):
    """What has no limit."""

    ROUNDS = auto()
    PHASE = auto()
    TURNS = auto()
    REPEAT = auto()


class DataFlaw(Enum):
    """What is wrong with tables, boards, components and zones."""

    NOBODY_PLAYS = auto()
    NO_PLACES = auto()
    TOP_OF_NO_PILE = auto()
    THIRD_SIDE = auto()
    SIDES_OF_PLAYERS = auto()
    EIGHT_OF_HEX = auto()
    RING_HEADING = auto()
    RING_ROW = auto()
    COMPONENT_WITHOUT_KINDS = auto()
    EACH_OF_CHANGING = auto()
    NO_NUMBERS = auto()
    COPIES_NOT_FIXED = auto()
    SEVERAL_STARTS = auto()
    CELL_NOT_FIXED = auto()
    NO_ROWS = auto()
    NO_NUMBERS_IN_CELL = auto()
    EMPTY_RANGE = auto()
    TOO_DEEP = auto()
    NO_OWNER = auto()
    REFILL_OF_OTHER_OWNER = auto()
    WRONG_ZONE = auto()
    ZONE_OF_NOBODY = auto()
    NO_FILE = auto()
    EMPTY_FILE = auto()
    BAD_FILE = auto()


class ExampleFlaw(Enum):
    """What is wrong with a line of an example."""

    NO_TURNS = auto()
    NOT_DRAWN = auto()
    NO_FIELD = auto()
    NAMED_NO_FIELD = auto()
    OUTSIDE = auto()
    NO_PIECES = auto()
    WRONG_PIECES = auto()
    WRONG_NUMBER = auto()
    UNNAMED_SELECTION = auto()
    COMPARED_SELECTION = auto()
    GIVEN_IN_START = auto()
    NO_PICTURE = auto()
    NO_VALUE_OF_PLACE = auto()
    GIVEN_TWICE = auto()
    NOT_CHOSEN = auto()
    SEVERAL_PLACES = auto()
    ALL_AT_ONCE = auto()
    TOO_MANY_IN_ZONE = auto()
    TOO_MANY_OF_KIND = auto()
    NOT_SEEN = auto()


class Risk(Enum):
    """How a formula can fail, in a choice."""

    BEST_OF_NOTHING = auto()
    BEST_OF_NO_PASS = auto()
    NOT_ONLY = auto()
    OUTSIDE = auto()
    DIVISION_BY_ZERO = auto()
    INDEX_OUTSIDE = auto()
    LIST_TOO_SHORT = auto()


class SureFlaw(Enum):
    """Why something can never work."""

    VALUE = auto()
    VALUE_OF_FIELD = auto()
    INDEX = auto()
    ELEMENT = auto()
    DIVISION = auto()
    PIECES_THERE = auto()
    ROOM = auto()
    ROOM_OF_NOTHING = auto()
    NO_NUMBER_BETWEEN = auto()
    NO_NUMBERS = auto()
    NOT_SO_MANY = auto()
    NO_PASS = auto()
    REFILLED_FROM_ITSELF = auto()


class Idle(Enum):
    """What a number of 0 makes useless."""

    DRAW = auto()
    MOVE = auto()
    REPEAT = auto()
    CHOICE = auto()


class Misplacement(Enum):
    """What stands where it cannot."""

    ZONE_OF_NUMBERS = auto()
    OWN_PHASE_WITHOUT_TURNS = auto()
    OWN_ORDER_OF_TURNS = auto()
    ATTRIBUTE_TWICE = auto()
    START_VALUE_OF_ZONE = auto()
    LIMIT_OF_SLOT = auto()
    SECOND_DISTINCT = auto()
    DISTINCT_ONE = auto()
    DISTINCT_ROLL = auto()
    SENTENCE_OF_ROLL = auto()
    QUANTITY_OF_MOVE = auto()
    ALTERNATIVE = auto()
    ROLL = auto()
    REQUIRE_IN_ROLL = auto()
    REQUIRE = auto()
    NUMBERED = auto()
    UNTIL_IN_ORDER = auto()
    LIMIT_OF_ONE_TURN = auto()
    DISTINCT_ANSWER = auto()
    SECRET_ANSWER = auto()
    CHANGE_OF_OPTION = auto()
    CHANGE_OF_EXAMPLE = auto()
    SEAT_IN_SEAT = auto()
    CHANGE_OF_GAME = auto()
    CHANGE_OF_VARIANT = auto()
    CHANGE_OF_WHEN = auto()
    CHANGE_OF_PLAYERS = auto()
    ATTRIBUTE_OF_FIELD = auto()
    ATTRIBUTE_OF_BOX = auto()
    ATTRIBUTE_OF_SEATS_ZONE = auto()
    ATTRIBUTE_OF_ZONE = auto()
    END_GAME = auto()
    UNSEEN_TOGETHER = auto()
    UNSEEN_SELECTION = auto()
    UNSEEN_ROLL = auto()
    UNSEEN_OPENING = auto()


Term = Thing | Role | Amount | Clash | Change | Loop | WayOut
Flaw = DataFlaw | ExampleFlaw | Risk | SureFlaw | Misplacement
"""What has an advice besides its words."""
T = TypeVar("T", bound=Term | Flaw)


@frozen
class About(Generic[T]):
    """A term with what it speaks of: `VALUE_OF` is about the name of a type."""

    term: T
    parts: tuple[Part, ...]


def about(term: T, *parts: Part) -> About[T]:
    """A term with the names, numbers and things in it."""
    return About(term, parts)


@frozen
class Names:
    """Several names as one part."""

    names: tuple[str, ...]


Part = str | int | Names | Thing | About[Thing]
Described = Thing | About[Thing]
"""A thing in full: `Thing.NUMBER`, or `about(Thing.VALUE_OF, "colour")`."""
