"""Names in words: unknown, doubtful, out of reach, of the wrong sort."""

from __future__ import annotations

from typing import assert_never

from gamedsl.diagnostics.catalogue import diagnostic
from gamedsl.diagnostics.model import Diagnostic, Edit, Fix, FixLevel, Label
from gamedsl.semantics.problems import problems
from gamedsl.semantics.problems.term_words import phrase
from gamedsl.semantics.problems.terms import About, Described, Role, Thing
from gamedsl.semantics.problems.wording import listed, meant, quoted
from gamedsl.syntax.own_names import own_names
from gamedsl.syntax.phrase_table import Place
from gamedsl.syntax.phrases import said_here


def explain_name(
    problem: problems.NoGame
    | problems.DeclaredTwice
    | problems.Misdeclared
    | problems.OtherwiseMeant
    | problems.OneOfMany
    | problems.UnknownName
    | problems.AmbiguousName
    | problems.UnknownMember
    | problems.HidesName
    | problems.OuterElement
    | problems.NobodyActs
    | problems.NoElement
    | problems.WrongSort
    | problems.ReservedName
    | problems.WrongCase
    | problems.Unused
    | problems.NeverReached
    | problems.NeverChanges
    | problems.NeverInPlay,
) -> Diagnostic:
    """The diagnostic of a problem with a name."""
    span = problem.span
    match problem:
        case (
            problems.UnknownName()
            | problems.UnknownMember()
            | problems.DeclaredTwice()
            | problems.AmbiguousName()
            | problems.WrongSort()
            | problems.ReservedName()
        ):
            return _name(problem)
        case problems.HidesName() | problems.OuterElement() | problems.NobodyActs() | problems.NoElement():
            return _reach(problem)
        case problems.Misdeclared(name=name, used=used, use=use):
            return diagnostic(
                "E0311", span, f"there is nothing called `{used}`, but a `{name}` that nothing uses", "declared here",
                others=(Label(use, "used here"),), help=f"did you mean `{used}`?",
                fixes=(Fix(f"write `{used}`", (Edit(span, used),), FixLevel.PERHAPS),),
            )  # fmt: skip
        case problems.OtherwiseMeant(name=name, of=of, meant=shown, place=place, words=words):
            said, here = (
                (f"there is nothing called `{name}`", "nothing has this name")
                if of is None
                else (f"{phrase(of)} has no `{name}`", "not known there")
            )
            return diagnostic(
                "E0312", span, said, here, help=f"did you mean `{shown}`?",
                fixes=(Fix(f"write `{shown}`", (Edit(place, words),), FixLevel.PERHAPS),),
            )  # fmt: skip
        case problems.OneOfMany(name=name):
            return diagnostic(
                "E0417", span, f"`{name}` is a collection with one in it", "this takes a number of them",
                help="`one of` gives the one itself", fixes=(Fix("write `one of`", (Edit(span, "one of"),), FixLevel.PERHAPS),),
            )  # fmt: skip
        case problems.NoGame():
            return diagnostic(
                "E0201", span, "this file declares no game", "a game starts here",
                help="begin with `game name:` and a line like `players 2 to 4`, or with `variant name of game:`",
            )  # fmt: skip
        case problems.WrongCase(name=name, capital=capital):
            better = name[:1].upper() + name[1:] if capital else name[:1].lower() + name[1:]
            sort = (
                "values and kinds of pieces have a capital letter"
                if capital
                else "only values and kinds of pieces have a capital letter"
            )
            return diagnostic("W0903", span, f"`{name}` is better written `{better}`", sort)
        case problems.NeverReached(name=name, sort=sort):
            what, how = _NEVER.get(sort, ("used", "call it"))
            return diagnostic(
                "W0911", span, f"the {phrase(sort)} `{name}` is never {what}", "only what is never reached itself names it",
                help=f"{how}, or remove it",
            )  # fmt: skip
        case problems.NeverInPlay(name=name):
            return diagnostic(
                "W0912", span, f"`{name}` never comes into play", "no copy of it is anywhere, with any number of players and any option",
                help="give it copies, or remove its row; a variant can put it in with `set copies`",
            )  # fmt: skip
        case problems.NeverChanges(name=name, of="score", value=value):
            return diagnostic(
                "W0910", span, f"the score `{name}` is always {value}", "the same for everybody, in every match",
                help="let it depend on a field or a zone, or remove it",
            )  # fmt: skip
        case problems.NeverChanges(name=name, of="possible", value=value):
            always = "is always so" if value == "yes" else "can never happen"
            return diagnostic(
                "W0910", span, f"`{name}` {always}", "nothing in a match changes this",
                help="let it speak of fields or zones, or remove it",
            )  # fmt: skip
        case problems.NeverChanges(name=name, value=value):
            always = "always holds" if value == "yes" else "never holds"
            return diagnostic(
                "W0910", span, f"the invariant `{name}` {always}", "nothing in a match changes this",
                help="let it speak of fields or zones, or remove it",
            )  # fmt: skip
        case problems.Unused(name=name, sort=sort, is_set=True):
            return diagnostic(
                "W0902",
                span,
                f"the {phrase(sort)} `{name}` is set, and nothing reads it",
                "",
                help="use it or remove it",
            )
        case problems.Unused(name=name, sort=sort):
            return diagnostic(
                "W0902", span, f"the {phrase(sort)} `{name}` is used nowhere", "", help="use it or remove it"
            )
        case _:
            assert_never(problem)


