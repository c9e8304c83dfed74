"""Diffs applied: files and a setup in, the declarations of that setup out.

Order: base, `when` blocks that apply, variants as listed (each file once, bases first). Two diffs that touch one name without one building on the
other conflict, unless the composing variant touches it itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import cast

from attrs import define, evolve, field, frozen

from gamedsl.semantics.formulas.conditions import (
    Conditions,
    condition_problems,
    conditions_of,
    holds,
    option_problems,
    value_problem,
)
from gamedsl.semantics.model.merged import Merged, ScriptedSeat, Setup
from gamedsl.semantics.problems.problems import (
    AlreadyThere,
    Conflict,
    Mismatch,
    Misplaced,
    NoGame,
    Problem,
    UnknownTarget,
    WrongSort,
)
from gamedsl.semantics.problems.terms import Change, Misplacement, Thing, about
from gamedsl.source import NOWHERE, Span
from gamedsl.syntax import tree


@frozen
class Chain:
    """A file with everything it builds on: files in order of application, the game's file first; `ancestors` by file name."""

    files: tuple[tuple[str, tree.File], ...]
    ancestors: tuple[tuple[str, frozenset[str]], ...]


@define
class _Touch:
    """Who last touched a name."""

    file: str
    span: Span


@define(eq=False)
class _Work:
    setup: Setup
    known: Conditions
    decls: list[tree.Decl]
    ancestors: dict[str, frozenset[str]]
    problems: list[Problem] = field(factory=list)
    sets: list[tuple[bool, tree.SetValue | tree.SetCopies]] = field(factory=list)
    seats: dict[str, ScriptedSeat] = field(factory=dict)
    touched: dict[str, list[_Touch]] = field(factory=dict)
    names: dict[str, str] = field(factory=dict)
    """What the files are called as games or variants."""
    joining: Span = NOWHERE
    """The name of the variant that joins them all."""
    conditional: frozenset[str] = frozenset()
    """Seats that are declared with a condition: a declaration of theirs without one only extends them."""


def merge(chain: Chain, setup: Setup) -> tuple[Merged | None, tuple[Problem, ...]]:
    """The declarations of one setup. Without a `game` declaration there is nothing to merge."""
    decls = [d for _, f in chain.files for d in f.decls]
    game = next((d for d in decls if isinstance(d, tree.Game)), None)
    if game is None:
        place = chain.files[0][1].span if chain.files else NOWHERE
        return None, (NoGame(place),)
    conditional = frozenset(d.name.text for d in decls if isinstance(d, tree.Seat) and d.condition is not None)
    names = {name: d.name for name, f in chain.files for d in f.decls if isinstance(d, tree.Game | tree.Variant)}
    last = chain.files[-1][0]
    joining = names[last].span if last in names else NOWHERE
    called = {name: ident.text for name, ident in names.items()}
    known = conditions_of(decls)
    work = _Work(setup, known, [], dict(chain.ancestors), names=called, joining=joining, conditional=conditional)
    work.problems.extend(option_problems(d for d in decls if isinstance(d, tree.Option)))
    for condition in _conditions(decls):
        work.problems.extend(condition_problems(condition, known))
    variants: list[str] = []
    for name, file in chain.files:
        whens = [d for d in file.decls if isinstance(d, tree.When)]
        seats = [d for d in file.decls if isinstance(d, tree.Seat)]
        work.decls.extend(d for d in file.decls if not isinstance(d, tree.When | tree.Seat | tree.Variant))
        for seat in seats:
            _seat(work, name, seat)
        for when in whens:
            if holds(when.condition, setup, known):
                for change in when.changes:
                    _change_when(work, name, change)
        for variant in (d for d in file.decls if isinstance(d, tree.Variant)):
            variants.append(variant.name.text)
            for change in variant.changes:
                _change(work, name, change)
    sets = tuple(line for _, line in work.sets)
    merged = Merged(game, tuple(variants), setup, tuple(work.decls), sets, tuple(work.seats.values()))
    return merged, tuple(q for q in work.problems if not _settled(work, last, q))


def _conditions(
    nodes: Iterable[tree.Decl | tree.Change | tree.Field | tree.Define | tree.Answer],
) -> Iterator[tree.Expr]:
    """What all the `when` blocks and scripted seats ask for, also those inside others."""
    for node in nodes:
        match node:
            case tree.When():
                yield node.condition
                yield from _conditions(node.changes)
            case tree.Variant():
                yield from _conditions(node.changes)
            case tree.Seat():
                if node.condition is not None:
                    yield node.condition
                yield from _conditions(node.members)
            case _:
                pass


