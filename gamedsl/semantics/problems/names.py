"""Problems of names: unknown, doubtful, out of reach, of the wrong sort."""

from __future__ import annotations

import re

from gamedsl.diagnostics.meant import Meant
from gamedsl.diagnostics.model import Diagnostic, Edit, Fix, FixLevel, Label
from gamedsl.diagnostics.problem import Problem
from gamedsl.semantics.problems.terms import About, Described, Role, Thing, phrase
from gamedsl.semantics.problems.wording import advice_on_name, join_names, line_in_words, quote_name
from gamedsl.source import Span
from gamedsl.syntax.guessing.foreign_words import FOREIGN_NAMES, PIECE_WORDS
from gamedsl.syntax.guessing.phrases import NUMBER_WORDS
from gamedsl.values import frozen


@frozen
class NoGame(Problem):
    code = "E0201"
    title = "a file without a game"
    message = "this file declares no game"
    label = "a game starts here"
    help = "begin with `game name:` and a line like `players 2 to 4`, or with `variant name of game:`"


# ---------------------------------------------------------------- unknown names


@frozen
class UnknownName(Problem):
    """An unknown name. `sort` is the sort of thing that it should name. `owners` are the things with a part of this name; `kinds` are the kinds of
    pieces whose names contain it."""

    code = "E0301"
    title = "an unknown name"
    name: str
    sort: Role | About[Role]
    known: tuple[str, ...]
    owners: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    is_of_it: bool = False
    """Whether `it` has it, in the rules of a kind."""
    components: tuple[str, ...] = ()
    """The components that have a kind with the `cells` behind the name: `lantern`, for `card[Red, 1]`."""
    cells: str = ""
    examples: tuple[str, ...] = ()
    """Kinds as examples name them, for a word for pieces in `given:`."""
    instead: str = ""
    """A formula that asks the same as the one at `span`: `no(deck)` for `deck is empty`."""
    places: str = ""
    """The places of a board, from the first to the last, if one is missing among them."""
    meant: Meant | None = None
    """The meaning that the line shows."""
    paths: tuple[str, ...] = ()
    """Where something else that has a meaning here has it: `tent.rent`."""
    is_field: bool = False
    """Whether a field has the name, where a rule is needed."""

    def explain(self) -> Diagnostic:
        if self.instead:
            return self._say(
                f"there is nothing called `{self.name}`",
                "whether something lies there is asked like a number",
                fixes=(Fix(f"write `{self.instead}`", (Edit(self.span, self.instead),), FixLevel.PERHAPS),),
            )
        if self.meant is not None:
            return self._explain_meaning(self.meant)
        if self.components:
            return self._explain_component()
        if self.examples and self.name in PIECE_WORDS:
            return self._explain_example()
        if self.kinds:
            whose = "this row's kind is" if len(self.kinds) == 1 else "these rows' kinds are"
            return self._say(
                f"there is nothing called `{self.name}`",
                f"{whose} {join_names(self.kinds, 'and')}",
                help=f"the cells in front name a kind: write `{self.kinds[0]}`, or give these pieces a component of their own",
            )
        if self.paths and not self.is_of_it:
            help_, edits = _advice_on_paths(self.span, self.paths)
            return self._say(f"there is nothing called `{self.name}`", "nothing has this name", help=help_, fixes=edits)
        if self.owners:
            return self._explain_owner(self.owners[0])
        if self.sort is Role.RULE and self.name in _NO_OPERATIONS:
            return self._no_rule(
                'a sentence alone does nothing: write it here, like `"Nothing happens."`',
                "a turn is passed over by the phase: `each player where not resting`",
            )
        if self.sort is Role.RULE and self.name in _LEAVING:
            return self._no_rule(_LEAVING[self.name])
        help, fixes = advice_on_name(self.span, self.name, self.known)
        if self.sort in (Role.RULE, Role.RULE_OR_ACTION) and not fixes and (line := line_in_words(self.name)):
            return self._no_rule(
                f"if it is no rule of yours, write something like `{line}`", "or declare it: `rule name:`"
            )
        if self.sort is Role.NAME and self.name in FOREIGN_NAMES:
            return self._say(
                f"there is nothing called `{self.name}`", "nothing has this name", help=FOREIGN_NAMES[self.name]
            )
        if self.sort is Role.NAME and _SEAT.fullmatch(self.name):
            return self._say(
                f"there is nothing called `{self.name}`",
                "no such seat in some matches",
                help="the game says how many play, like `players 2 to 4`: what holds for every match names only seats that every match has",
            )
        if self.sort is Role.TYPE and self.name in _TYPES:
            return self._say(f"there is no type called `{self.name}`", "no type has this name", help=_TYPES[self.name])
        if self.sort is Role.NAME and self.name in NUMBER_WORDS and self.name.capitalize() not in self.known:
            return self._number(str(NUMBER_WORDS[self.name]))
        if self.sort is Role.TYPE and (one := self.name.removesuffix("s")) in self.known and one != self.name:
            bag = Meant(self.span, f"bag of {one}")
            help = (f"several of them lie in a zone, and a field holds one: did you mean `bag of {one}` or `{one}`?",)
            fixes = (*bag.fixes, *fixes)
        if self.sort is Role.COMPONENT and f"{self.name}s" in self.known:
            help = (f"a component is named after one piece: `component {self.name}`; or write `{self.name}s` here",)
        what = "nothing" if self.sort is Role.NAME else f"no {phrase(self.sort)}"
        return self._say(
            f"there is {what} called `{self.name}`",
            f"{what} has this name",
            help=self._help(() if self.sort is Role.TURN_TYPE and not fixes else help),
            fixes=fixes,
        )

    def _explain_meaning(self, meant: Meant) -> Diagnostic:
        what = "nothing" if self.sort is Role.NAME else f"no {phrase(self.sort)}"
        label = f"{what} has this name"
        if self.is_field:
            label = "a field alone does nothing"
        elif self.name in ("yes", "no"):
            label = "this is a value: a field begins with it behind `=`"
        return self._say(f"there is {what} called `{self.name}`", label, help=meant.help, fixes=meant.fixes)

    def _explain_component(self) -> Diagnostic:
        first, *_ = self.components
        fix = Fix(f"write `{first}`", (Edit(self.span, first),), FixLevel.PERHAPS)
        kinds = join_names(tuple(f"{one}[{self.cells}" for one in self.components), "or")
        return self._say(
            f"there is no component called `{self.name}`",
            "kinds are called by their component",
            help=f"write {kinds}",
            fixes=(fix,) if len(self.components) == 1 else (),
        )

    def _explain_example(self) -> Diagnostic:
        return self._say(
            f"there is nothing called `{self.name}`",
            "an example names the kinds of its pieces",
            help=f"write their kinds, like {join_names(self.examples, 'or')}; `3 of deck` are any three of the deck",
        )

    def _explain_owner(self, owner: str) -> Diagnostic:
        message, label = f"there is nothing called `{self.name}` here", f"every {owner} has its own"
        if self.is_of_it:
            clear = f"it.{self.name}"
            fix = Fix(f"write `{clear}`", (Edit(self.span, clear),), FixLevel.PERHAPS)
            return self._say(message, label, help=f"the {owner} of this block is `it`: write `{clear}`", fixes=(fix,))
        is_key = self.sort is Role.KEY_OF_RANKING
        return self._say(
            message,
            label,
            help=f"rank by what each {owner} has: `ranking of {owner} by highest {self.name}`"
            if is_key
            else f"say of which {owner}, like `x.{self.name}`",
        )

    def _number(self, digits: str) -> Diagnostic:
        return self._say(
            f"there is nothing called `{self.name}`",
            "numbers are written in digits",
            help=f"write `{digits}`",
            fixes=(Fix(f"write `{digits}`", (Edit(self.span, digits),)),),
        )

    def _no_rule(self, *help: str) -> Diagnostic:
        return self._say(f"there is no rule called `{self.name}`", "no rule has this name", help=help)

    def _help(self, guess: tuple[str, ...]) -> tuple[str, ...]:
        if self.sort is Role.OPTION and set(self.known) <= {"humans"}:
            return (*guess, "declare an option: `option name: no, yes`")
        if self.places:
            return (f"{'places are called' if self.sort is Role.NAME else 'its places are'} {self.places}",)
        general = None if isinstance(self.sort, About) else _TO_DECLARE.get(self.sort)
        return guess or (() if general is None else (general.format(name=self.name),))