_NEVER = {
    Role.ACTION: ("offered", "offer it in a `choose one:`"),
    Role.PHASE: ("reached", "name it under `rounds:`"),
    Role.RULE: ("used", "call it from a phase or an action"),
}
"""What does not happen to it, and what would change that."""

_NOTHING = frozenset(["pass", "skip", "nothing", "noop"])
"""What people write where nothing happens."""


_ALONE = {
    "reshuffle": "shuffle deck", "draw_card": "draw 1 from deck to hand", "deal": "each player: draw 5 from deck to hand", "stop": "end game", "win": "end game",
    "finish": "end game", "endgame": "end game",
}  # fmt: skip
"""What people call by one word that is done by a line."""


def _in_words(name: str) -> str | None:
    """The line that says what a name says in the words of rulebooks, like `end_of_game`."""
    if name in _ALONE:
        return _ALONE[name]
    said = said_here(name.lower().split("_"), own_names(""), is_header=False) if "_" in name else None
    return said.lines[0] if said is not None and said.place is Place.RULE and len(said.lines) == 1 else None


_ELSEWHERE = {
    "next": "the next seat clockwise is `left(p)`",
    "next_player": "the next seat clockwise is `left(p)`",
    "previous": "the seat before, counter-clockwise, is `right(p)`",
    "prev": "the seat before, counter-clockwise, is `right(p)`",
    "len": "the number of elements is `count(S)`",
    "length": "the number of elements is `count(S)`",
    "size": "the number of elements is `count(S)`",
    "range": "the numbers from one to another are `1..4`",
    "empty": "whether a zone is empty is asked by `no(deck)`, and whether something lies there by `some(deck)`",
    "exhausted": "whether a zone is empty is asked by `no(deck)`",
}
"""What other languages call something, where rules have not declared it."""


def _name(
    problem: problems.UnknownName
    | problems.UnknownMember
    | problems.DeclaredTwice
    | problems.AmbiguousName
    | problems.WrongSort
    | problems.ReservedName,
) -> Diagnostic:
    span = problem.span
    match problem:
        case problems.UnknownName(name=name, kinds=(kind, *more)):
            every = (kind, *more)
            what = "this row's kind is" if not more else "these rows' kinds are"
            return diagnostic(
                "E0301", span, f"there is nothing called `{name}`", f"{what} {listed(every, 'and')}",
                help=f"the cells in front name a kind: write `{kind}`, or give these pieces a component of their own",
            )  # fmt: skip
        case problems.UnknownName(name=name, sort=Role.KEY_OF_RANKING, owners=(owner, *_)):
            return diagnostic(
                "E0301", span, f"there is nothing called `{name}` here", f"every {owner} has its own",
                help=f"rank by what each {owner} has: `ranking of {owner} by highest {name}`",
            )  # fmt: skip
        case problems.UnknownName(name=name, owners=(owner, *_)):
            return diagnostic(
                "E0301", span, f"there is nothing called `{name}` here", f"every {owner} has its own",
                help=f"say of which {owner}, like `x.{name}`",
            )  # fmt: skip
        case problems.UnknownName(name=name, sort=Role.RULE) if name in _NOTHING:
            return diagnostic(
                "E0301", span, f"there is no rule called `{name}`", "no rule has this name",
                help='a sentence alone does nothing: write it here, like `"Nothing happens."`',
            )  # fmt: skip
        case problems.UnknownName(name=name, sort=Role.RULE | Role.RULE_OR_ACTION, known=known) if (
            said := _in_words(name)
        ) and not meant(span, name, known)[1]:
            return diagnostic(
                "E0301", span, f"there is no rule called `{name}`", "no rule has this name",
                help=(f"if it is no rule of yours, write something like `{said}`", "or declare it: `rule name:`"),
            )  # fmt: skip
        case problems.UnknownName(name=name, sort=Role.NAME) if name in _ELSEWHERE:
            return diagnostic(
                "E0301", span, f"there is nothing called `{name}`", "nothing has this name", help=_ELSEWHERE[name]
            )
        case problems.UnknownName(name=name, sort=sort, known=known):
            help, fixes = meant(span, name, known)
            what = "nothing" if sort is Role.NAME else f"no {phrase(sort)}"
            return diagnostic(
                "E0301", span, f"there is {what} called `{name}`", f"{what} has this name",
                help=_advice(help, sort, known), fixes=fixes,
            )  # fmt: skip
        case problems.UnknownMember(name=name, of=of) if name in _ELSEWHERE:
            return diagnostic("E0302", span, f"{phrase(of)} has no `{name}`", "not known there", help=_ELSEWHERE[name])
        case problems.UnknownMember(name=name, of=of, known=known):
            help, fixes = meant(span, name, known)
            return diagnostic("E0302", span, f"{phrase(of)} has no `{name}`", "not known there", help=help, fixes=fixes)
        case problems.DeclaredTwice(name=name, first=first):
            others = (Label(first, "the first one"),) if first != span else ()
            return diagnostic(
                "E0303", span, "this stands here twice" if name == "this" else f"there are two of `{name}`", "the second one", others=others,
                help="keep one of them" if name == "this" else "every name stands for one thing: choose another name for one of them",
            )  # fmt: skip
        case problems.AmbiguousName(name=name, readings=readings) if len(set(readings)) == 1:
            return diagnostic(
                "E0304", span, f"`{name}` can mean several things here", "every player has one of this name",
                help=f"its owner is clear where a player acts, or beside something it is compared with, like `piece is {name}`",
            )  # fmt: skip
        case problems.AmbiguousName(name=name, readings=readings):
            return diagnostic(
                "E0304", span, f"`{name}` can mean several things here", "which one?",
                help=f"write {listed(readings, 'or')}",
            )  # fmt: skip
        case problems.WrongSort(name=name, is_=is_, needed=needed):
            return diagnostic(
                "E0309", span, f"{quoted(name)} is {phrase(is_)}", f"{phrase(needed)} is needed here",
                help=_happened(name, is_) if needed is Thing.VALUE else (),
            )  # fmt: skip
        case problems.ReservedName(name=name):
            return diagnostic(
                "E0310", span, f"`{name}` is a name of the language", "it cannot be declared again",
                help=f"it is {_MEANINGS.get(name, f'the function `{name}(…)`')}: choose another name",
            )  # fmt: skip
        case _:
            assert_never(problem)