def _settled(work: _Work, last: str, problem: Problem) -> bool:
    """Whether the variant that joins two diffs says itself what counts."""
    return isinstance(problem, Conflict) and any(touch.file == last for touch in work.touched[problem.name])


# ---------------------------------------------------------------- changes


def _change(work: _Work, file: str, change: tree.Change) -> None:
    match change:
        case tree.SetValue():
            _set_value(work, file, change)
        case tree.SetCopies():
            _touch(
                work,
                file,
                "copies of " + _text(change.of) + (" in " + _text(change.zone) if change.zone is not None else ""),
                change.span,
            )
            work.sets.append((False, change))
        case tree.Replace():
            _replace(work, file, change)
        case tree.Add():
            _add(work, file, change)
        case tree.Insert():
            _insert(work, file, change)
        case tree.Remove():
            _remove(work, file, change)
        case tree.Seat():
            _seat(work, file, change)


def _change_when(work: _Work, file: str, change: tree.Change) -> None:
    """A change under a condition, which may be about options: it cannot change those."""
    match change:
        case tree.SetValue(place=tree.Name(id=name)) if name in work.known.options:
            work.problems.append(Misplaced(change.span, Misplacement.CHANGE_OF_OPTION))
        case _:
            _change(work, file, change)


def _touch(work: _Work, file: str, what: str, span: Span) -> None:
    """Notes a change; a conflict if another file that is no ancestor has changed it too and nothing has settled it."""
    for other in work.touched.get(what, []):
        if other.file == file or other.file in work.ancestors.get(file, frozenset()):
            continue
        names = (work.names.get(other.file, other.file), work.names.get(file, file))
        work.problems.append(Conflict(work.joining, what, other.span, span, *names))
    work.touched.setdefault(what, []).append(_Touch(file, span))


def _text(e: tree.Expr) -> str:
    match e:
        case tree.Name():
            return e.id
        case tree.Number():
            return str(e.value)
        case tree.Attribute():
            return f"{_text(e.of)}.{e.name.text}"
        case tree.Index():
            return f"{_text(e.of)}[{', '.join(_text(a) for a in e.args if not isinstance(a, tree.Named | tree.Comprehension))}]"
        case tree.Unary():
            return e.op + _text(e.operand)
        case _:
            return "…"


def _set_value(work: _Work, file: str, change: tree.SetValue) -> None:
    _touch(work, file, _text(change.place), change.span)
    if isinstance(change.place, tree.Name):
        for i, decl in enumerate(work.decls):
            if isinstance(decl, tree.Option) and decl.name.text == change.place.id:
                work.decls[i] = _with_default(work, decl, change.value)
                return
            new = _with_value(decl, change.place.id, change.value)
            if new is not None:
                work.decls[i] = new
                return
        work.problems.append(UnknownTarget(change.place.span, change.place.id, Change.SET, _names(work)))
        return
    work.sets.append((True, change))


def _with_value(decl: tree.Decl, name: str, value: tree.Expr) -> tree.Decl | None:
    """A constant or a field's start value set anew."""
    match decl:
        case tree.Define() if decl.name.text == name:
            return evolve(decl, value=value)
        case tree.Fields():
            for i, member in enumerate(decl.members):
                if isinstance(member, tree.Field) and member.name.text == name:
                    changed = evolve(member, start=value)
                    return evolve(decl, members=(*decl.members[:i], changed, *decl.members[i + 1 :]))
            return None
        case _:
            return None


def _with_default(work: _Work, option: tree.Option, value: tree.Expr) -> tree.Option:
    """The option with another default: one of its values."""
    if not isinstance(value, tree.Name | tree.Number | tree.FlagLiteral):
        work.problems.append(Mismatch(value.span, about(Thing.VALUE_OF, option.name.text), Thing.FORMULA))
        return option
    wrong = value_problem(option, value)
    if wrong is not None:
        work.problems.append(wrong)
        return option
    return evolve(option, values=(value, *(v for v in option.values if v != value)))


def name_of(decl: tree.Decl) -> tree.Ident | None:
    """The name that a declaration declares; the skeleton's parts are called like their words."""
    match decl:
        case tree.Setup():
            return tree.Ident("setup", span=decl.span)
        case tree.Rounds():
            return tree.Ident("rounds", span=decl.span)
        case tree.End():
            return tree.Ident("end", span=decl.span)
        case tree.Ranking():
            return tree.Ident("ranking", span=decl.span)
        case tree.Ends() | tree.Fields() | tree.When():
            return None
        case _:
            return decl.name


