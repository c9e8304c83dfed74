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
from gamedsl.source import NOWHERE, Span
from gamedsl.syntax import tree as t


@frozen
class Chain:
    """A file with everything it builds on: files in order of application, the game's file first; `ancestors` by file name."""

    files: tuple[tuple[str, t.File], ...]
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
    decls: list[t.Decl]
    ancestors: dict[str, frozenset[str]]
    problems: list[Problem] = field(factory=list)
    sets: list[tuple[bool, t.SetValue | t.SetCopies]] = field(factory=list)
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
    game = next((d for d in decls if isinstance(d, t.Game)), None)
    if game is None:
        place = chain.files[0][1].span if chain.files else NOWHERE
        return None, (NoGame(place),)
    conditional = frozenset(d.name.text for d in decls if isinstance(d, t.Seat) and d.condition is not None)
    names = {name: d.name for name, f in chain.files for d in f.decls if isinstance(d, t.Game | t.Variant)}
    last = chain.files[-1][0]
    joining = names[last].span if last in names else NOWHERE
    called = {name: ident.text for name, ident in names.items()}
    known = conditions_of(decls)
    work = _Work(setup, known, [], dict(chain.ancestors), names=called, joining=joining, conditional=conditional)
    work.problems.extend(option_problems(d for d in decls if isinstance(d, t.Option)))
    for condition in _conditions(decls):
        work.problems.extend(condition_problems(condition, known))
    variants: list[str] = []
    for name, file in chain.files:
        whens = [d for d in file.decls if isinstance(d, t.When)]
        seats = [d for d in file.decls if isinstance(d, t.Seat)]
        work.decls.extend(d for d in file.decls if not isinstance(d, t.When | t.Seat | t.Variant))
        for seat in seats:
            _seat(work, name, seat)
        for when in whens:
            if holds(when.condition, setup, known):
                for change in when.changes:
                    _change_when(work, name, change)
        for variant in (d for d in file.decls if isinstance(d, t.Variant)):
            variants.append(variant.name.text)
            for change in variant.changes:
                _change(work, name, change)
    sets = tuple(line for _, line in work.sets)
    merged = Merged(game, tuple(variants), setup, tuple(work.decls), sets, tuple(work.seats.values()))
    return merged, tuple(q for q in work.problems if not _settled(work, last, q))


def _conditions(nodes: Iterable[t.Decl | t.Change | t.Field | t.Define | t.Answer]) -> Iterator[t.Expr]:
    """What all the `when` blocks and scripted seats ask for, also those inside others."""
    for node in nodes:
        match node:
            case t.When():
                yield node.condition
                yield from _conditions(node.changes)
            case t.Variant():
                yield from _conditions(node.changes)
            case t.Seat():
                if node.condition is not None:
                    yield node.condition
                yield from _conditions(node.members)
            case _:
                pass


def _settled(work: _Work, last: str, problem: Problem) -> bool:
    """Whether the variant that joins two diffs says itself what counts."""
    return isinstance(problem, Conflict) and any(touch.file == last for touch in work.touched[problem.name])


# ---------------------------------------------------------------- changes


def _change(work: _Work, file: str, change: t.Change) -> None:
    match change:
        case t.SetValue():
            _set_value(work, file, change)
        case t.SetCopies():
            _touch(
                work,
                file,
                "copies of " + _text(change.of) + (" in " + _text(change.zone) if change.zone is not None else ""),
                change.span,
            )
            work.sets.append((False, change))
        case t.Replace():
            _replace(work, file, change)
        case t.Add():
            _add(work, file, change)
        case t.Insert():
            _insert(work, file, change)
        case t.Remove():
            _remove(work, file, change)
        case t.Seat():
            _seat(work, file, change)


def _change_when(work: _Work, file: str, change: t.Change) -> None:
    """A change under a condition, which may be about options: it cannot change those."""
    match change:
        case t.SetValue(place=t.Name(id=name)) if name in work.known.options:
            work.problems.append(Misplaced(change.span, "a change of an option", _OUTSIDE))
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


def _text(e: t.Expr) -> str:
    match e:
        case t.Name():
            return e.id
        case t.Number():
            return str(e.value)
        case t.Attribute():
            return f"{_text(e.of)}.{e.name.text}"
        case t.Index():
            return (
                f"{_text(e.of)}[{', '.join(_text(a) for a in e.args if not isinstance(a, t.Named | t.Comprehension))}]"
            )
        case t.Unary():
            return e.op + _text(e.operand)
        case _:
            return "…"


