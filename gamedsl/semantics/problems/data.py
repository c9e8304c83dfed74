"""Tables, boards and components, and how large a game may be."""

from __future__ import annotations

from gamedsl.diagnostics.meant import Meant
from gamedsl.diagnostics.model import Diagnostic, Edit, Fix, FixLevel, Label
from gamedsl.diagnostics.problem import Problem
from gamedsl.graph.analysis.number_words import WORDS
from gamedsl.semantics.problems.terms import About, Described, Flaw, Term, advice_on, phrase
from gamedsl.semantics.problems.wording import advice_on_name, join_names
from gamedsl.source import Span
from gamedsl.values import evolve, frozen

# ---------------------------------------------------------------- amounts


class Amount(Term):
    """Things that can be too many."""

    CELLS = "cells of `{}`"
    EXAMPLES = "examples that build on each other"
    KINDS = "kinds of `{}`"
    ALL_KINDS = "kinds of all components up to `{}`"
    NUMBERS_IN_RANGE = "numbers in this range"
    NUMBERS = "numbers of `{}`"
    SETUPS = "numbers of players and values of {} together"
    SETUPS_OF_MANY = "numbers of players and values of {} options together"
    LOOKUPS = "numbers to look up in `{}`"
    PIECES = "pieces of `{}`"
    PLACES = "places of `{}`"
    PLAYERS = "players of `{}`"
    ROWS = "rows of `{}`"
    LEVELS = "rules and lets inside each other"
    SEATS = "seats with all players"
    STATEMENTS = "statements, with those of the rules that are called"
    NODES = "steps in the graph of `{}`"
    USES = "uses of rules and lets inside each other"
    ROOM = "values and pieces in `{}`"
    ALL_ROOM = "values and pieces in all fields and zones up to `{}`"
    ROOM_OF_LIST = "values in the list of this `for`"
    ROOM_OF_LOCAL = "values in `{}`"
    VALUES = "values of `{}`"
    POSES = "ways in which the shapes of `{}` can lie"
    PLACEMENTS = "ways to lay `{}` on `{}`"
    PARTS = "{}-element parts"
    POSITIONS_IN = "positions in `{}`"
    VALUES_OF_PARTS = "values of all parts of `{}`"


@frozen
class TooMany(Problem):
    code = "E0606"
    title = "more than can be handled"
    what: Amount | About[Amount]
    found: int
    limit: int

    def explain(self) -> Diagnostic:
        # The exact digits of such large products help nobody.
        number = str(self.found) if self.found < 10**12 else "more than a million million"
        return self._say(
            f"there are {number} {phrase(self.what)}, more than can be handled", help=f"{self.limit} are the most"
        )


@frozen
class HardToCheck(Problem):
    """Checking has used up its `limit` of steps, at the declaration `name` of one of the `setups`."""

    code = "E0608"
    title = "more work than checking may be"
    name: str
    setup: int
    setups: int
    limit: int

    def explain(self) -> Diagnostic:
        if self.setup == 1:
            return self._say(
                f"checking takes more than {self.limit} steps; it came as far as `{self.name}`",
                "stopped here",
                help="make this and what it uses smaller: shorter ranges, fewer rows, fewer uses of long rules",
            )
        return self._say(
            f"`{self.name}` can be set up in {self.setups} ways, which takes more than {self.limit} steps to check",
            f"stopped in way {self.setup}",
            help="take fewer options or numbers of players, or shorter rules",
        )


@frozen
class TooFull(Problem):
    """More pieces start in a zone than it can hold."""

    code = "E0607"
    title = "a zone that is too full from the start"
    zone: str
    found: int
    limit: int

    def explain(self) -> Diagnostic:
        pieces = "1 piece" if self.limit == 1 else f"{self.limit} pieces"
        return self._say(
            f"`{self.zone}` has room for {pieces}, and {self.found} start there",
            "with these it is too full",
            help="start fewer pieces there, or change the limit of the zone; a `slot` holds one piece",
        )


# ---------------------------------------------------------------- rows and cells


