"""Compares two sets of rules in all their setups."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar, cast

from gamedsl.differences import model
from gamedsl.differences.compare import Found, compare, find_renamed
from gamedsl.differences.data import data_key, data_names, data_things
from gamedsl.differences.declarations import program_things
from gamedsl.differences.setups import nearest
from gamedsl.differences.source_text import SourceText
from gamedsl.differences.things import Sort, Thing
from gamedsl.graph.compiled import Setup
from gamedsl.pipeline.reading import Parsed
from gamedsl.semantics.model.merged import Merged, ScriptedSeat
from gamedsl.source import Span
from gamedsl.syntax.tree import data, formulas
from gamedsl.syntax.tree.node import Ident
from gamedsl.syntax.tree.sentences import rewordings
from gamedsl.syntax.tree.walk import is_tuple
from gamedsl.values import evolve, field_names, frozen
from gamedsl.variants.merge import merge


@frozen
class Side:
    """Rules without mistakes, their name, and their setups to compare."""

    name: str
    parsed: Parsed
    setups: tuple[Setup, ...]


def differences(before: Side, after: Side) -> model.Differences:
    """Compares two sides setup by setup. Equal differences are reported once."""
    pairs = _pair_setups(before, after)
    found: dict[Found, list[Setup]] = {}
    first: dict[object, Found] = {}
    things: list[Thing] = []
    for old, new, label in pairs:
        details, declared = _compare_pair(_merge(before, old), _merge(after, new), before, after)
        for detail in dict.fromkeys(details):
            found.setdefault(first.setdefault(_merge_key(detail), detail), []).append(label)
        things += declared
    every = tuple(label for _, _, label in pairs)
    return model.Differences(before.name, after.name, tuple(_group(found, every)), every, _same_things(things, found))


def _merge_key(found: Found) -> object:
    """Returns the key by which equal details of several setups are merged. It ignores unchanged lines around the changed ones, and the content of removed
    declarations."""
    subject, detail = found
    if isinstance(detail, model.LinesChange):
        return subject, tuple(line for line in detail.lines if line.deed != "same")
    return subject if subject.deed is model.Deed.REMOVED else found


def _merge(side: Side, setup: Setup) -> Merged:
    merged, _ = merge(side.parsed.chain, setup)
    if merged is None:
        raise AssertionError("rules without mistakes have a game")
    return merged


# ---------------------------------------------------------------- pairs of setups


def _pair_setups(before: Side, after: Side) -> list[tuple[Setup, Setup, Setup]]:
    """Returns each setup of a side with the most similar one of the other side, and the label of the pair."""
    pairs = [(_find_most_alike(before, after, new), new) for new in after.setups]
    made = [(old, new, _label(new, old)) for old, new in pairs]
    taken = {old for old, _ in pairs}
    left = [(old, nearest(old, after.setups)) for old in before.setups if old not in taken]
    return made + [(old, new, _label(old, new)) for old, new in left]


def _find_most_alike(before: Side, after: Side, setup: Setup) -> Setup:
    """Returns the setup with which a setup of the second side is compared. For a new number of players, it is the old number with the fewest differences,
    because some numbers may have their own scripted seats."""
    if any(old.players == setup.players for old in before.setups):
        return nearest(setup, before.setups)
    numbers = sorted({old.players for old in before.setups}, key=lambda number: abs(number - setup.players))
    tried = [nearest(setup, [old for old in before.setups if old.players == number]) for number in numbers]
    new = _merge(after, setup)
    return min(tried, key=lambda old: len(_compare_pair(_merge(before, old), new, before, after)[0]))


def _label(setup: Setup, other: Setup) -> Setup:
    """Adds to a setup the options that only the other side has."""
    own = dict(setup.options)
    return Setup(setup.players, (*setup.options, *(option for option in other.options if option[0] not in own)))


# ---------------------------------------------------------------- one pair of setups


def _compare_pair(old: Merged, new: Merged, before: Side, after: Side) -> tuple[list[Found], list[Thing]]:
    """Returns the differences of a pair, and all declarations of the new side."""
    with_data = data_key(old) != data_key(new)
    was, is_now = _things(before, old, with_data), _things(after, new, with_data)
    found = list(compare(was, is_now))
    again = find_renamed(was, is_now)
    if again:
        names = {thing.name: other.name for thing, other in again}
        told = list(compare(_things(before, with_names(old, names), with_data), is_now))
        if len(told) < len(found):
            found = [*(_describe_renaming(thing, other) for thing, other in again), *told]
    return found, is_now


def _things(side: Side, merged: Merged, with_data: bool) -> list[Thing]:
    files = [file for _, file in side.parsed.chain.files]
    changes = {file.span.source: found for file, found in rewordings(files) if found}
    text = SourceText({source.name: source.text for source in side.parsed.sources}, changes)
    data = data_things(text, merged) if with_data else data_names(text, merged)
    return [*program_things(text, merged), *data]


def _describe_renaming(old: Thing, new: Thing) -> Found:
    subject = model.Subject(model.Deed.RENAMED, new.sort, new.name, new.owner, old.name)
    return subject, model.ValueChange("name", old.name, new.name)


# ---------------------------------------------------------------- over all setups

_ORDER = {sort: number for number, sort in enumerate(Sort)}


def _group(found: Mapping[Found, Sequence[Setup]], every: Sequence[Setup]) -> Iterator[model.Difference]:
    """Yields a difference for the details of one declaration that exist in the same setups, ordered by sort."""
    groups: dict[tuple[model.Subject, tuple[Setup, ...]], list[model.Detail]] = {}
    for (subject, detail), labels in found.items():
        groups.setdefault((subject, tuple(labels)), []).append(detail)
    for (subject, labels), details in sorted(groups.items(), key=lambda group: _ORDER[group[0][0].sort]):
        yield model.Difference(subject, tuple(details), None if len(labels) == len(every) else labels)


def _same_things(things: Iterable[Thing], found: Iterable[Found]) -> tuple[model.Unchanged, ...]:
    """Returns each declaration without differences in any setup, once."""
    differing = {(subject.sort, subject.name, subject.owner) for subject, _ in found}
    same = {(thing.sort, thing.name, thing.owner): thing for thing in things}
    return tuple(
        model.Unchanged(t.sort, t.name, t.owner, t.source)
        for key, t in sorted(same.items(), key=lambda pair: _ORDER[pair[1].sort])
        if key not in differing
    )


_Node = TypeVar("_Node")


def with_names(merged: Merged, names: Mapping[str, str]) -> Merged:
    """Returns the declarations of a setup with new names in place of old ones, everywhere."""
    return evolve(
        merged,
        decls=_rename(merged.decls, names),
        written=_rename(merged.written, names),
        sets=_rename(merged.sets, names),
        seats=tuple(_seat(seat, names) for seat in merged.seats),
    )


def _seat(seat: ScriptedSeat, names: Mapping[str, str]) -> ScriptedSeat:
    return evolve(
        seat,
        name=names.get(seat.name, seat.name),
        members=_rename(seat.members, names),
        replaced=_rename(seat.replaced, names),
        answers=_rename(seat.answers, names),
    )


def _rename(node: _Node, names: Mapping[str, str]) -> _Node:
    return cast("_Node", _with_names(node, names))


def _with_names(node: object, names: Mapping[str, str]) -> object:
    match node:
        case Ident(text):
            return evolve(node, text=names[text]) if text in names else node
        case formulas.Name(id):
            return evolve(node, id=names[id]) if id in names else node
        case data.CellName(text):
            return evolve(node, text=names[text]) if text in names else node
        case _ if is_tuple(node):
            return tuple([_with_names(item, names) for item in node])
        case _:
            parts = field_names(type(node))
            if parts is None or isinstance(node, Span):
                return node
            changes = {name: _with_names(getattr(node, name), names) for name in parts if name != "span"}
            return evolve(cast("Any", node), **changes)
