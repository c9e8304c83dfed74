"""Diffs applied: files and a setup in, the declarations of that setup out.

Order: base, `when` blocks that apply, variants as listed (each file once, bases first). Two diffs that touch one name without one building on the
other conflict, unless the composing variant touches it itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import cast

from gamedsl.graph.compiled import Setup
from gamedsl.semantics.formulas.conditions import (
    condition_problems,
    conditions_of,
    holds,
    option_problems,
    value_problem,
)
from gamedsl.semantics.model.merged import Merged, ScriptedSeat
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
from gamedsl.values import evolve, frozen
from gamedsl.variants.line_changes import change_requirement, insert_call, with_own_requirement, without
from gamedsl.variants.work import Work, find, known_names, name_of, touch


@frozen
class Chain:
    """A file with everything it builds on: files in order of application, the game's file first; `ancestors` by file name."""

    files: tuple[tuple[str, tree.File], ...]
    ancestors: tuple[tuple[str, frozenset[str]], ...]


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
    work = Work(setup, known, [], dict(chain.ancestors), names=called, joining=joining, conditional=conditional)
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


def _settled(work: Work, last: str, problem: Problem) -> bool:
    """Whether the variant that joins two diffs says itself what counts."""
    return isinstance(problem, Conflict) and any(touch.file == last for touch in work.touched.get(problem.name, []))


# ---------------------------------------------------------------- changes