@frozen
class WrongTotal(Problem):
    """A component whose copies do not add up to the required total. `at` is the component, if the reported line is the line of a variant that changes its
    copies. `is_headless`: its table has a single row, which is taken for the names of the columns. `each`: the type and the number, if that row is `8 of
    each ware`."""

    code = "E0601"
    title = "a wrong total"
    name: str
    declared: int
    found: int
    at: Span | None = None
    is_headless: bool = False
    each: tuple[str, int] | None = None

    def explain(self) -> Diagnostic:
        promised = f"{self.declared} are promised here"
        if self.each is not None:
            of, number = self.each
            return self._say(
                f"the rows make {self.found} of `{self.name}`, not {self.declared}",
                promised,
                help=f"write `{of}  count` in the first row, and below it `each {of}  {number}`",
            )
        if self.at is None:
            return self._say(
                f"the rows make {self.found} of `{self.name}`, not {self.declared}",
                promised,
                help="the first row has the names of the columns: write `name  count` or the like above it"
                if self.is_headless
                else "correct the copies in the rows, or the number",
            )
        return self._say(
            f"with this there are {self.found} of `{self.name}`, not {self.declared}",
            "this changes their number",
            others=(Label(self.at, promised),),
            help=f"write `set component {self.found} {self.name}` too, or change the copies of another kind by as many",
        )


@frozen
class WrongWidth(Problem):
    code = "E0602"
    title = "a row with too many or too few cells"
    expected: int
    found: int
    is_heading: bool = False
    """Whether it is the heading of a table, and all rows below it agree."""
    nouns: tuple[tuple[Span, str], ...] = ()
    """Words behind numbers without which the row would have the right width, each with its place."""

    def explain(self) -> Diagnostic:
        cells = "1 cell" if self.found == 1 else f"{self.found} cells"
        if self.is_heading and self.found < self.expected:
            return self._say(
                f"this heading has {cells}, and the rows below it have {self.expected}",
                help="every column has a heading; that of the numbers of pieces is their zone, like `@deck`",
            )
        message = f"this row has {cells}, and {self.expected} are needed"
        if self.nouns:
            return self._say(
                message,
                help=f"a cell holds the number alone: leave out {join_names(tuple(word for _, word in self.nouns), 'and')}",
                fix=Fix("leave out the words behind numbers", tuple(Edit(place, "") for place, _ in self.nouns)),
            )
        return self._say(message, help="an empty cell is written `.`")


@frozen
class WrongHeight(Problem):
    code = "E0603"
    title = "a picture with too many or too few rows"
    what: About[Amount]
    expected: int
    found: int

    def explain(self) -> Diagnostic:
        return self._say(f"there are {self.found} {phrase(self.what)}, and {self.expected} are needed")


@frozen
class BadCell(Problem):
    """A cell whose content does not fit its column. `column`: the heading; None for the number of copies. `known`: the values that fit, if they have
    names. `turned`: this cell and its neighbour, and the two in the other order, if exchanging them would correct the row. `is_column`: no word of
    the column fits."""

    code = "E0604"
    title = "a cell that does not fit its column"
    text: str
    column: str | None
    expected: Described
    known: tuple[str, ...] = ()
    turned: tuple[Span, str] | None = None
    is_column: bool = False

    def explain(self) -> Diagnostic:
        where = "number of copies" if self.column is None else self.column
        if self.is_column:
            help: tuple[str, ...] = (
                f"no word below `{where}` does: the names of the rows stand below `name`, and other words are values of a type",
            )
            fixes: tuple[Fix, ...] = ()
        elif self.text.lower() in WORDS:
            help = ()
            number = str(WORDS.index(self.text.lower()))
            fixes = (Fix(f"write `{number}`", (Edit(self.span, number),), FixLevel.PERHAPS),)
        elif self.column is not None and self.turned is not None:
            cells, words = self.turned
            help = (f"the cell beside it fits: did you mean `{' '.join(words.split())}`?",)
            fixes = (Fix(f"write `{words}`", (Edit(cells, words),), FixLevel.PERHAPS),)
        else:
            help, fixes = advice_on_name(self.span, self.text, self.known)
        return self._say(
            f"`{self.text}` does not fit into `{where}`", f"needed: {phrase(self.expected)}", help=help, fixes=fixes
        )


@frozen
class SameKey(Problem):
    """A row of a table with the key of an earlier row, if the table is read by its keys."""

    code = "E0609"
    title = "two rows with the same key"
    table: str
    first: Span

    def explain(self) -> Diagnostic:
        return self._say(
            f"two rows of `{self.table}` have the same key",
            "this row is never found",
            others=(Label(self.first, "this row is found"),),
            help="give one of them another key, or remove it",
        )


