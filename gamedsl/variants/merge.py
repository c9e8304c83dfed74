"""Applies diffs: takes files and a setup, returns the declarations of that setup.

A change of a variant replaces what its base says; that is no conflict.

Order: base, `when` blocks that apply, variants as listed (each file once, bases first). Two diffs that touch one thing without one building on the other
conflict, unless a variant that builds on both touches it itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gamedsl.diagnostics.problem import Problem
from gamedsl.graph.compiled import Setup
from gamedsl.semantics.formulas.conditions import condition_problems, conditions_of, holds, option_problems
from gamedsl.semantics.kind_blocks import expand_kind_blocks
from gamedsl.semantics.model.merged import Changed, ExampleRemoval, Merged
from gamedsl.semantics.problems.names import NoGame
from gamedsl.semantics.problems.rules import Misplacement
from gamedsl.semantics.problems.variants import Change, UnknownTarget
from gamedsl.source import NOWHERE
from gamedsl.syntax.tree import declarations, example_lines, fields, formulas
from gamedsl.syntax.tree.node import Ident
from gamedsl.values import evolve, frozen
from gamedsl.variants.declared import add, change_end, remove, replace, reword
from gamedsl.variants.frame import Frame, frame_of
from gamedsl.variants.limits import set_limit
from gamedsl.variants.line_changes import change_requirement, insert_call
from gamedsl.variants.match_arms import change_match
from gamedsl.variants.seats import declare_seat, remove_seat
from gamedsl.variants.set_lines import set_copies, set_total, set_value
from gamedsl.variants.setup_changes import add_option, change_option, remove_when, set_default, set_players
from gamedsl.variants.touches import Deed, Touch, Touches
from gamedsl.variants.void_starts import void_starts
from gamedsl.variants.when_blocks import when_blocks
from gamedsl.variants.work import Missing, Work, find, missing, report_misplaced


@frozen
class Chain:
    """A file with everything it builds on: files in order of application, the game's file first; `ancestors` by file name."""

    files: tuple[tuple[str, declarations.File], ...]
    ancestors: tuple[tuple[str, frozenset[str]], ...]

    @property
    def frame(self) -> Frame | None:
        """The game and the options after all files; None without a `game` declaration."""
        return frame_of(file for _, file in self.files)


def merge(chain: Chain, setup: Setup) -> tuple[Merged | None, tuple[Problem, ...]]:
    """Returns the declarations of one setup. Without a `game` declaration there is nothing to merge."""
    return Merging(chain).of(setup)


class Merging:
    """The merge of a chain of files. Everything that is equal in all setups is computed once."""

    def __init__(self, chain: Chain) -> None:
        self._chain = chain
        self._frame = chain.frame
        decls = [d for _, f in chain.files for d in f.decls]
        options = () if self._frame is None else self._frame.options
        self._known = conditions_of(decls, options)
        self._ancestors = dict(chain.ancestors)
        self._whens = when_blocks(chain.files, self._ancestors)
        self._conditional = _conditional_seats(decls)
        self._problems = [
            *option_problems(options),
            *(problem for condition in _conditions(decls) for problem in condition_problems(condition, self._known)),
        ]
        decls_of = (
            (name, d) for name, f in chain.files for d in reversed(f.decls)
        )  # of several such declarations in a file, the first
        self._names = {name: d.name for name, d in decls_of if isinstance(d, declarations.Game | declarations.Variant)}

    def of(self, setup: Setup) -> tuple[Merged | None, tuple[Problem, ...]]:
        """Returns the declarations of one setup."""
        chain, frame = self._chain, self._frame
        if frame is None:
            place = chain.files[0][1].span if chain.files else NOWHERE
            return None, (NoGame(place),)
        touches = Touches(self._ancestors)
        work = Work(setup, self._known, frame, self._whens, [], touches, conditional=self._conditional)
        work.problems.extend(self._problems)
        variants = [name.text for name in _apply_all(work, chain)]
        work.problems.extend(touches.conflicts([name for name, _ in chain.files], self._names))
        work.problems.extend(touches.voided)
        work.problems.extend(void_starts(work))
        sets = tuple(line for _, line in work.sets)
        touched = changes_by_file(work)
        lacking, for_others = missing(work)
        work.problems.extend(lacking)
        expanded, written, flaws = expand_kind_blocks(tuple(work.decls))
        work.problems.extend(flaws)
        game = next((decl for decl in work.decls if isinstance(decl, declarations.Game)), frame.game)
        merged = Merged(
            game,
            tuple(variants),
            setup,
            expanded,
            written,
            sets,
            tuple(work.seats.values()),
            frame.players,
            for_others,
            touched,
            tuple(work.removals),
        )
        return merged, tuple(work.problems)


