"""Problems of values: of the wrong type, that may fail, too large."""

from __future__ import annotations

from gamedsl.diagnostics.meant import Meant
from gamedsl.diagnostics.model import Diagnostic, Edit, Fix, FixLevel
from gamedsl.diagnostics.problem import Problem
from gamedsl.semantics.problems.terms import About, Described, Flaw, Part, Thing, advice_on, phrase
from gamedsl.semantics.problems.wording import join_names, quote_name
from gamedsl.source import Span
from gamedsl.values import frozen

# ---------------------------------------------------------------- values of another type


@frozen
class Mismatch(Problem):
    """A value of the wrong type. `instead`: a formula that names the kind of piece by itself. `text`: the source text of the value. `compared`: the
    whole comparison, if its left side is missing."""

    code = "E0401"
    title = "something else is needed"
    expected: Described
    found: Described
    instead: str | None = None
    text: str = "x"
    compared: str | None = None
    sides: tuple[str, ...] = ()
    """The columns of a piece that are called like sides."""
    is_counted: bool = False
    """The value is the element itself, in `count(x for x in S)`."""
    walk: str | None = None
    """The assignment that walks along a board, if a number was added to a place."""
    meant: Meant | None = None
    """The meaning that the line shows."""

    def explain(self) -> Diagnostic:
        if self.walk is not None:
            return self._say(
                f"nothing is added to {phrase(self.found)} in this way",
                "a place is no number",
                help=f"write `{self.walk}`; past the end of a `row` there is `none`",
            )
        needed = phrase(self.expected)
        be = "are" if needed.startswith("pieces ") and self.instead is None and self.compared is None else "is"
        return self._say(
            f"{needed} {be} needed here", f"this is {phrase(self.found)}", help=self._help(), fixes=self._fixes()
        )

    def _fixes(self) -> tuple[Fix, ...]:
        """Returns the edit that writes the intended text, or that completes a comparison."""
        if self.meant is not None or self.compared is None:
            return () if self.meant is None else self.meant.fixes
        return (Fix(f"write `{self.compared}`", (Edit(self.span, self.compared),), FixLevel.PERHAPS),)

    def _help(self) -> str | tuple[str, ...]:
        if self.meant is not None:
            return self.meant.help
        if self.instead is not None:
            return f"write `{self.instead}` alone: it says already which kind is meant"
        if self.sides:
            return f"its columns are {join_names(self.sides, 'and')}: {_wrong_sides(self.sides)}"
        if (
            self.expected is Thing.COLLECTION_OF_NUMBERS
            and isinstance(self.found, About)
            and self.found.term is Thing.LIST_OF
        ):
            return "take a number of each element: `max(count(g) for g in groups(S))`"
        if self.expected is Thing.ROUTES:
            return "only edges have a longest way: give the board edges (`by road`); how far one place is from another is `distance(S, a, b)`"
        if self.expected is Thing.FLAG and self.compared is None and self.is_counted:
            return f"`{self.text}` is each element: which ones are counted is said with `where`, like `count(S where some(piece))`"
        if self.compared is not None:
            return f"each side of `and` and `or` is a whole condition: write `{self.compared}`"
        if self.expected is Thing.ELEMENTS_TO_CHOOSE:
            return "`up to n of …` and `any of …` allow nothing to be chosen"
        if self.found is Thing.NONE and _is_collection(self.expected):
            return "no elements at all are written `[]`"
        if self.found is Thing.NONE and isinstance(self.expected, About) and self.expected.term in _OF_A_TYPE:
            return f"where there may be nothing, the declaration says so: `{self.expected.parts[0]} or none`"
        if self.found is Thing.NONE and self.expected is Thing.PLAYER:
            return "where there may be nobody, the declaration says so: `player or none`"
        return self._as_condition() if self.expected is Thing.FLAG else self._as_one()

    def _as_condition(self) -> str:
        """Returns the advice to turn the value into a condition."""
        thing = self.found.term if isinstance(self.found, About) else self.found
        if thing in _COUNTED:
            return f"write `some({self.text})` or `no({self.text})`: whether anything is there"
        if thing in (Thing.NUMBER, Thing.THE_NUMBER):
            return f"compare it, like `{self.text} > 0`"
        if thing is Thing.OR_NONE:
            return f"compare it: `{self.text} is not none`, or `{self.text} is …`"
        return f"compare it, like `{self.text} is …`"

    def _as_one(self) -> str | tuple[str, ...]:
        """Returns the advice if a piece is needed and its kind is given, or if one thing is needed and several are given."""
        expected, found = self.expected, self.found
        if found is Thing.FLAG and isinstance(expected, About) and expected.term is Thing.OR_NONE:
            return "nothing is `none`; `no` is the opposite of `yes`"
        place = _find_place(expected, found)
        if place is not None:
            return f"the place with this number is `{place}`"
        if expected is Thing.PLAYER and found is not Thing.PLAYER and _is_number(found):
            return "the players are called by their seats: `P1` sits first"
        if not isinstance(found, About):
            return ()
        wanted: Part = expected
        if isinstance(expected, About):
            if expected.term is Thing.PIECE_OF and found.term is Thing.KIND_OF:
                return "a kind lies nowhere, and what is passed here is moved: pass a piece, like the `t` of `for t in first(hand where it is K, 1):`"
            if expected.term is Thing.OR_NONE:
                wanted = expected.parts[0]
        if expected is Thing.NUMBER and found.term in _COUNTED:
            return "how many there are is `count(…)`"
        if found.parts[0] == wanted and found.term is Thing.SORTED_LIST_OF:
            return "`first(…)` is the best of them, and `leaders(…)` are all that share the first place"
        if found.parts[0] == wanted and found.term in (Thing.LIST_OF, Thing.SET_OF):
            return "take one of them: `first(…)`, or `only(…)` if there is exactly one"
        return ()