def _set_value(work: _Work, file: str, change: t.SetValue) -> None:
    _touch(work, file, _text(change.place), change.span)
    if isinstance(change.place, t.Name):
        for i, decl in enumerate(work.decls):
            if isinstance(decl, t.Option) and decl.name.text == change.place.id:
                work.decls[i] = _with_default(work, decl, change.value)
                return
            new = _with_value(decl, change.place.id, change.value)
            if new is not None:
                work.decls[i] = new
                return
        work.problems.append(UnknownTarget(change.place.span, change.place.id, "set", _names(work)))
        return
    work.sets.append((True, change))


def _with_value(decl: t.Decl, name: str, value: t.Expr) -> t.Decl | None:
    """A constant or a field's start value set anew."""
    match decl:
        case t.Define() if decl.name.text == name:
            return evolve(decl, value=value)
        case t.Fields():
            for i, member in enumerate(decl.members):
                if isinstance(member, t.Field) and member.name.text == name:
                    changed = evolve(member, start=value)
                    return evolve(decl, members=(*decl.members[:i], changed, *decl.members[i + 1 :]))
            return None
        case _:
            return None


def _with_default(work: _Work, option: t.Option, value: t.Expr) -> t.Option:
    """The option with another default: one of its values."""
    if not isinstance(value, t.Name | t.Number | t.FlagLiteral):
        work.problems.append(Mismatch(value.span, f"a value of `{option.name.text}`", "a formula"))
        return option
    wrong = value_problem(option, value)
    if wrong is not None:
        work.problems.append(wrong)
        return option
    return evolve(option, values=(value, *(v for v in option.values if v != value)))


def name_of(decl: t.Decl) -> t.Ident | None:
    """The name that a declaration declares; the skeleton's parts are called like their words."""
    match decl:
        case t.Setup():
            return t.Ident("setup", span=decl.span)
        case t.Rounds():
            return t.Ident("rounds", span=decl.span)
        case t.End():
            return t.Ident("end", span=decl.span)
        case t.Ranking():
            return t.Ident("ranking", span=decl.span)
        case t.Ends() | t.Fields() | t.When():
            return None
        case _:
            return decl.name


def _names(work: _Work) -> tuple[str, ...]:
    names = [n.text for d in work.decls if (n := name_of(d)) is not None]
    names += [m.name.text for d in work.decls if isinstance(d, t.Fields) for m in d.members]
    return tuple(sorted(set(names)))


def _find(work: _Work, name: str) -> int | None:
    for i, decl in enumerate(work.decls):
        found = name_of(decl)
        if found is not None and found.text == name:
            return i
    return None


_FIXED: dict[type[t.Decl], str] = {
    t.Option: "an option",
    t.Game: "a game",
    t.Variant: "a variant",
    t.When: "a `when` block",
    t.Seat: "a seat",
}
"""What says which rules there are cannot be changed by rules."""

_OUTSIDE = "it is declared outside of all blocks; the default of an option is changed by `set` in a variant"


def _is_changeable(work: _Work, decl: t.Decl, span: Span) -> bool:
    """Whether `add` and `replace` can have this declaration; if not, that is reported."""
    sort = _FIXED.get(type(decl))
    if sort is not None:
        own = "a seat stands here without `add` or `replace`" if isinstance(decl, t.Seat) else _OUTSIDE
        work.problems.append(Misplaced(span, f"a change of {sort}", own))
    return sort is None


def _replace(work: _Work, file: str, change: t.Replace) -> None:
    if not _is_changeable(work, change.decl, change.span):
        return
    if isinstance(change.decl, t.Ends):
        _replace_ends(work, file, change.decl)
        return
    if isinstance(change.decl, t.Fields):
        _replace_members(work, file, change.decl)
        return
    name = name_of(change.decl)
    if name is None:
        work.problems.append(WrongSort(change.span, "this", "not to be replaced", "a declaration with a name"))
        return
    at = _find(work, name.text)
    if at is None:
        if isinstance(change.decl, t.Define) and _replace_member(work, change.decl):
            _touch(work, file, name.text, change.span)
            return
        work.problems.append(UnknownTarget(name.span, name.text, "replace", _names(work)))
        return
    _touch(work, file, name.text, change.span)
    new = change.decl
    old = work.decls[at]
    if isinstance(new, t.Rule) and isinstance(old, t.Rule) and new.into is None:
        new = evolve(new, into=old.into)
    work.decls[at] = new


def _replace_ends(work: _Work, file: str, decl: t.Ends) -> None:
    """All conditions of the game's end are replaced together."""
    _touch(work, file, "game ends", decl.span)
    found = [i for i, d in enumerate(work.decls) if isinstance(d, t.Ends)]
    if not found:
        work.problems.append(UnknownTarget(decl.span, "game ends", "replace", _names(work)))
        return
    work.decls[found[0]] = decl
    for i in reversed(found[1:]):
        del work.decls[i]