def _advice_on_paths(span: Span, paths: tuple[str, ...]) -> tuple[str, tuple[Fix, ...]]:
    """Returns advice and edit for a name that only parts have."""
    edits = (Fix(f"write `{paths[0]}`", (Edit(span, paths[0]),), FixLevel.PERHAPS),) if len(paths) == 1 else ()
    return f"did you mean {join_names(paths, 'or')}?", edits


_SEAT = re.compile(r"P[1-9][0-9]?")

_TYPES = {
    **dict.fromkeys(
        ("number", "num", "integer", "float", "count", "numeric"), "a number has a least and a greatest value: `0..99`"
    ),
    **dict.fromkeys(
        ("bool", "boolean", "yesno", "bit"), "what is yes or no is a `flag`, and needs no type: `passed = no`"
    ),
    **dict.fromkeys(
        ("nobody", "anybody", "nothing", "empty", "seat", "person"),
        "a field that may hold a player, and begins with none, is `leader: player or none = none`",
    ),
    **dict.fromkeys(("die", "dice", "d6"), "what a die shows is a number: `1..6 = 1`"),
    **dict.fromkeys(
        ("string", "text", "str", "char", "word", "name"),
        "words are values of a type of yours: `type colour: Red, Blue`",
    ),
}
"""Types of other languages, and how the language says them."""

