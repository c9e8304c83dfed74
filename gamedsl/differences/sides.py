"""Two sets of rules, and what differs between them in their setups."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from gamedsl.differences.compare import Found, compared, renamed
from gamedsl.differences.data import data_key, data_names, data_things
from gamedsl.differences.declarations import program_things
from gamedsl.differences.model import (
    Deed,
    Detail,
    Difference,
    Differences,
    LinesChange,
    Subject,
    Unchanged,
    ValueChange,
)
from gamedsl.differences.renaming import with_names
from gamedsl.differences.setups import nearest
from gamedsl.differences.source_text import SourceText
from gamedsl.differences.things import Sort, Thing
from gamedsl.graph.compiled import Setup
from gamedsl.pipeline.reading import Parsed
from gamedsl.semantics.model.merged import Merged
from gamedsl.values import frozen
from gamedsl.variants.merge import merge


@frozen
class Side:
    """Rules without mistakes, what they are called, and the setups of them that are compared."""

    name: str
    parsed: Parsed
    setups: tuple[Setup, ...]


def differences(before: Side, after: Side) -> Differences:
    """What differs between two sides, setup by setup, told once where it is the same."""
    pairs = _paired(before, after)
    found: dict[Found, list[Setup]] = {}
    first: dict[object, Found] = {}
    things: list[Thing] = []
    for old, new, label in pairs:
        details, declared = _of_pair(_merged(before, old), _merged(after, new), before, after)
        for detail in dict.fromkeys(details):
            found.setdefault(first.setdefault(_told(detail), detail), []).append(label)
        things += declared
    every = tuple(label for _, _, label in pairs)
    return Differences(before.name, after.name, tuple(_grouped(found, every)), every, _unchanged(things, found))


def _told(found: Found) -> object:
    """What two setups must share for a detail to be told once: not the lines around those that differ, nor all that was said of what is gone."""
    subject, detail = found
    if isinstance(detail, LinesChange):
        return subject, tuple(line for line in detail.lines if line.deed != "same")
    return subject if subject.deed is Deed.REMOVED else found


def _merged(side: Side, setup: Setup) -> Merged:
    merged, _ = merge(side.parsed.chain, setup)
    if merged is None:
        raise AssertionError("rules without mistakes have a game")
    return merged


# ---------------------------------------------------------------- which setups are compared


def _paired(before: Side, after: Side) -> list[tuple[Setup, Setup, Setup]]:
    """Each setup of a side with the one of the other side that is most like it; and what the pair is called."""
    pairs = [(_most_alike(before, after, new), new) for new in after.setups]
    made = [(old, new, _label(new, old)) for old, new in pairs]
    taken = {old for old, _ in pairs}
    left = [(old, nearest(old, after.setups)) for old in before.setups if old not in taken]
    return made + [(old, new, _label(old, new)) for old, new in left]


def _most_alike(before: Side, after: Side, setup: Setup) -> Setup:
    """The setup with which one of the second side is compared. For a new number of players it is the number from which it differs least: others may have
    seats of their own."""
    if any(old.players == setup.players for old in before.setups):
        return nearest(setup, before.setups)
    numbers = sorted({old.players for old in before.setups}, key=lambda number: abs(number - setup.players))
    tried = [nearest(setup, [old for old in before.setups if old.players == number]) for number in numbers]
    new = _merged(after, setup)
    return min(tried, key=lambda old: len(_of_pair(_merged(before, old), new, before, after)[0]))


def _label(setup: Setup, other: Setup) -> Setup:
    """A setup with the options that only the other side has."""
    own = dict(setup.options)
    return Setup(setup.players, (*setup.options, *(option for option in other.options if option[0] not in own)))


# ---------------------------------------------------------------- one pair of setups


def _of_pair(old: Merged, new: Merged, before: Side, after: Side) -> tuple[list[Found], list[Thing]]:
    """What differs; and all declarations of the new side."""
    with_data = data_key(old) != data_key(new)
    was, is_now = _things(before, old, with_data), _things(after, new, with_data)
    found = list(compared(was, is_now))
    again = renamed(was, is_now)
    if again:
        names = {thing.name: other.name for thing, other in again}
        told = list(compared(_things(before, with_names(old, names), with_data), is_now))
        if len(told) < len(found):
            found = [*(_renaming(thing, other) for thing, other in again), *told]
    return found, is_now


def _things(side: Side, merged: Merged, with_data: bool) -> list[Thing]:
    text = SourceText({source.name: source.text for source in side.parsed.sources})
    data = data_things(text, merged) if with_data else data_names(text, merged)
    return [*program_things(text, merged), *data]


def _renaming(old: Thing, new: Thing) -> Found:
    subject = Subject(Deed.RENAMED, new.sort, new.name, new.owner, old.name)
    return subject, ValueChange("name", old.name, new.name)


# ---------------------------------------------------------------- over all setups

_ORDER = {sort: number for number, sort in enumerate(Sort)}


def _grouped(found: Mapping[Found, Sequence[Setup]], every: Sequence[Setup]) -> Iterator[Difference]:
    """A difference for the details of one declaration that are there in the same setups, by sort."""
    groups: dict[tuple[Subject, tuple[Setup, ...]], list[Detail]] = {}
    for (subject, detail), labels in found.items():
        groups.setdefault((subject, tuple(labels)), []).append(detail)
    for (subject, labels), details in sorted(groups.items(), key=lambda group: _ORDER[group[0][0].sort]):
        yield Difference(subject, tuple(details), None if len(labels) == len(every) else labels)


def _unchanged(things: Iterable[Thing], found: Iterable[Found]) -> tuple[Unchanged, ...]:
    """Each declaration once that has no difference in any setup."""
    differing = {(subject.sort, subject.name, subject.owner) for subject, _ in found}
    same = {(thing.sort, thing.name, thing.owner): thing for thing in things}
    return tuple(
        Unchanged(t.sort, t.name, t.owner, t.source)
        for key, t in sorted(same.items(), key=lambda pair: _ORDER[pair[1].sort])
        if key not in differing
    )
