"""Problems of the course of play: circles, limits, order, misplaced lines."""

from __future__ import annotations

from typing import Literal

from gamedsl.diagnostics.model import Diagnostic, Edit, Fix, Label
from gamedsl.diagnostics.problem import Problem
from gamedsl.semantics.problems.terms import About, Flaw, Term, advice_on, phrase
from gamedsl.semantics.problems.wording import join_names
from gamedsl.source import Span
from gamedsl.values import frozen

# ---------------------------------------------------------------- circles and limits


@frozen
class Recursion(Problem):
    """A circle of rules that call each other, or of formulas that need each other; `of` tells which."""

    code = "E0501"
    title = "a rule that leads back to itself"
    names: tuple[str, ...]
    of: Literal["rules", "formulas"] = "rules"
    chain: tuple[str, str] | None = None
    """A rule of the circle that can run once for each value of its parameter, with the parameter."""

    def explain(self) -> Diagnostic:
        first = self.names[0]
        if self.of == "formulas":
            return self._say(
                f"`{first}` leads back to itself",
                f"in its own formula `{first}` means itself",
                help=f"if something else is meant that is called `{first}`, choose another name for one of them",
            )
        return self._say(
            f"`{first}` leads back to itself",
            _circle(self.names),
            help="what happens several times is a `repeat up to 3:`, or a turn of its own" + self._describe_limited(),
        )

    def _describe_limited(self) -> str:
        if self.chain is None:
            return ""
        rule, of = self.chain
        return f"; in a chain reaction `{rule}` runs `, once for each {of}`"


def _circle(names: tuple[str, ...]) -> str:
    return " > ".join(f"`{name}`" for name in (*names, names[0]))


@frozen
class AsksItself(Problem):
    """A `can` that depends on its own answer. `names` lead from the action back to itself."""

    code = "E0622"
    title = "a `can` that asks about itself"
    names: tuple[str, ...]

    def explain(self) -> Diagnostic:
        return self._say(
            f"whether `{self.names[0]}` can be chosen depends on this very question",
            _circle(self.names),
            help="what is asked here cannot decide what may be chosen: test something else, or ask after the choice",
        )


class Loop(Term):
    """Loops without a limit."""

    ROUNDS = "these rounds"
    PHASE = "a phase that is repeated"
    TURNS = "these turns"
    REPEAT = "this `repeat`"


@frozen
class NoLimit(Problem):
    """A loop without a limit. A limit can be written at `at`, for example `text`."""

    code = "E0502"
    title = "no limit"
    what: Loop
    at: Span
    text: str

    def explain(self) -> Diagnostic:
        promise = self.text.strip(" ,")
        before = {Loop.REPEAT: "repeat ", Loop.ROUNDS: "rounds "}.get(self.what, "…, ")
        return self._say(
            f"there is no limit to {phrase(self.what)}",
            "this might never end",
            help=(
                f"`{before}up to 5` ends it after five, as a rule of the game",
                f"`{before}{promise}` promises that it ends by itself before",
            ),
            fixes=(Fix(f"write `{promise}`", (Edit(self.at, self.text),)),),
        )


@frozen
class SlowFormula(Problem):
    """A formula that iterates over about `number` elements each time it is computed."""

    code = "W0914"
    title = "a formula that makes the game slow"
    number: int

    def explain(self) -> Diagnostic:
        rounded = round(self.number, 2 - len(str(self.number)))  # to the first two digits
        return self._say(
            f"this goes through about {rounded:,} elements each time",
            "this makes the game slow",
            help="go through what is near, or through one line, or keep the answer in a field that moves change",
        )


@frozen
class NeverRuns(Problem):
    """A statement after `end game` in the same block."""

    code = "W0920"
    title = "a line behind the end of the match"
    message = "this never runs"
    label = "the match has ended before"
    help = "put it in front of `end game`, or into the `end` part"


# ---------------------------------------------------------------- order


class Clash(Term):
    """Reasons why players cannot all choose at the same time."""

    ANOTHER_CHOICE = "another choice"
    TWO_WAYS = "this choice is reached in two ways"
    EFFECT_BEFORE = "this happens before the choice"


@frozen
class TogetherTwice(Problem):
    code = "E0507"
    title = "something before all have chosen"
    phase: str
    what: Clash

    def explain(self) -> Diagnostic:
        return self._say(
            f"in `{self.phase}` all choose at once, before anything else happens",
            phrase(self.what),
            help="let the body begin with its one choice, or leave out `together`",
        )


