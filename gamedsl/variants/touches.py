"""Records what each change touches: finds changes of two files that contradict each other, and changes that a later line of the same file makes void.

What a change touches is a path: `("points",)` for the whole table, `("points", "3")` for one cell, `("setup", "after deal")` for a place between two calls. A
path contains all paths that begin with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, auto

from gamedsl.additions import JOIN
from gamedsl.semantics.problems.variants import ChangedTwice, Conflict, WayOut
from gamedsl.source import NOWHERE, Span
from gamedsl.syntax.tree import data, declarations, formulas
from gamedsl.syntax.tree.node import Ident
from gamedsl.syntax.tree.walk import walk
from gamedsl.values import define, field, frozen

Path = tuple[str, ...]


class Deed(Enum):
    """The effect of a change on its path."""

    SET = auto()
    COPIES = auto()
    LINE = auto()
    """A line inside is replaced or removed."""
    REPLACE = auto()
    ADD = auto()
    REMOVE = auto()
    INSERT = auto()
    """A call is put beside another one. A second one at the same place removes nothing, but their order is open."""


@frozen
class Touch:
    """A change by `file`. `what` is its name in messages, `uses` are the names that it mentions."""

    file: str
    path: Path
    deed: Deed
    span: Span
    what: str
    uses: frozenset[str]
    change: declarations.Change | None
    when: declarations.When | None
    """The block that holds the change."""


@frozen
class Contradiction:
    """Two contradicting changes of files that do not build on each other. A touch of `path` in a file that builds on both settles it."""

    first: Touch
    second: Touch
    path: Path
    way: WayOut


@define(eq=False)
class Touches:
    """All changes of one merge so far."""

    ancestors: dict[str, frozenset[str]]
    every: list[Touch] = field(factory=list)
    contradictions: list[Contradiction] = field(factory=list)
    voided: list[ChangedTwice] = field(factory=list)

    def note(self, touch: Touch) -> bool:
        """Records a change. False if a file unknown to its own has replaced or removed its target: the line that is meant may be gone."""
        is_clear = True
        for other in self.every:
            if other.file == touch.file:
                if self._is_void(touch, other) and not (other.when is not touch.when and _agree(touch, other)):
                    self.voided.append(ChangedTwice(other.span, other.what, touch.span))
            elif other.file not in self.ancestors.get(touch.file, frozenset()):
                found = _contradiction(other, touch)
                if found is not None:
                    self.contradictions.append(found)
                    whole = other.deed in (Deed.REPLACE, Deed.REMOVE) and len(other.path) < len(touch.path)
                    is_clear = is_clear and not whole
        self.every.append(touch)
        return is_clear

    def _is_void(self, new: Touch, old: Touch) -> bool:
        """Whether the new change leaves nothing of an earlier one of the same file. Words are replaced in several declarations."""
        if not _makes_void(new, old) or not isinstance(old.change, declarations.Reword):
            return _makes_void(new, old)
        later = [touch for touch in self.every if touch.file == new.file and touch.span != old.span]
        if isinstance(new.change, declarations.Reword):
            return False
        places = [touch for touch in self.every if touch.span == old.span and len(touch.path) > 1]
        return all(any(_makes_void(touch, place) for touch in (*later, new)) for place in places)

    def is_gone(self, file: str, path: Path) -> bool:
        """Whether another file removes the target of a change of `file`: a file unknown to it, or one before it, which another one contradicts."""
        removals = [t for t in self.every if t.deed is Deed.REMOVE and t.path == path and t.file != file]
        return self.is_disputed(path) or any(t.file not in self.ancestors.get(file, frozenset()) for t in removals)

    def is_disputed(self, path: Path) -> bool:
        """Whether two files that do not build on each other change this path, even if a third file settles their contradiction."""
        return any(c.path == path for c in self.contradictions)

    def conflicts(self, files: list[str], names: dict[str, Ident]) -> Iterator[Conflict]:
        """Yields the unsettled contradictions; `files` in the order of application, `names` are their games' and variants'."""
        for one in self.contradictions:
            both = {one.first.file, one.second.file}
            joining = [file for file in files if both <= self.ancestors.get(file, frozenset())]
            if any(t.file in joining and _settles(t, one) for t in self.every):
                continue
            joined = names.get(joining[0]) if joining else None
            place = NOWHERE if joined is None else joined.span
            has_lines = joined is None or JOIN not in joined.text
            called = [(t, names[t.file].text if t.file in names else t.file) for t in (one.first, one.second)]
            (first, one_name), (second, other_name) = sorted(called, key=lambda pair: (pair[1], pair[0].span.start))
            yield Conflict(place, _name(one), first.span, second.span, one_name, other_name, one.way, has_lines)


def _settles(touch: Touch, conflict: Contradiction) -> bool:
    covers = conflict.path[: len(touch.path)] == touch.path
    return covers and (conflict.way not in (WayOut.ORDER, WayOut.USE) or touch.deed in (Deed.REPLACE, Deed.REMOVE))


def _name(conflict: Contradiction) -> str:
    """Names the common target of both changes: the smaller of two things, or the thing that needs the removed one."""
    if conflict.way in (WayOut.ORDER, WayOut.USE):
        return conflict.path[0]
    return max(conflict.first, conflict.second, key=lambda t: (len(t.path), t.what)).what


def overlap(one: Path, other: Path) -> bool:
    """Whether one path contains the other; `*` stands for every part."""
    return all(a == b or "*" in (a, b) for a, b in zip(one, other, strict=False))


def _makes_void(new: Touch, old: Touch) -> bool:
    """Whether the new change leaves nothing of an earlier one of the same file."""
    if old.path[: len(new.path)] != new.path:
        return False
    if new.deed in (Deed.SET, Deed.COPIES):
        return old.path == new.path
    return new.deed not in (Deed.ADD, Deed.INSERT)


def _agree(one: Touch, other: Touch) -> bool:
    """Whether both changes say the same. Two additions do not: the second one would be added to the first."""
    is_same = one.change is not None and one.change == other.change and one.path == other.path
    return is_same and one.deed not in (Deed.ADD, Deed.INSERT)


def _contradiction(one: Touch, other: Touch) -> Contradiction | None:
    if overlap(one.path, other.path):
        longer = max(one.path, other.path, key=len)
        deeds = {one.deed, other.deed}
        if _agree(one, other):
            return None
        if deeds == {Deed.INSERT}:
            return Contradiction(one, other, one.path[:1], WayOut.ORDER)
        return Contradiction(one, other, longer, _way(deeds))
    for remover, user in ((one, other), (other, one)):
        if remover.deed is Deed.REMOVE and len(remover.path) == 1 and remover.path[0] in user.uses:
            return Contradiction(remover, user, user.path[:1], WayOut.USE)
    return None


def _way(deeds: set[Deed]) -> WayOut:
    if Deed.REMOVE in deeds:
        return WayOut.REMOVE
    if Deed.INSERT in deeds:
        return WayOut.INSERT
    if deeds <= {Deed.SET, Deed.COPIES} or (deeds & {Deed.SET, Deed.COPIES} and Deed.REPLACE in deeds):
        return WayOut.SET
    return WayOut.LINE if Deed.LINE in deeds else WayOut.REPLACE


def uses(change: declarations.Change) -> frozenset[str]:
    """Returns the names that a change mentions, without its own name."""
    found: set[str] = set()
    for node in walk(change):
        match node:
            case Ident() | data.CellName():
                found.add(node.text)
            case formulas.Name():
                found.add(node.id)
            case _:
                pass
    return frozenset(found)