def _apply_all(work: Work, chain: Chain) -> Iterator[Ident]:
    """Applies the files in order; yields the names of the variants."""
    for name, file in chain.files:
        work.file = name
        listed = tuple(_list_declarations(work, file))
        work.decls.extend(listed)
        work.listed.extend(listed)
        for seat in (d for d in file.decls if isinstance(d, declarations.Seat)):
            _apply(work, seat)
        for when in (d for d in file.decls if isinstance(d, declarations.When)):
            _apply_when(work, when)
        for variant in (d for d in file.decls if isinstance(d, declarations.Variant)):
            for change in variant.changes:
                work.in_variant = True
                _apply_own(work, change)
            work.in_variant = False
            yield variant.name


def _list_declarations(work: Work, file: declarations.File) -> Iterator[declarations.Decl]:
    """Yields a file's declarations without its diffs; the game and options in their final form."""
    options = {option.name.text: option for option in work.frame.options}
    for decl in file.decls:
        match decl:
            case declarations.When() | declarations.Seat() | declarations.Variant():
                pass
            case declarations.Game() if decl.name is work.frame.game.name:
                yield evolve(work.frame.game, doc=decl.doc)
            case declarations.Option():
                yield options.pop(decl.name.text, decl)
            case _:
                yield decl


def _conditional_seats(decls: Iterable[declarations.Decl]) -> frozenset[str]:
    return frozenset(s.name.text for s in _nodes(decls) if isinstance(s, declarations.Seat) and s.condition is not None)


def _conditions(decls: Iterable[declarations.Decl]) -> Iterator[formulas.Expr]:
    """Yields the conditions of all `when` blocks and scripted seats, nested ones included."""
    for node in _nodes(decls):
        condition: formulas.Expr | None = node.condition
        if condition is not None:
            yield condition


def _nodes(
    nodes: Iterable[declarations.Decl | declarations.Change | fields.Field | fields.Define | declarations.Answer],
) -> Iterator[declarations.When | declarations.Seat]:
    for node in nodes:
        match node:
            case declarations.When():
                yield node
                yield from _nodes(node.changes)
            case declarations.Variant():
                yield from _nodes(node.changes)
            case declarations.Seat():
                yield node
                yield from _nodes(node.members)
            case (
                declarations.Add(decl=declarations.When() | declarations.Seat() as decl)
                | declarations.Replace(decl=declarations.When() | declarations.Seat() as decl)
            ):
                yield from _nodes((decl,))
            case _:
                pass


# ---------------------------------------------------------------- changes


def _apply_own(work: Work, change: declarations.Change) -> None:
    """Applies a change of a variant itself: it may be about the number of players, an option or a `when` block."""
    work.change = change
    match change:
        case declarations.SetPlayers():
            set_players(work, change)
        case declarations.Reword():
            reword(work, change)
        case declarations.RemoveWhen():
            remove_when(work, change.condition, change.span, Deed.REMOVE)
        case declarations.Replace(decl=declarations.When() as when):
            remove_when(work, when.condition, change.span, Deed.REPLACE)
            _apply_when(work, when)
        case declarations.Add(decl=declarations.When() as when):
            _apply_when(work, when)
        case declarations.Add(decl=declarations.Option() as option):
            add_option(work, option)
        case declarations.Replace(decl=declarations.Option() as option):
            change_option(work, option.name, change.span, Deed.REPLACE)
        case declarations.Remove(name=name) if name.text in work.known.options:
            change_option(work, name, change.span, Deed.REMOVE)
        case declarations.SetValue(place=formulas.Name(id=name)) if name in work.known.options:
            set_default(work, work.known.options[name], change)
        case _:
            _apply(work, change)


def _apply_when(work: Work, when: declarations.When) -> None:
    """Applies the changes of a block whose condition holds, unless a variant has removed the block."""
    if work.whens.is_gone(work.file, when.condition) or not holds(when.condition, work.setup, work.known):
        return
    is_own, work.in_variant, work.when = work.in_variant, False, when
    for change in when.changes:
        _apply(work, change)
    work.in_variant, work.when = is_own, None