def _replace_member(work: _Work, new: t.Define) -> bool:
    """A `let` of a block keeps its block."""
    for i, decl in enumerate(work.decls):
        if isinstance(decl, t.Fields):
            for j, member in enumerate(decl.members):
                if member.name.text == new.name.text:
                    work.decls[i] = evolve(decl, members=(*decl.members[:j], new, *decl.members[j + 1 :]))
                    return True
    return False


def _replace_members(work: _Work, file: str, block: t.Fields) -> None:
    for member in block.members:
        _touch(work, file, member.name.text, member.span)
        for i, decl in enumerate(work.decls):
            if isinstance(decl, t.Fields) and (decl.owner.text if decl.owner else None) == (
                block.owner.text if block.owner else None
            ):
                found = [j for j, m in enumerate(decl.members) if m.name.text == member.name.text]
                if found:
                    members = (*decl.members[: found[0]], member, *decl.members[found[0] + 1 :])
                    work.decls[i] = evolve(decl, members=members)
                    break
        else:
            work.problems.append(UnknownTarget(member.name.span, member.name.text, "replace", _names(work)))


def _add(work: _Work, file: str, change: t.Add) -> None:
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


def _part_index(work: _Work, part: t.Ident) -> int | None:
    return _find(work, part.text)


def _insert(work: _Work, file: str, change: t.Insert) -> None:
    at = _part_index(work, change.part)
    if at is None:
        work.problems.append(UnknownTarget(change.part.span, change.part.text, "add to", _names(work)))
        return
    _touch(work, file, f"{change.part.text}: {change.side} {change.anchor.text}", change.span)
    decl = work.decls[at]
    if isinstance(decl, t.Rounds):
        if isinstance(change.call, t.Name):
            new = t.RoundEntry(t.Ident(change.call.id, span=change.call.span), None, None, span=change.call.span)
            phases = _placed(decl.phases, new, change)
            if phases is not None:
                work.decls[at] = evolve(decl, phases=tuple(phases))
                return
        work.problems.append(
            UnknownTarget(
                change.anchor.span, change.anchor.text, f"add {change.side}", tuple(p.name.text for p in decl.phases)
            )
        )
        return
    if not isinstance(decl, t.Setup | t.Phase | t.Rule | t.End):
        work.problems.append(
            WrongSort(
                change.part.span, change.part.text, "no rule", "a rule, an action, a phase, `setup`, `rounds` or `end`"
            )
        )
        return
    call = t.CallStmt(change.call, span=change.call.span)
    body = _inserted(decl.body.body, call, change)
    if body is None:
        work.problems.append(
            UnknownTarget(
                change.anchor.span,
                change.anchor.text,
                f"add {change.side}",
                tuple(dict.fromkeys(_calls(decl.body.body))),
            )
        )
        return
    work.decls[at] = evolve(decl, body=evolve(decl.body, body=body))


def _placed(entries: tuple[t.RoundEntry, ...], new: t.RoundEntry, change: t.Insert) -> list[t.RoundEntry] | None:
    names = [entry.name.text for entry in entries]
    if change.anchor.text not in names:
        return None
    at = names.index(change.anchor.text) + (1 if change.side == "after" else 0)
    return [*entries[:at], new, *entries[at:]]


def _called(stmt: t.Stmt) -> str | None:
    if not isinstance(stmt, t.CallStmt):
        return None
    call = stmt.call.of if isinstance(stmt.call, t.Apply) else stmt.call
    return call.id if isinstance(call, t.Name) else None


def _calls(body: tuple[t.Stmt, ...]) -> list[str]:
    found: list[str] = []
    for stmt in body:
        name = _called(stmt)
        if name is not None:
            found.append(name)
        for inner in _suites(stmt):
            found.extend(_calls(inner.body))
    return found


def _suites(stmt: t.Stmt) -> tuple[t.Suite, ...]:
    match stmt:
        case t.If():
            return (*(b for _, b in stmt.arms), *((stmt.otherwise,) if stmt.otherwise is not None else ()))
        case t.Match():
            return (*(a.body for a in stmt.arms), *((stmt.otherwise,) if stmt.otherwise is not None else ()))
        case t.For() | t.Each() | t.Repeat() | t.As():
            return (stmt.body,)
        case _:
            return ()


def _inserted(body: tuple[t.Stmt, ...], call: t.CallStmt, change: t.Insert) -> tuple[t.Stmt, ...] | None:
    """The body with the call beside its anchor, wherever in the body the anchor stands; None if it is not there exactly once."""
    if _calls(body).count(change.anchor.text) != 1:
        return None
    made: list[t.Stmt] = []
    for stmt in body:
        if _called(stmt) == change.anchor.text:
            made.extend([stmt, call] if change.side == "after" else [call, stmt])
        else:
            made.append(_inside(stmt, call, change))
    return tuple(made)