def _names(work: _Work) -> tuple[str, ...]:
    names = [n.text for d in work.decls if (n := name_of(d)) is not None]
    names += [m.name.text for d in work.decls if isinstance(d, tree.Fields) for m in d.members]
    return tuple(sorted(set(names)))


def _find(work: _Work, name: str) -> int | None:
    for i, decl in enumerate(work.decls):
        found = name_of(decl)
        if found is not None and found.text == name:
            return i
    return None


_ADD = {"before": Change.ADD_BEFORE, "after": Change.ADD_AFTER}
_FIXED: dict[type[tree.Decl], Misplacement] = {
    tree.Option: Misplacement.CHANGE_OF_OPTION,
    tree.Game: Misplacement.CHANGE_OF_GAME,
    tree.Variant: Misplacement.CHANGE_OF_VARIANT,
    tree.When: Misplacement.CHANGE_OF_WHEN,
    tree.Seat: Misplacement.CHANGE_OF_SEAT,
}
"""What says which rules there are cannot be changed by rules."""


def _is_changeable(work: _Work, decl: tree.Decl, span: Span) -> bool:
    """Whether `add` and `replace` can have this declaration; if not, that is reported."""
    misplacement = _FIXED.get(type(decl))
    if misplacement is not None:
        work.problems.append(Misplaced(span, misplacement))
    return misplacement is None


def _replace(work: _Work, file: str, change: tree.Replace) -> None:
    if not _is_changeable(work, change.decl, change.span):
        return
    if isinstance(change.decl, tree.Ends):
        _replace_ends(work, file, change.decl)
        return
    if isinstance(change.decl, tree.Fields):
        _replace_members(work, file, change.decl)
        return
    name = name_of(change.decl)
    if name is None:
        work.problems.append(WrongSort(change.span, "this", Thing.IRREPLACEABLE, Thing.NAMED_DECLARATION))
        return
    at = _find(work, name.text)
    if at is None:
        if isinstance(change.decl, tree.Define) and _replace_member(work, change.decl):
            _touch(work, file, name.text, change.span)
            return
        work.problems.append(UnknownTarget(name.span, name.text, Change.REPLACE, _names(work)))
        return
    _touch(work, file, name.text, change.span)
    new = change.decl
    old = work.decls[at]
    if isinstance(new, tree.Rule) and isinstance(old, tree.Rule) and new.into is None:
        new = evolve(new, into=old.into)
    work.decls[at] = new


def _replace_ends(work: _Work, file: str, decl: tree.Ends) -> None:
    """All conditions of the game's end are replaced together."""
    _touch(work, file, "game ends", decl.span)
    found = [i for i, d in enumerate(work.decls) if isinstance(d, tree.Ends)]
    if not found:
        work.problems.append(UnknownTarget(decl.span, "game ends", Change.REPLACE, _names(work)))
        return
    work.decls[found[0]] = decl
    for i in reversed(found[1:]):
        del work.decls[i]


def _replace_member(work: _Work, new: tree.Define) -> bool:
    """A `let` of a block keeps its block."""
    for i, decl in enumerate(work.decls):
        if isinstance(decl, tree.Fields):
            for j, member in enumerate(decl.members):
                if member.name.text == new.name.text:
                    work.decls[i] = evolve(decl, members=(*decl.members[:j], new, *decl.members[j + 1 :]))
                    return True
    return False


def _replace_members(work: _Work, file: str, block: tree.Fields) -> None:
    for member in block.members:
        _touch(work, file, member.name.text, member.span)
        for i, decl in enumerate(work.decls):
            if isinstance(decl, tree.Fields) and (decl.owner.text if decl.owner else None) == (
                block.owner.text if block.owner else None
            ):
                found = [j for j, m in enumerate(decl.members) if m.name.text == member.name.text]
                if found:
                    members = (*decl.members[: found[0]], member, *decl.members[found[0] + 1 :])
                    work.decls[i] = evolve(decl, members=members)
                    break
        else:
            work.problems.append(UnknownTarget(member.name.span, member.name.text, Change.REPLACE, _names(work)))


def _add(work: _Work, file: str, change: tree.Add) -> None:
    if not _is_changeable(work, change.decl, change.span):
        return
    name = name_of(change.decl)
    if name is not None:
        at = _find(work, name.text)
        if at is not None:
            first = name_of(work.decls[at])
            work.problems.append(AlreadyThere(name.span, name.text, first.span if first is not None else NOWHERE))
            return
        _touch(work, file, name.text, change.span)
    work.decls.append(change.decl)