_OF_A_TYPE = (Thing.VALUE_OF, Thing.PLACE_OF)


def _find_place(one: Described, other: Described) -> str | None:
    """Returns the place of a ring or a row that a number means, if one thing is such a place and the other a number. Their second part is the number of places."""
    if isinstance(one, About) and one.term is Thing.OR_NONE and isinstance(one.parts[0], About):
        one = one.parts[0]
    if not (isinstance(one, About) and isinstance(other, About) and other.term is Thing.THE_NUMBER):
        return None
    match one.term, one.parts, other.parts:
        case Thing.PLACE_OF, (str(board), int(count)), (int(number),) if 1 <= number <= count:
            return f"{board}[{number}]"
        case _:
            return None


_FOUR = ("north", "east", "south", "west")
_SIX = ("north", "northeast", "east", "south", "southwest", "west")


def _wrong_sides(columns: tuple[str, ...]) -> str:
    """Says which columns for sides are missing or too many."""
    ring = min((_FOUR, _SIX), key=lambda ring: len(set(ring) ^ set(columns)))
    missing = tuple(side for side in ring if side not in columns)
    needless = tuple(side for side in columns if side not in ring)
    said = [f"{join_names(missing, 'and')} {'is' if len(missing) == 1 else 'are'} missing"] if missing else []
    said += [f"{join_names(needless, 'and')} {'is' if len(needless) == 1 else 'are'} too many"] if needless else []
    return f"for {'four' if ring is _FOUR else 'six'} sides, {', and '.join(said)}"


def _is_number(thing: Described) -> bool:
    return (thing.term if isinstance(thing, About) else thing) in (Thing.NUMBER, Thing.THE_NUMBER)


_COUNTED = frozenset([Thing.LIST_OF, Thing.SET_OF, Thing.BAG_OF, Thing.PIECES_OF, Thing.ZONE_OF])


