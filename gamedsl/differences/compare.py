"""Compares the declarations of two setups: which were added, removed or changed, and how."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import chain
from typing import Literal

from gamedsl.differences import model
from gamedsl.differences.things import Cell, Line, Members, Sort, Thing
from gamedsl.values import evolve

Found = tuple[model.Subject, model.Detail]
_Key = tuple[Sort, str, str]
_Pair = tuple[Thing, Thing]


def compare(before: Sequence[Thing], after: Sequence[Thing]) -> Iterator[Found]:
    """Yields each detail that differs, with its declaration: declarations of the new side in order, then removed ones."""
    pairs, gone, come = _match(before, after)
    for old, new in pairs:
        subject = model.Subject(model.Deed.CHANGED, new.sort, new.name, new.owner)
        yield from ((subject, detail) for detail in _details(old, new))
    rules = {(thing.sort, thing.name): thing for thing in (*after, *before) if not thing.owner}
    for thing in come:
        whole = _describe_whole(thing, "added")
        general = rules.get((thing.sort, thing.name)) if thing.owner.startswith("seat ") else None
        if general is not None:  # the seat followed the general rule before
            whole = evolve(whole, lines=_align(general.lines, thing.lines))
        yield model.Subject(model.Deed.ADDED, thing.sort, thing.name, thing.owner), whole
    for thing in gone:
        yield model.Subject(model.Deed.REMOVED, thing.sort, thing.name, thing.owner), _describe_whole(thing, "removed")


def find_renamed(before: Sequence[Thing], after: Sequence[Thing]) -> list[tuple[Thing, Thing]]:
    """Returns pairs of declarations with different names and the same content, if the content is unique on each side."""
    _, gone, come = _match(before, after)
    pairs = _only_pairs(gone, come, lambda thing: (thing.sort, thing.owner, thing.content))
    return [(old, new) for old, new in pairs if not old.is_bare]


# ---------------------------------------------------------------- pairing


def _match(before: Sequence[Thing], after: Sequence[Thing]) -> tuple[list[_Pair], list[Thing], list[Thing]]:
    """Returns pairs of declarations, the removed ones, and the added ones. Pairs have the same name and block, or else the same name in another block; the
    game is always a pair."""
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
    """Returns the key for pairing by name. Declarations of different seats are never matched with each other."""
    return id(thing) if thing.owner.startswith("seat ") else (thing.sort, thing.name)


def _single_sort(thing: Thing) -> object:
    """Returns the key for pairing the only declaration of a sort. There is one game; ends have no names, so if one was removed and one added, its sentence
    or condition has changed."""
    return thing.sort if thing.sort in (Sort.GAME, Sort.END) else id(thing)


def _by_key(things: Sequence[Thing]) -> dict[_Key, Thing]:
    """Maps declarations by name; several with the same key, such as game ends with equal sentences, are numbered."""
    seen: Counter[_Key] = Counter()
    found: dict[_Key, Thing] = {}
    for thing in things:
        key = thing.sort, thing.name, thing.owner
        seen[key] += 1
        found[(thing.sort, f"{thing.name} ({seen[key]})", thing.owner) if seen[key] > 1 else key] = thing
    return found


def _only_pairs(gone: Sequence[Thing], come: Sequence[Thing], key: Callable[[Thing], object]) -> list[_Pair]:
    """Returns pairs of a removed and an added declaration, if each is the only one with its key."""
    old, new = Counter(map(key, gone)), Counter(map(key, come))
    by_key = {key(thing): thing for thing in gone}
    return [(by_key[key(thing)], thing) for thing in come if old[key(thing)] == new[key(thing)] == 1]


# ---------------------------------------------------------------- details of one pair


def _details(old: Thing, new: Thing) -> Iterator[model.Detail]:
    if old == new:
        return
    if old.name != new.name and new.sort is Sort.GAME:
        yield model.ValueChange("name", old.name, new.name)
    if old.owner != new.owner:
        yield model.ValueChange("belongs to", old.owner or None, new.owner or None)
    if old.doc != new.doc:
        yield model.ValueChange("sentence", _quote(old.doc), _quote(new.doc))
    yield from _values(old, new)
    yield from _members(old.members, new.members)
    yield from _cells(old, new)
    if old.lines != new.lines:
        yield model.LinesChange(_align(old.lines, new.lines))


def _values(old: Thing, new: Thing) -> Iterator[model.Detail]:
    was, is_now = {a.name: a for a in old.aspects}, {a.name: a for a in new.aspects}
    for name in dict.fromkeys((*was, *is_now)):
        before, after = was.get(name), is_now.get(name)
        if before != after:
            yield model.ValueChange(name, before.text if before else None, after.text if after else None)


def _members(old: Sequence[Members], new: Sequence[Members]) -> Iterator[model.Detail]:
    was: Mapping[str, Members] = {m.name: m for m in old}
    for members in new:
        before = was.get(members.name, Members(members.name, ()))
        added = tuple(item for item in members.items if item not in before.items)
        removed = tuple(item for item in before.items if item not in members.items)
        stayed = [item for item in members.items if item in before.items]
        is_reordered = members.is_ordered and stayed != [item for item in before.items if item in members.items]
        if added or removed or is_reordered:
            yield model.MembersChange(members.name, added, removed, is_reordered)


def _cells(old: Thing, new: Thing) -> Iterator[model.Detail]:
    """Yields the cells that differ, including those of added or removed rows."""
    was, is_now = _texts(old.cells), _texts(new.cells)
    for row, column in dict.fromkeys((*was, *is_now)):
        before, after = was.get((row, column)), is_now.get((row, column))
        if before != after:
            yield model.CellChange(row, column, before, after)


def _texts(cells: Sequence[Cell]) -> dict[tuple[str, str], str]:
    return {(cell.row, cell.column): cell.text for cell in cells}


def _align(old: Sequence[Line], new: Sequence[Line]) -> tuple[model.LineChange, ...]:
    made: list[model.LineChange] = []
    numbers: dict[Line, int] = {}  # numbers are compared faster than trees
    was, is_now = ([numbers.setdefault(line, len(numbers)) for line in lines] for lines in (old, new))
    for word, a, b, c, d in SequenceMatcher(None, was, is_now, autojunk=False).get_opcodes():
        if word == "equal":
            made += [model.LineChange("same", line.depth, line.text) for line in new[c:d]]
        else:
            made += [model.LineChange("removed", line.depth, line.text) for line in old[a:b]]
            made += [model.LineChange("added", line.depth, line.text) for line in new[c:d]]
    return tuple(made)


def _describe_whole(thing: Thing, deed: Literal["added", "removed"]) -> model.Whole:
    values = tuple((aspect.name, aspect.text) for aspect in thing.aspects)
    members = tuple((members.name, ", ".join(members.items)) for members in thing.members)
    lines = tuple(model.LineChange(deed, line.depth, line.text) for line in thing.lines)
    return model.Whole(thing.doc, (*values, *members), thing.cells, lines)


def _quote(doc: str) -> str | None:
    return f'"{doc}"' if doc else None