@frozen
class NeedsOrder(Problem):
    code = "E0508"
    title = "pieces without an order"
    message = "in which order do these pieces come onto `{zone}`?"
    label = "everybody sees its order"
    help = "move them one by one, write `, in any order` if nobody asks for the order, or make one of the two zones a `bag`"
    zone: str


@frozen
class EqualInPile(Problem):
    """A move of equal pieces of a pile that are neither the top-most nor the lowest of their kind, or a read of their order."""

    code = "E0513"
    title = "equal pieces in a pile"
    message = "these pieces cannot be told from equal ones in the pile"
    label = "equal pieces can lie in other places of the pile"
    help = (
        "of equal pieces the top-most ones leave a pile, or the lowest ones: take pieces one by one from its top "
        "(`repeat up to 3: move last(pile) to held`), or move the upper part to a pile of its own first, and take them "
        "there"
    )


@frozen
class UnknownOrder(Problem):
    """A formula that reads the order of a shuffled pile."""

    code = "E0512"
    title = "the order of a shuffled pile"
    message = "nobody knows in which order `{zone}` lies"
    label = "it is shuffled, or lies unordered from the start"
    help = (
        "`peek {zone}` first, draw from it (`draw 1 from {zone}`, of the lowest pieces `draw 1 from under {zone}`), or "
        "keep the piece that is meant in a zone of its own; `unordered({zone}) is […]` compares without an order"
    )
    zone: str


@frozen
class NotJudged(Problem):
    """An `ensure` that judges no move: play can reach it without a preceding choice of a single player. `after` tells what comes in between."""

    code = "E0620"
    title = "an `ensure` that judges no move"
    name: str
    after: Literal["start", "roll", "draw", "order", "together"]
    other: Span | None = None
    """The place of the roll or draw."""

    def explain(self) -> Diagnostic:
        why = {
            "start": "play comes here before anybody has chosen",
            "roll": "play comes here after a roll, with no choice in between",
            "draw": "play comes here after a draw, with no choice in between",
            "order": "before this line the top of a shuffled pile is turned up, which is chance",
            "together": "play comes here after a choice of several players at once",
        }
        between = "this comes between the choice and the line"
        return self._say(
            f"`{self.name}` does not always judge a move",
            why[self.after],
            others=() if self.other is None else (Label(self.other, between),),
            help="put it among what follows a choice of one player, with no roll or draw in between",
        )


# ---------------------------------------------------------------- branches


@frozen
class NotExhaustive(Problem):
    code = "E0510"
    title = "a `match` that leaves values out"
    missing: tuple[str, ...]

    def explain(self) -> Diagnostic:
        return self._say(
            f"this `match` leaves out {join_names(self.missing, 'and')}",
            "not every value has its line",
            help="add the missing values, or a last line `else:`",
        )


@frozen
class IdleElse(Problem):
    """An `else` below a choice that never lacks an option: with `may` it can be declined, with `if able` it is skipped."""

    code = "E0621"
    title = "an `else` that is never needed"
    word: Literal["may", "if able"]

    def explain(self) -> Diagnostic:
        if self.word == "may":
            return self._say(
                "this `else` is never needed",
                "a `may choose` can always be declined",
                help="leave out `may`, or put it into what follows: `else` runs only if nothing can be chosen",
            )
        return self._say(
            "`if able` and `else` both say what happens if nothing can be chosen",
            "the second time",
            help="leave out `if able`",
        )


# ---------------------------------------------------------------- misplaced lines

_OF_VARIANTS = "it decides which setups there are: it stands in a variant itself, not under a condition or in a seat"


