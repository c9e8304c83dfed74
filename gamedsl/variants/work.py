"""The state of a merge: the declarations so far, their problems, and the changes of each file."""

from __future__ import annotations

from gamedsl.diagnostics.problem import Problem
from gamedsl.graph.compiled import Setup
from gamedsl.semantics.formulas.conditions import Conditions
from gamedsl.semantics.model.merged import ExampleRemoval, ScriptedSeat
from gamedsl.semantics.problems.rules import Misplaced, Misplacement
from gamedsl.semantics.problems.variants import Change, UnknownTarget
from gamedsl.source import Span
from gamedsl.syntax.tree import declarations, fields
from gamedsl.syntax.tree.node import Ident
from gamedsl.values import define, field, frozen
from gamedsl.variants.frame import Frame
from gamedsl.variants.touches import Deed, Path, Touch, Touches, uses
from gamedsl.variants.when_blocks import WhenBlocks


@frozen
class Missing:
    """A change of `file` without a target; `is_own`: the variant itself makes the change, which is a mistake only if no setup has the target. `change` is
    the place of the change: different setups may lack different targets of it."""

    problem: UnknownTarget
    change: Span
    file: str
    path: Path
    is_own: bool


@define(eq=False)
class Work:
    """The merge of one setup."""

    setup: Setup
    known: Conditions
    frame: Frame
    whens: WhenBlocks
    decls: list[declarations.Decl]
    touches: Touches
    problems: list[Problem] = field(factory=list)
    missing: list[Missing] = field(factory=list)
    ends: dict[str, declarations.Ends] = field(factory=dict)
    """The current declarations of ends, by the sentence that each had before a variant replaced it."""
    words: dict[str, str] = field(factory=dict)
    """The words that stand in sentences in place of others."""
    listed: list[declarations.Decl] = field(factory=list)
    """The declarations of all files so far, before any change."""
    sets: list[tuple[Path, declarations.SetValue | declarations.SetCopies]] = field(factory=list)
    seats: dict[str, ScriptedSeat] = field(factory=dict)
    conditional: frozenset[str] = frozenset()
    """Seats that are declared with a condition. A declaration of such a seat without a condition only extends it."""
    removals: list[ExampleRemoval] = field(factory=list)
    file: str = ""
    """The file whose changes are being applied."""
    in_variant: bool = False
    """Whether they are a variant's own, and not those of a `when` or a seat."""
    when: declarations.When | None = None
    """The `when` block that contains them."""
    change: declarations.Change | None = None
    """The change that is being applied."""


def note(work: Work, path: Path, deed: Deed, span: Span, what: str | None = None) -> bool:
    """Records what the current change touches. False if another file may have removed its target."""
    spoken = frozenset[str]() if work.change is None or not _is_joined(work) else uses(work.change) - {path[0]}
    what = path[0] if what is None else what
    return work.touches.note(Touch(work.file, path, deed, span, what, spoken, work.change, work.when))


def is_disputed(work: Work, name: str) -> bool:
    """Whether files contradict each other about a name, which is reported already."""
    return any(c.path[:1] == (name,) for c in work.touches.contradictions)


def _is_joined(work: Work) -> bool:
    """Whether there can be two files that do not build on each other. Only then is it recorded which names the changes mention."""
    return len(work.touches.ancestors) > 2


def unknown(
    work: Work, name: Ident, change: Change, known: tuple[str, ...], path: Path = (), *, is_kind: bool = False
) -> None:
    """Reports that a change has no target, unless a file on which this one does not build has removed the target (at `path`, or else by its name), because
    that is a conflict."""
    problem = UnknownTarget(name.span, name.text, change, known, is_kind=is_kind)
    change_at = name.span if work.change is None or isinstance(work.change, declarations.Seat) else work.change.span
    work.missing.append(Missing(problem, change_at, work.file, path or (name.text,), work.in_variant))


def missing(work: Work) -> tuple[list[UnknownTarget], tuple[tuple[Span, UnknownTarget], ...]]:
    """After all files are applied, returns the missing targets, and the targets missing only in this setup (with the place of the change) of changes that
    may concern other setups."""
    lacking = [m for m in work.missing if not work.touches.is_gone(m.file, m.path)]
    return [m.problem for m in lacking if not m.is_own], tuple((m.change, m.problem) for m in lacking if m.is_own)


def report_misplaced(work: Work, span: Span, misplacement: Misplacement) -> None:
    """Reports a change in a place where it is not allowed."""
    work.problems.append(Misplaced(span, misplacement))


_WORDS: dict[type[declarations.Decl], str] = {
    declarations.Setup: "setup",
    declarations.Rounds: "rounds",
    declarations.End: "end",
    declarations.Ranking: "ranking",
    declarations.Aimed: "players aim",
}


def name_of(decl: declarations.Decl) -> Ident | None:
    """Returns the name that a declaration declares; parts of the skeleton are named by their keywords."""
    word = _WORDS.get(type(decl))
    return getattr(decl, "name", None) if word is None else Ident(word, span=decl.span)


def names_to_suggest(work: Work) -> tuple[str, ...]:
    """Returns the names that a change can mention, for suggestions."""
    names = [n.text for d in work.decls if (n := name_of(d)) is not None]
    names += [m.name.text for d in work.decls if isinstance(d, fields.Fields) for m in d.members]
    return tuple(sorted({*names, *work.seats}))


def find(work: Work, name: str) -> int | None:
    """Returns the position of the declaration with this name, or None."""
    for i, decl in enumerate(work.decls):
        found: Ident | None = getattr(decl, "name", None)
        if name == (_WORDS.get(type(decl)) if found is None else found.text):
            return i
    return None


def find_member(work: Work, name: str) -> tuple[int, int] | None:
    """Returns the positions of the block and of its member that declare this field or `let`, or None."""
    for i, decl in enumerate(work.decls):
        if isinstance(decl, fields.Fields):
            for j, member in enumerate(decl.members):
                if member.name.text == name:
                    return i, j
    return None