@frozen
class NotComparable(Problem):
    """A comparison between values that cannot be compared. `instead`: the correct test whether one thing is among several. `wanted`: the value needed before
    `in`. `whole`: the named component, if a single piece was intended."""

    code = "E0402"
    title = "two things that cannot be compared"
    left: Described
    right: Described
    instead: str | None = None
    wanted: Described | None = None
    whole: str | None = None
    part: tuple[Span, str] | None = None
    """A side, and what of it can be compared with the other one: `count({})`."""
    meant: Meant | None = None
    """The meaning in the words of the line."""
    of_all: tuple[str, str] | None = None
    """A component, and what all its pieces have: `card`, `card.worth`, if one piece may be intended."""

    def explain(self) -> Diagnostic:
        label, fixes = "", () if self.meant is None else self.meant.fixes
        if self.of_all is not None:
            name, path = self.of_all
            it = path.replace(name, "it", 1)
            label = f"`{path}` means all kinds of `{name}`"
            named = path.replace(name, "one", 1)
            help = f"inside `where` one piece is `it`, as in `{it}`; around another `where` it needs a name, as in `… as one where … {named}`"
        elif self.meant is not None:
            help = self.meant.help
        elif self.whole is not None:
            label = f"`{self.whole}` means all kinds of `{self.whole}`"
            help = "inside `where` one piece is `it`, and elsewhere it has the name that a `for` or `choose` gives it"
            if self.instead is not None:
                help = f"say where the piece lies, like `{self.instead}`; {help}"
        elif self.wanted is not None:
            help = f"in front of `in` belongs {phrase(self.wanted)}: `in` asks whether it is an element"
        elif self.instead is not None:
            help = f"to ask whether it is one of them, write `{self.instead}`"
        elif Thing.NONE in (self.left, self.right) and (_is_collection(self.left) or _is_collection(self.right)):
            help = "whether it is empty is asked with `no(…)`, and `[]` stands for no elements at all"
        else:
            place = _find_place(self.left, self.right) or _find_place(self.right, self.left)
            help = "both sides must be values of one sort"
            help = help if place is None else f"the place with this number is `{place}`"
        what = f"{phrase(self.left)} cannot be compared with {phrase(self.right)}"
        return self._say(what, label, help=help, fixes=fixes)


def _is_collection(what: Described) -> bool:
    return (what.term if isinstance(what, About) else what) in _COUNTED


@frozen
class WrongArguments(Problem):
    code = "E0404"
    title = "too much or too little in brackets"
    name: str
    expected: Described
    found: int
    meant: Meant | None = None
    """The meaning that the line shows."""

    def explain(self) -> Diagnostic:
        help = {
            "no": "which elements are meant is said with `where`: `no(hand where suit is Red)`; `not any(… for x in S)` goes through them",
            "any": "whether there is something is `some(explorers)`, and whether there is nothing `no(explorers)`; `any(… for x in S)` goes through them",
            "some": "which elements are meant is said with `where`: `some(hand where suit is Red)`; `any(… for x in S)` goes through them",
            "left": "the next player, clockwise, is `left(me)`",
            "right": "the player before, counter-clockwise, is `right(me)`",
        }
        return self._say(
            f"`{self.name}` takes {phrase(self.expected)}",
            f"{self.found} given" if self.found else "nothing given",
            help=self.meant.help
            if self.meant
            else help.get(self.name) or self._of_two() or self._parts() or self._index(),
            fixes=self.meant.fixes if self.meant else (),
        )

    def _index(self) -> str | tuple[str, ...]:
        if self.expected is not Thing.INDEX:
            return ()
        return f"there are several of it: say which one is meant, as `{self.name}[x]`"

    def _of_two(self) -> str:
        """Returns the advice for `count(hand, Red)`, and for two places without the set through which the way leads."""
        if self.found != 2 or self.name not in ("count", "connected", "distance"):
            return ""
        if self.name == "count":
            return "which elements are counted is said with `where`: `count(hand where it is Red)`"
        return f"the first part says over which places the way may lead: `{self.name}(cell, a, b)`"

    def _parts(self) -> tuple[str, ...]:
        """Returns the advice for several parts, if only one number is given."""
        if not isinstance(self.expected, About) or self.expected.term is not Thing.PARTS or self.found != 1:
            return ()
        return (f"a `,` stands between them, like `{self.name}[1, 2]`",)