def _change(work: Work, file: str, change: tree.Change) -> None:
    match change:
        case tree.SetValue():
            _set_value(work, file, change)
        case tree.SetCopies():
            touch(
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
            insert_call(work, file, change)
        case tree.Remove():
            _remove(work, file, change)
        case tree.ReplaceRequirement() | tree.RemoveRequirement():
            change_requirement(work, file, change)
        case tree.Seat():
            _seat(work, file, change)


def _change_when(work: Work, file: str, change: tree.Change) -> None:
    """A change under a condition, which may be about options: it cannot change those."""
    match change:
        case tree.SetValue(place=tree.Name(id=name)) if name in work.known.options:
            work.problems.append(Misplaced(change.span, Misplacement.CHANGE_OF_OPTION))
        case _:
            _change(work, file, change)


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


def _set_value(work: Work, file: str, change: tree.SetValue) -> None:
    touch(work, file, _text(change.place), change.span)
    if isinstance(change.place, tree.Name):
        for i, decl in enumerate(work.decls):
            if isinstance(decl, tree.Option) and decl.name.text == change.place.id:
                work.decls[i] = _with_default(work, decl, change.value)
                return
            new = _with_value(decl, change.place.id, change.value)
            if new is not None:
                work.decls[i] = new
                return
        work.problems.append(UnknownTarget(change.place.span, change.place.id, Change.SET, known_names(work)))
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


def _with_default(work: Work, option: tree.Option, value: tree.Expr) -> tree.Option:
    """The option with another default: one of its values."""
    if not isinstance(value, tree.Name | tree.Number | tree.FlagLiteral):
        work.problems.append(Mismatch(value.span, about(Thing.VALUE_OF, option.name.text), Thing.FORMULA))
        return option
    wrong = value_problem(option, value)
    if wrong is not None:
        work.problems.append(wrong)
        return option
    return evolve(option, values=(value, *(v for v in option.values if v != value)))


_FIXED: dict[type[tree.Decl], Misplacement] = {
    tree.Option: Misplacement.CHANGE_OF_OPTION,
    tree.Game: Misplacement.CHANGE_OF_GAME,
    tree.Variant: Misplacement.CHANGE_OF_VARIANT,
    tree.When: Misplacement.CHANGE_OF_WHEN,
    tree.Seat: Misplacement.CHANGE_OF_SEAT,
}
"""What says which rules there are cannot be changed by rules."""


def _is_changeable(work: Work, decl: tree.Decl, span: Span) -> bool:
    """Whether `add` and `replace` can have this declaration; if not, that is reported."""
    misplacement = _FIXED.get(type(decl))
    if misplacement is not None:
        work.problems.append(Misplaced(span, misplacement))
    return misplacement is None


def _replace(work: Work, file: str, change: tree.Replace) -> None:
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
    at = find(work, name.text)
    if at is None:
        if isinstance(change.decl, tree.Define) and _replace_member(work, change.decl):
            touch(work, file, name.text, change.span)
            return
        work.problems.append(UnknownTarget(name.span, name.text, Change.REPLACE, known_names(work)))
        return
    touch(work, file, name.text, change.span)
    new = change.decl
    old = work.decls[at]
    if isinstance(new, tree.Rule) and isinstance(old, tree.Rule) and new.into is None:
        new = evolve(new, into=old.into)
    work.decls[at] = new


def _replace_ends(work: Work, file: str, decl: tree.Ends) -> None:
    """All conditions of the game's end are replaced together."""
    touch(work, file, "game ends", decl.span)
    found = [i for i, d in enumerate(work.decls) if isinstance(d, tree.Ends)]
    if not found:
        work.problems.append(UnknownTarget(decl.span, "game ends", Change.REPLACE, known_names(work)))
        return
    work.decls[found[0]] = decl
    for i in reversed(found[1:]):
        del work.decls[i]


def _replace_member(work: Work, new: tree.Define) -> bool:
    """A `let` of a block keeps its block."""
    for i, decl in enumerate(work.decls):
        if isinstance(decl, tree.Fields):
            for j, member in enumerate(decl.members):
                if member.name.text == new.name.text:
                    work.decls[i] = evolve(decl, members=(*decl.members[:j], new, *decl.members[j + 1 :]))
                    return True
    return False


def _replace_members(work: Work, file: str, block: tree.Fields) -> None:
    for member in block.members:
        touch(work, file, member.name.text, member.span)
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
            work.problems.append(UnknownTarget(member.name.span, member.name.text, Change.REPLACE, known_names(work)))


def _add(work: Work, file: str, change: tree.Add) -> None:
    if not _is_changeable(work, change.decl, change.span):
        return
    name = name_of(change.decl)
    if name is not None:
        at = find(work, name.text)
        if at is not None:
            first = name_of(work.decls[at])
            work.problems.append(AlreadyThere(name.span, name.text, first.span if first is not None else NOWHERE))
            return
        touch(work, file, name.text, change.span)
    work.decls.append(change.decl)


def _remove(work: Work, file: str, change: tree.Remove) -> None:
    name = change.name.text
    at = find(work, name)
    if at is not None:
        if not _is_changeable(work, work.decls[at], change.span):
            return
        touch(work, file, name, change.span)
        gone = work.decls.pop(at)
        if isinstance(gone, tree.Rule | tree.Phase):
            kept = (d for d in work.decls if not (isinstance(d, tree.Whenever) and d.of.text == name))
            work.decls = [without(d, name) for d in kept]
        return
    for i, decl in enumerate(work.decls):
        if isinstance(decl, tree.Fields) and any(m.name.text == name for m in decl.members):
            touch(work, file, name, change.span)
            work.decls[i] = evolve(decl, members=tuple(m for m in decl.members if m.name.text != name))
            return
    work.problems.append(UnknownTarget(change.name.span, name, Change.REMOVE, known_names(work)))


# ---------------------------------------------------------------- scripted seats


def _seat(work: Work, file: str, seat: tree.Seat) -> None:
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
            case tree.ReplaceRequirement() | tree.RemoveRequirement():
                replaced = with_own_requirement(work, replaced, member)
            case tree.SetCopies() | tree.SetValue() | tree.Add() | tree.Insert() | tree.Remove() | tree.Seat():
                _change(work, file, cast("tree.Change", member))
            case _:
                pass
    work.seats[seat.name.text] = evolve(
        known, members=(*known.members, *fields), replaced=tuple(replaced), answers=(*known.answers, *answers)
    )
