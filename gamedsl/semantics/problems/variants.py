"""Problems of variants and options: changes that do not fit, missing files, conditions of setups."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gamedsl.diagnostics.model import Diagnostic, Edit, Fix, Label, Severity
from gamedsl.diagnostics.problem import Problem
from gamedsl.semantics.problems.terms import Flaw, Term, about, advice_on, phrase
from gamedsl.semantics.problems.wording import advice_on_name, join_names, quote_name
from gamedsl.source import Span
from gamedsl.values import frozen

_MOST_PLACES = 8
"""The most places of one change that are shown."""

# ---------------------------------------------------------------- changes


class Change(Term):
    """Ways in which a variant changes the rules that it builds on."""

    SET = "set"
    SET_COPIES = "set copies of"
    REPLACE = "replace"
    REPLACE_END = "replace"
    REMOVE = "remove"
    REWORD = "reword"
    ADD = "add"
    LIMIT = "set the limit of"
    CHANGE = "change"
    ADD_TO = "add to"
    ADD_BEFORE = "add before"
    ADD_AFTER = "add after"
    BREAK = "break examples"
    """The change makes an example fail."""


@frozen
class UnknownTarget(Problem):
    """A change of something that does not exist. `of` is the table, row or board in which a row or column is missing."""

    code = "E0701"
    title = "a change of something that is not there"
    name: str
    change: Change
    known: tuple[str, ...]
    of: str = ""
    is_kind: bool = False
    """Whether it is a kind of pieces: its number of pieces was meant."""

    def explain(self) -> Diagnostic:
        if self.is_kind:
            return self._say(
                f"`{self.name}` is a kind of pieces, and no value",
                "none of its values is named",
                help=f"how many of them there are is changed by `set copies of {self.name} = 3`",
                fixes=(Fix(f"write `copies of {self.name}`", (Edit(self.span, f"copies of {self.name}"),)),),
            )
        help, fixes = advice_on_name(self.span, self.name, self.known)
        if self.change is Change.BREAK:
            return self._say(
                f"this file does not change `{self.name}`",
                "so no example can be broken by that",
                help=help or (f"it changes {join_names(self.known, 'and')}" if self.known else ()),
                fixes=fixes,
            )
        if self.change is Change.REWORD:
            return self._say(
                f"no sentence has the words “{self.name}”",
                "not in the rules that this builds on",
                help=help or "write the words as they stand there, with the same signs and capital letters",
                fixes=fixes,
            )
        within = f" in `{self.of}`" if self.of else ""
        what = "nothing" if self.name == "this" else f"no `{self.name}`{within}"
        return self._say(
            f"there is {what} to {phrase(self.change)}",
            "the rules that this builds on do not have it",
            help=help,
            fixes=fixes,
        )


@frozen
class SeveralTargets(Problem):
    """A change of one line, if `part` has several with this name."""

    code = "E0706"
    title = "a change of a line that is there several times"
    name: str
    change: Change
    part: str
    places: tuple[Span, ...]

    def explain(self) -> Diagnostic:
        others = tuple(Label(place, "one of them") for place in self.places)
        if self.change is Change.REPLACE_END:
            return self._say(
                f"the game has {len(self.places)} ends to replace",
                "which one?",
                others=others,
                help='name it by its sentence: `replace "The board is full.": game ends when …`, `remove "The board is full."`',
            )
        return self._say(
            f"`{self.part}` has {len(self.places)} of `{self.name}` to {phrase(self.change)}",
            "which one?",
            others=others,
            help=f"replace `{self.part}` as a whole, or give them different names",
        )


@frozen
class AlreadyThere(Problem):
    code = "E0702"
    title = "an addition that is there already"
    name: str
    first: Span
    is_variant: bool = False
    """Whether it is a whole variant that is applied to rules which contain it already."""

    def explain(self) -> Diagnostic:
        others = (Label(self.first, "it is declared here"),)
        if self.is_variant:
            return self._say(
                f"`{self.name}` is part of these rules already",
                "this adds nothing",
                others=others,
                help="leave it out, or name a variant that these rules do not have yet",
            )
        return self._say(
            f"{quote_name(self.name)} is there already",
            "added a second time",
            others=others,
            help="to change it, write `replace` instead of `add`; or choose another name",
        )


class ChangeFlaw(Flaw):
    """Reasons why a declaration cannot be changed in this way."""

    TOTAL = (
        "`{}` has no value to set",
        "how many pieces there are in all: `set component 30 {}`; how many of one kind: `set copies of K in Z = 3`",
    )
    NO_VALUE = ("`{}` has no value to set", "replace it as a whole")
    NO_CELLS = ("`{}` has no cells to set", "replace it as a whole")
    ONE_START = (
        "`{}` begins with one value for all",
        "set it for all of them, `set {} = 3`, or let `setup` give one of them another value",
    )
    NO_COMPONENT = ("`{}` is no component", "only a component has a number of pieces")
    NO_LIMIT = ("nothing in `{}` has a limit", "replace it as a whole")
    NO_MATCH = (
        "`{}` has no `match` of this sort",
        "an arm with statements is changed with `:`, one with a formula with `=`",
    )
    NOT_FOR_SEATS = (
        "a seat cannot replace this",
        "it has rules, actions, phases, `pick`s and `let`s of its own, and lines in them",
    )


@frozen
class NotChangeable(Problem):
    """A change that does not fit the declaration that it names."""

    code = "E0707"
    title = "a change that is not for this declaration"
    name: str
    flaw: ChangeFlaw

    def explain(self) -> Diagnostic:
        what, help = advice_on(about(self.flaw, self.name))
        return self._say(what, "this cannot be changed so", help=help)


# ---------------------------------------------------------------- two changes of one thing


class WayOut(Term):
    """Ways in which a file that builds on two others can settle their contradiction."""

    SET = "write here what counts: `set {} = …`"
    REPLACE = "write here what counts: replace `{}` once more"
    LINE = "write here what counts: change this line once more, or replace the whole"
    INSERT = "add the call here once more, or replace `{}` as a whole"
    REMOVE = "write `remove` here once more if it goes; if it stays, `add` it here as it shall be"
    ORDER = "nothing says which comes first: replace `{}` here, with all its calls"
    USE = "replace `{}` here, so that it does without what is removed"


@frozen
class Conflict(Problem):
    """Contradicting changes by two variants that do not build on each other; `span` is the variant that joins them."""

    code = "E0703"
    title = "two changes of one thing"
    name: str
    first: Span
    second: Span
    first_name: str
    second_name: str
    way: WayOut
    has_lines: bool = True
    """Whether a line can be written where the two are joined; flags also join variants, without a file."""

    def explain(self) -> Diagnostic:
        one, other = self.first_name, self.second_name
        return self._say(
            f"`{one}` and `{other}` both change `{self.name}`",
            "and this builds on both",
            others=(Label(self.first, f"changed by `{one}`"), Label(self.second, f"changed by `{other}`")),
            help=self._way_out(),
        )

    def _way_out(self) -> str:
        way = phrase(about(self.way, self.name))
        if self.has_lines:
            return way
        if self.way is WayOut.SET:
            return f"say what counts with one more change on top: `set {self.name} = …`"
        return f"begin a file with `variant NAME of {self.first_name}, {self.second_name}:` and {way}"


@frozen
class ChangedTwice(Problem):
    """A change (of `name`) without effect, because a later change in the same file replaces it, or `setup` does so at the beginning of each match."""

    code = "E0708"
    title = "a change that a later one undoes"
    name: str
    later: Span
    by_setup: bool = False

    def explain(self) -> Diagnostic:
        if self.by_setup:
            return self._say(
                f"nothing is left of this change of `{self.name}`",
                "changed here",
                others=(Label(self.later, "and here at the beginning of every match, so that this counts"),),
                help="change this line of the set-up instead: `replace setup:`",
            )
        return self._say(
            f"nothing is left of this change of `{self.name}`",
            "changed here",
            others=(Label(self.later, "and here again, so that this counts"),),
            help="leave one of the two out; or if they stand in `when` blocks, let their conditions exclude each other",
        )


# ---------------------------------------------------------------- sentences


@frozen
class OldSentence:
    """A place in an inherited sentence, its words, the words that are true now, and the words that a line has to replace."""

    span: Span
    words: str
    now: str
    to_replace: str


@frozen
class OutdatedSentences(Problem):
    """A change that sentences of the bases contradict; they stand in the rulebook of the variant."""

    code = "I0902"
    title = "a sentence that a variant contradicts"
    sentences: tuple[OldSentence, ...]

    def explain(self) -> Diagnostic:
        words = tuple({one.words.casefold(): f"“{one.words}”" for one in self.sentences}.values())
        more = (
            f" and {len(words) - 1} more" if len(words) > _MOST_WORDS else "" if len(words) == 1 else f" and {words[1]}"
        )
        told = self.sentences[:_MOST_PLACES]
        lines = dict.fromkeys(f'`replace "{one.to_replace}" with "…"`' for one in told)
        help = f"say what is right here: {', '.join(lines)}"
        return self._say(
            f"inherited sentences still say {words[0]}{more}",
            "not after this change",
            others=tuple(Label(one.span, one.now) for one in told),
            help=help,
        )


_MOST_WORDS = 2
"""The most phrases of sentences that a message quotes."""

# ---------------------------------------------------------------- files


@frozen
class NoBase(Problem):
    """An unknown base, or a base that leads back to this file: `circle` are the files in between."""

    code = "E0704"
    title = "an unknown game or variant"
    name: str
    known: tuple[str, ...]
    circle: tuple[str, ...] = ()

    def explain(self) -> Diagnostic:
        if self.circle:
            return self._say(
                f"`{self.name}` builds on itself",
                " > ".join(f"`{one}`" for one in (*self.circle, self.name)),
                help="one of these has to build on the game, or on a variant that does not lead back to it",
            )
        help, fixes = advice_on_name(self.span, self.name, self.known)
        return self._say(
            f"there is no game or variant called `{self.name}`",
            "this builds on it",
            help=help or f"it is looked for in a file `{self.name.removesuffix('.gdl')}.gdl` near this one",
            fixes=fixes,
        )


@frozen
class TwoBases(Problem):
    """Two files with the same name at the same distance; `taken` is the one that is used."""

    code = "W0909"
    title = "two files of one name"
    name: str
    taken: str
    others: tuple[str, ...]

    def explain(self) -> Diagnostic:
        return self._say(
            f"there are several files for `{self.name}`",
            f"`{self.taken}` is taken",
            help=f"name it by its path, or move {join_names(self.others, 'and')} away",
        )


@frozen
class OtherGame(Problem):
    """A variant that builds on variants of two games: `name` belongs to `game`, the others belong to `first`."""

    code = "E0709"
    title = "variants of two games in one"
    message = "`{name}` is about `{game}`, and this is about `{first}`"
    label = "another game"
    help = "a variant builds on one game, and on other variants of the same"
    name: str
    game: str
    first: str


# ---------------------------------------------------------------- conditions of setups


@frozen
class SetupOnly(Problem):
    """A condition of a `when` or a seat about something that the setup does not determine."""

    code = "E0705"
    title = "a condition that the setup does not decide"
    message = "this is not decided before the match"
    label = "a `when` is decided when the match is set up"
    help = (
        "ask for options, for `humans` or for `count(players)`; what changes in a match is asked in a rule, with `if`"
    )


@frozen
class NeverOrAlways(Problem):
    """A condition, or a part of one, that holds in no setup (`always`: in every setup)."""

    code = "W0904"
    title = "a condition that always or never holds"
    always: bool

    def explain(self) -> Diagnostic:
        return self._say(
            f"this holds in {'every setup' if self.always else 'no setup'}",
            help="leave it out, or correct the number of players or the option that it asks for",
        )


# ---------------------------------------------------------------- consequences of changes


def explain_caused(
    change: Span, told: Sequence[Diagnostic], examples: tuple[str, ...], ways_out: Iterable[str] = ()
) -> Diagnostic:
    """Explains all mistakes that a variant causes in the files that it builds on, once, at the line that causes them. `examples` are the failing examples of
    the base; `ways_out` are lines that the variant can add for the places in its rules."""
    first = told[0]
    usual = first.primary.text or "this does not fit any more"
    places = tuple(
        Label(d.primary.span, (d.primary.text or usual) if d.message == first.message else d.message) for d in told
    )
    many = f"; {len(places)} places do not fit any more" if len(places) > _MOST_PLACES else ""
    lines = ", ".join(f"`remove {name}`" for name in examples)
    advice = (f"an example that no longer holds goes, or is replaced: {lines}",) if examples else ()
    severity = Severity.ERROR if any(d.severity is Severity.ERROR for d in told) else first.severity
    main = Label(change, f"because of this line{many}")
    help = (*dict.fromkeys(ways_out), *advice) or first.help
    return Diagnostic(first.code, severity, first.message, main, (*places[:_MOST_PLACES], *first.others), help)