@frozen
class CannotAssign(Problem):
    code = "E0414"
    title = "something that cannot be set"
    what: str
    is_zone: bool = False
    several: tuple[str, str] | None = None
    """The text before the dot, if it may be several things, and the field behind it."""
    meant: Meant | None = None
    """The meaning that the line shows."""
    declared: Meant | None = None
    """The declaration as a field, if the name is declared with `let` among fields."""

    def explain(self) -> Diagnostic:
        if self.several is not None:
            of, field = self.several
            return self._say(
                f"{quote_name(self.what)} cannot be set",
                f"`{of}` may be several",
                help=(
                    f"set it for each of them: `for p in {of}: p.{field} = …`",
                    f"or take one: `first({of})`, or `only({of})` if there is exactly one",
                ),
            )
        help = "only fields change: declare one under `shared:` or `each player:`"
        if self.is_zone:
            help = f"pieces move: `move {self.what} to …` empties it, and `move … to {self.what}` fills it"
        help, fixes = (help, ()) if self.meant is None else (self.meant.help, self.meant.fixes)
        label = "this is a zone" if self.is_zone else "this is no field"
        if self.declared is not None:
            label = "a `let` is a formula, and nothing sets it"
            help, fixes = f"a field is declared without `let`: `{self.declared.shown}`", self.declared.fixes
        return self._say(f"{quote_name(self.what)} cannot be set", label, help=help, fixes=fixes)


# ---------------------------------------------------------------- values that may not exist

_CLEAR = "a choice must be clear in every position"


@frozen
class MayBeNone(Problem):
    """A formula in a choice that may be none (`what` is its source text), although such formulas must not fail. `is_none`: a condition that holds there
    states that it is none."""

    code = "E0405"
    title = "a choice that depends on what may be none"
    what: str
    is_none: bool = False

    def explain(self) -> Diagnostic:
        if self.is_none:
            shown = "what this formula gives" if self.what == "this" else f"`{self.what}`"
            return self._say(
                f"{shown} is none here",
                "the test before it leaves only what is none",
                help="this is looked at only where the test holds: write `… is not none and …` or `… is none or …`",
            )
        if self.what == "this":
            return self._say(
                "what this formula gives may be none here",
                _CLEAR,
                help="test first the part that may be none, `x is not none and …`, or say what counts instead: `… if x is not none else 0`",
            )
        return self._say(
            f"`{self.what}` may be none here",
            _CLEAR,
            help=f"test it first: `{self.what} is not none and …` or `… if {self.what} is not none else …`",
        )


class Risk(Flaw):
    """Ways in which a formula in a choice can fail."""

    BEST_OF_NOTHING = ("`{0}` of what may be nothing", "add a value that is always there: `{0}([0] + …)`")
    BEST_OF_NO_PASS = ("`{0}` of what may be nothing", "write `{0}([0] + …)` or test `some(…)` first")
    NONE_AMONG = (
        "`{0}` of values of which one may be none",
        "leave these out: `{0}(x for x in … where x is not none)`",
    )
    NOT_ONLY = (
        "`only` of what may not be exactly one",
        "use `first(…)`, after a test that there is one: `some(…) and …`; whether there is exactly one asks `count(…) is 1`",
    )
    OUTSIDE = ("this may lie outside {0}..{1}", "limit it with `min(…)` or `max(…)`")
    DIVISION_BY_ZERO = ("this divides by a number that may be 0", "say what happens then, with `if`")
    INDEX_OUTSIDE = ("the index may lie outside {0}..{1}", "limit it with `min(…)` or `max(…)`, or test it first")
    LIST_TOO_SHORT = (
        "the list may be shorter than this index",
        "use `first(…)` or `last(…)`, or test `count(…)` first",
    )


@frozen
class MayFail(Problem):
    """A formula in a choice that may fail: an index out of range, a division by zero, the maximum of nothing."""

    code = "E0406"
    title = "a choice that depends on what may not exist"
    risk: Risk | About[Risk]

    def explain(self) -> Diagnostic:
        what, help = advice_on(self.risk)
        return self._say(what, _CLEAR, help=help)


# ---------------------------------------------------------------- values and their ranges


@frozen
class NotConstant(Problem):
    code = "E0408"
    title = "a value that is not fixed"
    what: Described

    def explain(self) -> Diagnostic:
        return self._say(
            f"{phrase(self.what)} must be fixed before the game starts",
            "this changes during the game, or is too long to work out before it",
            help="use numbers, values and `let` names of such",
        )


@frozen
class OutOfRange(Problem):
    code = "E0409"
    title = "a value outside its range"
    message = "{value} is outside {range}"
    help = "change the value or the range"
    value: str
    range: str


@frozen
class TooWide(Problem):
    code = "E0410"
    title = "a number that may become too large"
    message = "this number may become too large"
    label = "it may be anything from {low} to {high}"
    help = "give its fields a range, like `points: 0..200 = 0`"
    low: int
    high: int