def _part_index(work: _Work, part: tree.Ident) -> int | None:
    return _find(work, part.text)


def _insert(work: _Work, file: str, change: tree.Insert) -> None:
    at = _part_index(work, change.part)
    if at is None:
        work.problems.append(UnknownTarget(change.part.span, change.part.text, Change.ADD_TO, _names(work)))
        return
    _touch(work, file, f"{change.part.text}: {change.side} {change.anchor.text}", change.span)
    decl = work.decls[at]
    if isinstance(decl, tree.Rounds):
        if isinstance(change.call, tree.Name):
            new = tree.RoundEntry(tree.Ident(change.call.id, span=change.call.span), None, None, span=change.call.span)
            phases = _placed(decl.phases, new, change)
            if phases is not None:
                work.decls[at] = evolve(decl, phases=tuple(phases))
                return
        work.problems.append(
            UnknownTarget(
                change.anchor.span, change.anchor.text, _ADD[change.side], tuple(p.name.text for p in decl.phases)
            )
        )
        return
    if not isinstance(decl, tree.Setup | tree.Phase | tree.Rule | tree.Whenever | tree.End):
        work.problems.append(WrongSort(change.part.span, change.part.text, Thing.NO_RULE, Thing.EXTENSIBLE))
        return
    call = tree.CallStmt(change.call, span=change.call.span)
    body = _inserted(decl.body.body, call, change)
    if body is None:
        work.problems.append(
            UnknownTarget(
                change.anchor.span,
                change.anchor.text,
                _ADD[change.side],
                tuple(dict.fromkeys(_calls(decl.body.body))),
            )
        )
        return
    work.decls[at] = evolve(decl, body=evolve(decl.body, body=body))


def _placed(
    entries: tuple[tree.RoundEntry, ...], new: tree.RoundEntry, change: tree.Insert
) -> list[tree.RoundEntry] | None:
    names = [entry.name.text for entry in entries]
    if change.anchor.text not in names:
        return None
    at = names.index(change.anchor.text) + (1 if change.side == "after" else 0)
    return [*entries[:at], new, *entries[at:]]


def _called(stmt: tree.Stmt) -> str | None:
    if not isinstance(stmt, tree.CallStmt):
        return None
    call = stmt.call.of if isinstance(stmt.call, tree.Apply) else stmt.call
    return call.id if isinstance(call, tree.Name) else None


def _calls(body: tuple[tree.Stmt, ...]) -> list[str]:
    found: list[str] = []
    for stmt in body:
        name = _called(stmt)
        if name is not None:
            found.append(name)
        for inner in _suites(stmt):
            found.extend(_calls(inner.body))
    return found


def _suites(stmt: tree.Stmt) -> tuple[tree.Suite, ...]:
    match stmt:
        case tree.If():
            return (*(b for _, b in stmt.arms), *((stmt.otherwise,) if stmt.otherwise is not None else ()))
        case tree.Match():
            return (*(a.body for a in stmt.arms), *((stmt.otherwise,) if stmt.otherwise is not None else ()))
        case tree.For() | tree.Each() | tree.Repeat() | tree.As():
            return (stmt.body,)
        case tree.Choose() if stmt.otherwise is not None:
            return (stmt.otherwise,)
        case _:
            return ()


def _inserted(body: tuple[tree.Stmt, ...], call: tree.CallStmt, change: tree.Insert) -> tuple[tree.Stmt, ...] | None:
    """The body with the call beside its anchor at any depth; None unless the anchor occurs exactly once."""
    if _calls(body).count(change.anchor.text) != 1:
        return None
    made: list[tree.Stmt] = []
    for stmt in body:
        if _called(stmt) == change.anchor.text:
            made.extend([stmt, call] if change.side == "after" else [call, stmt])
        else:
            made.append(_inside(stmt, call, change))
    return tuple(made)


