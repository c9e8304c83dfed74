"""Problems of worked examples."""

from __future__ import annotations

from gamedsl.diagnostics.model import Diagnostic
from gamedsl.diagnostics.problem import Problem
from gamedsl.semantics.problems.terms import About, Flaw, advice_on
from gamedsl.values import frozen


class ExampleFlaw(Flaw):
    """Mistakes in lines of examples."""

    NO_TURNS = ("in `{0}` nobody takes turns", "leave out `as …:`")
    NOT_DRAWN = ("{0} cannot be drawn", "name the kinds that are drawn")
    NO_FIELD = ("this is no field", "write `field = value`")
    NAMED_NO_FIELD = ("`{0}` is no field", "zones are filled with `zone: pieces`")
    OUTSIDE = ("{0} is outside {1}..{2}", "give a value that the field can hold")
    NO_PIECES = ("`{0}` cannot hold {1}", "name kinds of its pieces, as `3 Horse, Boat`")
    JOINED_PIECES = ("`and` stands between two conditions", "pieces are listed with commas: `{0}`")
    WRONG_PIECES = ("`{0}` holds no pieces of this kind", "check which zone they belong to")
    WRONG_NUMBER = ("`{0}` has {1} selections", "list one value for each of them, in order")
    UNNAMED_SELECTION = ("a move names its selections", "write `{0}(selection = value)`")
    COMPARED_SELECTION = ("a selection gets its value with `=`", "write `{0} = …`: `is` only compares")
    GIVEN_IN_START = ("a start has no `given:`", "write these lines directly below `start NAME:`")
    NO_PICTURE = ("`{0}` cannot be drawn", "write `board.field:` for a grid, ring or row")
    NO_VALUE_OF_PLACE = ("`{0}` is no value of a place", "write one value for each place")
    GIVEN_TWICE = ("`{0}` is given twice", "remove one of the two lines")
    NOT_CHOSEN = ("{0} cannot be chosen", "name a kind of piece")
    SEVERAL_PLACES = ("play goes on in one place", "leave out all of these lines but one")
    ALL_AT_ONCE = ("in `{0}` all choose at once", "leave out `as …:`")
    TOO_MANY_IN_ZONE = ("`{0}` holds at most {1}, not {2}", "give it fewer pieces")
    TOO_MANY_OF_KIND = ("{0} {1} are needed, and the game has {2}", "give fewer of them")
    NOT_TOLD = (
        "no line that this sentence tells says what `{0}` is",
        "write `then {0} is …` below the sentence, before the next one",
    )
    NEARLY_TOLD = ("no line that this sentence tells says what `{0}` is", "did you mean `{1}`?")
    NOT_SEEN = ("`{0}` is neither a zone nor a field", "name one zone or field, as `Bob.hand`")


@frozen
class BadExample(Problem):
    code = "E0801"
    title = "a line of an example that cannot be"
    flaw: ExampleFlaw | About[ExampleFlaw]

    def explain(self) -> Diagnostic:
        what, help = advice_on(self.flaw)
        return self._say(what, help=help)


@frozen
class LeavesNothingOut(Problem):
    """A line `remove examples broken by name` that removes no example."""

    code = "W0913"
    title = "a line that leaves out no example"
    message = "no example is broken by `{name}`"
    label = "this line leaves nothing out"
    help = "leave the line away, or name what breaks examples: `gamedsl test` says which change it is"
    name: str