_NO_OPERATIONS = frozenset(["pass", "skip", "nothing", "noop"])
"""Words that people write for doing nothing."""

_LEAVE_A_LOOP = "a `repeat` ends by its `until`: set what it asks, as `done = yes`; the match ends with `end game`"
_LEAVING = {
    "break": _LEAVE_A_LOOP,
    "stop": _LEAVE_A_LOOP,
    "leave": _LEAVE_A_LOOP,
    "return": "a rule ends with its last line: put what is left out below an `if`",
    "continue": "put what is left of the pass into an `if`",
}
"""Words that people write to leave a loop or a rule."""

_TO_DECLARE = {
    Role.NAME: "declare it: a `let`, a field under `shared:` or `each player:`, or a value of a `type`",
    Role.RULE: "declare it: `rule name:`",
    Role.VALUE: "words in cells are values of a type: `type kind: {name}, …`; the names of the rows stand below `name`",
    Role.ACTION: "declare it: `action name:`",
    Role.ZONE: "declare it under `shared:` or `each player:`, like `deck: pile of card`",
    Role.PICK: "a selection says `one of …`, `any of …`, or names a `pick`",
    Role.TURN_TYPE: "only players take turns: for anything else write `for x in {name}:`",
    Role.OWNER: "only `each player` makes pieces of everybody's own",
    Role.TEAM_TYPE: "every player needs a value of it, like `let team = …` under `each player:`",
}


@frozen
class UnknownMember(Problem):
    """An unknown field; `of` is the thing that has no such field."""

    code = "E0302"
    title = "an unknown name after a dot"
    name: str
    of: Described
    known: tuple[str, ...]
    is_function: bool = False
    """Whether a function of the language has this name."""
    paths: tuple[str, ...] = ()
    """Where parts of the thing have it: `fruit.price`."""

    def explain(self) -> Diagnostic:
        message, label = f"{phrase(self.of)} has no `{self.name}`", "not known there"
        if self.paths:
            advice, edits = _advice_on_paths(self.span, self.paths)
            return self._say(message, label, help=advice, fixes=edits)
        if self.name in FOREIGN_NAMES:
            return self._say(message, label, help=FOREIGN_NAMES[self.name])
        if self.is_function:
            return self._say(message, label, help=f"`{self.name}` stands in front, with brackets: `{self.name}(…)`")
        help, fixes = advice_on_name(self.span, self.name, self.known)
        return self._say(message, label, help=help, fixes=fixes)


@frozen
class Misdeclared(Problem):
    """A misspelt declaration: `name` is declared but never used, and the similar name `used` is used several times (first at `use`) but never declared."""

    code = "E0311"
    title = "a name that is misspelt where it is declared"
    name: str
    used: str
    use: Span

    def explain(self) -> Diagnostic:
        return self._say(
            f"there is nothing called `{self.used}`, but a `{self.name}` that nothing uses",
            "declared here",
            others=(Label(self.use, "used here"),),
            help=f"did you mean `{self.used}`?",
            fixes=(Fix(f"write `{self.used}`", (Edit(self.span, self.used),), FixLevel.PERHAPS),),
        )


@frozen
class OtherwiseMeant(Problem):
    """A name with a wrong neighbour. `name` is unknown (as a part of `of`, if that is given). The text beside it shows that `meant` was intended: `words`
    should replace the text at `place`."""

    code = "E0312"
    title = "a name with another sign beside it than was meant"
    name: str
    of: Described | None
    meant: str
    place: Span
    words: str

    def explain(self) -> Diagnostic:
        what, label = "there is nothing called", "nothing has this name"
        if self.of is not None:
            what, label = f"{phrase(self.of)} has no", "not known there"
        return self._say(
            f"{what} `{self.name}`",
            label,
            help=f"did you mean `{self.meant}`?",
            fixes=(Fix(f"write `{self.meant}`", (Edit(self.place, self.words),), FixLevel.PERHAPS),),
        )


# ---------------------------------------------------------------- names with another meaning


@frozen
class DeclaredTwice(Problem):
    code = "E0303"
    title = "two of one name"
    name: str
    first: Span

    def explain(self) -> Diagnostic:
        is_nameless = self.name == "this"
        return self._say(
            "this stands here twice" if is_nameless else f"there are two of `{self.name}`",
            "the second one",
            others=(Label(self.first, "the first one"),) if self.first != self.span else (),
            help=_TWICE.get(self.name, "every name stands for one thing: choose another name for one of them"),
        )