# ---------------------------------------------------------------- other mistakes in data

_PUT_FILE = "put a CSV file with a heading beside the rules"


class DataFlaw(Flaw):
    """Mistakes in tables, boards, components and zones."""

    NOBODY_PLAYS = ("`players {0} to {1}` leaves nobody to play", "write the smaller number first, from 1 on")
    NO_PLACES = ("`{0}` has no places", "write how many rows, columns or places")
    TOP_OF_NO_PILE = ("`{0}` has no top", "only a `pile` has one: leave out `, top seen`")
    THIRD_SIDE = ("`{0}` has three sides", "two kinds are the sides of one piece: each names the other one")
    SIDES_OF_PLAYERS = (
        "pieces of players have one side",
        "leave out `each player`, and keep the pieces in zones of the players",
    )
    EIGHT_OF_HEX = (
        "`{0}` is a grid of hexagons, and a hexagon has six neighbours",
        "leave out `hex`, or leave out `, eight neighbours`",
    )
    CALLED_BY_WORD = ("`{0}` is no letter", "columns and rows are called by letters or by numbers: `columns a to h`")
    CALLED_TWO_WAYS = (
        "`{0}` and `{1}` do not begin the same alphabet",
        "write both in small letters, or both in capitals",
    )
    CALLED_TOO_FEW = ("`{0} to {1}` are {2} names, and `{3}` has {4} {5}", "name each of them once")
    CALLED_WITHOUT_NOTHING = ("`{0}` is not one of the letters {1} to {2}", "leave out `without {0}`")
    CALLED_ALIKE = (
        "columns and rows of `{0}` are both called by {1}",
        "call one of them by letters and the other one by numbers: `columns a to h, rows 1 to 8`",
    )
    CALLED_WITHOUT_LETTERS = (
        "`{0}` has {1} columns, and there are 26 letters",
        "say what the columns are called: `columns 1 to {1}`, and the rows by letters",
    )
    RING_HEADING = ("the first row is the heading `name  corner`", "write the corners below it")
    RING_ROW = ("a row of a ring names one corner", "e.g. `Harbour  top_left`; corners are {0}")
    EDGE_HEADING = (
        "the rows of `{0}` do not name the two ends of an edge",
        "write `name  from  to` at the beginning of the heading, and the attributes behind them",
    )
    COMPONENT_WITHOUT_KINDS = (
        "a component takes rows, a number of copies, or a range of numbers",
        "e.g. `component card: 1..13`",
    )
    EACH_OF_CHANGING = ("`each {0}` needs a type or a fixed set of values", "name a type, or a `let` of constants")
    NO_NUMBERS = ("there are no numbers for `{0}`", "write the smaller number first")
    COPIES_NOT_FIXED = ("a number of copies must be a fixed number from 0", "write the number")
    SEVERAL_STARTS = ("`{0}` starts in several zones", "say which one: `set copies of … in zone = …`")
    CELL_NOT_FIXED = ("the new content of a cell must be a name, a number, yes, no or none", "write the value itself")
    NO_ROWS = ("the table `{0}` has no rows", "add rows below the heading")
    NO_NUMBERS_IN_CELL = ("`each {0}..{1}` has no numbers", "write the smaller number first")
    EMPTY_RANGE = ("there is no number from {0} to {1}", "write the smaller number first")
    TOO_DEEP = ("`{0}` holds rules, blocks and formulas too deep inside each other", "divide it")
    NO_OWNER = ("a shared zone has no owner", "write `seen by nobody`, or move it to an `each player:` block")
    REFILL_OF_OTHER_OWNER = (
        "`{0}` is not one zone for each `{1}`",
        "refill from a shared zone, or from one of the same owner",
    )
    REFILL_OF_OTHER_PIECES = (
        "`{1}` cannot be refilled from `{0}`: a `{2}` never lies there",
        "name the zone to which its own pieces are discarded",
    )
    WRONG_ZONE = ("`{0}` holds no `{1}`", "add `or {1}` to its type")
    ZONE_OF_NOBODY = (
        "there are several zones `{0}`, and these pieces belong to none of them",
        "start them in a shared zone and move them in `setup:`",
    )
    NO_FILE = ("the rows in `{0}` cannot be read: there is no such file", _PUT_FILE)
    EMPTY_FILE = ("the rows in `{0}` cannot be read: it has no rows", _PUT_FILE)
    BAD_FILE = ("the rows in `{0}` cannot be read: it is no CSV text: {1}", _PUT_FILE)


