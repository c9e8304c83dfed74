"""Compares the declarations of two setups: which came, went or have changed, and how."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import chain
from typing import Literal

from gamedsl.differences.model import (
    CellChange,
    Deed,
    Detail,
    LineChange,
    LinesChange,
    MembersChange,
    Subject,
    ValueChange,
    Whole,
)
from gamedsl.differences.things import Cell, Line, Members, Sort, Thing
from gamedsl.values import evolve

Found = tuple[Subject, Detail]
_Key = tuple[Sort, str, str]
_Pair = tuple[Thing, Thing]


def compared(before: Sequence[Thing], after: Sequence[Thing]) -> Iterator[Found]:
    """Each detail that differs, with its declaration: those of the new side in their order, what went last."""
    pairs, gone, come = _matched(before, after)
    for old, new in pairs:
        subject = Subject(Deed.CHANGED, new.sort, new.name, new.owner)
        yield from ((subject, detail) for detail in _details(old, new))
    rules = {(thing.sort, thing.name): thing for thing in (*after, *before) if not thing.owner}
    for thing in come:
        whole = _whole(thing, "added")
        general = rules.get((thing.sort, thing.name)) if thing.owner.startswith("seat ") else None
        if general is not None:  # what held for the seat before
            whole = evolve(whole, lines=_aligned(general.lines, thing.lines))
        yield Subject(Deed.ADDED, thing.sort, thing.name, thing.owner), whole
    for thing in gone:
        yield Subject(Deed.REMOVED, thing.sort, thing.name, thing.owner), _whole(thing, "removed")


def renamed(before: Sequence[Thing], after: Sequence[Thing]) -> list[tuple[Thing, Thing]]:
    """Declarations with another name and the same content, as far as there is only one of that content on each side."""
    _, gone, come = _matched(before, after)
    pairs = _only_pairs(gone, come, lambda thing: (thing.sort, thing.owner, thing.content))
    return [(old, new) for old, new in pairs if not old.is_bare]


# ---------------------------------------------------------------- which is which


def _matched(before: Sequence[Thing], after: Sequence[Thing]) -> tuple[list[_Pair], list[Thing], list[Thing]]:
    """Pairs of declarations by name and block, then those that stand in another block, and the game; what went; what came."""
    old, new = _by_key(before), _by_key(after)
    pairs = [(old[key], thing) for key, thing in new.items() if key in old]
    gone = [thing for key, thing in old.items() if key not in new]
    come = [thing for key, thing in new.items() if key not in old]
    for key in (_sort_and_name, _single_sort):
        found = _only_pairs(gone, come, key)
        taken = {id(thing) for thing in chain.from_iterable(found)}
        pairs += found
        gone = [thing for thing in gone if id(thing) not in taken]
        come = [thing for thing in come if id(thing) not in taken]
    return pairs, gone, come


def _sort_and_name(thing: Thing) -> object:
    """What one seat has is never what another one had."""
    return id(thing) if thing.owner.startswith("seat ") else (thing.sort, thing.name)


def _single_sort(thing: Thing) -> object:
    """There is only one game. An end has no name: if one went and one came, it is the same with another sentence or condition."""
    return thing.sort if thing.sort in (Sort.GAME, Sort.END) else id(thing)


def _by_key(things: Sequence[Thing]) -> dict[_Key, Thing]:
    """By name; several with one name, such as game ends with one sentence, are counted."""
    seen: Counter[_Key] = Counter()
    found: dict[_Key, Thing] = {}
    for thing in things:
        key = thing.sort, thing.name, thing.owner
        seen[key] += 1
        found[(thing.sort, f"{thing.name} ({seen[key]})", thing.owner) if seen[key] > 1 else key] = thing
    return found


def _only_pairs(gone: Sequence[Thing], come: Sequence[Thing], key: Callable[[Thing], object]) -> list[_Pair]:
    """What went with what came, where each is the only one with its key."""
    old, new = Counter(map(key, gone)), Counter(map(key, come))
    by_key = {key(thing): thing for thing in gone}
    return [(by_key[key(thing)], thing) for thing in come if old[key(thing)] == new[key(thing)] == 1]


# ---------------------------------------------------------------- what differs in one


def _details(old: Thing, new: Thing) -> Iterator[Detail]:
    if old == new:
        return
    if old.name != new.name and new.sort is Sort.GAME:
        yield ValueChange("name", old.name, new.name)
    if old.owner != new.owner:
        yield ValueChange("belongs to", old.owner or None, new.owner or None)
    if old.doc != new.doc:
        yield ValueChange("sentence", _quoted(old.doc), _quoted(new.doc))
    yield from _values(old, new)
    yield from _members(old.members, new.members)
    yield from _cells(old, new)
    if old.lines != new.lines:
        yield LinesChange(_aligned(old.lines, new.lines))


def _values(old: Thing, new: Thing) -> Iterator[Detail]:
    was, is_now = {a.name: a for a in old.aspects}, {a.name: a for a in new.aspects}
    for name in dict.fromkeys((*was, *is_now)):
        before, after = was.get(name), is_now.get(name)
        if before != after:
            yield ValueChange(name, before.text if before else None, after.text if after else None)


def _members(old: Sequence[Members], new: Sequence[Members]) -> Iterator[Detail]:
    was: Mapping[str, Members] = {m.name: m for m in old}
    for members in new:
        before = was.get(members.name, Members(members.name, ()))
        added = tuple(item for item in members.items if item not in before.items)
        removed = tuple(item for item in before.items if item not in members.items)
        stayed = [item for item in members.items if item in before.items]
        is_reordered = members.is_ordered and stayed != [item for item in before.items if item in members.items]
        if added or removed or is_reordered:
            yield MembersChange(members.name, added, removed, is_reordered)


def _cells(old: Thing, new: Thing) -> Iterator[Detail]:
    """Cells that differ; those of rows that came or went as members are told too."""
    was, is_now = _texts(old.cells), _texts(new.cells)
    for row, column in dict.fromkeys((*was, *is_now)):
        before, after = was.get((row, column)), is_now.get((row, column))
        if before != after:
            yield CellChange(row, column, before, after)


def _texts(cells: Sequence[Cell]) -> dict[tuple[str, str], str]:
    return {(cell.row, cell.column): cell.text for cell in cells}


def _aligned(old: Sequence[Line], new: Sequence[Line]) -> tuple[LineChange, ...]:
    made: list[LineChange] = []
    numbers: dict[Line, int] = {}  # numbers are compared more quickly than trees
    was, is_now = ([numbers.setdefault(line, len(numbers)) for line in lines] for lines in (old, new))
    for word, a, b, c, d in SequenceMatcher(None, was, is_now, autojunk=False).get_opcodes():
        if word == "equal":
            made += [LineChange("same", line.depth, line.text) for line in new[c:d]]
        else:
            made += [LineChange("removed", line.depth, line.text) for line in old[a:b]]
            made += [LineChange("added", line.depth, line.text) for line in new[c:d]]
    return tuple(made)


def _whole(thing: Thing, deed: Literal["added", "removed"]) -> Whole:
    values = tuple((aspect.name, aspect.text) for aspect in thing.aspects)
    members = tuple((members.name, ", ".join(members.items)) for members in thing.members)
    lines = tuple(LineChange(deed, line.depth, line.text) for line in thing.lines)
    return Whole(thing.doc, (*values, *members), thing.cells, lines)


def _quoted(doc: str) -> str | None:
    return f'"{doc}"' if doc else None