def _inside(stmt: tree.Stmt, call: tree.CallStmt, change: tree.Insert) -> tree.Stmt:
    def new(suite: tree.Suite) -> tree.Suite:
        inner = _inserted(suite.body, call, change)
        return suite if inner is None else evolve(suite, body=inner)

    match stmt:
        case tree.If():
            return evolve(
                stmt,
                arms=tuple((c, new(b)) for c, b in stmt.arms),
                otherwise=new(stmt.otherwise) if stmt.otherwise is not None else None,
            )
        case tree.Match():
            arms = tuple(evolve(a, body=new(a.body)) for a in stmt.arms)
            return evolve(stmt, arms=arms, otherwise=new(stmt.otherwise) if stmt.otherwise is not None else None)
        case tree.For() | tree.Each() | tree.Repeat() | tree.As():
            return evolve(stmt, body=new(stmt.body))
        case tree.Choose() if stmt.otherwise is not None:
            return evolve(stmt, otherwise=new(stmt.otherwise))
        case _:
            return stmt


def _remove(work: _Work, file: str, change: tree.Remove) -> None:
    name = change.name.text
    at = _find(work, name)
    if at is not None:
        if not _is_changeable(work, work.decls[at], change.span):
            return
        _touch(work, file, name, change.span)
        gone = work.decls.pop(at)
        if isinstance(gone, tree.Rule | tree.Phase):
            kept = (d for d in work.decls if not (isinstance(d, tree.Whenever) and d.of.text == name))
            work.decls = [_without(d, name) for d in kept]
        return
    for i, decl in enumerate(work.decls):
        if isinstance(decl, tree.Fields) and any(m.name.text == name for m in decl.members):
            _touch(work, file, name, change.span)
            work.decls[i] = evolve(decl, members=tuple(m for m in decl.members if m.name.text != name))
            return
    work.problems.append(UnknownTarget(change.name.span, name, Change.REMOVE, _names(work)))


def _without(decl: tree.Decl, name: str) -> tree.Decl:
    """A declaration without calls and menu lines of a removed rule, or without a removed phase."""
    match decl:
        case tree.Rounds():
            return evolve(decl, phases=tuple(p for p in decl.phases if p.name.text != name))
        case tree.Setup() | tree.Phase() | tree.Rule() | tree.Whenever() | tree.End():
            return evolve(decl, body=_suite_without(decl.body, name))
        case _:
            return decl


def _suite_without(suite: tree.Suite, name: str) -> tree.Suite:
    return evolve(suite, body=tuple(_stmt_without(st, name) for st in suite.body if _called(st) != name))


def _stmt_without(stmt: tree.Stmt, name: str) -> tree.Stmt:
    match stmt:
        case tree.Choose():
            menu = stmt.menu
            if menu is not None:
                kept = tuple(line for line in menu.lines if _called(tree.CallStmt(line.call)) != name)
                menu = evolve(menu, lines=kept)
            otherwise = None if stmt.otherwise is None else _suite_without(stmt.otherwise, name)
            return evolve(stmt, menu=menu, otherwise=otherwise)
        case tree.If():
            other = _suite_without(stmt.otherwise, name) if stmt.otherwise is not None else None
            return evolve(stmt, arms=tuple((c, _suite_without(b, name)) for c, b in stmt.arms), otherwise=other)
        case tree.Match():
            other = _suite_without(stmt.otherwise, name) if stmt.otherwise is not None else None
            return evolve(
                stmt, arms=tuple(evolve(a, body=_suite_without(a.body, name)) for a in stmt.arms), otherwise=other
            )
        case tree.For() | tree.Each() | tree.Repeat() | tree.As():
            return evolve(stmt, body=_suite_without(stmt.body, name))
        case _:
            return stmt


# ---------------------------------------------------------------- scripted seats


def _seat(work: _Work, file: str, seat: tree.Seat) -> None:
    """Adds a last seat, or extends a known one (inside an option, without `when`)."""
    if seat.condition is not None and not holds(seat.condition, work.setup, work.known):
        return
    known = work.seats.get(seat.name.text)
    if known is None and seat.condition is None and seat.name.text in work.conditional:
        return
    if known is None:
        known = ScriptedSeat(seat.name.text, seat.name.span, (), (), ())
    fields = tuple(m for m in seat.members if isinstance(m, tree.Field | tree.Define))
    answers = tuple(m for m in seat.members if isinstance(m, tree.Answer))
    replaced = list(known.replaced)
    for member in seat.members:
        match member:
            case tree.Replace(decl=tree.Define() as define_):
                fields = (*fields, define_)
            case tree.Replace():
                replaced.append(member.decl)
            case tree.SetCopies() | tree.SetValue() | tree.Add() | tree.Insert() | tree.Remove() | tree.Seat():
                _change(work, file, cast("tree.Change", member))
            case _:
                pass
    work.seats[seat.name.text] = evolve(
        known, members=(*known.members, *fields), replaced=tuple(replaced), answers=(*known.answers, *answers)
    )