@frozen
class BadData(Problem):
    """Any other mistake in tables, boards and components."""

    code = "E0605"
    title = "data that do not fit together"
    flaw: DataFlaw | About[DataFlaw]

    def explain(self) -> Diagnostic:
        what, help = advice_on(self.flaw)
        return self._say(what, help=help)


# ---------------------------------------------------------------- shapes


class ShapeFlaw(Flaw):
    """Mistakes in the pictures of shapes."""

    NO_SHAPES = ("`{0}` has no shapes", "draw each one in a line: `Corner: X X / X .`")
    NO_SQUARES = ("the shape `{0}` has no squares", "`X` is a square, `.` is none, and `/` begins the next row")
    SAME_SHAPE = ("the shape `{0}` is the same as `{1}`", "leave one of them out, or change its picture")


@frozen
class BadShape(Problem):
    """A mistake in the picture of a shape."""

    code = "E0610"
    title = "a shape that cannot be used"
    flaw: ShapeFlaw | About[ShapeFlaw]

    def explain(self) -> Diagnostic:
        what, help = advice_on(self.flaw)
        return self._say(what, help=help)


# ---------------------------------------------------------------- growing boards


class GrowthFlaw(Flaw):
    """Mistakes about boards without an edge."""

    NO_PIECES = ("`{0}` is for no pieces", "write how many pieces can lie on it: `grid {0} without edge for 22 pieces`")
    TOO_MANY_PIECES = (
        "`{0}` would need {1} places, and a board has at most {2}",
        "{3} pieces are the most; if fewer of them can lie beside each other, write that number",
    )
    TOO_FEW_PIECES = ("`{0}` is for {1} pieces, and {2} can be laid on it", "write `for {2} pieces`")
    MORE_ON_THEM = (
        "`{0}` is for {1} pieces, and {2} can be laid on it",
        "write `for {2} pieces`; or, if other pieces lie on those of `{3}` only, `for {4} {3}`",
    )
    LAYER = (
        "`{0}` has no edge, so no picture shows all its places",
        "leave out the layer `{1}`; `each {0}:` has fields with a start value",
    )
    NO_ROWS = (
        "`{0}` has no edge, so its rows and columns have no number, no beginning and no end",
        "say where a place is by what is beside it: `neighbours`, `step`, `ray`",
    )
    NO_RIM = ("`{0}` has no edge, so nothing can lie around it", "put the ring around a grid with rows and columns")
    WITH_EDGE = (
        "`{0}` has an edge: its places are there from the beginning",
        "write `grid {0} without edge for … pieces`, or say which places are meant: `{0} where …`",
    )
    PICTURE_WITHOUT_MIDDLE = (
        "a picture of `{0}` shows what lies around its first place, and this one has no middle",
        "write an odd number of rows, with the same odd number of cells in each: the one in the middle is `{0}[0, 0]`",
    )
    PICTURE_TOO_LARGE = (
        "the pieces of `{0}` do not reach so far from its first place",
        "move all of it: only what lies beside what counts",
    )
    NOTHING_TO_LAY = ("nothing can be laid on `{0}`", "give its places a zone or a field: `each {0}: {1}: slot of {1}`")


@frozen
class BadGrowth(Problem):
    code = "E0611"
    title = "a board without an edge, used like one with an edge"
    flaw: About[GrowthFlaw]

    def explain(self) -> Diagnostic:
        what, help = advice_on(self.flaw)
        return self._say(what, help=help)


@frozen
class NeedsType(Problem):
    code = "E0411"
    title = "a field or parameter without a type"
    message = "it is not clear what `{name}` can hold"
    help = "say so: `{name}: 0..20`, `{name}: player` or `{name}: player or none`"
    name: str
    meant: Meant | None = None
    """The meaning that the line shows."""

    def explain(self) -> Diagnostic:
        told = Problem.explain(self)
        return told if self.meant is None else evolve(told, help=(self.meant.help,), fixes=self.meant.fixes)