def _inside(stmt: t.Stmt, call: t.CallStmt, change: t.Insert) -> t.Stmt:
    def new(suite: t.Suite) -> t.Suite:
        inner = _inserted(suite.body, call, change)
        return suite if inner is None else evolve(suite, body=inner)

    match stmt:
        case t.If():
            return evolve(
                stmt,
                arms=tuple((c, new(b)) for c, b in stmt.arms),
                otherwise=new(stmt.otherwise) if stmt.otherwise is not None else None,
            )
        case t.Match():
            arms = tuple(evolve(a, body=new(a.body)) for a in stmt.arms)
            return evolve(stmt, arms=arms, otherwise=new(stmt.otherwise) if stmt.otherwise is not None else None)
        case t.For() | t.Each() | t.Repeat() | t.As():
            return evolve(stmt, body=new(stmt.body))
        case _:
            return stmt


def _remove(work: _Work, file: str, change: t.Remove) -> None:
    name = change.name.text
    at = _find(work, name)
    if at is not None:
        if not _is_changeable(work, work.decls[at], change.span):
            return
        _touch(work, file, name, change.span)
        gone = work.decls.pop(at)
        if isinstance(gone, t.Rule | t.Phase):
            work.decls = [_without(d, name) for d in work.decls]
        return
    for i, decl in enumerate(work.decls):
        if isinstance(decl, t.Fields) and any(m.name.text == name for m in decl.members):
            _touch(work, file, name, change.span)
            work.decls[i] = evolve(decl, members=tuple(m for m in decl.members if m.name.text != name))
            return
    work.problems.append(UnknownTarget(change.name.span, name, "remove", _names(work)))


def _without(decl: t.Decl, name: str) -> t.Decl:
    """A declaration without calls and menu lines of a removed rule, or without a removed phase."""
    match decl:
        case t.Rounds():
            return evolve(decl, phases=tuple(p for p in decl.phases if p.name.text != name))
        case t.Setup() | t.Phase() | t.Rule() | t.End():
            return evolve(decl, body=_suite_without(decl.body, name))
        case _:
            return decl


def _suite_without(suite: t.Suite, name: str) -> t.Suite:
    return evolve(suite, body=tuple(_stmt_without(st, name) for st in suite.body if _called(st) != name))


def _stmt_without(stmt: t.Stmt, name: str) -> t.Stmt:
    match stmt:
        case t.Choose() if stmt.menu is not None:
            kept = tuple(line for line in stmt.menu.lines if _called(t.CallStmt(line.call)) != name)
            return evolve(stmt, menu=evolve(stmt.menu, lines=kept))
        case t.If():
            other = _suite_without(stmt.otherwise, name) if stmt.otherwise is not None else None
            return evolve(stmt, arms=tuple((c, _suite_without(b, name)) for c, b in stmt.arms), otherwise=other)
        case t.Match():
            other = _suite_without(stmt.otherwise, name) if stmt.otherwise is not None else None
            return evolve(
                stmt, arms=tuple(evolve(a, body=_suite_without(a.body, name)) for a in stmt.arms), otherwise=other
            )
        case t.For() | t.Each() | t.Repeat() | t.As():
            return evolve(stmt, body=_suite_without(stmt.body, name))
        case _:
            return stmt


# ---------------------------------------------------------------- scripted seats


def _seat(work: _Work, file: str, seat: t.Seat) -> None:
    """Adds a last seat, or extends a known one (inside an option, without `when`)."""
    if seat.condition is not None and not holds(seat.condition, work.setup, work.known):
        return
    known = work.seats.get(seat.name.text)
    if known is None and seat.condition is None and seat.name.text in work.conditional:
        return
    if known is None:
        known = ScriptedSeat(seat.name.text, seat.name.span, (), (), ())
    fields = tuple(m for m in seat.members if isinstance(m, t.Field | t.Define))
    answers = tuple(m for m in seat.members if isinstance(m, t.Answer))
    replaced = list(known.replaced)
    for member in seat.members:
        match member:
            case t.Replace(decl=t.Define() as define_):
                fields = (*fields, define_)
            case t.Replace():
                replaced.append(member.decl)
            case t.SetCopies() | t.SetValue() | t.Add() | t.Insert() | t.Remove() | t.Seat():
                _change(work, file, cast("t.Change", member))
            case _:
                pass
    work.seats[seat.name.text] = evolve(
        known, members=(*known.members, *fields), replaced=tuple(replaced), answers=(*known.answers, *answers)
    )