class Misplacement(Flaw):
    """Things in places where they are not allowed."""

    ZONE_OF_NUMBERS = ("a `{0}` of numbers", "numbers lie in a `bag of 1..6`")
    LIST_IN_SET = ("a list of players in a set", "its elements are single players: `set of player`")
    ACTION_WITHOUT_MENU = ("`{0}`", "`{1}` has no menu, so nobody would be offered it: add it to {2}")
    OWN_PHASE_WITHOUT_TURNS = ("a seat's own phase", "`{0}` is nobody's turn")
    OWN_ORDER_OF_TURNS = (
        "another order of turns",
        "the order of turns is the same for all: write `replace phase name:` and what the seat does",
    )
    ATTRIBUTE_TWICE = ("{0} a second time", "once is enough")
    START_VALUE_OF_ZONE = ("a start value", "what lies in a zone at the start, its components say")
    LIMIT_OF_SLOT = ("this limit", "a `slot` holds one piece: more of them are a `bag`")
    SECOND_DISTINCT = ("a second `distinct`", "the named pick has one already")
    DISTINCT_ONE = ("`distinct`", "one is always different from the others")
    DISTINCT_ROLL = ("`distinct`", "it belongs to what is chosen: what is rolled comes as it comes")
    SENTENCE_OF_ROLL = ("a sentence", "dice are not asked, and nothing that they show is refused")
    QUANTITY_OF_MOVE = ("this quantity", "`move` takes `one of`, `n of` or `up to n of`: choosing is done by `choose`")
    ALTERNATIVE = ("this alternative", "alternatives are `one of …`, `any of …` or `2 of …`")
    ROLL = ("this roll", "rolled is `one of …` or `2 of …`")
    REQUIRE_IN_ROLL = ("`require`", "dice obey nobody: it belongs into a `choose` block")
    REQUIRE = (
        "`require`",
        "it stands in front of what an action chooses, or in the block of a choice: `choose:`, and indented below it the choice and the `require`",
    )
    NUMBERED = ("`numbered`", "it gives two names their values: write `for i, x in numbered(S)`")
    UNTIL_IN_ORDER = (
        "`until`",
        "turns until something holds go clockwise, `from` whom you say: put the ordered ones into a `repeat`",
    )
    LIMIT_OF_ONE_TURN = ("this limit", "everybody has one turn here: a limit belongs to `until`")
    DISTINCT_ANSWER = ("`distinct`", "a yes or no has no kinds, and everybody sees it")
    SECRET_ANSWER = ("`seen by owner`", "a yes or no has no kinds, and everybody sees it")
    CHANGE_OF_OPTION = ("a change of an option", _OF_VARIANTS)
    CHANGE_OF_EXAMPLE = (
        "a change of an example",
        "an example says itself where it plays, with `players Ann, Bob` and `with storm = yes`: write the change beside the block",
    )
    SEAT_IN_SEAT = (
        "a seat inside a seat",
        "write it beside this one, with a condition of its own: `seat Other when storm:`",
    )
    CHANGE_OF_GAME = (
        "a change of a game",
        "a variant changes its parts: `set players 2 to 5`, and everything that has a name",
    )
    CHANGE_OF_VARIANT = ("a change of a variant", "a variant builds on another one: `variant new of old:`")
    CHANGE_OF_WHEN = ("a change of a `when` block", _OF_VARIANTS)
    CHANGE_OF_PLAYERS = ("a change of the number of players", _OF_VARIANTS)
    CHANGE_OF_SENTENCES = (
        "a change of sentences",
        "they are the same in every setup: it stands in a variant itself, not under a condition or in a seat",
    )
    ATTRIBUTE_OF_FIELD = ("{0}", "it belongs to zones, like `hand: bag of card`")
    ATTRIBUTE_OF_BOX = ("{0}", "of the `box` only who sees it can be said, and that it is `not shown`")
    ATTRIBUTE_OF_SEATS_ZONE = ("{0}", "a seat can change who sees its zones, and nothing else of them")
    ATTRIBUTE_OF_ZONE = ("{0}", "only fields go back: pieces are moved")
    WORDS_OF_ZONE = (
        "{0}",
        'it says how players read the number of a field; what pieces are called stands with them: `component 5 goose, called "goose" or "geese"`',
    )
    END_GAME = ("`end game`", "the `end` part runs when the match has ended")
    UNSEEN_TOGETHER = (
        "`seen by nobody`",
        "all choose at once here, unseen until all have chosen; `seen by owner` hides what is chosen for good",
    )
    UNSEEN_SELECTION = (
        "`seen by nobody`",
        "a choice is noticed as a whole or not at all: write `choose, seen by nobody:`",
    )
    UNSEEN_ROLL = ("`seen by nobody`", "a roll is seen by all, or with `, seen by owner` by the player who acts")
    UNSEEN_OPENING = (
        "`seen by nobody`",
        "it belongs to the choice that picks the action; `seen by owner` hides what is chosen here",
    )


@frozen
class Misplaced(Problem):
    """A thing in a place where it is not allowed."""

    code = "E0509"
    title = "a line in the wrong place"
    what: Misplacement | About[Misplacement]

    def explain(self) -> Diagnostic:
        what, help = advice_on(self.what)
        return self._say(f"{what} cannot stand here", help=help)