def _happened(name: str, is_: Described) -> tuple[str, ...]:
    """What to write for `until finish`, where something that happens stands for a condition."""
    if is_ not in (Thing.RULE, Thing.ACTION):
        return ()
    past = f"that `{name}` has happened is remembered by a field: `done = yes` in it, and here `done`, as in `repeat until done:`"
    return (past, f"whether it can be chosen now is `can({name})`") if is_ is Thing.ACTION else (past,)


def _advice(guess: tuple[str, ...], sort: Role | About[Role], known: tuple[str, ...]) -> tuple[str, ...]:
    if sort is Role.OPTION and set(known) <= {"humans"}:
        return (*guess, "declare an option: `option name: no, yes`")
    general = None if isinstance(sort, About) else _UNKNOWN_HELP.get(sort)
    return guess or (() if general is None else (general,))


_UNKNOWN_HELP = {
    Role.NAME: "declare it: a `let`, a field under `shared:` or `each player:`, or a value of a `type`",
    Role.RULE: "declare it: `rule name:`",
    Role.ACTION: "declare it: `action name:`",
    Role.ZONE: "declare it under `shared:` or `each player:`, like `deck: pile of card`",
    Role.PICK: "a selection says `one of …`, `any of …`, or names a `pick`",
    Role.TURN_TYPE: "only players take turns: for anything else write `for x in …:`",
    Role.OWNER: "only `each player` makes pieces of everybody's own",
    Role.TEAM_TYPE: "every player needs a value of it, like `let team = …` under `each player:`",
}


def _reach(
    problem: problems.HidesName | problems.OuterElement | problems.NobodyActs | problems.NoElement,
) -> Diagnostic:
    span = problem.span
    match problem:
        case problems.HidesName(name=name, of=of, read=read, hidden=hidden):
            other, second = {
                "local": ("the rule around it", "rename the name in the rule"),
                "me": ("the player who acts", f"write `me.{name}`"),
                "shared": ("the whole table", f"write `shared.{name}`"),
                "score": ("the score sheet", "rename the score line"),
            }[hidden]
            return diagnostic(
                "E0305", span, f"`{name}` means two things here", f"{phrase(of)} has a `{name}`, and so has {other}",
                help=f"write `{read}.{name}` for the first; for the second, {second}",
                fixes=(Fix(f"write `{read}.{name}`", (Edit(span, f"{read}.{name}"),)),) if hidden == "local" else (),
            )  # fmt: skip
        case problems.OuterElement(name=name):
            return diagnostic(
                "E0306", span, f"`{name}` belongs to an element further out", "the nearest element has none",
                help=f"give the outer element a name: `S as x where …`, or `x in S` behind `for`; then write `x.{name}`",
            )  # fmt: skip
        case problems.NobodyActs(name=name):
            return diagnostic(
                "E0307", span, f"`{name}` needs a player, and nobody acts here", "whose?",
                help="put it inside `each player:` or `as p:`, or say whose it is: `p.hand`",
            )  # fmt: skip
        case problems.NoElement():
            return diagnostic(
                "E0308", span, "`it` stands for nothing here", "there is no element",
                help="`it` is the element inside `S where …` and `S by highest …`; where seats take turns it is `me`",
            )  # fmt: skip
        case _:
            assert_never(problem)


_MEANINGS = {
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
"""What the names of the language mean that are no functions."""