_TWICE = {
    "this": "keep one of them",
    "ranking": "keep one of them; what decides a tie follows in the same line: `ranking by highest points then lowest coins`",
}
"""The advice where a thing without a name of its own stands twice."""


@frozen
class NobodyActs(Problem):
    """A name that needs a player who acts. `is_it`: the name is inside a `where` whose elements are players."""

    code = "E0307"
    title = "nobody acts here"
    name: str
    is_it: bool = False

    def explain(self) -> Diagnostic:
        if self.name == "choose":
            return self._say(
                "nobody is asked here",
                "whose choice is it?",
                help=(
                    "a phase asks the players in turn if its line says so: `phase turns, each player:`",
                    "anywhere else, put the choice into `each player:` or `as p:`",
                ),
            )
        return self._say(
            f"`{self.name}` needs a player, and nobody acts here",
            "whose?",
            help="behind `where`, each of the players is `it`: write `it`"
            if self.is_it
            else (
                f"ask it of the players, like `some(players where …{self.name}…)`, or say whose it is: `p.{self.name}`",
                "a statement stands inside `each player:` or `as p:`",
            ),
        )


@frozen
class WhoseBoard(Problem):
    """A field or zone of a place that comes from another player's board, read from the board of the acting player."""

    code = "E0313"
    title = "a place does not know whose board it lies on"
    name: str
    is_parameter: bool = False
    """The name is that of a parameter, of which such a field or zone is read."""

    def explain(self) -> Diagnostic:
        if self.is_parameter:
            return self._say(
                f"this place comes from another player, and `{self.name}` means a place of the player who acts",
                "a place does not know whose board it lies on",
                help="let that player act (`as p:`), or pass the player as well, so that it can say whose field or zone it reads: `p.stone[place]`",
            )
        return self._say(
            f"this place comes from another player, and `{self.name}` is that of the player who acts",
            "a place does not know whose board it lies on",
            help=f"say whose it is: `p.{self.name}[place]`, or `me.{self.name}[place]`",
        )


@frozen
class NoElement(Problem):
    """A use of `it` outside a `where`."""

    code = "E0308"
    title = "`it` without an element"
    has_actor: bool = False

    def explain(self) -> Diagnostic:
        element = "`it` is the element inside `S where …` and `S by highest …`; where seats take turns it is `me`"
        others = (
            "the other players are `for p in players where it is not me:`, and `as p:` below it lets each of them act"
        )
        return self._say(
            "`it` stands for nothing here", "there is no element", help=(element, others) if self.has_actor else element
        )


@frozen
class WrongSort(Problem):
    """A name of the wrong sort."""

    code = "E0309"
    title = "a name of another sort"
    name: str
    is_: Described
    needed: Described
    call: Span | None = None
    """The name with the brackets behind it, where a function is needed."""
    meant: Meant | None = None
    """The meaning that the line shows."""

    def explain(self) -> Diagnostic:
        return self._say(
            f"{quote_name(self.name)} is {phrase(self.is_)}",
            f"{phrase(self.needed)} is needed here",
            help=self._help() if self.meant is None else self.meant.help,
            fixes=() if self.meant is None else self.meant.fixes,
        )

    def _help(self) -> tuple[str, ...]:
        if self.is_ is Thing.NO_RULE_BUT_PHASE:
            return (
                'give the moment that is meant a rule: `rule begin: "The turn begins."`, which the phase calls, and `whenever begin:`',
            )
        return self._as_condition() if self.needed is Thing.VALUE else ()

    def _as_condition(self) -> tuple[str, ...]:
        """Returns the advice for `until finish`, where a rule or action is named instead of a condition."""
        if self.is_ not in (Thing.RULE, Thing.ACTION):
            return ()
        past = f"that `{self.name}` has happened is remembered by a field: `done = yes` in it, and here `done`, as in `repeat until done:`"
        can = f"whether it can be chosen now is `can({self.name})`"
        return (past, can) if self.is_ is Thing.ACTION else (past,)


@frozen
class ReservedName(Problem):
    code = "E0310"
    title = "a name of the language, declared again"
    name: str

    def explain(self) -> Diagnostic:
        return self._say(
            f"`{self.name}` is a name of the language",
            "it cannot be declared again",
            help=f"it is {MEANINGS.get(self.name, f'the function `{self.name}(…)`')}: choose another name",
        )


MEANINGS = {
    "players": "the list of all seats",
    "playing": "the list of the seats that are not eliminated",
    "humans": "the number of people",
    "round": "the number of the round",
    "box": "the zone of what is out of play",
    "directions": "the list of the eight directions",
    "total": "the sum of the score lines",
    "player": "the type of the seats",
    "direction": "the type of the directions",
    "flag": "the type of `yes` and `no`",
    "int": "the type of whole numbers",
}
"""The meanings of names of the language that are not functions."""