def _apply(work: Work, change: declarations.Change) -> None:
    """Applies a change that may depend on the setup: it must not change which setups there are."""
    work.change = change
    misplacement = _of_setups(work, change)
    if misplacement is not None:
        report_misplaced(work, change.span, misplacement)
        return
    match change:
        case declarations.SetValue():
            set_value(work, change)
        case declarations.SetCopies():
            set_copies(work, change)
        case declarations.SetTotal():
            set_total(work, change)
        case declarations.SetLimit():
            set_limit(work, change)
        case declarations.ChangeMatch():
            change_match(work, change)
        case declarations.ChangeEnd():
            change_end(work, change)
        case declarations.Add(decl=declarations.Seat() as seat):
            _declare_seat(work, seat, Deed.ADD)
        case declarations.Replace(decl=declarations.Seat() as seat):
            _declare_seat(work, seat, Deed.REPLACE)
        case declarations.Seat():
            _declare_seat(work, change, Deed.ADD if change.condition is not None else Deed.SET)
        case declarations.Remove(name=name) if name.text in work.seats or name.text in work.conditional:
            remove_seat(work, change)
        case declarations.Replace():
            replace(work, change)
        case declarations.Add():
            add(work, change)
        case declarations.Insert():
            insert_call(work, change)
        case declarations.Remove():
            remove(work, change)
        case declarations.RemoveBroken():
            remove_broken(work, change)
        case declarations.ReplaceRequirement() | declarations.RemoveRequirement():
            change_requirement(work, change)
        case declarations.SetPlayers() | declarations.RemoveWhen() | declarations.Reword():
            raise AssertionError("refused above")


def _of_setups(work: Work, change: declarations.Change) -> Misplacement | None:
    """Returns why a change cannot be under a condition or in a seat, and nobody can change the game and variants; None if it is allowed."""
    match change:
        case declarations.SetPlayers():
            return Misplacement.CHANGE_OF_PLAYERS
        case declarations.Reword():
            return Misplacement.CHANGE_OF_SENTENCES
        case (
            declarations.RemoveWhen()
            | declarations.Add(decl=declarations.When())
            | declarations.Replace(decl=declarations.When())
        ):
            return Misplacement.CHANGE_OF_WHEN
        case declarations.Add(decl=declarations.Option()) | declarations.Replace(decl=declarations.Option()):
            return Misplacement.CHANGE_OF_OPTION
        case declarations.SetValue(place=formulas.Name(id=name)) | declarations.Remove(name=Ident(text=name)) if (
            name in work.known.options
        ):
            return Misplacement.CHANGE_OF_OPTION
        case declarations.Add(decl=example_lines.Example()) | declarations.Replace(decl=example_lines.Example()) if (
            not work.in_variant
        ):
            return Misplacement.CHANGE_OF_EXAMPLE
        case declarations.RemoveBroken() if not work.in_variant:
            return Misplacement.CHANGE_OF_EXAMPLE
        case declarations.Remove(name=name) if not work.in_variant and _is_example(work, name):
            return Misplacement.CHANGE_OF_EXAMPLE
        case declarations.Add(decl=declarations.Game()) | declarations.Replace(decl=declarations.Game()):
            return Misplacement.CHANGE_OF_GAME
        case declarations.Remove(name=name) if name.text == work.frame.game.name.text:
            return Misplacement.CHANGE_OF_GAME
        case declarations.Add(decl=declarations.Variant()) | declarations.Replace(decl=declarations.Variant()):
            return Misplacement.CHANGE_OF_VARIANT
        case _:
            return None


def _is_example(work: Work, name: Ident) -> bool:
    at = find(work, name.text)
    return at is not None and isinstance(work.decls[at], example_lines.Example)


def _declare_seat(work: Work, seat: declarations.Seat, deed: Deed) -> None:
    """Declares the seat, and applies the changes in its block that concern other things."""
    changes = declare_seat(work, seat, deed)
    for change in () if work.whens.is_seat_gone(work.file, seat.name.text) else changes:
        if isinstance(change, declarations.Seat) or (
            isinstance(change, declarations.Add | declarations.Replace) and isinstance(change.decl, declarations.Seat)
        ):
            report_misplaced(work, change.span, Misplacement.SEAT_IN_SEAT)
            continue
        is_own, work.in_variant = work.in_variant, False
        _apply(work, change)
        work.in_variant = is_own


# ---------------------------------------------------------------- broken examples


def remove_broken(work: Work, change: declarations.RemoveBroken) -> None:
    """Records the line; the changes that it names may follow below it."""
    name = _name_target(change)
    work.touches.note(Touch(work.file, (name,), Deed.REMOVE, change.span, name, frozenset(), change, work.when))
    work.removals.append(ExampleRemoval(work.file, change))


def changes_by_file(work: Work) -> tuple[Changed, ...]:
    """Returns the changes of each file, by name, once all files are applied. Reports lines that name something their file does not change."""
    touched = [t for t in work.touches.every if not isinstance(t.change, declarations.RemoveBroken)]
    found = tuple(Changed(t.file, t.path[0], t.change) for t in touched if t.change is not None)
    for removal in work.removals:
        name = removal.line.name
        known = tuple(dict.fromkeys(c.name for c in found if c.file == removal.file))
        if name.text not in known:
            problem = UnknownTarget(name.span, name.text, Change.BREAK, known)
            work.missing.append(Missing(problem, removal.line.span, removal.file, (_name_target(removal.line),), True))
    return found


def _name_target(line: declarations.RemoveBroken) -> str:
    return f"examples broken by {line.name.text}"
